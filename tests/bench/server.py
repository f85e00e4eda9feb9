"""What a person at the editor waits for: hovers while the first scan runs and when it is done, a finding after a key.

    python tests/bench/server.py [--tree DIR] [--hovers 400] [--edits 30] [--format json]

Opens the tree as VS Code does and hovers over line 1 of files all over it until the first scan is done, then ``--hovers``
times more. Then it types a broken import into the root CLAUDE.md and deletes it again, ``--edits`` times, and waits for
the finding to come and to go. Milliseconds are measured by the client. Exit 1 when the slowest hundredth of the hovers
while scanning takes over three times that of the idle ones, or over 15 ms. On a machine that does other things these
figures say little.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from client import Client
from measure import parser, show, tree_of

LONGEST_MS, MOST = 15, 3


def percentiles(taken: list[float]) -> dict[str, Any]:
    """The middle and the slow ends of some milliseconds."""
    taken = sorted(taken)
    at = {f"p{p}": round(taken[min(len(taken) - 1, len(taken) * p // 100)], 2) for p in (50, 95, 99)}
    return {"n": len(taken), **at, "max": round(taken[-1], 2)}


def hovers(client: Client, files: list[Path], ended: Callable[[int], bool]) -> dict[str, Any]:
    """Hover over one file after the other until ``ended``."""
    taken: list[float] = []
    while not ended(len(taken)):
        place = {"uri": files[len(taken) % len(files)].as_uri()}
        milliseconds, answer = client.ask(
            "textDocument/hover", {"textDocument": place, "position": {"line": 0, "character": 0}}
        )
        if not answer:
            raise SystemExit(f"no hover for {place['uri']}")
        taken.append(milliseconds)
        time.sleep(0.003)
    return percentiles(taken)


def keystrokes(client: Client, file: Path, count: int) -> dict[str, Any]:
    """From the keystroke that breaks an import, or mends it, to the publication that says so."""
    uri, text = file.as_uri(), file.read_text()
    since = time.perf_counter()
    opened = {"uri": uri, "languageId": "markdown", "version": 0, "text": text}
    client.tell("textDocument/didOpen", {"textDocument": opened})
    client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
    time.sleep(1)
    known = client.published(uri)
    taken: list[float] = []
    for number in range(count):
        is_broken = number % 2 == 0
        since = time.perf_counter()
        change = {"text": text + "\n@gone/nowhere.md\n" if is_broken else text}
        document = {"uri": uri, "version": number + 1}
        client.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        taken.append(client.until_published(uri, known + is_broken, since))
    return percentiles(taken)


def main() -> int:
    """See the module."""
    options = parser(__doc__, 1)
    options.add_argument("--hovers", type=int, default=400)
    options.add_argument("--edits", type=int, default=30)
    asked = options.parse_args()
    with tree_of(asked) as tree, tempfile.TemporaryDirectory() as home:
        sources = sorted(path for path in tree.rglob("*.py") if "node_modules" not in path.parts)
        files = sources[:: max(1, len(sources) // 40)]
        client = Client(tree, home)
        started = client.start()
        since = time.perf_counter()
        scanning = hovers(client, files, lambda _: client.scanned.is_set())
        scan = time.perf_counter() - since
        time.sleep(0.5)
        idle = hovers(client, files, lambda count: count >= asked.hovers)
        typing = keystrokes(client, tree / "CLAUDE.md", asked.edits)
        used = client.stop()
    rows = [
        {"milliseconds": "hover while scanning", **scanning},
        {"milliseconds": "hover when idle", **idle},
        {"milliseconds": "keystroke to finding", **typing},
    ]
    notes = {"ready_ms": round(started), "first_scan_s": round(scan, 1), **used}
    by = round(scanning["p99"] / idle["p99"], 2)
    show(asked, rows, {**notes, "ratio_of_p99": by, "target": f"at most {MOST}, and p99 at most {LONGEST_MS} ms"})
    return 0 if by <= MOST and scanning["p99"] <= LONGEST_MS else 1


if __name__ == "__main__":
    sys.exit(main())
