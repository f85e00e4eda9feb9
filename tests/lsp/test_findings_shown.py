"""What an editor gets of findings beside their text: renames as fixes, text that fades where it stands."""

from __future__ import annotations

from typing import Any

import pytest
from lsp.editor import EMACS, NEOVIM, VSCODE, Editor, editing, short

pytestmark = pytest.mark.asyncio

MISSPELT = "-- guidechain.toml --\nhosts = ['claude-code']\n-- pkg/Claude.md --\nrules\n-- pkg/a.py --\n"


async def edits(editor: Editor, path: str) -> list[dict[str, Any]]:
    """The edits of the fixes at the start of a file."""
    (diagnostic,) = editor.diagnostics[editor.uri(path)]
    params = {
        "textDocument": {"uri": editor.uri(path)},
        "range": diagnostic["range"],
        "context": {"diagnostics": [diagnostic]},
    }
    return [each["edit"] for each in await editor.request("textDocument/codeAction", params)]


@pytest.mark.parametrize("profile", [VSCODE, NEOVIM])
async def test_a_file_in_other_capitals_can_be_renamed(profile: str):
    editor = await editing(MISSPELT, profile)
    (edit,) = await edits(editor, "pkg/Claude.md")
    old, new = editor.uri("pkg/Claude.md"), editor.uri("pkg/CLAUDE.md")
    assert edit["documentChanges"] == [{"kind": "rename", "oldUri": old, "newUri": new}]
    editor.tree.nodes[new.removeprefix("file://")] = editor.tree.nodes.pop(old.removeprefix("file://"))
    editor.watched((3, "pkg/Claude.md"), (1, "pkg/CLAUDE.md"))
    await editor.idle()
    assert editor.findings() == []


async def test_no_rename_for_a_client_that_cannot():
    editor = await editing(MISSPELT, EMACS)
    assert await edits(editor, "pkg/Claude.md") == []
    creates = {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}
    editor = await editing(MISSPELT, VSCODE, workspace=creates)
    assert await edits(editor, "pkg/Claude.md") == []


STARVED = (
    "-- .git/ --\n-- guidechain.toml --\nhosts = ['codex']\n-- AGENTS.md --\n"
    + ("x" * 99 + "\n") * 400
    + "-- a/AGENTS.md --\nnearest\n-- a/x.py --\n-- b/AGENTS.md --\nnearest\n-- b/x.py --\n"
)


async def test_text_that_is_never_seen_fades_in_its_own_file():
    editor = await editing(STARVED)
    assert editor.findings() == ["AGENTS.md:327:68-0 over-budget"]
    editor.open("a/AGENTS.md")
    await editor.idle()
    (faded,) = editor.diagnostics[editor.uri("a/AGENTS.md")]
    assert (faded["severity"], faded["tags"], faded["code"]) == (4, [1], "over-budget")
    assert faded["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    assert [short(each["location"]["uri"]) for each in faded["relatedInformation"]] == ["AGENTS.md"]
    assert editor.uri("b/AGENTS.md") not in editor.diagnostics
    editor.edit("AGENTS.md", "short\n")
    editor.open("AGENTS.md", "short\n")
    await editor.idle()
    assert "over-budget" not in [each["code"] for each in editor.diagnostics[editor.uri("a/AGENTS.md")]]


async def test_nothing_is_hinted_to_a_client_that_cannot_fade():
    editor = await editing(STARVED, "")
    editor.open("a/AGENTS.md")
    await editor.idle()
    assert editor.findings() == ["AGENTS.md:327:68-0 over-budget"]
