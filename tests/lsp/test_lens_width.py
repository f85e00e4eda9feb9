"""Lenses share one line of the editor: what they say together stays short enough to be read."""

from __future__ import annotations

import pytest
from lsp.editor import editing

from guidechain.lsp.features.code_lens import MOST_CHARACTERS

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


async def check_lenses(text: str, path: str, *expected: str) -> None:
    assert await (await editing(text)).lenses(path) == list(expected)


async def test_folders_of_files_go_before_the_line_is_cut():
    await check_lenses(
        TWO_STARTS,
        f"{DEEP}/src/a.py",
        "Codex from the root: AGENTS.md",
        f"Codex from {DEEP}/: AGENTS.md → AGENTS.md",
    )


async def test_numbers_stand_for_names_that_do_not_fit_either():
    await check_lenses(
        THREE_STARTS,
        f"{DEEP}/src/a.py",
        f"Codex: 2 files from services/reconciliation/, 1 file from the root, 3 files from {DEEP}/",
    )


async def test_what_is_said_of_the_file_itself_leaves_less_room():
    lenses = await (await editing(TWO_STARTS)).lenses(f"{DEEP}/AGENTS.md")
    assert lenses[1:] == [f"Codex: 1 file from the root, 2 files from {DEEP}/"]


async def test_what_fits_is_said_in_full():
    text = TWO_STARTS.replace(DEEP, "docs")
    lenses = await (await editing(text)).lenses("docs/src/a.py")
    assert lenses == ["Codex from the root: AGENTS.md", "Codex from docs/: AGENTS.md → docs/AGENTS.md"]
    assert sum(map(len, lenses)) <= MOST_CHARACTERS
