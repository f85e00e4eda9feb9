"""The runner's own strictness: what nobody compared fails, and so does a gap that is none."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from conformance.judge import Gap, Verdict, judge, known_gaps
from conformance.run import main

from guidechain.core.hosts import HOSTS

CASE: dict[str, Any] = {
    "id": "sample",
    "host": "codex",
    "host_version": "0.171.0",
    "about": "the root file, cut, and a file below the launch folder",
    "tree": {"AGENTS.md": "root and more\n", "pkg/AGENTS.md": "pkg\n"},
    "home": {".codex/config.toml": "project_doc_max_bytes = 4\n"},
    "git_root": "",
    "cwd": "",
    "target": None,
    "loaded": [{"file": "tree:AGENTS.md", "when": "start", "bytes": 4}],
    "not_loaded": [{"file": "tree:pkg/AGENTS.md", "why": "below"}],
}
GAP = Gap("several-turns", id="sample")


def judged(tmp_path: Path, change: dict[str, Any], *gaps: Gap) -> Verdict:
    """The verdict on the sample with some top-level keys replaced."""
    path = tmp_path / "sample.json"
    path.write_text(json.dumps(copy.deepcopy(CASE) | change), "utf-8")
    return judge(path, gaps)


@pytest.mark.parametrize(
    "change, problem",
    [
        ({}, ""),
        ({"loaded": []}, "expected (nothing)\n    actual   tree:AGENTS.md start bytes=4"),
        ({"loaded": [{"file": "tree:AGENTS.md", "when": "start"}]}, "expected tree:AGENTS.md start\n"),
        ({"loaded": [{"file": "tree:AGENTS.md", "when": "start", "bytes": 5}]}, "bytes=5"),
        ({"loaded": [{"file": "tree:AGENTS.md", "when": "on-touch", "bytes": 4}]}, "tree:AGENTS.md on-touch"),
        ({"loaded": [{"file": "tree:AGENTS.md", "when": "start", "bytes": 4, "hue": 7}]}, "hue=7"),
        ({"not_loaded": [{"file": "tree:AGENTS.md", "why": "x"}]}, "actual   'loaded'"),
        ({"not_loaded": [{"file": "tree:x", "why": "x", "hue": 7}]}, "not_loaded[0].hue: nobody reads this field"),
        ({"hue": 7}, "hue: nobody reads this field"),
        ({"imports": []}, "imports: nothing was compared"),
        ({"refused": "no"}, "refused"),
        ({"host_version": "0.149.1", "home": {}, "loaded": [{"file": "tree:AGENTS.md", "when": "start"}]}, ""),
    ],
)
def test_only_what_was_compared_passes(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    found = "\n".join(judged(tmp_path, change).problems)
    assert problem in found if problem else not found


def test_a_gap_by_case_must_fail(tmp_path: Path) -> None:
    assert judged(tmp_path, {}, GAP).problems == ("passes: take it out of known_gaps.toml",)
    assert judged(tmp_path, {"loaded": []}, GAP) == Verdict("sample", (), "needs a running host: several turns in time")


def test_a_gap_by_field_excuses_that_field_alone(tmp_path: Path) -> None:
    gap = Gap("permission-outcomes", host="codex", field="outcomes")
    assert not judged(tmp_path, {"outcomes": ["ok"]}, gap).problems
    assert judged(tmp_path, {"outcomes": ["ok"]}, gap).out_of_scope
    assert judged(tmp_path, {"outcomes": ["ok"], "loaded": []}, gap).problems
    assert judged(tmp_path, {"outcomes": ["ok"]}).problems
    assert not judged(tmp_path, {}, gap).out_of_scope


@pytest.mark.parametrize("change", [{"host": "no-such-host"}, {"kind": "guard"}])
def test_other_hosts_and_kinds_are_named(tmp_path: Path, change: dict[str, Any]) -> None:
    assert str(next(iter(change.values()))) in judged(tmp_path, change).out_of_scope


def test_reasons_come_from_the_closed_list(tmp_path: Path) -> None:
    path = tmp_path / "known_gaps.toml"
    path.write_text('[[gap]]\nid = "x"\nreason = "too hard"\n', "utf-8")
    with pytest.raises(ValueError, match="too hard"):
        known_gaps(path)


def test_the_command_counts_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.json").write_text(json.dumps(CASE), "utf-8")
    assert main([str(tmp_path)]) == 0
    (tmp_path / "bad.json").write_text(json.dumps(CASE | {"id": "bad", "loaded": []}), "utf-8")
    (tmp_path / "broken.json").write_text("[]", "utf-8")
    (tmp_path / "other.json").write_text(json.dumps(CASE | {"host": "other"}), "utf-8")
    assert main([str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert out.endswith("1 passed, 2 failed, 1 out of scope\n")
    assert "FAILED bad" in out
    assert main([str(tmp_path / "empty")]) == 2


def test_setup_runs_real_git_and_its_paths_come_back(tmp_path: Path) -> None:
    change = {
        "tree": {"main/AGENTS.md": "main\n"},
        "git_root": "main",
        "cwd": "wt",
        "setup": [["-C", "main", "add", "-A"], ["-C", "main", "commit", "-q", "-m", "x"], ["-C", "main", "worktree", "add", "-q", "../wt"]],
        "home": {".codex/config.toml": 'projects."${TREE}/main".trust_level = "untrusted"\n'},
        "loaded": [],
        "not_loaded": [{"file": "tree:wt/AGENTS.md", "why": "the mark of the main checkout"}],
    }  # fmt: skip
    assert not judged(tmp_path, change).problems


def test_each_host_names_the_releases_of_its_observed_cases() -> None:
    observed: dict[str, set[str]] = {}
    for path in (Path(__file__).parent / "cases").rglob("*.json"):
        case = json.loads(path.read_text("utf-8"))
        if case["evidence"] == "observed":
            observed.setdefault(case["host"], set()).add(case["host_version"])
    for host in HOSTS:
        assert set(host.verified) >= observed.get(host.id, set())
    assert set(next(each for each in HOSTS if each.id == "codex").verified) == observed["codex"]
