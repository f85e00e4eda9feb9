"""Hover latency as a client sees it, while the first scan runs and when the server is idle.

    python tests/bench/hover_while_scanning.py ROOT [--hovers 400] [--pause-ms 3]

Opens ROOT (a large workspace) as VS Code would, hovers over line 1 of files all over it until the scan is done, then
``--hovers`` times more, and prints the percentiles in milliseconds as JSON with the server's CPU seconds and peak memory.
Exit 1 when p99 while scanning is over three times the idle one or over 15 ms: run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROFILE = Path(__file__).parent.parent / "data" / "capabilities" / "visual_studio_code_1.139.1.json"


class Client:
    """Asks the server and answers what it asks; ``scanned`` is set when lenses are to be asked for again."""

    def __init__(self, root: Path, home: str) -> None:
        environment = {"PATH": os.environ["PATH"], "HOME": home}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "guidechain", "server"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, env=environment,
        )  # fmt: skip
        self.scanned = threading.Event()
        self._answers: dict[int, tuple[float, dict[str, Any]]] = {}
        self._arrived, self._sending = threading.Condition(), threading.Lock()
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._sending:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def ask(self, method: str, params: Any) -> tuple[float, dict[str, Any]]:
        """The milliseconds until the answer, and the answer."""
        self._number += 1
        number, since = self._number, time.perf_counter()
        self.send({"id": number, "method": method, "params": params})
        with self._arrived:
            if not self._arrived.wait_for(lambda: number in self._answers, 120):
                raise SystemExit(f"{method} was not answered within two minutes")
        arrived, answer = self._answers.pop(number)
        return (arrived - since) * 1000, answer

    def _read(self) -> None:
        pipe = self.process.stdout
        while line := pipe.readline():
            while pipe.readline().strip():
                pass
            message = json.loads(pipe.read(int(line.split(b":")[1])))
            if "method" not in message:
                with self._arrived:
                    self._answers[message["id"]] = (time.perf_counter(), message)
                    self._arrived.notify_all()
            elif "id" in message:
                empty = [None] * len(message["params"]["items"]) if "configuration" in message["method"] else None
                self.send({"id": message["id"], "result": empty})
                if message["method"] == "workspace/codeLens/refresh":
                    self.scanned.set()


def hovers(client: Client, files: list[Path], pause: float, ended: Callable[[int], bool]) -> dict[str, Any]:
    """Hover until ``ended``; percentiles."""
    taken: list[float] = []
    while not ended(len(taken)):
        place = {"uri": files[len(taken) % len(files)].as_uri()}
        milliseconds, answer = client.ask(
            "textDocument/hover", {"textDocument": place, "position": {"line": 0, "character": 0}}
        )
        if not answer.get("result"):
            raise SystemExit(f"no hover for {place['uri']}: {answer}")
        taken.append(milliseconds)
        time.sleep(pause)
    taken.sort()
    return {
        "n": len(taken),
        **{f"p{p}": round(taken[min(len(taken) - 1, len(taken) * p // 100)], 2) for p in (50, 95, 99)},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("--hovers", type=int, default=400)
    parser.add_argument("--pause-ms", type=float, default=3)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    sources = sorted(path for path in root.rglob("*.py") if "node_modules" not in path.parts)
    files = sources[:: max(1, len(sources) // 40)]
    with tempfile.TemporaryDirectory() as home:
        client = Client(root, home)
        folders = [{"uri": root.as_uri(), "name": root.name}]
        capabilities = json.loads(PROFILE.read_text())["capabilities"]
        started, _ = client.ask(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": capabilities, "workspaceFolders": folders},
        )
        client.send({"method": "initialized", "params": {}})
        since = time.perf_counter()
        scanning = hovers(client, files, arguments.pause_ms / 1000, lambda _: client.scanned.is_set())
        scan = time.perf_counter() - since
        time.sleep(0.5)
        idle = hovers(client, files, arguments.pause_ms / 1000, lambda count: count >= arguments.hovers)
        status = Path(f"/proc/{client.process.pid}/status").read_text().split("\n")
        client.ask("shutdown", None)
        client.send({"method": "exit"})
        _, _, usage = os.wait4(client.process.pid, 0)
    print(
        json.dumps(
            {
                "initialize_ms": round(started),
                "scan_s": round(scan, 1),
                "scanning": scanning,
                "idle": idle,
                "cpu_s": round(usage.ru_utime + usage.ru_stime, 1),
                "peak": next(line.split(None, 1)[1] for line in status if line.startswith("VmHWM")),
            }
        )
    )
    return 1 if scanning["p99"] > 15 or scanning["p99"] > 3 * idle["p99"] else 0


if __name__ == "__main__":
    sys.exit(main())
