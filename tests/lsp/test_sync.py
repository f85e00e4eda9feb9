"""What is open, what changes outside, which folders there are: nothing goes stale."""

from __future__ import annotations

import asyncio

import pytest
from fixture import HOME, ROOT, Tree, absolute, parse
from lsp.editor import EMACS, NEOVIM, VSCODE, Editor, editing

from guidechain.lsp.convert import to_path, to_uri
from guidechain.lsp.publish import Publisher

pytestmark = pytest.mark.asyncio

DEAD = """
-- AGENTS.md --
root
-- docs/AGENTS.md --
docs
-- guidechain.toml --
hosts = ["codex"]
"""
FOUND = "docs/AGENTS.md:0:0-3 dead-file"


async def test_findings_of_a_deleted_file_vanish_and_only_they_are_sent():
    editor = await editing(DEAD)
    assert editor.findings() == [FOUND]
    editor.published.clear()
    editor.tree.remove(absolute("docs"))
    editor.watched((3, "docs"))
    await editor.idle()
    assert editor.published == [(editor.uri("docs/AGENTS.md"), [])]


async def test_a_renamed_file_takes_its_findings_along():
    editor = await editing("-- docs/AGENTS.md --\ndocs\n-- guidechain.toml --\nhosts = ['codex']\n")
    editor.open("docs/AGENTS.md")
    await editor.idle()
    assert editor.findings() == [FOUND]
    editor.tree.remove(absolute("docs"))
    editor.tree.write(absolute("AGENTS.md"), "docs\n")
    editor.watched((3, "docs/AGENTS.md"), (1, "AGENTS.md"))
    editor.close("docs/AGENTS.md")
    editor.open("AGENTS.md")
    await editor.idle()
    assert editor.findings() == []
    assert editor.published[-2:] == [(editor.uri("AGENTS.md"), []), (editor.uri("docs/AGENTS.md"), [])]


async def test_an_edit_that_changes_no_finding_sends_none():
    editor = await editing(DEAD)
    editor.open("AGENTS.md")
    await editor.idle()
    editor.published.clear()
    editor.edit("AGENTS.md", "other\n")
    await editor.idle()
    assert editor.published == []


async def test_an_edit_ends_the_scan_of_the_older_text():
    editor = await editing(DEAD)
    editor.open("docs/AGENTS.md")
    editor.edit("docs/AGENTS.md", "\n")
    await asyncio.sleep(0)
    editor.edit("docs/AGENTS.md", "longer line\n", version=3)
    await editor.idle()
    assert editor.findings() == [FOUND]
    versions = [each["params"].get("version") for each in editor.sent if each.get("method", "").endswith("Diagnostics")]
    assert versions == [None, 3]


async def test_a_first_edit_is_looked_at_at_once_and_a_quick_second_one_waits():
    editor = await editing(DEAD)
    editor.open("AGENTS.md")
    await editor.idle()
    editor.server.publisher = Publisher(editor.server, editor.server.session, debounce=1000)
    editor.published.clear()
    editor.edit("AGENTS.md", "@gone.md\u200b\n")
    async with asyncio.timeout(5):
        await editor.idle()
    assert len(editor.diagnostics[editor.uri("AGENTS.md")]) == 1
    editor.published.clear()
    editor.edit("AGENTS.md", "root\n", version=3)
    for _ in range(300):
        await asyncio.sleep(0)
    assert editor.published == []


async def test_an_unsaved_buffer_counts_and_is_called_so():
    editor = await editing("-- guidechain.toml --\nhosts = ['codex']\n-- AGENTS.md --\nroot\n")
    editor.open("AGENTS.md")
    assert await editor.lenses("a.py") == ["Codex: AGENTS.md"]
    editor.edit("AGENTS.md", "more\n")
    assert await editor.lenses("a.py") == ["Codex: AGENTS.md, after saving AGENTS.md"]
    assert await editor.hover("a.py") == "Codex: [AGENTS.md](AGENTS.md), after saving AGENTS.md"
    editor.edit("AGENTS.md", "")
    assert await editor.lenses("a.py") == ["Codex loads nothing here, after saving AGENTS.md"]
    editor.edit("AGENTS.md", "root\n")  # Undone.
    assert await editor.lenses("a.py") == ["Codex: AGENTS.md"]


async def test_a_closed_buffer_falls_back_to_the_disk():
    editor = await editing(DEAD)
    editor.open("AGENTS.md")
    editor.edit("AGENTS.md", "")
    editor.close("AGENTS.md")
    assert await editor.lenses("a.py") == ["Codex: AGENTS.md"]


