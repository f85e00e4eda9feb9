"""A sentence that forbids edits, and nothing that enforces it.

A sentence in an instruction file is advice to a model, which may overlook it, and no host acts on it. The finding names
the paths; editors still warn of edits, and `guidechain check` mentions them.

What to do: take the guard into `guidechain.toml`, so that `guidechain check` fails a change that breaks it, or into the
settings of a host that refuses such edits. With `[delivery] prose = "fail"` sentences count as if they stood there.
"""

from __future__ import annotations

from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.enforced import Subject, subjects
from guidechain.core.diagnostics.stale_guard import missing
from guidechain.core.guards.fixes import into_contract, into_settings
from guidechain.core.guards.said import scope
from guidechain.core.model import Finding, Related, Settings, Severity
from guidechain.core.queries.guards import covering
from guidechain.core.snapshot import Snapshot

CODE = "prose-only-guard"
SEVERITY: Severity = "information"
PLACE = "the path in the sentence"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per guarded scope, at the first sentence that guards it; a part of another scope is named there."""
    every = yield from subjects(snapshot, settings, CODE)
    bare = [each for each in every if _is_bare(snapshot, settings, each)]
    wider: dict[int, list[Subject]] = {}
    for index, subject in enumerate(bare):
        around = next((at for at, other in enumerate(bare) if _is_part(snapshot, bare, index, at, other)), index)
        wider.setdefault(around, []).append(subject)
        yield
    found = []
    for index, parts in wider.items():
        found.append(_finding(snapshot, settings, bare[index], [each for each in parts if each is not bare[index]]))
        yield
    return tuple(found)


def _is_bare(snapshot: Snapshot, settings: Settings, subject: Subject) -> bool:
    """Whether nothing enforces a sentence; one whose path is missing has a check of its own."""
    guard = subject.guards[0]
    if guard.origin != "prose" or guard.enforced_by or subject.by or not subject.open:
        return False
    return len(list(missing(snapshot, settings, guard))) < len(guard.patterns)


def _is_part(snapshot: Snapshot, bare: list[Subject], index: int, at: int, other: Subject) -> bool:
    """Whether the scope of ``bare[index]`` lies in that of ``other``, which lies in no earlier or wider one itself."""
    mine = bare[index]
    if at == index or not _holds(snapshot, other, mine):
        return False
    if _holds(snapshot, mine, other):
        return at < index
    return not any(each is not other and _holds(snapshot, each, other) for each in bare)


def _holds(snapshot: Snapshot, wide: Subject, narrow: Subject) -> bool:
    if wide.guards[0].level != narrow.guards[0].level or wide.guards[0].existing_only:
        return False
    return all(covering(snapshot, wide.guards[0], path) is not None for path in narrow.open)


def _finding(snapshot: Snapshot, settings: Settings, subject: Subject, parts: list[Subject]) -> Finding:
    guard, *others = subject.guards
    files = len(subject.reach.files)
    many = f" ({files}{' or more' if subject.reach.more else ''} file{'s' * (files != 1)})" if files else ""
    asks = "to ask before editing" if guard.level == "ask" else "not to edit"
    fixes = (*into_contract(snapshot, settings, guard), *into_settings(snapshot, settings, guard))
    return Finding(
        CODE,
        SEVERITY,
        guard.path,
        guard.places[0] if guard.places else guard.span,
        f"Guidance only: this asks {asks} {scope(guard)}{many}, and nothing enforces it.",
        related=(
            *(Related(each.path, each.span, "says the same") for each in others),
            *(Related(each.path, each.span, "says it of a part") for part in parts for each in part.guards),
        ),
        fixes=fixes,
    )
