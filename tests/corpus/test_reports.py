"""Every report is a passing case, or one whose part of the product is judged elsewhere; the judge can fail a case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpus.reports import LATER, judge

CASES = sorted((Path(__file__).parent / "cases" / "reports").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_report(path: Path):
    assert judge(path).problems == ()


CASE: dict[str, Any] = {
    "kind": "diagnostic",
    "tree": {"AGENTS.md": "x\n", "AGENTS.override.md": "y\n"},
    "config": {"hosts": ["codex"], "launch": [""]},
    "check": {"findings": [{"file": "tree:AGENTS.md", "topic": "shadowed", "line": 1}], "count": 1},
}


def judged(tmp_path: Path, **changes: Any) -> tuple[str, ...]:
    path = tmp_path / "case.json"
    path.write_text(json.dumps({**CASE, **changes}))
    return judge(path).problems


def test_the_judge_passes_what_holds(tmp_path: Path):
    assert judged(tmp_path) == ()


@pytest.mark.parametrize(
    "check",
    [
        {"findings": [{"file": "tree:AGENTS.md", "topic": "shadowed", "line": 2}]},
        {"findings": [{"file": "tree:AGENTS.md", "topic": "shadowed", "host": "copse"}]},
        {"findings": [{"file": "tree:AGENTS.md", "topic": "shadowed", "mentions": ["elsewhere"]}]},
        {"findings": [{"file": "tree:AGENTS.md", "topic": "shadowed", "range": [0, 9]}]},
        {"findings": [{"file": "tree:x.md", "topic": "shadowed"}]},
        {"findings": []},
        {"absent": [{"file": "tree:AGENTS.md", "topic": "shadowed"}]},
        {"count": 2},
        {"fix": {"file": "tree:AGENTS.md", "becomes": "z\n"}},
        {"never_output": ["AGENTS.override.md"]},
        {"unheard_of": 1},
    ],
    ids=str,
)
def test_the_judge_fails_what_does_not_hold(tmp_path: Path, check: dict[str, Any]):
    assert judged(tmp_path, check=check)


def test_an_unknown_topic_fails(tmp_path: Path):
    with pytest.raises(KeyError):
        judged(tmp_path, check={"findings": [{"file": "tree:AGENTS.md", "topic": "unheard-of"}]})


def test_an_unknown_field_fails(tmp_path: Path):
    assert judged(tmp_path, weather="fine") == ("weather: nobody reads this field",)


def test_what_is_judged_elsewhere_says_where():
    assert all(LATER.values())
