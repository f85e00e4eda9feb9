"""Baselines: findings that a team knows of and does not want to hear about again.

A baseline is JSON, version 1: ``places`` with ``code``, ``hosts``, ``path`` and ``mark``, one per place of a known
finding, the further places included; a finding is known when all its places are. The mark is a hash of the text at the
place, so that it survives edits elsewhere and holds no text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from guidechain import workspace
from guidechain.cli import UsageError
from guidechain.core import plain
from guidechain.core.model import Finding, Settings, Span
from guidechain.core.snapshot import Snapshot

Key = tuple[str, tuple[str, ...], str, str]


def write_baseline(path: str, snapshot: Snapshot, settings: Settings, findings: Sequence[Finding]) -> None:
    """Write ``findings`` to ``path``. Raises ``UsageError`` where something else than a baseline stands there."""
    if workspace.Disk().entry(path).kind != "missing":
        _read(path)
    rows = [
        {"code": code, "hosts": list(hosts), "path": where, "mark": mark}
        for code, hosts, where, mark in sorted(
            place for each in findings for place in _places(snapshot, settings, each)
        )
    ]
    problem = workspace.write_file(path, json.dumps({"version": 1, "places": rows}, indent=1) + "\n")
    if problem:
        raise UsageError(f"--write-baseline: expected a file that can be written, found {path!r}: {problem}")


def unknown_to(
    path: str, snapshot: Snapshot, settings: Settings, findings: Sequence[Finding]
) -> tuple[tuple[Finding, ...], int]:
    """The findings that the baseline at ``path`` does not hold, and how many of its places are gone.

    Raises ``UsageError`` when there is no baseline.
    """
    known = Counter(_read(path))
    left = []
    for finding in findings:
        places = Counter(_places(snapshot, settings, finding))
        if places <= known:
            known -= places
        else:
            left.append(finding)
    return tuple(left), known.total()


def _places(snapshot: Snapshot, settings: Settings, finding: Finding) -> Iterator[Key]:
    """What makes a finding the same one after edits elsewhere: no version, line or count."""
    for path, span in ((finding.path, finding.span), *((each.path, each.span) for each in finding.related)):
        yield finding.code, finding.hosts, plain.written(settings, path), _mark(snapshot, path, span)


def _mark(snapshot: Snapshot, path: str, span: Span) -> str:
    lines = (snapshot.text(path) or "").split("\n")
    line = lines[span.start.line] if span.start.line < len(lines) else ""
    text = line[span.start.column : span.end.column if span.end.line == span.start.line else None].strip()
    import hashlib  # Here, since most runs compare no fingerprints.

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _read(path: str) -> list[Key]:
    content = workspace.Disk().read(path)
    try:
        found = json.loads(content or b"")
        if found["version"] != 1:
            raise ValueError(found["version"])
        return [(row["code"], tuple(row["hosts"]), row["path"], row["mark"]) for row in found["places"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        found_words = "no readable file" if content is None else "something else"
        raise UsageError(
            f"expected a baseline at {path!r}, found {found_words}; write one with --write-baseline"
        ) from None
