"""Which rule of a host holds in which release: boundaries as data, and the comparison of releases."""

from __future__ import annotations

import re
from collections.abc import Iterable

from guidechain.core.frozen import dataclass

Version = tuple[int, ...]


@dataclass(frozen=True)
class Boundary:
    """Where a rule changed: ``old`` is the last release seen without the new behaviour, ``new`` the first with it.

    ``rule`` is the number of the rule, ``change`` completes "since ``new``".
    """

    rule: str
    old: str
    new: str
    change: str


def parse(version: str | None) -> Version | None:
    """``2.1.332`` or ``2.1.281 (Claude Code)`` as numbers; None for None and for a text without numbers."""
    found = re.search(r"\d+(?:\.\d+)+", version or "")
    return tuple(int(part) for part in found.group().split(".")) if found else None


def holds(version: Version | None, boundary: Boundary) -> bool:
    """Whether ``version`` behaves as after ``boundary``; None is the newest release. Releases between ``old`` and
    ``new`` that nobody ran count as old."""
    return version is None or version >= (parse(boundary.new) or ())


def unknown(version: Version | None, boundaries: Iterable[Boundary]) -> tuple[Boundary, ...]:
    """The boundaries in whose unobserved gap ``version`` lies: its behaviour there is a guess."""
    if version is None:
        return ()
    return tuple(each for each in boundaries if (parse(each.old) or ()) < version < (parse(each.new) or ()))
