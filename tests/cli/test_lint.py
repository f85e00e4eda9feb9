"""``guidechain lint`` and ``explain``: formats, exit codes, baselines, and that only the repository is judged."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import jsonschema
import pytest
from on_disk import Place, lay_out

from guidechain.cli import main, report
from guidechain.cli.style import Style
from guidechain.core.model import Finding, Fix, Position, Related, Settings, Span

SCHEMA = Path(__file__).parent.parent / "data" / "sarif-schema-2.1.0.json"
WORKSPACE = """
-- .git/ --
-- AGENTS.md --
root rules
-- docs/guide/AGENTS.md --
below the launch folder
-- guidechain.toml --
hosts = ["codex"]
launch = ["."]
-- ~/.codex/config.toml --
project_doc_max_bytes = 3
"""
DEAD = "docs/guide/AGENTS.md:1:1: warning: Codex"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = lay_out(WORKSPACE, tmp_path)
    monkeypatch.chdir(made.root)
    monkeypatch.setenv("HOME", str(made.home))
    return made


def lint(capsys: pytest.CaptureFixture[str], line: str = "") -> tuple[int, str, str]:
    """Exit code, output and error output of ``guidechain lint``."""
    try:
        code = main(["lint", *line.split()])
    except SystemExit as stop:
        code = stop.code  # type: ignore[assignment]
    found = capsys.readouterr()
    return code, found.out, found.err


def test_text_has_a_line_per_finding_and_a_summary(place, capsys):
    code, out, err = lint(capsys)
    lines = out.rstrip("\n").split("\n")
    assert (code, err) == (1, "")
    assert lines[0].startswith(DEAD)
    assert lines[0].endswith("[dead-file]")
    assert lines[-1] == "1 warning in 1 file"


def test_json_has_the_documented_shape(place, capsys):
    code, out, _ = lint(capsys, "--format json")
    found = json.loads(out)
    (finding,) = found["findings"]
    assert (code, found["version"]) == (1, 1)
    assert finding.pop("message").startswith("Codex ")
    assert finding == {
        "code": "dead-file",
        "severity": "warning",
        "hosts": ["codex"],
        "path": "docs/guide/AGENTS.md",
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}},
        "related": [],
        "fixes": [],
    }


def test_only_the_repository_is_judged_unless_a_home_is_named(place, capsys):
    """The home's budget of three bytes would cut AGENTS.md."""
    (place.root.parent / "AGENTS.md").write_text("above the root\n")
    assert "[over-budget]" not in lint(capsys)[1]
    assert str(place.home) not in lint(capsys, "--format sarif")[1]
    assert "[over-budget]" in lint(capsys, f"--home {place.home}")[1]


@pytest.mark.parametrize(
    "line, code",
    [
        ("--fail-on warning", 1),
        ("--fail-on information", 1),
        ("--fail-on error", 0),
        ("--fail-on never", 0),
        ("docs", 1),
        ("AGENTS.md", 0),
        ("AGENTS.md docs/guide/AGENTS.md", 1),
        ("--fail-on sometimes", 2),
        ("nowhere", 2),
        ("--baseline nowhere", 2),
        ("--baseline AGENTS.md", 2),
        ("--host nobody", 2),
    ],
)
def test_exit_codes(place, capsys, line, code):
    assert lint(capsys, line)[0] == code


def test_nothing_found_is_said(place, capsys):
    (place.root / "docs/guide/AGENTS.md").unlink()
    assert lint(capsys) == (0, "nothing found\n", "")
    assert json.loads(lint(capsys, "--format json")[1]) == {"version": 1, "findings": []}
    assert lint(capsys, "--format github")[1] == ""


def test_a_settings_file_that_cannot_be_parsed_stops_the_run(place, capsys):
    (place.root / "guidechain.toml").write_text("hosts = [\n")
    code, out, err = lint(capsys)
    assert (code, out) == (2, "")
    assert err.startswith("guidechain lint: error: guidechain.toml:2: not valid TOML: ")


def test_a_setting_that_cannot_be_used_is_a_finding(place, capsys):
    (place.root / "guidechain.toml").write_text('hosts = ["codex"]\nlaunch = ["."]\n[severity]\ndead-fyle = "off"\n')
    assert "guidechain.toml:4:1: warning: severity: dead-fyle is no diagnostic" in lint(capsys)[1]


def test_a_severity_can_be_changed_or_switched_off(place, capsys):
    with (place.root / "guidechain.toml").open("a") as file:
        file.write('[severity]\ndead-file = "information"\n')
    assert lint(capsys)[0] == 0
    (place.root / "guidechain.toml").write_text('hosts = ["codex"]\nlaunch = ["."]\nseverity.dead-file = "off"\n')
    assert lint(capsys)[1] == "nothing found\n"


def test_a_baseline_hides_what_it_holds_and_nothing_else(place, capsys):
    code, out, err = lint(capsys, "--write-baseline known.json")
    assert (code, out, err) == (0, "", "guidechain: wrote the findings (1) to known.json\n")
    assert "below the launch folder" not in (place.root / "known.json").read_text()
    assert lint(capsys, "--baseline known.json")[:2] == (0, "nothing found\n")
    (place.root / "docs/guide/AGENTS.md").write_text("below\nedited further down\n")
    assert lint(capsys, "--baseline known.json")[0] == 0


