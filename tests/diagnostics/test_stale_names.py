"""A bare name in a guard sentence stands for everything of that name below the file."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings


@pytest.mark.parametrize("name", ["generated/", "env.d.ts"])
def test_a_bare_name_that_stands_further_down_is_not_stale(name: str):
    text = f"-- .git/ --\n-- AGENTS.md --\nNever hand-edit `{name}`.\n-- src/a.ts --\n1\n"
    stale = "AGENTS.md:1 stale-guard information "
    check_findings(text, stale.strip(), only="stale-guard")
    end = "x" if name.endswith("/") else ""
    there = f"-- src/deep/{name}{end} --\n1\n-- web/{name}{end} --\n1\n"
    check_findings(text + there, "", only="stale-guard")
    check_findings(text.replace(f"`{name}`", f"`src/{name}`") + there, stale.strip(), only="stale-guard")
