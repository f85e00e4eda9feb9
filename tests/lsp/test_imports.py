"""Imports in the editor: links, definition, hover and references, in every encoding."""

from __future__ import annotations

from typing import Any

import pytest
from fixture import absolute, parse
from lsp.editor import NEOVIM, VSCODE, Editor, short

pytestmark = pytest.mark.asyncio

TREE = """
-- .git/ --
-- guidechain.toml --
hosts = ["claude-code"]
-- CLAUDE.md --
🙂 @docs/a.md and @none.md
@docs/with\\ space.md
`@docs/a.md` is code, me@docs/a.md is an address
@~/notes.md
-- docs/a.md --
@b.md
-- docs/b.md --
b
-- docs/with space.md --
space
-- ~/notes.md --
mine
"""
UNITS = {"utf-8": 4, "utf-16": 2, "utf-32": 1}


async def opened(encoding: str = "utf-16", text: str = TREE) -> Editor:
    editor = Editor(parse(text).tree, VSCODE, general={"positionEncodings": [encoding]})
    result = await editor.start()
    assert result["capabilities"]["positionEncoding"] == encoding
    return editor


async def links(editor: Editor, path: str) -> list[str]:
    found = await editor.request("textDocument/documentLink", {"textDocument": {"uri": editor.uri(path)}})
    return [
        f"{each['range']['start']['line']}:{each['range']['start']['character']}-{each['range']['end']['character']}"
        f" {short(each['target'])}"
        for each in found
    ]


@pytest.mark.parametrize("encoding", UNITS)
async def test_links_stand_on_the_imports_and_nowhere_else(encoding: str):
    width = UNITS[encoding] + 1
    assert await links(await opened(encoding), "CLAUDE.md") == [
        f"0:{width}-{width + 10} docs/a.md",
        "1:0-20 docs/with%20space.md",
        "3:0-11 ~/notes.md",
    ]


@pytest.mark.parametrize("encoding", UNITS)
async def test_definition_leads_into_the_file_from_the_first_to_the_last_character(encoding: str):
    editor, start = await opened(encoding), UNITS[encoding] + 1
    for character in (start, start + 9, start + 10):
        assert await editor.definition("CLAUDE.md", 0, character) == ["docs/a.md"]
    for line, character in ((0, 0), (0, start + 12), (2, 3), (2, 25), (9, 9)):
        assert await editor.definition("CLAUDE.md", line, character) == []


async def test_definition_works_in_imported_files_and_with_spaces_and_home():
    editor = await opened()
    assert await editor.definition("docs/a.md", 0, 2) == ["docs/b.md"]
    assert await editor.definition("CLAUDE.md", 1, 5) == ["docs/with%20space.md"]
    assert await editor.definition("CLAUDE.md", 3, 5) == ["~/notes.md"]


async def test_hover_says_what_an_import_brings_or_why_not():
    editor = await opened()
    assert await editor.hover("CLAUDE.md", 0, 5) == "Claude Code imports docs/a.md"
    assert await editor.hover("CLAUDE.md", 0, 20) == "Claude Code does not import none.md: there is no such file"


async def test_an_import_that_is_being_typed_counts():
    editor = await opened()
    editor.open("CLAUDE.md")
    insert = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 0}}
    editor.edit("CLAUDE.md", {"range": insert, "text": "@docs/b.md\n"})
    assert await editor.definition("CLAUDE.md", 2, 4) == ["docs/b.md"]
    assert (await editor.hover("src/x.py")).endswith(", after saving CLAUDE.md")


async def references(editor: Editor, path: str, line: int = 0, character: int = 0) -> list[str]:
    params: dict[str, Any] = {**editor.at(path, line, character), "context": {"includeDeclaration": True}}
    found = await editor.request("textDocument/references", params)
    return [f"{short(each['uri'])}:{each['range']['start']['line']}" for each in found]


async def test_references_are_the_importers():
    editor = await opened()
    assert (await references(editor, "docs/b.md"))[0] == "docs/a.md:0"
    assert await references(editor, "docs/b.md", 1) == ["docs/a.md:0"]
    assert await references(editor, "CLAUDE.md", 0, 5) == ["CLAUDE.md:0"]
    assert await references(editor, "CLAUDE.md", 2) == []


async def test_references_follow_what_is_typed():
    editor = await opened()
    editor.open("docs/a.md")
    editor.edit("docs/a.md", "")
    assert await references(editor, "docs/b.md", 1) == []


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
async def test_line_ends_shift_nothing(end: str):
    editor = Editor(parse(TREE).tree, NEOVIM)
    editor.tree.write(absolute("CLAUDE.md"), f"# R\f\u2028{end}{end}@docs/a.md{end}text{end}")
    await editor.start()
    editor.open("CLAUDE.md")
    assert await links(editor, "CLAUDE.md") == ["2:0-10 docs/a.md"]
    assert await editor.definition("CLAUDE.md", 2, 10) == ["docs/a.md"]


async def test_a_byte_order_mark_shifts_nothing():
    editor = Editor(parse(TREE).tree)
    editor.tree.write(absolute("CLAUDE.md"), b"\xef\xbb\xbf@docs/a.md\n")
    await editor.start()
    assert await links(editor, "CLAUDE.md") == ["0:0-10 docs/a.md"]
    assert await editor.definition("CLAUDE.md", 0, 0) == ["docs/a.md"]
