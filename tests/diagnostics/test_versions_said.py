"""A finding names the version that it holds for, where that comes from, and what nobody observed."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings
from lsp.editor import editing

ADAPTED = "-- .git/ --\n-- AGENTS.md --\nrules\n"
DEAD = "AGENTS.md:1 dead-file warning claude-code"


@pytest.mark.parametrize(
    "version, expected",
    [
        ("2.1.276", f"{DEAD} | Claude Code 2.1.276 never | not read before 2.1.281 | !unknown"),
        ("2.1.278", f"{DEAD} | Claude Code 2.1.278 (between 2.1.276 and 2.1.281 | : unknown) never | may or may not"),
        ("2.1.281", ""),
    ],
)
def test_below_inside_and_above_a_boundary(version: str, expected: str):
    check_findings(ADAPTED, expected, hosts="claude-code", versions=(("claude-code", version),))


def test_an_installed_version_is_named_as_such_and_a_configured_one_counts_more():
    installed = (("claude-code", "2.1.270"),)
    check_findings(ADAPTED, f"{DEAD} | Claude Code 2.1.270 (installed) never", hosts="claude-code", installed=installed)
    check_findings(
        ADAPTED, "", hosts="claude-code", installed=installed, versions=(("claude-code", "2.1.332"),)
    )  # fmt: skip


def test_boundaries_of_flags_and_texts_make_no_finding_doubtful():
    text = "-- .git/ --\n-- docs/AGENTS.md --\nx\n"
    found = "docs/AGENTS.md:1 dead-file warning codex | Codex 0.155.0 never | !unknown"
    check_findings(text, found, hosts="codex", launch=".", versions=(("codex", "0.155.0"),))


@pytest.mark.asyncio
async def test_a_hover_says_that_nobody_observed_the_version():
    configuration = {"hosts": ["codex"], "hostVersions": {"codex": "0.46.0"}}
    editor = await editing("-- .git/ --\n-- AGENTS.md --\nx\n-- a.py --\n", configuration=configuration)
    shown = await editor.hover("a.py")
    assert shown is not None
    assert "0.46.0 is between 0.45.0 and 0.47.0: unknown" in shown
