"""The real process when things end: exit statuses, closed pipes, a client that has gone, prints that go astray."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

INITIALIZE = {"capabilities": {}, "processId": None, "rootUri": None}


class Process:
    """A server and the two pipes to it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "guidechain", "server", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
        )

    def send(self, method: str, params: Any = None, number: int | None = None, header: str = "Content-Length") -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        self.process.stdin.write(f"{header}: {len(body)}\r\n\r\n".encode() + body)
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message; only the protocol stands on stdout."""
        line = self.process.stdout.readline()
        assert line.startswith(b"Content-Length: "), line
        while self.process.stdout.readline().strip():
            pass
        return json.loads(self.process.stdout.read(int(line.split(b":")[1])))

    def answer(self, number: int) -> dict[str, Any]:
        while (message := self.receive()).get("id") != number:
            pass
        return message

    def end(self) -> tuple[int, str]:
        """Wait for the end; status and what stands on stderr."""
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors.decode()


@pytest.fixture
def process(tmp_path: Path):
    (tmp_path / "AGENTS.md").write_text("root\n")
    started = Process(tmp_path)
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.process.communicate()


def test_shutdown_and_exit_end_with_0(process: Process):
    process.send("initialize", INITIALIZE, 1)
    assert process.answer(1)["result"]["serverInfo"]["name"] == "guidechain"
    process.send("shutdown", None, 2)
    assert process.answer(2)["result"] is None
    process.send("exit")
    assert process.end() == (0, "")


def test_exit_alone_ends_with_1(process: Process):
    process.send("initialize", INITIALIZE, 1)
    process.answer(1)
    process.send("exit")
    assert process.end() == (1, "")


@pytest.mark.parametrize("initialized", [False, True])
def test_closed_stdin_ends_the_process(process: Process, initialized: bool):
    if initialized:
        process.send("initialize", INITIALIZE, 1)
        process.answer(1)
    process.process.stdin.close()
    process.process.stdin = None
    assert process.end() == (1, "")


def test_a_client_that_has_gone_ends_the_process_without_a_word(process: Process):
    process.send("initialize", INITIALIZE, 1)
    process.answer(1)
    process.process.stdout.close()
    for number in range(2, 40):
        try:
            process.send("guidechain/chain", {"textDocument": {"uri": "file:///x"}}, number)
        except BrokenPipeError:
            break
    process.process.stdout = None
    status, errors = process.end()
    assert (status, errors) == (1, "")


def test_a_message_that_breaks_off_ends_the_process(process: Process):
    process.process.stdin.write(b"Content-Length: 100\r\n\r\n{")
    process.process.stdin.close()
    process.process.stdin = None
    assert process.end() == (1, "")


def test_headers_in_any_case_and_company_are_read(process: Process):
    process.process.stdin.write(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n")
    process.send("initialize", INITIALIZE, 1, header="content-length")
    assert "result" in process.answer(1)


def test_reading_writes_nothing(process: Process, tmp_path: Path):
    process.send("initialize", {**INITIALIZE, "rootUri": tmp_path.as_uri()}, 1)
    process.answer(1)
    process.send("initialized", {})
    process.send("guidechain/chain", {"textDocument": {"uri": (tmp_path / "a.py").as_uri()}}, 2)
    assert process.answer(2)["result"]["root"] == tmp_path.as_posix()
    process.send("shutdown", None, 3)
    process.answer(3)
    assert [path.name for path in tmp_path.iterdir()] == ["AGENTS.md"]
