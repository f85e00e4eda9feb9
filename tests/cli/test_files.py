"""``guidechain files`` and ``guidechain preview``."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
from on_disk import Place, lay_out

from guidechain.cli import main

WORKSPACE = """
-- .git/ --
-- AGENTS.md --
root rules
-- pkg/AGENTS.md --
package rules
-- pkg/README.md --
for people
-- docs/guide/AGENTS.md --
nobody starts here
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = lay_out(WORKSPACE, tmp_path)
    monkeypatch.chdir(made.root)
    monkeypatch.setenv("HOME", str(made.home))
    return made


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    try:
        code = main(line.split())
    except SystemExit as stop:
        code = stop.code  # type: ignore[assignment]
    found = capsys.readouterr()
    return code, found.out, found.err


def states(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, str]:
    """Path to ``state`` or ``state:why`` of the only host asked for."""
    code, out, _ = run(capsys, f"files {line} --host codex --format json")
    assert code == 0
    rows = {each["path"]: each["hosts"][0] for each in json.loads(out)["files"]}
    return {path: ":".join(filter(None, (row["state"], row["why"]))) for path, row in rows.items()}


def test_states_of_every_instruction_file(place, capsys):
    assert states(capsys, "--from .") == {
        "AGENTS.md": "active",
        "docs/guide/AGENTS.md": "dead",
        "pkg/AGENTS.md": "dead",
    }
    assert states(capsys, "--from . --from pkg") == {
        "AGENTS.md": "active",
        "docs/guide/AGENTS.md": "dead",
        "pkg/AGENTS.md": "launch-dependent",
    }


def test_a_path_limits_the_list_and_any_file_gets_an_answer(place, capsys):
    assert states(capsys, "pkg --from .") == {"pkg/AGENTS.md": "dead"}
    assert states(capsys, "pkg/README.md") == {"pkg/README.md": "dead:unknown-name"}
    code, out, _ = run(capsys, "files pkg/README.md --host codex")
    assert (code, "does not look for this name" in out) == (0, True)


def test_json_has_the_documented_shape(place, capsys):
    found = json.loads(run(capsys, "files AGENTS.md --host codex --from . --format json")[1])
    assert found == {
        "version": 1,
        "root": str(place.root),
        "incomplete": None,
        "files": [
            {
                "path": "AGENTS.md",
                "foreign": False,
                "hosts": [
                    {
                        "host": "codex",
                        "title": "Codex",
                        "state": "active",
                        "why": None,
                        "culprit": None,
                        "launches": [{"launch": "", "loaded": True, "when": "start", "act": None}],
                    }
                ],
                "importers": [],
                "governs": {
                    "files": 4,
                    "folders": [
                        {"path": "", "files": 1},
                        {"path": "pkg", "files": 2},
                        {"path": "docs/guide", "files": 1},
                    ],
                },
            }
        ],
    }


def test_text_is_a_table_of_states(place, capsys):
    code, out, err = run(capsys, "files --host codex --from .")
    assert (code, err) == (0, "")
    assert out.split("\n") == [
        "                      Codex",
        "AGENTS.md             active",
        "docs/guide/AGENTS.md  dead",
        "pkg/AGENTS.md         dead",
        "",
        "guidechain files PATH says why",
        "",
    ]


def test_a_named_file_is_answered_with_its_importers_and_what_it_governs(place, capsys):
    (place.root / "pkg" / "CLAUDE.md").write_text("x\n@../docs/guide/AGENTS.md\n")
    code, out, _ = run(capsys, "files docs/guide/AGENTS.md pkg/AGENTS.md --host claude-code --from .")
    assert code == 0
    assert out.splitlines()[1:4] == [
        "  imported by pkg/CLAUDE.md:2",
        "  governs 4 files in 2 folders: pkg/ (3), docs/guide/ (1)",
        "pkg/AGENTS.md: Claude Code does not load this file: pkg/CLAUDE.md takes its place",
    ]
    found = json.loads(run(capsys, "files docs/guide --host claude-code --from . --format json")[1])
    assert found["files"][0]["importers"] == [{"path": "pkg/CLAUDE.md", "line": 1}]
    assert "governs" not in json.loads(run(capsys, "files --format json")[1])["files"][0]


def test_a_path_that_is_not_there_is_refused(place, capsys):
    code, out, err = run(capsys, "files nowhere")
    assert (code, out) == (2, "")
    assert "found nothing at" in err


def test_a_workspace_without_instruction_files(place, capsys, tmp_path):
    (tmp_path / "empty").mkdir()
    assert run(capsys, f"files --root {tmp_path / 'empty'}")[:2] == (0, "no instruction file here\n")


def test_preview_is_what_the_model_sees(place, capsys):
    code, out, _ = run(capsys, "preview pkg/x.py --host codex --from pkg")
    assert code == 0
    assert out == dedent(
        f"""\
        # AGENTS.md instructions for {place.root / "pkg"}

        <INSTRUCTIONS>
        root rules


        package rules

        </INSTRUCTIONS>"""
    )


def test_preview_json_says_which_file_each_part_comes_from(place, capsys):
    found = json.loads(run(capsys, "preview pkg --host codex --format json")[1])
    assert (found["host"], found["launch"]) == ("codex", "pkg")
    assert [each["path"] for each in found["parts"] if each["path"]] == ["AGENTS.md", "pkg/AGENTS.md"]
    assert "".join(each["text"] for each in found["parts"]) == run(capsys, "preview pkg --host codex")[1]


def test_preview_of_nothing_says_so(place, capsys, tmp_path):
    (tmp_path / "empty").mkdir()
    code, out, _ = run(capsys, f"preview {tmp_path / 'empty'} --root {tmp_path / 'empty'} --host codex")
    assert (code, out) == (0, "Codex shows its model nothing here\n")


def test_preview_can_compare_two_hosts(place, capsys):
    code, out, _ = run(capsys, "preview pkg/x.py --host codex --from pkg --diff copse")
    assert code == 0
    assert out.startswith("--- Codex\n+++ Copse\n@@ ")
    assert "-root rules\n" in out


@pytest.mark.parametrize(
    "line, expected",
    [
        ("preview pkg", "--host: expected one of codex, "),
        ("preview pkg --host codex --diff nobody", "--diff: expected one of codex, "),
        ("preview pkg --host codex --diff copse --format json", "--diff: expected --format text"),
    ],
)
def test_a_preview_that_cannot_be_made_says_what_was_expected(place, capsys, line, expected):
    (place.root / "guidechain.toml").write_text('hosts = ["codex", "copse"]\n')
    code, out, err = run(capsys, line)
    assert (code, out) == (2, "")
    assert expected in err
