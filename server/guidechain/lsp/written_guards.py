"""The guards that stand in a file: for the lens on a sentence, and what hover, definition and references say of it."""

from __future__ import annotations

from dataclasses import replace

from lsprotocol import types as lsp

from guidechain.core.guards.said import scope, worth
from guidechain.core.model import Position
from guidechain.core.queries.guard_reach import enforcement_of, reach_of
from guidechain.core.queries.guards import covering, take_guards
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.convert import is_inside, to_uri
from guidechain.lsp.progress import finished_in_slices
from guidechain.lsp.session import Session, WrittenGuard
from guidechain.lsp.text import text_of

OPEN_GUARDED = "guidechain.openGuarded"
"""The command of the lens."""
SHOWN = ("prose", "contract")
"""The origins of guards that get a lens: what people write as guidance or contract."""


async def guards_written_in(session: Session, snapshot: Snapshot, path: str) -> tuple[WrittenGuard, ...]:
    """The guards of the file at ``path`` with their reach, notes left out."""
    settings = session.settings_for(path)
    if session.is_broad(settings.root):
        return ()
    every = await finished_in_slices(take_guards(snapshot, settings))
    real = snapshot.entry(path).real
    found = []
    for guard in every:
        if guard.origin in SHOWN and guard.level != "note" and snapshot.entry(guard.path).real == real:
            reach = await finished_in_slices(reach_of(snapshot, settings, guard))
            found.append(
                WrittenGuard(guard, reach, worth(settings, guard, enforcement_of(snapshot, guard, reach, every)))
            )
    return tuple(found)


def guard_at(session: Session, path: str, position: Position) -> WrittenGuard | None:
    """The guard whose words hold ``position``, if the last scan saw one there; the path that is pointed at decides."""
    here = [each for each in session.scan.guards.get(path, ()) if is_inside(position, each.guard.span)]
    pointed = [each for each in here if any(is_inside(position, place) for place in each.guard.places)]
    return next(iter(pointed or here), None)


def written_lines(written: WrittenGuard) -> list[str]:
    """What there is to say of a guard where it stands."""
    lines = [f"Guards {scope(written.guard)} ({counted(written)}): {written.worth}"]
    lines += [f"Instead: {written.guard.instead}"] if written.guard.instead else []
    lines += ["New files are free"] if written.guard.existing_only else []
    return lines


def counted(written: WrittenGuard) -> str:
    """ "12 files", "2,000 files or more"."""
    number = len(written.reach.files)
    return f"{number:,} file{'s' * (number != 1)}{' or more' if written.reach.more else ''}"


def pointed_files(session: Session, written: WrittenGuard, position: Position) -> list[str]:
    """The files below the path that is pointed at, else all that the guard covers."""
    guard = written.guard
    index = next((at for at, place in enumerate(guard.places) if is_inside(position, place)), None)
    files = sorted(written.reach.files, key=lambda each: (each.count("/"), each))
    if index is None or len(guard.places) != len(guard.patterns):
        return files
    one = replace(guard, patterns=(guard.patterns[index],))
    return [each for each in files if covering(session.snapshot, one, each) is not None]


def guard_lenses(session: Session, path: str) -> list[lsp.CodeLens]:
    """One lens on each guard of an instruction file or the contract: "guards 12 files · guidance only"."""
    lenses = []
    for written in session.scan.guards.get(path, ()):
        place = text_of(session.snapshot, path).outward(written.guard.span.start, session.client.encoding)
        start = lsp.Position(place.line, 0)
        title = f"guards {counted(written)} · {written.worth}"
        uri = session.uri(path) or to_uri(path)
        lenses.append(
            lsp.CodeLens(lsp.Range(start, start), lsp.Command(title, OPEN_GUARDED, arguments=[uri, place.line]))
        )
    return lenses
