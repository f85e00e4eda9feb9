"""The inventory, the preview, the reach of a file, quick fixes, and what a client that watches nothing gets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fixture import HOME, absolute, parse
from lsp.editor import EMACS, NEOVIM, VSCODE, Editor, editing

from guidechain.core.model import Edit, Finding, Fix, Position, Span
from guidechain.lsp import publish
from guidechain.lsp.convert import to_uri
from guidechain.workspace import Disk

pytestmark = pytest.mark.asyncio

CLAUDE = """
-- .git/ --
-- guidechain.toml --
hosts = ["claude-code"]
-- CLAUDE.md --
@docs/a.md
-- docs/a.md --
@b.md
-- docs/b.md --
b
-- src/x.py --
1
-- src/CLAUDE.md --
nested
"""


async def test_lens_follows_the_importer_that_is_being_typed():
    editor = await editing("-- guidechain.toml --\nhosts = ['claude-code']\n-- CLAUDE.md --\n# R\n-- docs/a.md --\nx\n")
    editor.open("CLAUDE.md")
    editor.open("docs/a.md")
    before = await editor.lenses("docs/a.md")
    editor.edit("CLAUDE.md", "# R\n@docs/a.md\n")
    await editor.idle()
    assert "imported by CLAUDE.md" in (await editor.lenses("docs/a.md"))[0]
    editor.edit("CLAUDE.md", "# R\n", version=3)
    await editor.idle()
    assert await editor.lenses("docs/a.md") == before


async def test_files_lists_the_inventory_with_addresses():
    editor = await editing(CLAUDE)
    found = await editor.request("guidechain/files", {"textDocument": {"uri": editor.uri("")}})
    assert [each["path"] for each in found["files"]] == ["CLAUDE.md", "docs/a.md", "docs/b.md", "src/CLAUDE.md"]
    assert found["files"][0]["uri"] == editor.uri("CLAUDE.md")
    assert found["incomplete"] is None


async def test_files_names_the_culprit_with_its_address():
    editor = await editing("-- AGENTS.override.md --\nx\n-- AGENTS.md --\ny\n", configuration={"hosts": ["codex"]})
    found = await editor.request("guidechain/files", {"textDocument": {"uri": editor.uri("")}})
    shown = {each["path"]: each["hosts"][0] for each in found["files"]}
    assert shown["AGENTS.md"]["culprit"] == "AGENTS.override.md"
    assert shown["AGENTS.md"]["culpritUri"] == editor.uri("AGENTS.override.md")
    assert shown["AGENTS.override.md"]["culpritUri"] is None


def preview_uri(about: dict[str, Any], scheme: str = "guidechain-preview") -> str:
    return f"{scheme}:/a.py (Codex).md?{quote(json.dumps(about))}"


async def test_preview_is_a_document_and_a_request():
    editor = await editing("-- AGENTS.md --\nbe kind\n", configuration={"hosts": ["codex"]})
    about = {"uri": editor.uri("src/a.py"), "host": "codex", "launch": ""}
    document = await editor.request("workspace/textDocumentContent", {"uri": preview_uri(about)})
    assert "be kind" in document["text"]
    found = await editor.request("guidechain/preview", {"textDocument": {"uri": about["uri"]}, "host": "codex"})
    assert (found["text"], found["host"], found["launch"]) == (document["text"], "codex", "")
    assert [part["path"] for part in found["parts"] if part["path"]] == ["AGENTS.md"]


async def test_preview_is_refreshed_when_its_sources_change():
    editor = await editing("-- AGENTS.md --\nbe kind\n", configuration={"hosts": ["codex"]})
    uri = preview_uri({"uri": editor.uri("src/a.py"), "host": "codex", "launch": ""})
    await editor.request("workspace/textDocumentContent", {"uri": uri})
    editor.tree.write(absolute("AGENTS.md"), "be quick\n")
    editor.watched((2, "AGENTS.md"))
    await editor.idle()
    refreshed = [each for each in editor.asked if each["method"] == "workspace/textDocumentContent/refresh"]
    assert [each["params"]["uri"] for each in refreshed] == [uri]
    assert "be quick" in (await editor.request("workspace/textDocumentContent", {"uri": uri}))["text"]


@pytest.mark.parametrize(
    "uri",
    [
        "guidechain-preview:/a.md",
        "guidechain-preview:/a.md?{",
        preview_uri({"uri": "untitled:1"}),
        preview_uri({"uri": 1}),
        preview_uri({"uri": "file:///work/project/a", "host": "nobody"}),
        preview_uri({"uri": "file:///work/project/a", "launch": "../.."}),
        preview_uri({"uri": "file:///work/project/a", "launch": "/etc"}),
        preview_uri({"uri": "file:///work/project/a"}, "file"),
    ],
)
async def test_preview_of_nonsense_is_refused(uri: str):
    editor = await editing("-- AGENTS.md --\nx\n")
    answer = await editor.respond("workspace/textDocumentContent", {"uri": uri})
    assert answer["error"]["code"] == -32602


async def test_only_a_client_with_virtual_documents_is_offered_them():
    for profile, offered in ((VSCODE, {"schemes": ["guidechain-preview"]}), (NEOVIM, None)):
        result = await Editor(parse("-- AGENTS.md --\n").tree, profile).start()
        assert result["capabilities"]["workspace"].get("textDocumentContent") == offered


def fixable(path: str, *edits: Edit) -> Finding:
    span = Span(Position(0, 0), Position(0, 3))
    return Finding("broken-import", "warning", path, span, "m", fixes=(Fix("Mend it", edits),))


async def actions(editor: Editor, monkeypatch: pytest.MonkeyPatch, *edits: Edit, only: str | None = None) -> list[Any]:
    finding = fixable(absolute("AGENTS.md"), *edits)
    monkeypatch.setattr(publish, "findings", lambda snapshot, settings: iter([None, finding]))
    await editor.start()
    editor.open("AGENTS.md")
    await editor.idle()
    (shown,) = editor.diagnostics[editor.uri("AGENTS.md")]
    context = {"diagnostics": [shown], **({"only": [only]} if only else {})}
    place = {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 1}}
    params = {"textDocument": {"uri": editor.uri("AGENTS.md")}, "range": place, "context": context}
    return await editor.request("textDocument/codeAction", params) or []


EDIT = Edit(absolute("AGENTS.md"), Span(Position(0, 0), Position(0, 1)), "new")
CREATE = Edit(absolute("docs/CLAUDE.md"), Span(Position(0, 0), Position(0, 0)), "@AGENTS.md\n")


async def test_fixes_are_edits_of_the_version_that_was_judged(monkeypatch: pytest.MonkeyPatch):
    (action,) = await actions(Editor(parse("-- AGENTS.md --\n🙂x\n").tree), monkeypatch, EDIT)
    assert (action["title"], action["kind"], action["isPreferred"]) == ("Mend it", "quickfix", True)
    assert [each["code"] for each in action["diagnostics"]] == ["broken-import"]
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["version"] == 1
    assert change["edits"][0]["range"]["end"] == {"line": 0, "character": 2}


async def test_a_fix_may_create_a_file_where_the_client_can(monkeypatch: pytest.MonkeyPatch):
    (action,) = await actions(Editor(parse("-- AGENTS.md --\nabc\n").tree), monkeypatch, CREATE)
    kinds = [each.get("kind", "edit") for each in action["edit"]["documentChanges"]]
    assert kinds == ["create", "edit"]
    assert await actions(Editor(parse("-- AGENTS.md --\nabc\n").tree, EMACS), monkeypatch, CREATE) == []


async def test_a_client_without_versioned_changes_gets_plain_ones(monkeypatch: pytest.MonkeyPatch):
    editor = Editor(parse("-- AGENTS.md --\nabc\n").tree, NEOVIM)
    (action,) = await actions(editor, monkeypatch, EDIT)
    assert list(action["edit"]["changes"]) == [editor.uri("AGENTS.md")]


async def test_other_kinds_of_action_and_older_texts_get_no_fix(monkeypatch: pytest.MonkeyPatch):
    editor = Editor(parse("-- AGENTS.md --\nabc\n").tree)
    assert await actions(editor, monkeypatch, EDIT, only="refactor") == []
    assert await actions(Editor(parse("-- AGENTS.md --\nabc\n").tree), monkeypatch, EDIT, only="quickfix")


async def test_progress_is_shown_for_long_work_and_can_be_cancelled(monkeypatch: pytest.MonkeyPatch):
    editor = Editor(parse("-- docs/AGENTS.md --\nx\n").tree)
    monkeypatch.setattr("guidechain.lsp.progress.PATIENCE", 0)
    monkeypatch.setattr("guidechain.lsp.progress.SLICE", 0)

    def cancel() -> bool:
        for each in editor.sent:
            if each.get("method") == "$/progress" and each["params"]["value"]["kind"] == "begin":
                editor.notify("window/workDoneProgress/cancel", {"token": each["params"]["token"]})
                return True
        return False

    def endless(snapshot: object, settings: object) -> Any:
        for _ in range(10_000):
            cancel()
            yield None
        raise AssertionError("nobody stopped the scan")

    monkeypatch.setattr(publish, "findings", endless)
    await editor.start()
    kinds = [each["params"]["value"]["kind"] for each in editor.sent if each.get("method") == "$/progress"]
    assert kinds == ["begin", "end"]
    assert editor.findings() == []


async def test_the_server_watches_for_a_client_that_cannot(tmp_path: Path):
    (tmp_path / "guidechain.toml").write_text('hosts = ["codex"]\n')
    editor = Editor(Disk(), NEOVIM)  # type: ignore[arg-type]
    root = tmp_path.as_posix()
    await editor.start([root])
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/AGENTS.md").write_text("x\n")
    async with asyncio.timeout(20):
        while to_uri(f"{root}/docs/AGENTS.md") not in editor.diagnostics:
            (tmp_path / "tick").write_text("x")  # The watch begins at some moment after the start.
            await asyncio.sleep(0.05)
            (tmp_path / "tick").unlink()
    editor.server.watcher.cancel()


async def test_a_client_that_watches_nothing_gets_a_second_look_on_open_and_save(tmp_path: Path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/AGENTS.md").write_text("x\n")
    (tmp_path / "guidechain.toml").write_text('hosts = ["codex"]\n')
    editor = Editor(Disk(), NEOVIM)  # type: ignore[arg-type]
    root = tmp_path.as_posix()
    await editor.start([root])
    assert list(editor.diagnostics) == [to_uri(f"{root}/docs/AGENTS.md")]
    (tmp_path / "docs/AGENTS.md").unlink()
    (tmp_path / "AGENTS.md").write_text("new\n")
    (tmp_path / "a.py").write_text("1\n")
    editor.open(f"{root}/a.py", "1\n")
    await editor.idle()
    assert editor.diagnostics[to_uri(f"{root}/docs/AGENTS.md")] == []
    assert await editor.lenses(f"{root}/a.py") == ["Codex: AGENTS.md"]
    (tmp_path / "AGENTS.md").write_text("")
    editor.notify("textDocument/didSave", {"textDocument": {"uri": to_uri(f"{root}/a.py")}})
    await editor.idle()
    assert await editor.lenses(f"{root}/a.py") == ["Codex loads nothing here"]
    assert HOME not in root
