"""A language client that measures: it asks, answers what the server asks, and notes when things arrive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

PROFILE = Path(__file__).parent.parent / "data" / "capabilities" / "visual_studio_code_1.139.1.json"


class Client:
    """A server process on ``root`` with an empty ``home``; ``scanned`` is set when the first scan is done."""

    def __init__(self, root: Path, home: str) -> None:
        self.root = root
        self.process = subprocess.Popen(
            [sys.executable, "-m", "guidechain", "server"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, env={"PATH": os.environ["PATH"], "HOME": home},
        )  # fmt: skip
        self.scanned = threading.Event()
        self._answers: dict[int, tuple[float, dict[str, Any]]] = {}
        self._published: dict[str, tuple[float, list[Any]]] = {}
        self._arrived, self._sending = threading.Condition(), threading.Lock()
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def start(self) -> float:
        """Open the workspace as VS Code does; the milliseconds until the server is ready."""
        folders = [{"uri": self.root.as_uri(), "name": self.root.name}]
        capabilities = json.loads(PROFILE.read_text())["capabilities"]
        begin = {"processId": None, "rootUri": None, "capabilities": capabilities, "workspaceFolders": folders}
        taken, _ = self.ask("initialize", begin)
        self.tell("initialized", {})
        return taken

    def ask(self, method: str, params: Any) -> tuple[float, Any]:
        """The milliseconds until the answer, and the answer's result."""
        self._number += 1
        number, since = self._number, time.perf_counter()
        self._send({"id": number, "method": method, "params": params})
        with self._arrived:
            if not self._arrived.wait_for(lambda: number in self._answers, 120):
                raise SystemExit(f"{method} was not answered within two minutes")
        arrived, answer = self._answers.pop(number)
        if "error" in answer:
            raise SystemExit(f"{method} failed: {answer['error']}")
        return (arrived - since) * 1000, answer["result"]

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def until_published(self, uri: str, count: int, since: float) -> float:
        """The milliseconds from ``since`` until the server has published ``count`` diagnostics for ``uri``."""
        with self._arrived:

            def is_there() -> bool:
                when, found = self._published.get(uri, (0.0, []))
                return when >= since and len(found) == count

            if not self._arrived.wait_for(is_there, 120):
                raise SystemExit(f"{uri} never had {count} diagnostics, but {self._published.get(uri)}")
            return (self._published[uri][0] - since) * 1000

    def published(self, uri: str) -> int:
        """How many diagnostics of ``uri`` the server has published last."""
        with self._arrived:
            return len(self._published.get(uri, (0.0, []))[1])

    def stop(self) -> dict[str, float]:
        """End the server; its CPU seconds and its MiB at the peak."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        _, _, usage = os.wait4(self.process.pid, 0)
        return {"cpu_s": round(usage.ru_utime + usage.ru_stime, 2), "mib": round(usage.ru_maxrss / 1024, 1)}

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        with self._sending:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def _read(self) -> None:
        pipe = self.process.stdout
        assert pipe
        while line := pipe.readline():
            while pipe.readline().strip():
                pass
            message = json.loads(pipe.read(int(line.split(b":")[1])))
            arrived, method = time.perf_counter(), message.get("method")
            with self._arrived:
                if method == "textDocument/publishDiagnostics":
                    self._published[message["params"]["uri"]] = (arrived, message["params"]["diagnostics"])
                elif method is None:
                    self._answers[message["id"]] = (arrived, message)
                self._arrived.notify_all()
            if method and "id" in message:
                items = message["params"]["items"] if "configuration" in method else None
                self._send({"id": message["id"], "result": None if items is None else [None] * len(items)})
                if method == "workspace/codeLens/refresh":
                    self.scanned.set()