def test_a_new_file_with_a_known_cause_is_not_hidden(place, capsys):
    lint(capsys, "--write-baseline known.json")
    (place.root / "other").mkdir()
    (place.root / "other/AGENTS.md").write_text("another")
    code, out, _ = lint(capsys, "--baseline known.json --format json")
    places = [each["path"] for finding in json.loads(out)["findings"] for each in (finding, *finding["related"])]
    assert (code, "other/AGENTS.md" in places) == (1, True)


def test_what_is_in_order_by_now_is_counted(place, capsys):
    lint(capsys, "--write-baseline known.json")
    (place.root / "docs/guide/AGENTS.md").unlink()
    expected = "guidechain: 1 of the baseline's places are in order by now; write it again\n"
    assert lint(capsys, "--baseline known.json") == (0, "nothing found\n", expected)


def test_a_baseline_is_not_written_over_something_else(place, capsys):
    assert lint(capsys, "--write-baseline AGENTS.md")[0] == 2
    assert (place.root / "AGENTS.md").read_text() == "root rules\n"
    code, _, err = lint(capsys, "--write-baseline nowhere/known.json")
    assert (code, "expected a file that can be written" in err) == (2, True)


def test_lint_leaves_the_tree_as_it_was(place, capsys):
    before = sorted((path, path.stat().st_mtime_ns) for path in place.root.parent.rglob("*"))
    lint(capsys, "--format sarif")
    assert sorted((path, path.stat().st_mtime_ns) for path in place.root.parent.rglob("*")) == before


ROOT = "/w"
FINDINGS = (
    Finding(
        "dead-file",
        "warning",
        "/w/a b/c:d%,é.md",
        Span(Position(0, 0), Position(0, 3)),
        "first 100 %\nsecond",
        ("codex",),
        related=tuple(Related(f"/w/r{n}.md", Span(Position(n, 0), Position(n, 0)), "the same cause") for n in range(7)),
        fixes=(Fix("Move it"),),
    ),
    Finding("over-budget", "error", "/home/me/x.md", Span(Position(2, 4), Position(5, 0)), "cut\x1b[31m"),
    Finding("unknown-code", "hint", "/elsewhere/\udcff.md", Span(Position(0, 0), Position(0, 0)), "odd"),
)
RULES = (report.Rule("dead-file", "warning", "A file.\n\nMore.\n"), report.Rule("over-budget", "error", "Budget."))


def rendered(kind: str) -> str:
    return report.render(kind, Settings(ROOT, home="/home/me"), FINDINGS, RULES, Style(False))


def test_text_keeps_each_finding_on_its_line():
    assert rendered("text") == dedent(
        """\
        a b/c:d%,é.md:1:1: warning: first 100 %\\x0asecond [dead-file]
            r0.md:1:1: the same cause
            r1.md:2:1: the same cause
            r2.md:3:1: the same cause
            r3.md:4:1: the same cause
            r4.md:5:1: the same cause
            and 2 more; --format json names them
        ~/x.md:3:5: error: cut\\x1b[31m [over-budget]
        /elsewhere/\\xff.md:1:1: hint: odd [unknown-code]

        1 error, 1 warning, 1 hint in 3 files
        """
    )


def test_github_annotations_escape_what_would_end_them():
    assert rendered("github").split("\n") == [
        "::warning file=a b/c%3Ad%25%2Cé.md,line=1,endLine=1,col=1,endColumn=3,title=dead-file::first 100 %25%0Asecond",
        "::error file=~/x.md,line=3,endLine=6,title=over-budget::cut\x1b[31m",
        "::notice file=/elsewhere/\udcff.md,line=1,endLine=1,col=1,endColumn=1,title=unknown-code::odd",
        "",
    ]


def test_sarif_is_valid_and_names_places_relative_to_the_sources(place, capsys):
    validator = jsonschema.Draft4Validator(json.loads(SCHEMA.read_text()), format_checker=jsonschema.FormatChecker())
    for text in (rendered("sarif"), lint(capsys, "--format sarif")[1]):
        log = json.loads(text)
        assert [error.message for error in validator.iter_errors(log)] == []
    results = json.loads(rendered("sarif"))["runs"][0]["results"]
    places = [each["locations"][0]["physicalLocation"]["artifactLocation"] for each in results]
    assert places == [
        {"uri": "a%20b/c%3Ad%25%2C%C3%A9.md", "uriBaseId": "%SRCROOT%"},
        {"uri": "x.md", "uriBaseId": "HOME"},
        {"uri": "file:///elsewhere/%FF.md"},
    ]
    assert [each.get("ruleIndex") for each in results] == [0, 1, None]
    assert results[1]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 5,
        "endLine": 6,
        "endColumn": 1,
    }


def test_explain_gives_the_page_of_a_code_and_the_table(capsys):
    assert main(["explain", "dead-file"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("dead-file (warning by default; marks the first characters of the file; hosts: all)\n\nAn ")
    assert main(["explain"]) == 0
    assert "dead-file" in capsys.readouterr().out
    assert main(["explain", "--format", "json"]) == 0
    codes = json.loads(capsys.readouterr().out)["codes"]
    assert set(codes[0]) == {"code", "severity", "range", "hosts", "summary"}
    assert main(["explain", "no-such-code"]) == 2
    assert "expected one of dead-file" in capsys.readouterr().err
