"""The real process as VS Code, Neovim and Emacs meet it: recorded capabilities, pipes, a tree on disk."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

PROFILES = Path(__file__).parents[2] / "data" / "capabilities"
TREE = {
    "guidechain.toml": 'hosts = ["codex"]\n',
    "AGENTS.md": "# Root\n",
    "docs/AGENTS.md": "# 🙂 docs\n",
    "src/a.py": "1\n",
}


def profile(name: str) -> lsp.ClientCapabilities:
    data = json.loads((PROFILES / f"{name}.json").read_text())["capabilities"]
    return get_converter().structure(data, lsp.ClientCapabilities)


def factory() -> LanguageClient:
    client = make_test_lsp_client()

    @client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(params: lsp.RegistrationParams) -> None:
        pass

    @client.feature(lsp.CLIENT_UNREGISTER_CAPABILITY)
    def unregister(params: lsp.UnregistrationParams) -> None:
        pass

    @client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(params: None) -> None:
        pass

    return client


async def until(condition: Callable[[], object]) -> None:
    """Poll what the client has; waiting for a notification would miss one that came before."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


@pytest_lsp.fixture(
    params=["visual_studio_code_1.139.1", "neovim_0.11.4", "emacs_28.2_eglot_1.9"],
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "guidechain", "server", "--stdio"], client_factory=factory
    ),
)
async def client(client: LanguageClient, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[None]:
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    client.root = tmp_path
    client.result = await client.initialize_session(
        lsp.InitializeParams(
            capabilities=profile(request.param),
            workspace_folders=[lsp.WorkspaceFolder(uri=tmp_path.as_uri(), name="ws")],
        )
    )
    yield
    await client.shutdown_session()


def open_file(client: LanguageClient, name: str) -> lsp.TextDocumentIdentifier:
    path = client.root / name
    uri = path.as_uri()
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "markdown", 1, path.read_text()))
    )
    return lsp.TextDocumentIdentifier(uri)


def codes(client: LanguageClient, name: str) -> list[object]:
    return [each.code for each in client.diagnostics.get((client.root / name).as_uri(), ())]


@pytest.mark.asyncio
async def test_a_session(client: LanguageClient):
    """One session from the first hover to the fixed finding: a process start costs a second, so it does it all."""
    here = open_file(client, "src/a.py")
    hover = await client.text_document_hover_async(lsp.HoverParams(here, lsp.Position(0, 0)))
    assert hover.contents.value == f"Codex: [AGENTS.md]({(client.root / 'AGENTS.md').as_uri()})"
    (lens,) = await client.text_document_code_lens_async(lsp.CodeLensParams(here))
    assert lens.command.title == "Codex: AGENTS.md"

    await until(lambda: codes(client, "docs/AGENTS.md") == ["dead-file"])
    docs = open_file(client, "docs/AGENTS.md")
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(2, docs.uri),
            [lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(0, 2), lsp.Position(0, 99)), "")],
        )
    )
    hover = await client.text_document_hover_async(lsp.HoverParams(docs, lsp.Position(0, 0)))
    assert "AGENTS.md" in hover.contents.value

    (client.root / "docs" / "AGENTS.md").unlink()
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(docs))
    changes = [lsp.FileEvent(docs.uri, lsp.FileChangeType.Deleted)]
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(changes))
    await until(lambda: codes(client, "docs/AGENTS.md") == [])


@pytest.mark.asyncio
async def test_the_custom_requests(client: LanguageClient):
    params = {"textDocument": {"uri": (client.root / "docs" / "x.md").as_uri()}}
    answer = await client.protocol.send_request_async("guidechain/governing", params)
    assert [each.path for each in answer.files] == ["AGENTS.md"]
    answer = await client.protocol.send_request_async("guidechain/chain", params)
    assert [each.host for each in answer.chains] == ["codex"]
