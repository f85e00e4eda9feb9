"""Two instruction files of one folder with the same text.

Hosts that read both names get the text twice, and copies drift apart at the first edit that forgets one of them.

What to do: keep one file and make the other an import of it or a link to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.diagnostics.places import Places
from guidechain.core.model import Edit, Finding, Fix, Host, Settings, Severity
from guidechain.core.queries.chains import chain_for
from guidechain.core.queries.inventory import InstructionFile, Inventory, take_inventory
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

CODE = "duplicate-text"
SEVERITY: Severity = "information"
PLACE = "the first characters of the file"
CONCERNS = "all"

SHORTEST = 24
"""Texts with fewer characters (an import, one word) may well be equal."""

Pair = tuple[InstructionFile, InstructionFile]


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per copy."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for pair in pairs(snapshot, inventory, CODE):
        if pair and plain_text(snapshot, pair[0].path) == plain_text(snapshot, pair[1].path):
            found.append(_finding(snapshot, settings, *pair))
        yield
    return tuple(found)


def pairs(snapshot: Snapshot, inventory: Inventory, code: str) -> Iterator[Pair | None]:
    """Every two instruction files of one folder that are files of their own and long enough to compare; None is a place
    to pause."""
    folders: dict[str, list[InstructionFile]] = {}
    for file in concerned(snapshot, inventory, code):
        if file.candidate and len(plain_text(snapshot, file.path)) >= SHORTEST:
            folders.setdefault(paths.parent(file.path), []).append(file)
        yield None
    for files in folders.values():
        reals = {snapshot.entry(file.path).real: file for file in reversed(files)}
        rows = list(reversed(reals.values()))
        for index, copy in enumerate(rows):
            yield from ((original, copy) for original in rows[:index])


def plain_text(snapshot: Snapshot, path: str) -> str:
    """The text of ``path`` without what copies may differ in: line ends, and blanks at both ends."""
    return (snapshot.text(path) or "").replace("\r\n", "\n").strip()


def _finding(snapshot: Snapshot, settings: Settings, original: InstructionFile, copy: InstructionFile) -> Finding:
    name = paths.name(original.path)
    hosts = tuple(dict.fromkeys(each.host.id for file in (original, copy) for each in file.standings))
    importing = [each.host for each in copy.standings if _imports(snapshot, copy, each.host, original.path)]
    text = snapshot.text(copy.path) or ""
    edit = Edit(copy.path, Places(text).span(0, len(text)), f"@{name}\n")
    fixes = (Fix(f"Replace the text by @{name}", (edit,)),) if importing else ()
    advice = (
        f"Make it @{name} alone, or a link to {name}." if importing else "Keep one, and make the other a link to it."
    )
    return Finding(
        CODE,
        SEVERITY,
        copy.path,
        words.first_line(snapshot, copy.path),
        f"This file repeats {explain.shown(settings, original.path)} word for word: a host that reads both gets the "
        f"text twice, and the copies will drift apart. {advice}",
        hosts,
        (words.related(snapshot, original.path, "the same text"),),
        fixes,
    )


def _imports(snapshot: Snapshot, file: InstructionFile, host: Host, target: str) -> bool:
    """Whether ``host`` would load ``target`` if ``file`` held nothing but an import of it."""
    imagined = with_file(snapshot, file.path, f"@{paths.name(target)}\n")
    return any(
        each.path == target
        for standing in file.standings
        if standing.host is host
        for trial in standing.trials
        if trial.loaded
        for each in chain_for(imagined, host, trial.launch, words.touch_of(trial, file.path)).loaded
    )
