"""Which lines of a text differ from the saved one: cheap while typing in long files, because only what lies between the
first and the last difference is compared line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby

EXACT, LONGEST = 400, 8000
"""Lines between the first and the last difference that are compared exactly, and with frequent lines left aside; more
count as one change."""
_STEP = 4096
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def changed_lines(saved: str, now: str) -> tuple[tuple[int, int, str], ...]:
    """First and last changed line of each stretch of ``now``, zero-based, and the text of that last line.

    Where lines are missing, the line before them stands for them, else the first one.
    """
    if saved == now:
        return ()
    start = _line_start(now, _line_start(now, _common(saved, now)))
    tail = min(_common_end(saved, now), len(now) - start, len(saved) - start)
    end = _line_end(now, len(now) - tail)
    end_saved = len(saved) - (len(now) - end)
    first = _count(now, start)
    before, after = _LINE.findall(saved[start:end_saved]), _LINE.findall(now[start:end])
    return tuple(dict.fromkeys(_stretch(after, low, high, first) for low, high in _changes(before, after)))


def _changes(before: list[str], after: list[str]) -> Iterator[tuple[int, int]]:
    """The stretches of ``after`` that differ."""
    longest = max(len(before), len(after))
    differing = [old != new for old, new in zip(before, after, strict=False)]
    if len(before) == len(after) and longest > EXACT and sum(differing) <= EXACT:
        at = 0
        for is_changed, group in groupby(differing):
            length = len(list(group))
            if is_changed:
                yield at, at + length
            at += length
    elif longest > LONGEST:
        yield 0, len(after)
    else:
        matcher = SequenceMatcher(None, before, after, autojunk=longest > EXACT)
        yield from (each[3:] for each in matcher.get_opcodes() if each[0] != "equal")


def _stretch(lines: list[str], low: int, high: int, first: int) -> tuple[int, int, str]:
    """``lines[low:high]``; for a deletion the line before it."""
    if low == high:
        low = max(0, low - 1)
        high = low + 1
    last = lines[high - 1].rstrip("\r\n") if high <= len(lines) else ""
    return first + low, first + high - 1, last


def _common(a: str, b: str) -> int:
    """How many characters both begin with."""
    low, most = 0, min(len(a), len(b))
    while low < most and a[low : low + _STEP] == b[low : low + _STEP]:
        low += _STEP
    step = _STEP
    while step > 1:
        step //= 2
        if a[low : low + step] == b[low : low + step]:
            low += step
    return min(low, most)


def _common_end(a: str, b: str) -> int:
    """How many characters both end with."""
    size, most, step = 0, min(len(a), len(b)), _STEP
    while size < most and a[len(a) - size - step : len(a) - size] == b[len(b) - size - step : len(b) - size]:
        if size + step > most:
            break
        size += step
    while step > 1:
        step //= 2
        if size + step <= most and a[len(a) - size - step : len(a) - size] == b[len(b) - size - step : len(b) - size]:
            size += step
    return size


def _line_start(text: str, at: int) -> int:
    """The start of the line that the character before ``at`` belongs to, its end of line included."""
    at -= 2 if text[at - 2 : at] == "\r\n" else 1
    at -= text[at - 1 : at + 1] == "\r\n"
    at = max(at, 0)
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    """Behind the first end of line at or after ``at``."""
    found = re.compile(r"\r\n|\r|\n").search(text, at)
    return found.end() if found else len(text)


def _count(text: str, end: int) -> int:
    """How many lines end before ``end``."""
    returns = text.count("\r", 0, end)
    return text.count("\n", 0, end) + (returns - text.count("\r\n", 0, end) if returns else 0)
