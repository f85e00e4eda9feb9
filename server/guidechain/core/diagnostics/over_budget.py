"""Text that never arrives, because a host takes only so many bytes.

Some hosts give all files of a session one budget, spent from the root down, so that a long file at the root costs the
nearest file its end, or all of it; some cut each long file. The cut falls at a byte, in the middle of a sentence, and
nothing in the prompt shows it. The message says how much arrives, where the cut falls and which file used the budget.

What to do: shorten the file that uses most of it, move parts of it into folders where they matter, or raise the
host's limit where it has a setting for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.diagnostics.places import after_byte
from guidechain.core.diagnostics.tokens import edited
from guidechain.core.model import Chain, Finding, Fix, Loaded, Related, Settings, Severity, Span
from guidechain.core.queries.chains import chain_for
from guidechain.core.queries.inventory import Standing, take_inventory
from guidechain.core.queries.trials import Trial
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

CODE = "over-budget"
SEVERITY: Severity = "warning"
PLACE = "the text that is lost"
CONCERNS = "those with a size limit"


@dataclass(frozen=True)
class _Cut:
    """A file of which ``kept`` of ``size`` bytes arrive in ``trial``; ``user`` is the file that takes the most."""

    path: str
    standing: Standing
    trial: Trial
    kept: int
    size: int
    lost: Span
    user: Loaded | None
    budget: int | None


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per host and file that uses the budget up; the files that it costs are in ``related``."""
    inventory = yield from take_inventory(snapshot, settings)
    causes: dict[tuple[str, str], list[_Cut]] = {}
    for file in concerned(snapshot, inventory, CODE):
        for standing in file.standings:
            cut = _cut(snapshot, file.path, standing)
            if cut:
                causes.setdefault((standing.host.id, cut.user.path if cut.user else cut.path), []).append(cut)
        yield
    found = []
    for (_, user), cuts in causes.items():
        first = next((cut for cut in cuts if cut.path == user), cuts[0])
        found.append(_finding(snapshot, settings, first, [cut for cut in cuts if cut is not first]))
    return tuple(found)


def _cut(snapshot: Snapshot, path: str, standing: Standing) -> _Cut | None:
    """What is lost of a file, in the innermost launch folder that loses something."""
    for trial in reversed(standing.trials):
        loaded, missed = trial.loaded, trial.missed
        if loaded and loaded.kept is not None and loaded.kept < loaded.size:
            kept = loaded.kept
        elif missed and missed.why == "over-budget":
            kept = 0
        else:
            continue
        chain = chain_for(snapshot, standing.host, trial.launch, words.touch_of(trial, path))
        content = snapshot.read(path) or b""
        user = _largest(chain) if chain.budget is not None else None
        return _Cut(path, standing, trial, kept, len(content), after_byte(content, kept), user, chain.budget)
    return None


def _largest(chain: Chain) -> Loaded | None:
    return max(chain.loaded, key=_arrived, default=None)


def _arrived(loaded: Loaded) -> int:
    return loaded.size if loaded.kept is None else loaded.kept


def _finding(snapshot: Snapshot, settings: Settings, cut: _Cut, others: list[_Cut]) -> Finding:
    host = words.versioned(settings, cut.standing.host)
    where = explain.folder_shown(settings, cut.trial.launch.cwd)
    falls = f"the cut falls in line {cut.lost.start.line + 1}" if cut.kept else "nothing is left for it"
    sentences = [f"{host} started in {where} gets {cut.kept} of the {cut.size} bytes of this file; {falls}."]
    if cut.budget is not None and cut.user and cut.user.path != cut.path:
        user = explain.shown(settings, cut.user.path)
        sentences.append(
            f"All files together may have {cut.budget} bytes, and {user} takes {_arrived(cut.user)} of them: "
            f"shorten {user}."
        )
    elif cut.budget is not None:
        sentences.append(f"All files together may have {cut.budget} bytes: shorten this one, or move parts elsewhere.")
    else:
        sentences.append("Shorten it, or move parts of it elsewhere.")
    if others:
        sentences.append(f"{len(others)} more file{'s lose' if len(others) > 1 else ' loses'} text in the same way.")
    return Finding(
        CODE,
        SEVERITY,
        cut.path,
        cut.lost,
        " ".join(sentences),
        (cut.standing.host.id,),
        tuple(_related(settings, each) for each in others),
        tuple(_fixes(snapshot, cut, others)),
        unnecessary=_is_never_seen(cut),
    )


def _fixes(snapshot: Snapshot, cut: _Cut, others: list[_Cut]) -> Iterator[Fix]:
    """A larger budget, if the host then loads all of the file; it may not read the setting in this workspace."""
    host, launch, touch = cut.standing.host, cut.trial.launch, words.touch_of(cut.trial, cut.path)
    needed = max(_needed(snapshot, each) for each in (cut, *others))
    for edit in host.raise_budget(snapshot, launch, needed) if host.raise_budget else ():
        imagined = with_file(snapshot, edit.path, edited(snapshot.text(edit.path) or "", edit.span, edit.text))
        whole = (each.kept is None for each in chain_for(imagined, host, launch, touch).loaded if each.path == cut.path)
        if any(whole):
            yield Fix(f"Raise the limit to {needed} bytes in {paths.name(edit.path)}", (edit,))


def _needed(snapshot: Snapshot, cut: _Cut) -> int:
    """The bytes of everything that the launch of ``cut`` would load."""
    chain = chain_for(snapshot, cut.standing.host, cut.trial.launch, words.touch_of(cut.trial, cut.path))
    lost = [snapshot.entry(each.path).size for each in chain.not_loaded if each.why == "over-budget"]
    return sum(each.size for each in chain.loaded) + sum(lost)


def _related(settings: Settings, cut: _Cut) -> Related:
    where = explain.folder_shown(settings, cut.trial.launch.cwd)
    said = f"{cut.kept} of {cut.size} bytes arrive when started in {where}"
    return Related(cut.path, cut.lost, said, unnecessary=_is_never_seen(cut))


def _is_never_seen(cut: _Cut) -> bool:
    """Whether what is lost of a file arrives in no other launch either."""
    loaded = [trial.loaded for trial in cut.standing.trials if trial.loaded]
    return all(_arrived(each) <= cut.kept for each in loaded)
