"""What the editor says of guarded files: a quiet hint on the first line, a warning on each edited stretch.

A file's guards are found out with the scan; how its text differs from the saved one is told at once, on each keystroke.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from lsprotocol import types as lsp

from guidechain import git
from guidechain.core import paths
from guidechain.core.diagnostics import guarded_edit, guarded_file
from guidechain.core.explain import shown
from guidechain.core.guards import said
from guidechain.core.model import Guard, Position, Settings, Severity, Span
from guidechain.core.queries.guards import guards_over, take_guards
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.changed_lines import changed_lines
from guidechain.lsp.convert import SEVERITIES, to_location
from guidechain.lsp.progress import finished_in_slices
from guidechain.lsp.session import Buffer, GuardedFile, Session
from guidechain.lsp.text import BOM, units

MOST_STRETCHES = 50
"""Edited stretches of one file that are marked."""
MOST_GUARDS = 3
"""Guards that one message spells out."""
_TOP = Span(Position(0, 0), Position(0, 0))


async def find_guards(session: Session, snapshot: Snapshot, path: str) -> None:
    """Note what guards the open file ``path``."""
    settings = session.settings_for(path)
    if session.is_broad(settings.root) or path not in session.buffers:
        return
    known = session.guarded.get(path)
    every = await finished_in_slices(take_guards(snapshot, settings))
    is_new = session.files.entry(path).kind == "missing"
    found = guards_over(snapshot, settings, every, path, "create" if is_new else "edit")
    is_existing = known.is_existing if known else None
    if any(each.existing_only for each in found):
        if is_existing is None:
            is_existing = await is_committed(path)
        if not is_existing:
            found = tuple(each for each in found if not each.existing_only)
    if path in session.buffers:
        session.guarded[path] = GuardedFile(found, is_existing)


async def is_committed(path: str) -> bool:
    """Whether ``path`` is part of the last commit; True where there is no repository to ask: it stands on the disk."""
    found = await asyncio.to_thread(git.is_committed, path)
    return found is not False


def warns(guard: Guard) -> bool:
    """Whether people are warned of an edit: not by a note, nor where a host is kept from reading (a secret), nor by
    what another tool keeps from its own agent."""
    unread = guard.origin == "settings" and "read" in guard.acts
    return guard.level != "note" and guard.origin != "tool" and not unread


def about_guards(session: Session, path: str) -> tuple[lsp.Diagnostic, ...]:
    """What is to be said of the open file ``path`` as it stands now."""
    file, buffer = session.guarded.get(path), session.buffers.get(path)
    if file is None or buffer is None or not file.guards or path in session.allowed:
        return ()
    settings = session.settings_for(path)
    return tuple(_all(session, settings, path, file.guards, buffer))


def _all(
    session: Session, settings: Settings, path: str, guards: tuple[Guard, ...], buffer: Buffer
) -> Iterator[lsp.Diagnostic]:
    first = buffer.text[:3].split("\n")[0].split("\r")[0]
    hint = lsp.Range(lsp.Position(0, 0), lsp.Position(0, units(first, session.client.encoding)))
    words = " ".join(_sentence(settings, path, guard, "Guarded") for guard in guards[:MOST_GUARDS])
    yield from _diagnostic(session, settings, guards, hint, words, guarded_file.CODE, guarded_file.SEVERITY)
    warning = next((each for each in guards if warns(each)), None)
    if warning is None or not session.is_unsaved(path):
        return
    mild = warning.level == "avoid"
    severity: Severity = "information" if mild else guarded_edit.SEVERITY
    words = _sentence(settings, path, warning, "Avoid this edit" if mild else "This edit breaks a guard")
    content = session.files.read(path) if session.files.entry(path).kind == "file" else None
    saved = (content or b"").decode("utf-8", "replace").removeprefix(BOM)
    for low, high, last in changed_lines(saved, buffer.text)[:MOST_STRETCHES]:
        place = lsp.Range(lsp.Position(low, 0), lsp.Position(high, units(last, session.client.encoding)))
        yield from _diagnostic(session, settings, (warning,), place, words, guarded_edit.CODE, severity)


def _sentence(settings: Settings, path: str, guard: Guard, start: str) -> str:
    what = "Note" if guard.level == "note" else f"{start} ({said.force(settings, guard)})"
    return f"{what}: {said.ended(said.says(settings, guard))}{said.instead(guard)}"


def _diagnostic(
    session: Session,
    settings: Settings,
    guards: tuple[Guard, ...],
    place: lsp.Range,
    words: str,
    code: str,
    severity: Severity,
) -> Iterator[lsp.Diagnostic]:
    """The diagnostic with links to the guards' lines, unless the settings switch it off."""
    wanted = dict(settings.severities).get(code, severity)
    if wanted == "off":
        return
    related = [place_ for guard in guards for place_ in _links(session, settings, guard)]
    yield lsp.Diagnostic(
        place,
        words,
        severity=SEVERITIES[wanted],  # type: ignore[index]
        code=code,
        source="guidechain",
        related_information=related or None if session.client.related_information else None,
    )


def _links(session: Session, settings: Settings, guard: Guard) -> Iterator[lsp.DiagnosticRelatedInformation]:
    """The places of the guard, whose words the message has quoted, and of those that say the same."""
    snapshot, encoding = session.snapshot, session.client.encoding
    for each in (guard, *guard.also):
        if paths.is_absolute(each.path):
            place = to_location(snapshot, each.path, each.span, encoding, session.uri(each.path))
            words = "the guard" if each is guard else said.quoted(each) or said.scope(each)
            yield lsp.DiagnosticRelatedInformation(place, words)
    if guard.via:
        place = to_location(snapshot, guard.via, _TOP, encoding, session.uri(guard.via))
        yield lsp.DiagnosticRelatedInformation(place, f"brings {shown(settings, guard.path)} in")
