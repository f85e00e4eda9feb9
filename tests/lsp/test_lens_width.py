"""Lenses share one line of the editor: what they say together stays short enough to be read."""

from __future__ import annotations

import pytest
from lsp.editor import editing

from guidechain.lsp.features.code_lens import BETWEEN, MOST_CHARACTERS

pytestmark = pytest.mark.asyncio

DEEP = "services/reconciliation/ledger-adapters"
TWO_STARTS = f"""
-- .git/ --
-- AGENTS.md --
root
-- {DEEP}/AGENTS.md --
deep
-- {DEEP}/src/a.py --
-- guidechain.toml --
hosts = ["codex"]
launch = [".", "{DEEP}"]
"""
THREE_STARTS = TWO_STARTS.replace("launch = [", 'launch = ["services/reconciliation", ').replace(
    "-- guidechain.toml --", "-- services/reconciliation/AGENTS.md --\nmiddle\n-- guidechain.toml --"
)


DEEPER = f"{DEEP}/vendor-specific-formats"
BOTH = """
-- .git/ --
-- AGENTS.md --
root
-- CLAUDE.md --
@AGENTS.md
-- docs/AGENTS.md --
more
-- docs/src/a.py --
-- .claude/ --
-- guidechain.toml --
hosts = ["codex", "claude-code"]
launch = [".", "docs"]
"""


async def check_lenses(text: str, path: str, *expected: str) -> None:
    lenses = await (await editing(text)).lenses(path)
    assert lenses == list(expected)
    assert sum(map(len, lenses)) + BETWEEN * (len(lenses) - 1) <= MOST_CHARACTERS


async def test_what_fits_is_said_in_full():
    await check_lenses(
        TWO_STARTS.replace(DEEP, "docs"),
        "docs/src/a.py",
        "Codex from the root: AGENTS.md",
        "Codex from docs/: AGENTS.md → docs/AGENTS.md",
    )


async def test_folders_of_files_go_before_the_line_is_cut():
    middle = "svc/billing"
    await check_lenses(
        TWO_STARTS.replace(DEEP, middle),
        f"{middle}/src/a.py",
        "Codex from the root: AGENTS.md",
        f"Codex from {middle}/: AGENTS.md → billing/AGENTS.md",
    )


async def test_numbers_stand_for_names_that_do_not_fit_either():
    await check_lenses(TWO_STARTS, f"{DEEP}/src/a.py", f"Codex: 1 file from ./, 2 from {DEEP}/")
    await check_lenses(
        BOTH, "docs/src/a.py", "Codex: 1 file from ./, 2 from docs/", "Claude Code: 2 files from ./, 1 from docs/"
    )


async def test_folders_of_launch_folders_go_next():
    await check_lenses(
        THREE_STARTS, f"{DEEP}/src/a.py", "Codex: 2 files from reconciliation/, 1 from ./, 3 from ledger-adapters/"
    )


async def test_numbers_alone_are_the_last_resort():
    long = THREE_STARTS.replace("ledger-adapters", "ledger-adapters-of-all-banks-that-we-know-or-knew-once")
    path = next(each for each in long.split() if each.endswith("a.py"))
    await check_lenses(long.replace('launch = ["', 'launch = ["services", "'), path, "Codex: 1 to 3 files")
    text = TWO_STARTS.replace(DEEP, DEEPER)
    await check_lenses(text, f"{DEEPER}/src/a.py", "Codex: 1 file from ./, 2 from vendor-specific-formats/")


async def test_an_instruction_file_says_first_what_it_is_itself():
    await check_lenses(
        TWO_STARTS.replace(DEEP, "docs"),
        "AGENTS.md",
        "Codex loads this file at start",
        "Codex: 1 file from ./, 2 from docs/",
    )


async def test_an_instruction_file_is_short_about_itself_where_folders_are_long():
    await check_lenses(TWO_STARTS, f"{DEEP}/AGENTS.md", "loaded by Codex from some launch folders")


async def test_names_of_files_that_are_not_saved_are_counted_where_they_are_many():
    editor = await editing(BOTH)
    for path in ("AGENTS.md", "CLAUDE.md"):
        editor.open(path)
        editor.edit(path, "other\n")
    assert await editor.lenses("docs/src/a.py") == [
        "Codex: 1 or 2 files, after saving AGENTS.md",
        "Claude Code: 1 file, after saving 2 files",
    ]


async def test_the_hover_keeps_what_the_lens_leaves_out():
    text = await (await editing(TWO_STARTS)).hover(f"{DEEP}/AGENTS.md", 0, 0)
    assert text is not None
    assert text.startswith(f"Codex loads this file at start when started in {DEEP}/, not in ./")
    assert f"Codex from {DEEP}/: " in text
