"""Judges one case: passed, failed, or out of scope with a reason from a closed list."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance import world
from conformance.adapters import ADAPTERS
from conformance.case import Comparison, Reader, load

from guidechain.core.hosts import HOSTS

HERE = Path(__file__).parent
REASONS = {
    "several-turns": "needs a running host: several turns in time",
    "host-worktree": "needs a running host: the host makes the worktree itself",
    "sandbox": "needs a running host: a permission sandbox decides",
    "permission-outcomes": "needs a running host: outcomes of permission rules that a hook's own command decides",
}
"""The closed list of reasons for a gap."""
EXPECTATIONS = frozenset(
    [
        "loaded",
        "not_loaded",
        "refused",
        "expect_fail",
        "imports",
        "patterns",
        "texts",
        "outcomes",
        "order",
        "deferred",
        "sources_state",
        "steps",
        "listed",
        "in_context",
        "notices_sent",
    ]
)
"""Fields that state what the host does; each one that a case carries must be named by a Comparison."""


@dataclass(frozen=True)
class Gap:
    """What known_gaps.toml leaves out: one case, or a field (and a text inside it) of one host's cases.

    A gap by case is strict: the case must fail. A gap by field excuses that field only, unless ``contains`` is set,
    in which case it excuses the whole case.
    """

    reason: str
    id: str = ""
    host: str = ""
    field: str = ""
    contains: str = ""

    def meets(self, case: Reader) -> bool:
        """Whether this gap speaks of ``case``."""
        if self.id:
            return self.id == case.whole("id")
        if self.host != case.whole("host") or self.field not in case:
            return False
        return not self.contains or self.contains in case.whole(self.field)


@dataclass(frozen=True)
class Verdict:
    """The judgement of one case: ``problems`` make it fail; else ``out_of_scope`` is the reason, or "" for a pass."""

    id: str
    problems: tuple[str, ...] = ()
    out_of_scope: str = ""


def known_gaps(path: Path = HERE / "known_gaps.toml") -> tuple[Gap, ...]:
    """The gaps of the file. Raises ValueError for a reason that is not in the closed list."""
    found = tuple(Gap(**values) for values in tomllib.loads(path.read_text("utf-8")).get("gap", []))
    for gap in found:
        if gap.reason not in REASONS:
            raise ValueError(f"{path.name}: reason {gap.reason!r} of {gap}: expected one of {', '.join(REASONS)}")
    return found


def judge(path: Path, gaps: tuple[Gap, ...]) -> Verdict:
    """Run the case in ``path``."""
    case = load(path)
    identity, host = case.whole("id", path.stem), case.whole("host")
    if case.whole("kind", "loading") != "loading":
        return Verdict(identity, out_of_scope=f"kind {case.whole('kind')!r} is no loading case")
    if host not in {each.id for each in HOSTS}:
        return Verdict(identity, out_of_scope=f"Guidechain has no host {host!r}")
    if host not in ADAPTERS:
        return Verdict(identity, (f"host {host!r} has no adapter in tests/conformance/adapters",))
    gap = next((each for each in gaps if each.meets(case)), None)
    if gap and gap.contains:
        return Verdict(identity, out_of_scope=REASONS[gap.reason])
    excused = gap.field if gap else ""
    problems = tuple(_problems(case, ADAPTERS[host], excused))
    if gap and gap.id:
        if problems:
            return Verdict(identity, out_of_scope=REASONS[gap.reason])
        return Verdict(identity, ("passes: take it out of known_gaps.toml",))
    return Verdict(identity, problems, REASONS[gap.reason] if gap else "")


def _problems(case: Reader, adapter: Any, excused: str) -> Iterator[str]:
    made: list[Comparison] = list(adapter.compare(case, world.build(case)))
    for comparison in made:
        if not comparison.holds and comparison.key != excused:
            yield _shown(comparison)
    compared = {comparison.key for comparison in made}
    for key in case:
        if key in EXPECTATIONS and key not in compared and key != excused:
            yield f"{key}: nothing was compared"
    for key in case.unread():
        if key.replace("[", ".").split(".")[0] != excused:
            yield f"{key}: nobody reads this field"


def _shown(comparison: Comparison) -> str:
    return f"{comparison.field}\n    expected {_value(comparison.expected)}\n    actual   {_value(comparison.actual)}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return "\n             ".join(str(each) for each in value) or "(nothing)"
    if isinstance(value, Mapping):
        return "\n             ".join(f"{key}: {each!r}" for key, each in value.items()) or "(nothing)"
    return repr(value)
