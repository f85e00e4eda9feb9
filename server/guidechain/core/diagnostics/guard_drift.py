"""A guard in guidance, and a rule that enforces only a part of it, or also what it leaves free.

The sentence, the contract and the settings of a host have drifted apart: a folder was renamed in one of them, a pattern
covers some kinds of files only, or an exception of the guidance is refused by the settings, whose rules have no
exceptions.

What to do: make the places name the same paths. Rules that say nothing of the guarded folder itself ("every `.env`")
are not compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.enforced import Subject, subjects
from guidechain.core.explain import shown
from guidechain.core.guards.said import says, scope
from guidechain.core.model import Finding, Guard, Related, Settings, Severity
from guidechain.core.queries.guard_reach import PROBE
from guidechain.core.queries.guards import covering
from guidechain.core.snapshot import Snapshot

CODE = "guard-drift"
SEVERITY: Severity = "warning"
PLACE = "the path in the sentence"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per scope that is enforced in part, or beyond an exception."""
    found: list[Finding] = []
    for subject in (yield from subjects(snapshot, settings, CODE)):
        if subject.by:
            found += _findings(snapshot, settings, subject)
            yield
    return tuple(found)


def _findings(snapshot: Snapshot, settings: Settings, subject: Subject) -> Iterator[Finding]:
    guard, by = subject.guards[0], subject.by
    if subject.open:
        rules = words.listed(says(settings, each) for each in by)
        left = _named(settings, subject.open[0])
        yield _finding(guard, by, f"This guards {scope(guard)}; {rules} covers only a part of that: not {left}.")
        return
    for rule in by:
        refused = [path for path in subject.reach.spared if covering(snapshot, rule, path) is not None]
        if refused:
            message = f"This leaves {_named(settings, refused[0])} free; {says(settings, rule)} does not."
            yield _finding(guard, (rule,), message)
            return


def _named(settings: Settings, path: str) -> str:
    if paths.name(path) == PROBE:
        return f"other files in {shown(settings, paths.parent(path))}/"
    return shown(settings, path).replace(PROBE, "*")


def _finding(guard: Guard, by: tuple[Guard, ...], message: str) -> Finding:
    return Finding(
        CODE,
        SEVERITY,
        guard.path,
        guard.places[0] if guard.places else guard.span,
        message,
        related=tuple(Related(each.path, each.span, "covers other paths") for each in by),
    )