async def test_a_saved_buffer_is_the_disk():
    editor = await editing(DEAD)
    editor.open("AGENTS.md")
    editor.edit("AGENTS.md", "new\n")
    editor.tree.write(absolute("AGENTS.md"), "new\n")
    editor.notify("textDocument/didSave", {"textDocument": {"uri": editor.uri("AGENTS.md")}})
    assert await editor.lenses("a.py") == ["Codex: AGENTS.md"]


async def test_a_file_that_only_the_editor_has_counts():
    editor = await editing("-- guidechain.toml --\nhosts = ['codex']\n-- src/a.py --\n")
    assert await editor.lenses("src/a.py") == []
    editor.open("AGENTS.md", "new\n")
    assert await editor.lenses("src/a.py") == ["Codex: AGENTS.md, after saving AGENTS.md"]


@pytest.mark.parametrize("text", [b"\xef\xbb\xbfroot\r\n", "root\r\nmore\r", "a\fb\u2028c\n", b"a\xff\xfeb\n"])
async def test_opening_a_file_is_no_change(text: str | bytes):
    editor = Editor(parse(DEAD).tree)
    editor.tree.write(absolute("AGENTS.md"), text)
    await editor.start()
    content = text.encode() if isinstance(text, str) else text
    editor.open("AGENTS.md", content.decode("utf-8", "replace").removeprefix("\ufeff"))
    assert await editor.lenses("a.py") == ["Codex: AGENTS.md"]


async def test_the_byte_order_mark_stays_while_typing():
    editor = Editor(parse(DEAD).tree)
    editor.tree.write(absolute("AGENTS.md"), b"\xef\xbb\xbfroot\n")
    await editor.start()
    editor.open("AGENTS.md")
    editor.edit("AGENTS.md", "roots\n")
    assert editor.server.session.snapshot.read(absolute("AGENTS.md")) == b"\xef\xbb\xbfroots\n"


async def test_settings_change_without_a_restart():
    editor = await editing(DEAD)
    editor.configuration = {"severity": {"dead-file": "off"}}
    editor.notify("workspace/didChangeConfiguration", {"settings": {"guidechain": editor.configuration}})
    await editor.idle()
    assert editor.findings() == []
    editor.configuration = None
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    await editor.idle()
    assert editor.findings() == [FOUND]


async def test_settings_are_taken_as_sent_from_a_client_that_cannot_be_asked():
    editor = await editing(DEAD, "")
    off = {"guidechain": {"severity": {"dead-file": "off"}}}
    editor.notify("workspace/didChangeConfiguration", {"settings": off})
    await editor.idle()
    assert editor.findings() == []


async def test_initialization_options_are_settings():
    editor = Editor(parse(DEAD).tree, "")
    await editor.start(initializationOptions={"severity": {"dead-file": "off"}})
    assert editor.findings() == []


async def test_the_settings_file_counts_while_it_is_typed():
    editor = await editing(DEAD)
    editor.open("guidechain.toml")
    editor.edit("guidechain.toml", 'hosts = ["codex"]\n[severity]\ndead-file = "error"\n')
    await editor.idle()
    assert [each["severity"] for each in editor.diagnostics[editor.uri("docs/AGENTS.md")]] == [1]


@pytest.mark.parametrize("folders", [[], [HOME], ["/"]])
async def test_without_a_workspace_of_its_own_a_file_is_answered_by_its_repository(folders: list[str]):
    editor = Editor(parse(DEAD + "-- .git/ --\n-- ~/notes.md --\n").tree)
    await editor.start(folders)
    assert await editor.lenses("docs/a.md") == ["Codex: AGENTS.md"]
    assert editor.findings() == []  # Nobody asked to look through the home folder.
    assert await editor.lenses("~/notes.md") == []


async def test_the_home_folder_is_not_walked():
    tree = parse("-- ~/a/b/c/AGENTS.md --\nx\n-- ~/notes.md --\n").tree
    listed: list[str] = []
    listdir = tree.listdir
    tree.listdir = lambda path: listed.append(path) or listdir(path)  # type: ignore[method-assign]
    editor = Editor(tree)
    await editor.start([HOME])
    await editor.hover("~/notes.md")
    await editor.request("guidechain/files", {"textDocument": {"uri": to_uri(HOME)}})
    assert f"{HOME}/a/b" not in listed


async def test_root_uri_and_root_path_stand_in_for_folders():
    for root in ({"rootUri": to_uri(ROOT)}, {"rootPath": ROOT}):
        editor = Editor(parse(DEAD).tree)
        await editor.start(workspaceFolders=None, **root)
        assert editor.findings() == [FOUND]


