"""A client in the same process: JSON in, JSON out, over a server that looks at a fixture's Tree.

What the protocol layer does to a message is part of the test; only pipes and processes are left out.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from fixture import HOME, ROOT, Tree, Workspace, absolute, parse

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_uri
from guidechain.lsp.server import create_server
from guidechain.lsp.session import Machine

PROFILES = Path(__file__).parent.parent / "data" / "capabilities"
VSCODE, NEOVIM, EMACS = "visual_studio_code_1.139.1", "neovim_0.11.4", "emacs_28.2_eglot_1.9"
NO_ANSWER = object()


def capabilities(profile: str) -> dict[str, Any]:
    """What a real editor declared, as recorded; {} for the name ""."""
    return json.loads((PROFILES / f"{profile}.json").read_text())["capabilities"] if profile else {}


class Pipe:
    """The server's end of stdout: takes apart what is written to it."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor

    def write(self, data: bytes) -> None:
        body = data.partition(b"\r\n\r\n")[2]
        self._editor.hear(json.loads(body))

    def close(self) -> None:
        pass


class Editor:
    """One client. ``configuration`` is what it answers for the section; ``choose`` picks a button's title."""

    def __init__(self, tree: Tree, profile: str = VSCODE, **overrides: Any) -> None:
        self.tree = tree
        self.capabilities = {**capabilities(profile), **overrides}
        self.configuration: Any = None
        self.choose: str | None = None
        self.server: GuidechainServer = create_server(tree, Machine(home=HOME), debounce=0)
        self.server.protocol.set_writer(Pipe(self))
        self.sent: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self.published: list[tuple[str, list[dict[str, Any]]]] = []
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self._answers: dict[Any, dict[str, Any]] = {}
        self._number = 0

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message of the server; its requests are answered on the next turn of the loop."""
        self.sent.append(message)
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.published.append((params["uri"], params["diagnostics"]))
        elif "method" in message and "id" in message:
            self.asked.append(message)
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": self._result(message)}
            asyncio.get_running_loop().call_soon(self.raw, answer)
        elif "id" in message:
            assert message["id"] not in self._answers, "two answers to one request"
            self._answers[message["id"]] = message

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            return [self.configuration for _ in message["params"]["items"]]
        if message["method"] == "window/showMessageRequest" and self.choose:
            return {"title": self.choose}
        return {"success": True} if message["method"] == "window/showDocument" else None

    def raw(self, message: Any) -> None:
        """Send anything: bytes as they are, other values as JSON."""
        self.server.protocol.receive(message if isinstance(message, bytes) else json.dumps(message).encode())

    async def respond(self, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
        """Send a request; the whole answer. ``params=NO_ANSWER`` leaves the member out."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, **more}
        self.raw(message if params is NO_ANSWER else {**message, "params": params})
        async with asyncio.timeout(5):
            while self._number not in self._answers:
                await asyncio.sleep(0)
        return self._answers[self._number]

    async def request(self, method: str, params: Any = None) -> Any:
        """Send a request; its result. An error fails the test."""
        answer = await self.respond(method, params)
        assert "error" not in answer, answer
        return answer.get("result")

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.raw({"jsonrpc": "2.0", "method": method, "params": params})

    async def start(self, folders: list[str] | None = None, **params: Any) -> dict[str, Any]:
        """initialize and initialized, with the fixture's root as the only folder unless others are given."""
        roots = [ROOT] if folders is None else folders
        listed = [{"uri": to_uri(each), "name": each} for each in roots]
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": self.capabilities,
            "workspaceFolders": listed,
            **params,
        }
        result = await self.request("initialize", params)
        self.notify("initialized", {})
        await self.idle()
        return result

    async def idle(self) -> None:
        """Until the server has said what there is to say."""
        await asyncio.sleep(0)
        await self.server.idle()
        for _ in range(3):
            await asyncio.sleep(0)
        await self.server.idle()

    def uri(self, path: str) -> str:
        """The address of a fixture's path."""
        return to_uri(absolute(path))

    def text(self, path: str) -> str:
        """What is on disk, as an editor would show it."""
        content = self.tree.read(absolute(path))
        return "" if content is None else content.decode().removeprefix("\ufeff")

    def open(self, path: str, text: str | None = None, uri: str | None = None) -> None:
        """didOpen."""
        shown = self.text(path) if text is None else text
        item = {"uri": uri or self.uri(path), "languageId": "markdown", "version": 1, "text": shown}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self, path: str, *changes: dict[str, Any] | str, version: int = 2) -> None:
        """didChange; a string replaces the whole text."""
        listed = [{"text": each} if isinstance(each, str) else each for each in changes]
        document = {"uri": self.uri(path), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": listed})

    def close(self, path: str) -> None:
        """didClose."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def watched(self, *events: tuple[int, str]) -> None:
        """didChangeWatchedFiles with pairs of type (1 created, 2 changed, 3 deleted) and path."""
        changes = [{"uri": self.uri(path), "type": kind} for kind, path in events]
        self.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def at(self, path: str, line: int = 0, character: int = 0) -> dict[str, Any]:
        """The params of a request about a place."""
        return {"textDocument": {"uri": self.uri(path)}, "position": {"line": line, "character": character}}

    async def hover(self, path: str, line: int = 0, character: int = 0) -> str | None:
        """The hover's text, addresses shortened to fixture paths."""
        found = await self.request("textDocument/hover", self.at(path, line, character))
        return found and short(found["contents"]["value"])

    async def lenses(self, path: str) -> list[str]:
        """The titles of the lenses."""
        found = await self.request("textDocument/codeLens", {"textDocument": {"uri": self.uri(path)}})
        return [each["command"]["title"] for each in found]

    async def definition(self, path: str, line: int, character: int) -> list[str]:
        """Where a definition leads."""
        found = await self.request("textDocument/definition", self.at(path, line, character))
        return [short(each["uri"]) for each in found]

    def findings(self) -> list[str]:
        """Every finding that the client shows now, one line each."""
        return sorted(
            f"{short(uri)}:{each['range']['start']['line']}:{each['range']['start']['character']}"
            f"-{each['range']['end']['character']} {each['code']}"
            for uri, diagnostics in self.diagnostics.items()
            for each in diagnostics
        )


def short(text: str) -> str:
    """``text`` with the fixture's addresses as relative paths."""
    return text.replace(to_uri(ROOT) + "/", "").replace(to_uri(HOME), "~")


async def editing(text: str, profile: str = VSCODE, configuration: Any = None, **overrides: Any) -> Editor:
    """A started editor over a fixture."""
    editor = Editor(parse(text).tree, profile, **overrides)
    editor.configuration = configuration
    await editor.start()
    return editor


def cursor(workspace: Workspace) -> tuple[str, int, int]:
    """The cursor of a fixture, which must have one."""
    assert workspace.cursor
    return workspace.cursor
