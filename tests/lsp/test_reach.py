"""How far an instruction file reaches: lenses, what a click on them does, and find references."""

from __future__ import annotations

import pytest
from lsp.editor import EMACS, NEOVIM, VSCODE, Editor, capabilities, editing, short

pytestmark = pytest.mark.asyncio

WORKSPACE = """
-- .git/ --
-- guidechain.toml --
hosts = ["claude-code"]
-- CLAUDE.md --
@docs/a.md

# Rules

plain
-- docs/a.md --
@b.md
-- docs/b.md --
b
-- src/.env --
1
-- src/x.py --
1
-- src/CLAUDE.md --
nested
-- README.md --
# Not guidance
"""
EVERYTHING = "CLAUDE.md README.md guidechain.toml docs/a.md docs/b.md src/CLAUDE.md src/x.py src/.env"


async def references(editor: Editor, path: str, line: int = 0) -> str:
    params = {**editor.at(path, line), "context": {"includeDeclaration": True}}
    found = await editor.request("textDocument/references", params)
    return " ".join(short(each["uri"]) for each in found)


async def run(editor: Editor, name: str, path: str) -> str:
    """The places that a command answers, else what the client was asked or shown."""
    editor.asked.clear()
    params = {"command": f"guidechain.{name}", "arguments": [editor.uri(path)]}
    found = await editor.request("workspace/executeCommand", params)
    if found is not None:
        return " ".join(short(each["uri"]) for each in found)
    told = [each["params"] for each in editor.asked]
    return " | ".join(short(each["uri"]) if "uri" in each else choices(each) for each in told)


def choices(asked: dict) -> str:
    return " ".join(each["title"] for each in asked["actions"])


async def test_lenses_say_how_far_a_file_reaches():
    editor = await editing(WORKSPACE)
    for path in ("CLAUDE.md", "src/CLAUDE.md", "docs/b.md"):
        editor.open(path)
    await editor.idle()
    assert (await editor.lenses("CLAUDE.md"))[:3] == [
        "Claude Code loads this file at start", "governs 8 files", "imports 2 files, 8 bytes",
    ]  # fmt: skip
    assert (await editor.lenses("src/CLAUDE.md"))[:2] == ["Claude Code loads this file on read", "governs 3 files"]
    assert (await editor.lenses("docs/b.md"))[:2] == [
        "Claude Code loads this file at start, imported by docs/a.md", "governs 8 files",
    ]  # fmt: skip


async def test_each_lens_shows_what_it_counts():
    editor = await editing(WORKSPACE, EMACS)
    editor.open("CLAUDE.md")
    await editor.idle()
    lenses = await editor.request("textDocument/codeLens", {"textDocument": {"uri": editor.uri("CLAUDE.md")}})
    assert [each["command"]["command"] for each in lenses[1:3]] == [
        "guidechain.openGoverned",
        "guidechain.openImported",
    ]
    assert await run(editor, "openGoverned", "CLAUDE.md") == EVERYTHING
    assert await run(editor, "openGoverned", "src/CLAUDE.md") == "src/CLAUDE.md src/x.py src/.env"
    assert await run(editor, "openImported", "CLAUDE.md") == "docs/a.md docs/b.md"
    assert await run(editor, "openImported", "docs/b.md") == ""


@pytest.mark.parametrize("profile", [VSCODE, NEOVIM])
async def test_a_client_that_can_is_asked_which_one(profile: str):
    editor = await editing(WORKSPACE, profile)
    editor.choose = "src/x.py"
    assert await run(editor, "openGoverned", "src/CLAUDE.md") == "src/CLAUDE.md src/x.py src/.env | src/x.py"
    assert await run(editor, "openImported", "docs/a.md") == "docs/b.md"
    assert await run(editor, "openGoverned", "README.md") == ""
    assert editor.sent[-2]["params"]["message"] == "This file governs nothing."


async def test_a_client_with_a_list_of_its_own_gets_the_places():
    ours = {"experimental": {"guidechain": {"places": True}}}
    assert capabilities(VSCODE)["window"]["showDocument"]["support"]
    editor = await editing(WORKSPACE, VSCODE, **ours)
    assert await run(editor, "openGoverned", "src/CLAUDE.md") == "src/CLAUDE.md src/x.py src/.env"
    assert await run(editor, "openGoverned", "README.md") == ""
    assert editor.asked == []


async def test_references_of_a_file_are_its_importers_and_what_it_governs():
    editor = await editing(WORKSPACE)
    assert await references(editor, "docs/b.md") == f"docs/a.md {EVERYTHING}"
    assert await references(editor, "CLAUDE.md", 2) == EVERYTHING
    assert await references(editor, "src/CLAUDE.md") == "src/CLAUDE.md src/x.py src/.env"
    assert await references(editor, "CLAUDE.md", 4) == ""
    assert await references(editor, "README.md") == ""


async def test_of_too_many_files_one_of_each_folder_is_listed_and_a_message_says_so():
    many = "".join(f"-- src/f{number}.py --\n1\n" for number in range(250))
    editor = await editing(WORKSPACE + many)
    assert await references(editor, "CLAUDE.md", 2) == "CLAUDE.md docs/a.md src/CLAUDE.md"
    (message,) = [each["params"]["message"] for each in editor.sent if each.get("method") == "window/showMessage"]
    assert message == "CLAUDE.md governs 258 files in 3 folders; one file of each of them is listed."
    folders = "".join(f"-- p{number}/f --\n1\n" for number in range(300))
    editor = await editing(WORKSPACE + folders)
    assert len((await references(editor, "CLAUDE.md", 2)).split()) == 200
    assert editor.sent[-2]["params"]["message"].endswith("one file of each of the 200 nearest is listed.")
