"""Reports from public trackers as cases: each ``*.json`` of a folder, by its ``kind``.

``loading`` cases go through the conformance adapters; ``diagnostic`` cases are judged by the findings of their tree,
``editor`` and ``guard`` cases by what a client in the same process sees, ``gate`` cases by the delivery check. A case passes only if every field of its ``check`` was
compared; a topic that nobody maps fails it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.case import DESCRIPTIVE, Reader
from conformance.judge import Verdict, known_gaps
from conformance.judge import judge as judge_loading
from corpus import reports_diagnostic, reports_editor, reports_guard
from delivery.run import failures_of

from guidechain.core.hosts import HOSTS

LATER = {
    "mcp": "the MCP server is judged by tests of its own",
}
"""Kinds that this module does not judge, and why."""

WORDS = DESCRIPTIVE | {"do", "expect"}
"""Fields in free words; what they say stands in ``check`` once more, to be compared."""


def judge(path: Path) -> Verdict:
    """Run the case in ``path``."""
    values = json.loads(path.read_text("utf-8"))
    kind = values.get("kind")
    if kind == "loading":
        return judge_loading(path, known_gaps())
    if kind == "gate":
        return Verdict(path.stem, tuple(failures_of(values)))
    if kind in LATER:
        return Verdict(path.stem, out_of_scope=LATER[kind])
    if kind not in ("diagnostic", "editor", "guard"):
        known = "loading, gate, diagnostic, editor, guard"
        return Verdict(path.stem, (f"kind {kind!r}: expected {known} or one of {', '.join(LATER)}",))
    hosts = values.get("config", {}).get("hosts", [])
    if hosts and not set(hosts) & {host.id for host in HOSTS}:
        return Verdict(path.stem, out_of_scope=f"Guidechain has none of the hosts {', '.join(hosts)}")
    case = Reader(values, WORDS)
    return Verdict(path.stem, tuple(_problems(case, values)))


def _problems(case: Reader, values: dict[str, Any]) -> Iterator[str]:
    kind = case.whole("kind")
    if kind == "diagnostic":
        yield from reports_diagnostic.problems(case)
    elif kind == "guard":
        yield from asyncio.run(reports_guard.problems(case))
    else:
        yield from asyncio.run(reports_editor.problems(case, values))
    yield from (f"{key}: nobody reads this field" for key in case.unread())


def main(path: Path) -> int:
    """Judge every case below ``path`` and print what a person needs; the exit status."""
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    if not files:
        print(f"{path}: expected a folder that holds case files (*.json), found none")
        return 2
    verdicts = [_judged(each) for each in files]
    for verdict in verdicts:
        if verdict.problems:
            print(f"FAILED {verdict.id}", *(f"  {problem}" for problem in verdict.problems), sep="\n")
        elif verdict.out_of_scope:
            print(f"out of scope {verdict.id}: {verdict.out_of_scope}")
    failed = sum(bool(each.problems) for each in verdicts)
    outside = sum(bool(each.out_of_scope) and not each.problems for each in verdicts)
    print(f"{len(verdicts) - failed - outside} passed, {failed} failed, {outside} out of scope")
    return 1 if failed else 0


def _judged(path: Path) -> Verdict:
    try:
        return judge(path)
    except Exception as error:  # noqa: BLE001  a case that breaks the product is a failed case, the others still count
        return Verdict(path.stem, (f"{type(error).__name__}: {error}",))
