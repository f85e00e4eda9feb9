"""``guidechain chain``: text, JSON, every option, and what it says to requests that it cannot answer."""

from __future__ import annotations

import json
import sys
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
-- pkg/AGENTS.override.md --
override
-- pkg/src/x.py --
x = 1
-- ~/.codex/AGENTS.md --
mine
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = lay_out(WORKSPACE, tmp_path)
    monkeypatch.chdir(made.root)
    monkeypatch.setenv("HOME", str(made.home))
    return made


def answer(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, object]:
    """The JSON that ``guidechain chain`` prints for the arguments in ``line``."""
    assert main(["chain", *line.split(), "--format", "json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def rendered(found: dict[str, object]) -> list[str]:
    """One line per chain: host, launch folder, its files with acts, and what was passed over with the reason."""
    lines = []
    for chain in found["chains"]:  # type: ignore[attr-defined]
        files = [f"{each['path']}({' '.join(each['acts'])})" for each in chain["loaded"]]
        missed = [f"-{each['path']}:{each['why']}" for each in chain["not_loaded"]]
        lines.append(" ".join([chain["host"], repr(chain["launch"]), *files, *missed]))
    return lines


def check_text(capsys: pytest.CaptureFixture[str], line: str, expected: str) -> None:
    assert main(["chain", *line.split()]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    assert found.out.strip() == dedent(expected).strip()


def check_refused(capsys: pytest.CaptureFixture[str], line: str, expected: str) -> None:
    try:
        code = main(["chain", *line.split()])
    except SystemExit as stop:  # argparse ends the program by itself
        code = stop.code  # type: ignore[assignment]
    found = capsys.readouterr()
    assert (code, found.out) == (2, "")
    assert expected in found.err


def test_json_has_the_documented_shape(place, capsys):
    assert answer(capsys, "pkg/src/x.py --host codex --from pkg --host-version codex=0.171.0") == {
        "version": 1,
        "root": str(place.root),
        "target": "pkg/src/x.py",
        "chains": [
            {
                "host": "codex",
                "title": "Codex",
                "host_version": "0.171.0",
                "launch": "pkg",
                "loaded": [
                    {
                        "path": path,
                        "when": "start",
                        "via": None,
                        "acts": ["read", "edit"],
                        "bytes": size,
                        "kept": size,
                    }
                    for path, size in (("~/.codex/AGENTS.md", 5), ("AGENTS.md", 11), ("pkg/AGENTS.override.md", 9))
                ],
                "not_loaded": [{"path": "pkg/AGENTS.md", "why": "shadowed", "culprit": "pkg/AGENTS.override.md"}],
                "decided_by": [],
                "refused": None,
            }
        ],
    }


def test_text_is_aligned_and_says_why(place, capsys):
    check_text(
        capsys,
        "pkg/src/x.py --host codex --host-version codex=0.171.0 --from pkg",
        """
        pkg/src/x.py

        Codex 0.171.0  started in pkg/
          ~/.codex/AGENTS.md       5 bytes  at start
          AGENTS.md               11 bytes  at start
          pkg/AGENTS.override.md   9 bytes  at start
          not loaded
          pkg/AGENTS.md           pkg/AGENTS.override.md takes its place
        """,
    )


def test_a_folder_is_a_session_started_there(place, capsys):
    found = answer(capsys, "pkg --host codex")
    assert found["target"] == "pkg"
    assert rendered(found) == [
        "codex 'pkg' ~/.codex/AGENTS.md(read edit) AGENTS.md(read edit) pkg/AGENTS.override.md(read edit) "
        "-pkg/AGENTS.md:shadowed"
    ]


def test_the_root_itself_is_the_empty_path(place, capsys):
    found = answer(capsys, ". --host codex")
    assert (found["target"], found["chains"][0]["launch"]) == ("", "")


def test_a_path_that_does_not_exist_yet_is_answered(place, capsys):
    found = answer(capsys, "pkg/new/deep/y.py --host codex --from pkg --act write")
    assert rendered(found)[0].startswith("codex 'pkg' ~/.codex/AGENTS.md(write) AGENTS.md(write)")


def test_paths_are_relative_to_the_current_folder_and_the_root_is_the_git_root(place, capsys, monkeypatch):
    monkeypatch.chdir(place.root / "pkg")
    found = answer(capsys, "src/x.py --host codex")
    assert (found["root"], found["target"]) == (str(place.root), "pkg/src/x.py")


def test_without_git_the_current_folder_is_the_root(place, capsys, monkeypatch):
    (place.root / ".git").rmdir()
    monkeypatch.chdir(place.root / "pkg")
    assert answer(capsys, "src/x.py --host codex")["root"] == str(place.root / "pkg")


def test_a_path_in_another_repository_takes_its_git_root(place, capsys, monkeypatch, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert answer(capsys, "../project/pkg/src/x.py --host codex")["root"] == str(place.root)


def test_from_may_be_given_again_and_host_too(place, capsys):
    found = answer(capsys, "pkg/src/x.py --from . --from pkg --host codex --host copse")
    assert [(each["host"], each["launch"]) for each in found["chains"]] == [
        ("codex", ""),
        ("codex", "pkg"),
        ("copse", ""),
        ("copse", "pkg"),
    ]


def test_root_and_home_can_be_others(place, capsys, tmp_path):
    other = lay_out("-- AGENTS.md --\nelsewhere\n-- ~/.codex/AGENTS.md --\ntheirs, longer\n", tmp_path / "other")
    found = answer(capsys, f"{other.root}/x.py --host codex --root {other.root} --home {other.home}")
    assert found["root"] == str(other.root)
    assert [(each["path"], each["bytes"]) for each in found["chains"][0]["loaded"]] == [
        ("~/.codex/AGENTS.md", 15),
        ("AGENTS.md", 10),
    ]


def test_a_home_that_does_not_exist_holds_nothing_and_is_named(place, capsys):
    assert main(["chain", "pkg", "--host", "codex", "--home", "nowhere", "--format", "json"]) == 0
    found = capsys.readouterr()
    assert "nowhere" in found.err
    assert "~" not in found.out


@pytest.mark.parametrize(
    "line, expected",
    [
        ("x --host nobody", "--host: expected one of codex, "),
        ("x --host-version codex", "--host-version: expected HOST=VERSION such as codex=1.2.3, found 'codex'"),
        ("x --host-version codex=new", "found 'codex=new'"),
        ("x --host-version nobody=1.2", "--host-version: expected one of codex, "),
        ("x --root nowhere", "--root: expected a folder, found nothing there: 'nowhere'"),
        ("x --root AGENTS.md", "--root: expected a folder, found a file: 'AGENTS.md'"),
        ("x --home AGENTS.md", "--home: expected a folder, found a file"),
        ("x --from nowhere", "--from: expected a folder, found nothing there"),
        ("x --act think", "invalid choice: 'think'"),
        ("x --format yaml", "invalid choice: 'yaml'"),
        ("", "the following arguments are required: PATH"),
        ("x --hos codex", "unrecognized arguments: --hos codex"),
    ],
)
def test_a_request_that_cannot_be_used_says_what_was_expected(place, capsys, line, expected):
    check_refused(capsys, line, expected)


def test_settings_that_cannot_be_used_are_named_and_left_out(place, capsys):
    (place.root / "guidechain.toml").write_text('hosts = ["codex"]\nlaunches = ["pkg"]\n')
    assert main(["chain", "pkg/src/x.py"]) == 0
    found = capsys.readouterr()
    assert found.err.startswith("guidechain: guidechain.toml:2: launches is no setting; expected one of ")
    assert "Codex" in found.out


def test_a_name_that_is_no_utf_8_and_one_with_a_line_end_stay_on_their_line(place, capsys):
    assert main(["chain", "pkg/a\udcff\nb\x1b[31m", "--host", "codex"]) == 0
    assert capsys.readouterr().out.split("\n")[0] == "pkg/a\\xff\\x0ab\\x1b[31m"


def test_reading_leaves_the_tree_as_it_was(place, capsys):
    def listing() -> list[tuple[str, bytes]]:
        return sorted(
            (str(path), path.read_bytes() if path.is_file() else b"") for path in place.root.parent.rglob("*")
        )

    before = listing()
    answer(capsys, "pkg/src/x.py")
    assert listing() == before


def test_a_path_that_is_too_long_is_refused(place, capsys):
    check_refused(capsys, "x/" * 3000, "no file can be named by")


def test_output_that_cannot_be_written_is_said(place, capsys, monkeypatch):
    class Full:
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

        def isatty(self) -> bool:
            return False

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["chain", "pkg"]) == 2
    assert "error: the answer cannot be written: No space left on device" in capsys.readouterr().err


def test_a_fault_of_ours_is_no_finding(place, capsys, monkeypatch):
    def broken(arguments: object) -> int:
        raise ZeroDivisionError("made up")

    monkeypatch.setattr("guidechain.cli.chain.run", broken)
    assert main(["chain", "."]) == 2
    assert capsys.readouterr().err.endswith("a fault of guidechain; please report it\n")


def test_the_installed_version_is_named_as_such(place, capsys, monkeypatch):
    programs = place.home / "tools" / "codex" / "0.46.0"
    programs.mkdir(parents=True)
    (programs / "codex").write_text("")
    monkeypatch.setenv("PATH", str(programs))
    assert main(["chain", "pkg/src/x.py", "--host", "codex", "--from", "pkg"]) == 0
    title = "Codex 0.46.0 (installed; between 0.45.0 and 0.47.0: unknown)  started in pkg/"
    assert capsys.readouterr().out.splitlines()[2] == title
    (chain,) = answer(capsys, "pkg/src/x.py --host codex --from pkg")["chains"]
    assert (chain["host_version"], chain["installed"], chain["unknown"]) == (
        "0.46.0", True, "between 0.45.0 and 0.47.0: unknown",
    )  # fmt: skip
    assert [each["path"] for each in chain["loaded"]][-1] == "pkg/AGENTS.md"
    (chain,) = answer(capsys, "pkg/src/x.py --host codex --from pkg --host-version codex=0.47.0")["chains"]
    assert (chain["host_version"], "installed" in chain, "unknown" in chain) == ("0.47.0", False, False)
    assert [each["path"] for each in chain["loaded"]][-1] == "pkg/AGENTS.override.md"
