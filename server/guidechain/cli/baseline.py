"""Baselines: findings that a team knows of and does not want to hear about again.

A baseline is JSON, version 1: ``findings`` with ``code``, ``path``, ``hosts`` and ``mark``, one per known finding. The
mark is a hash of the text that the finding stands on, so that it survives edits elsewhere and holds no text.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence

from guidechain import workspace
from guidechain.cli import UsageError
from guidechain.core import plain
from guidechain.core.model import Finding, Settings
from guidechain.core.snapshot import Snapshot

Key = tuple[str, str, tuple[str, ...], str]


def write_baseline(path: str, snapshot: Snapshot, settings: Settings, findings: Sequence[Finding]) -> None:
    """Write ``findings`` to ``path``. Raises ``UsageError`` where something else than a baseline stands there."""
    if workspace.Disk().entry(path).kind != "missing":
        _read(path)
    rows = [
        {"code": code, "path": where, "hosts": list(hosts), "mark": mark}
        for code, where, hosts, mark in sorted(_key(snapshot, settings, each) for each in findings)
    ]
    problem = workspace.write_file(path, json.dumps({"version": 1, "findings": rows}, indent=1) + "\n")
    if problem:
        raise UsageError(f"--write-baseline: expected a file that can be written, found {path!r}: {problem}")


def unknown_to(
    path: str, snapshot: Snapshot, settings: Settings, findings: Sequence[Finding]
) -> tuple[tuple[Finding, ...], int]:
    """The findings that the baseline at ``path`` does not hold, and how many of its entries are gone.

    Raises ``UsageError`` when there is no baseline.
    """
    known = Counter(_read(path))
    left = []
    for finding in findings:
        key = _key(snapshot, settings, finding)
        if known[key]:
            known[key] -= 1
        else:
            left.append(finding)
    return tuple(left), known.total()


def _key(snapshot: Snapshot, settings: Settings, finding: Finding) -> Key:
    """What makes a finding the same one after edits elsewhere in its file; no version, line or count."""
    lines = (snapshot.text(finding.path) or "").split("\n")
    start, end = finding.span.start, finding.span.end
    line = lines[start.line] if start.line < len(lines) else ""
    text = line[start.column : end.column if end.line == start.line else None].strip()
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return finding.code, plain.written(settings, finding.path), finding.hosts, mark


def _read(path: str) -> list[Key]:
    content = workspace.Disk().read(path)
    try:
        found = json.loads(content or b"")
        if found["version"] != 1:
            raise ValueError(found["version"])
        return [(row["code"], row["path"], tuple(row["hosts"]), row["mark"]) for row in found["findings"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        found_words = "no readable file" if content is None else "something else"
        raise UsageError(
            f"expected a baseline at {path!r}, found {found_words}; write one with --write-baseline"
        ) from None
