"""Findings as the editor shows them."""

from __future__ import annotations

import pytest
from lsp.editor import editing

pytestmark = pytest.mark.asyncio


async def test_related_places_name_their_folder():
    editor = await editing(
        """
        -- .git/ --
        -- guidechain.toml --
        hosts = ["claude-code"]
        -- CLAUDE.md --
        adapter
        -- AGENTS.md --
        root
        -- a/AGENTS.md --
        one
        -- a/one.py --
        -- b/AGENTS.md --
        two
        -- b/two.py --
        """
    )
    await editor.idle()
    found = [each for each in editor.diagnostics[editor.uri("CLAUDE.md")] if each["code"] == "hidden-by-adapter"]
    assert [each["message"] for each in found[0]["relatedInformation"]] == [
        "turned off by CLAUDE.md",
        "a/AGENTS.md: turned off by CLAUDE.md",
        "b/AGENTS.md: turned off by CLAUDE.md",
    ]
