"""protocol: whatever arrives, a request gets one answer, and no answer tells more than it should."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from fixture import parse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lsp.editor import NO_ANSWER, VSCODE, Editor, editing

from guidechain.lsp.features import FEATURES, hover

pytestmark = pytest.mark.asyncio

TREE = "-- AGENTS.md --\nroot\n"
HERE = {"uri": "file:///work/project/AGENTS.md"}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", NO_ANSWER),
        ("textDocument/hover", None),
        ("textDocument/hover", {}),
        ("textDocument/hover", []),
        ("textDocument/hover", 7),
        ("textDocument/hover", {"textDocument": HERE, "position": {"line": -1, "character": 0}}),
        ("textDocument/hover", {"textDocument": HERE, "position": {"line": 2**40, "character": 0}}),
        ("textDocument/hover", {"textDocument": HERE, "position": {"line": "0", "character": []}}),
        ("textDocument/codeLens", {"textDocument": "x"}),
        ("workspace/executeCommand", {}),
        ("workspace/executeCommand", {"command": "nobody.knows"}),
        ("workspace/executeCommand", {"command": "guidechain.openGoverning"}),
        ("workspace/executeCommand", {"command": "guidechain.openGoverning", "arguments": [1]}),
        ("workspace/executeCommand", {"command": "guidechain.openGoverning", "arguments": ["a", "b", "c", "d"]}),
        ("workspace/executeCommand", {"command": "guidechain.openGoverning", "arguments": [HERE | {"host": "nobody"}]}),
        ("guidechain/chain", NO_ANSWER),
        ("guidechain/chain", None),
        ("guidechain/chain", {}),
        ("guidechain/chain", {"textDocument": {"uri": 1}}),
        ("guidechain/governing", [HERE]),
        ("initialize", {"capabilities": {}}),
    ],
)
async def test_params_that_do_not_fit_are_answered(method: str, params: Any):
    editor = await editing(TREE)
    answer = await editor.respond(method, params)
    assert answer["error"]["code"] in (-32602, -32600), answer
    assert answer["error"].get("data") is None
    assert (await editor.hover("a.py")) is not None  # And the server goes on.


@pytest.mark.parametrize(
    "uri", [None, "", "untitled:Untitled-1", "git:/a", "file:relative", "file://host/a", "file://[/"]
)
async def test_an_address_that_is_no_file_has_no_answer(uri: str | None):
    editor = await editing(TREE)
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    for method in ("hover", "codeLens", "definition", "documentLink"):
        assert not await editor.request(f"textDocument/{method}", place)


async def test_an_unknown_method_is_answered():
    editor = await editing(TREE)
    assert (await editor.respond("nobody/knows", {"class": 1, "def": [2]}))["error"]["code"] == -32601


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"{not json", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        ([{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}], -32600),
        ("text", -32600),
        ({"id": 1, "method": "shutdown"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 5}, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "shutdown"}, -32600),
        ({"jsonrpc": "2.0", "id": [1], "method": "shutdown"}, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "shutdown"}, -32600),
    ],
)
async def test_what_is_no_request_is_refused(message: Any, code: int):
    editor = await editing(TREE)
    editor.sent.clear()
    editor.raw(message)
    assert [each["error"]["code"] for each in editor.sent] == [code]
    assert (await editor.hover("a.py")) is not None


@pytest.mark.parametrize(
    "message",
    [
        {"method": "nobody/knows"},
        {"method": "textDocument/didChange"},
        {"method": "textDocument/didChange", "params": {"textDocument": 1}},
        {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///never/opened"}}},
        {"method": "$/cancelRequest", "params": {"id": 99}},
        {"method": "$/setTrace", "params": {}},
        {"id": 12345, "result": 1},
        {"id": [], "result": 1},
        {"id": "x", "error": {"code": 1, "message": "m"}},
        {"method": "workspace/didChangeConfiguration", "params": {"settings": 5}},
        {"method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": "://", "type": 1}]}},
    ],
)
async def test_odd_notifications_and_answers_are_passed_over(message: dict[str, Any]):
    editor = await editing(TREE)
    editor.sent.clear()
    editor.raw({"jsonrpc": "2.0", **message})
    await editor.idle()
    assert [each for each in editor.sent if "method" not in each or each["method"].startswith("window/")] == []
    assert (await editor.hover("a.py")) is not None


async def test_an_internal_error_says_nothing_of_the_inside(monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise RuntimeError("secret /home/dev/key")

    monkeypatch.setattr(hover, "statements", broken)
    editor = await editing(TREE)
    answer = await editor.respond("textDocument/hover", editor.at("a.py"))
    assert answer["error"]["code"] == -32603
    assert "secret" not in json.dumps(answer)
    assert "traceback" not in json.dumps(answer).lower()


async def test_requests_before_initialize_and_after_shutdown_are_refused():
    editor = Editor(parse(TREE).tree)
    hovering = editor.at("a.py")
    assert (await editor.respond("textDocument/hover", hovering))["error"]["code"] == -32002
    editor.notify("initialized", {})
    await editor.start()
    assert (await editor.respond("initialize", {"capabilities": {}}))["error"]["code"] == -32600
    assert await editor.request("shutdown", NO_ANSWER) is None
    assert (await editor.respond("textDocument/hover", hovering))["error"]["code"] == -32600


async def test_a_client_whose_answers_do_not_fit_is_served_all_the_same():
    editor = Editor(parse("-- docs/AGENTS.md --\ndocs\n").tree, VSCODE)
    editor._result = lambda message: {"no": "list"}  # type: ignore[method-assign]
    await editor.start()
    assert editor.findings() == ["docs/AGENTS.md:0:0-3 dead-file"]


async def test_a_client_that_answers_with_errors_is_served_all_the_same():
    editor = Editor(parse("-- docs/AGENTS.md --\ndocs\n").tree, VSCODE)
    heard = editor.hear

    def refuse(message: dict[str, Any]) -> None:
        if "method" in message and "id" in message:
            editor.raw({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}})
        else:
            heard(message)

    editor.hear = refuse  # type: ignore[method-assign]
    await editor.start()
    assert editor.findings() == ["docs/AGENTS.md:0:0-3 dead-file"]


async def test_commands_take_positions_or_one_object():
    editor = await editing(TREE, "")
    for arguments in (["file:///work/project/a.py"], ["file:///work/project/a.py", "codex", None],
                      [{"uri": "file:///work/project/a.py", "host": "codex"}]):  # fmt: skip
        found = await editor.request(
            "workspace/executeCommand", {"command": "guidechain.openGoverning", "arguments": arguments}
        )
        assert [each["uri"] for each in found] == ["file:///work/project/AGENTS.md"]


async def test_capabilities_are_those_that_the_server_has():
    result = await Editor(parse(TREE).tree).start()
    offered = result["capabilities"]
    assert offered["positionEncoding"] == "utf-16"
    assert offered["textDocumentSync"]["change"] == 2
    names = (
        *("openGoverning", "openGuarded", "openGoverned", "openImported"),
        *("openGuard", "copyAlternative", "typeAlternative", "allowGuarded"),
    )
    assert offered["executeCommandProvider"]["commands"] == [f"guidechain.{name}" for name in names]
    assert set(offered["workspace"]["fileOperations"]) == {"willCreate", "willRename", "willDelete"}
    assert offered["codeLensProvider"] == {"resolveProvider": False}
    assert "diagnosticProvider" not in offered


async def test_an_answer_that_nobody_waits_for_any_more_is_let_go(monkeypatch: pytest.MonkeyPatch):
    editor = await editing(TREE)
    asked: list[dict[str, Any]] = []
    with monkeypatch.context() as patch:
        patch.setattr(editor, "hear", asked.append)
        asking = asyncio.ensure_future(editor.server.workspace_code_lens_refresh_async(None))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await asyncio.sleep(0)
    editor.raw({"jsonrpc": "2.0", "id": asked[0]["id"], "result": None})
    assert (await editor.hover("a.py")) is not None


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats() | st.text(max_size=8)
    | st.sampled_from(["file:///work/project/AGENTS.md", "untitled:1", "guidechain.openGoverning", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["textDocument", "uri", "position", "line", "character", "range", "start", "end", "context",
                         "diagnostics", "command", "arguments", "host", "launch", "class", "jsonrpc"]),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip
REQUESTS = sorted({each.method for each in FEATURES if "/did" not in each.method} - {"initialize", "initialized"})


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from([*REQUESTS, "workspace/executeCommand", "x/y"]), JUNK), max_size=5))
async def test_whatever_the_params_every_request_has_one_answer(requests: list[tuple[str, Any]]):
    editor = await editing(TREE, "")
    for method, params in requests:
        answer = await editor.respond(method, params)
        assert ("error" in answer) != ("result" in answer)
        assert answer.get("error", {}).get("code") != -32603, (method, params)
