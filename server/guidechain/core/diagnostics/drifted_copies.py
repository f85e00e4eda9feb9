"""Two instruction files of one folder that were copies once and differ now.

Most of their lines are equal and a few are not: somebody changed one and forgot the other, and hosts that read
different names follow different rules. The message names the lines that differ.

What to do: decide which text holds, keep it in one file, and make the other an import of it or a link to it.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.duplicate_text import pairs
from guidechain.core.model import Finding, Position, Related, Settings, Severity, Span
from guidechain.core.queries.inventory import InstructionFile, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "drifted-copies"
SEVERITY: Severity = "information"
PLACE = "the lines that differ"
CONCERNS = "all"

FEWEST_LINES = 6
"""Shorter texts are alike by chance."""
ALIKE = 0.8
"""The share of equal lines from which two texts count as copies."""
LONGEST = 4000
"""Longer texts, in lines, are not compared."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per pair."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for pair in pairs(snapshot, inventory, CODE):
        yield
        if pair is None:
            continue
        original, copy = pair
        ours, theirs = _lines(snapshot, original.path), _lines(snapshot, copy.path)
        if ours != theirs and min(len(ours), len(theirs)) >= FEWEST_LINES and max(len(ours), len(theirs)) <= LONGEST:
            matcher = SequenceMatcher(None, theirs, ours, autojunk=False)
            if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE:
                found.append(_finding(settings, original, copy, matcher))
    return tuple(found)


def _lines(snapshot: Snapshot, path: str) -> list[str]:
    text = (snapshot.text(path) or "").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.strip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _finding(
    settings: Settings, original: InstructionFile, copy: InstructionFile, matcher: SequenceMatcher[str]
) -> Finding:
    changes = [each for each in matcher.get_opcodes() if each[0] != "equal"]
    _, here, here_end, there, there_end = changes[0]
    count = sum(max(end - start, other_end - other) for _, start, end, other, other_end in changes)
    name = explain.shown(settings, original.path)
    return Finding(
        CODE,
        SEVERITY,
        copy.path,
        _span(here, here_end),
        f"This file and {name} are copies that have drifted apart: {count} "
        f"line{'s differ' if count > 1 else ' differs'}, first line {here + 1} here and line {there + 1} there. Keep "
        f"the text in one file, and make the other an import of {paths.name(original.path)} or a link to it.",
        tuple(dict.fromkeys(each.host.id for file in (original, copy) for each in file.standings)),
        (Related(original.path, _span(there, there_end), "the other text"),),
    )


def _span(first: int, end: int) -> Span:
    return Span(Position(first, 0), Position(max(first + 1, end), 0))