async def test_folders_join_and_leave():
    editor = Editor(parse(DEAD + "-- /else/docs/AGENTS.md --\nx\n-- /else/AGENTS.md --\nx\n").tree)
    editor.configuration = {"hosts": ["codex"]}
    await editor.start()
    added = [{"uri": "file:///else", "name": "else"}]
    removed = [{"uri": to_uri(ROOT), "name": ROOT}]
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": removed}})
    await editor.idle()
    assert editor.findings() == ["file:///else/docs/AGENTS.md:0:0-1 dead-file"]


async def test_a_folder_inside_another_speaks_for_its_own_files():
    editor = Editor(parse(DEAD).tree)
    editor.configuration = {"hosts": ["codex"]}
    await editor.start([ROOT, f"{ROOT}/docs"])
    assert editor.findings() == []  # Started in docs/, Codex loads docs/AGENTS.md.
    assert await editor.lenses("docs/a.md") == ["Codex: AGENTS.md"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("file:///c%3A/ws/AGENTS.md", "file:///C:/ws/AGENTS.md"),
        ("file:///ws/a%20b/AGENTS.md", "file:///ws/a b/AGENTS.md"),
        ("file:///ws/c%23/AGENTS.md", "file://localhost/ws/c%23/./AGENTS.md"),
        ("file:///ws/%C3%BC.md", "file:///ws/ü.md"),
    ],
)
async def test_one_file_has_one_path_however_it_is_spelled(first: str, second: str):
    assert to_path(first) == to_path(second)
    editor = Editor(Tree({}))
    await editor.start([])
    editor.open("", "text\n", uri=first)
    assert to_path(second) in editor.server.session.buffers


@pytest.mark.parametrize("path", ["/a b/ü#?%/x.md", "/a/\udcff.md", "C:/a/b"])
async def test_an_address_leads_back_to_its_path(path: str):
    assert to_path(to_uri(path)) == path


async def test_findings_go_to_the_address_that_the_client_uses():
    editor = await editing(DEAD)
    theirs = editor.uri("docs/AGENTS.md").replace("docs", "%64ocs")
    editor.open("docs/AGENTS.md", uri=theirs)
    await editor.idle()
    assert [(uri, len(each)) for uri, each in editor.published[-2:]] == [
        (theirs, 1),
        (editor.uri("docs/AGENTS.md"), 0),
    ]


async def test_documents_that_are_no_files_are_left_alone():
    editor = await editing(DEAD)
    editor.open("", "text", uri="untitled:Untitled-1")
    editor.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:Untitled-1"}})
    await editor.idle()
    assert editor.findings() == [FOUND]


def watched(editor: Editor) -> dict[str, list[dict[str, str]]]:
    """What the client was asked to watch, by the number of the registration."""
    asked = [each for each in editor.asked if each["method"] == "client/registerCapability"]
    rows = [row for each in asked for row in each["params"]["registrations"]]
    return {
        row["id"]: [each["globPattern"] for each in row["registerOptions"]["watchers"]]
        for row in rows
        if row["id"] != "configuration"
    }


async def test_the_client_watches_the_workspace_and_what_matters_outside():
    editor = await editing(DEAD + "-- ~/.codex/AGENTS.md --\nmine\n")
    numbers = watched(editor)
    assert numbers["files"] == [{"baseUri": to_uri(ROOT), "pattern": "**/*"}]
    outside = {each["baseUri"]: each["pattern"] for each in numbers["outside"]}
    assert "AGENTS.md" in outside[to_uri(f"{HOME}/.codex")]
    # Whoever watches every name in the folders above starts anew with each file that comes and goes there.
    assert outside[to_uri("/work")] != "*"


async def test_a_client_without_relative_patterns_gets_plain_ones():
    editor = await editing(DEAD, EMACS)
    registered = [each for each in editor.asked if each["method"] == "client/registerCapability"]
    watchers = registered[0]["params"]["registrations"][0]["registerOptions"]["watchers"]
    assert {"globPattern": f"{ROOT}/**/*"} in watchers


async def test_a_client_that_shows_progress_gets_it_only_for_long_work():
    editor = await editing(DEAD, VSCODE)
    assert not [each for each in editor.asked if each["method"] == "window/workDoneProgress/create"]


async def test_neovim_is_asked_for_nothing_that_it_lacks():
    editor = await editing(DEAD, NEOVIM)
    assert {each["method"] for each in editor.asked} == {"workspace/configuration"}
