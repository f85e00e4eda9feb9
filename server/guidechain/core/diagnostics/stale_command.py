"""Guidance that names a make target or a package script that does not exist.

A Makefile or a package.json stands beside the instruction file or above it, and neither it nor any other in the
workspace has the target or script. Nothing is said where a Makefile includes others or computes its targets, about
commands with a placeholder or aimed at another folder, and about those that a sentence bans.

What to do: correct the name, or delete the command. Several names that one file lacks are one finding.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.places import Places, guidance
from guidechain.core.explain import shown
from guidechain.core.frozen import dataclass
from guidechain.core.model import Finding, Related, Settings, Severity
from guidechain.core.queries.inventory import Inventory, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "stale-command"
SEVERITY: Severity = "information"
PLACE = "the command"
CONCERNS = "all"

MANIFESTS = {"target": ("GNUmakefile", "makefile", "Makefile"), "script": ("package.json",)}
"""The files that hold targets and scripts."""
APART = 5
"""So many names that one file lacks are reported one by one; more are one finding."""
LISTED = 50
"""So many further places are listed."""

_CALL = r"(?P<call>(?:(?P<make>make)|(?:npm|pnpm|yarn|bun) run) (?P<name>[A-Za-z][\w:.-]*)"
_SPAN = re.compile(rf"`{_CALL}(?: [^`\n]*)?)`")
_LINE = re.compile(rf"[ \t]*(?:\$ )?{_CALL}(?:\s[^\n]*)?)$")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(?P<body>.*?)^[ \t]*(?:```|~~~)", re.MULTILINE | re.DOTALL)
_AIMED = re.compile(r"[<{$]|\s(?:-[CfwFr]|--(?:workspaces?|filter|prefix|recursive|cwd|dir|if-present))\b")
_BANNED = re.compile(
    r"\b(?:never|not|don['’]?t|avoid|instead|no longer|removed?|old|e\.g|example|would)\b", re.IGNORECASE
)
_ENDS = re.compile(r"[.;:]\s")
_TARGET = re.compile(r"^(?P<names>[\w./:-]+(?:[ \t]+[\w./:-]+)*)[ \t]*::?(?!=)", re.MULTILINE)
_OPEN = re.compile(r"^[ \t]*-?s?include\b|^[^\t#\n]*[%$][^\n=]*:(?!=)", re.MULTILINE)
"""What makes the targets of a Makefile unknowable by its text: includes, patterns, computed names."""


@dataclass(frozen=True)
class Stale:
    """One command that names what ``manifest`` does not have."""

    manifest: str
    what: str
    name: str
    path: str
    start: int
    end: int


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per name, or per file that lacks many."""
    inventory = yield from take_inventory(snapshot, settings)
    known: dict[str, frozenset[str] | None] = {}
    groups: dict[str, dict[str, list[Stale]]] = {}
    for file, _ in guidance(snapshot, inventory, CODE) if not inventory.found.incomplete else ():
        nearest = dict[str, str | None]()
        for what, name, start, end in snapshot.query(_called_in, file.path):
            if what not in known:
                known[what] = yield from _all_names(snapshot, inventory, what)
            if what not in nearest:
                nearest[what] = _nearest(snapshot, settings, file.path, what)
            every, manifest = known[what], nearest[what]
            if manifest and every is not None and name not in every:
                stale = Stale(manifest, what, name, file.path, start, end)
                groups.setdefault(manifest, {}).setdefault(name, []).append(stale)
        yield
    found = []
    for names in groups.values():
        rows = list(names.values())
        for group in rows if len(rows) <= APART else [[stale for row in rows for stale in row]]:
            found.append(_finding(snapshot, settings, group))
            yield
    return tuple(found)


def _called_in(snapshot: Snapshot, path: str) -> tuple[tuple[str, str, int, int], ...]:
    return tuple(called(snapshot.text(path) or ""))


def called(text: str) -> Iterator[tuple[str, str, int, int]]:
    """The targets and scripts that ``text`` calls in code spans and fences: "target" or "script", name, offsets."""
    fences = [found.span() for found in _FENCE.finditer(text)] if "```" in text or "~~~" in text else []
    for found in _SPAN.finditer(text):
        start, end = found.span("call")
        begin = max(text.rfind("\n", 0, start) + 1, start - 200)
        before = _ENDS.split(text[begin:start])[-1]
        if not any(first <= start < last for first, last in fences) and not _BANNED.search(before):
            yield from _judged(found, start, end)
    for first, last in fences:
        at = first
        for line in text[first:last].split("\n"):
            found_line = _LINE.match(line.split(" #")[0].rstrip())
            if found_line:
                yield from _judged(found_line, at + found_line.start("call"), at + found_line.end("call"))
            at += len(line) + 1


def _judged(found: re.Match[str], start: int, end: int) -> Iterator[tuple[str, str, int, int]]:
    if not _AIMED.search(found["call"]):
        yield "target" if found["make"] else "script", found["name"], start, end


def _nearest(snapshot: Snapshot, settings: Settings, path: str, what: str) -> str | None:
    """The file with targets or scripts beside ``path``, or above it in the workspace."""
    for folder in paths.between(settings.root, paths.parent(path))[::-1]:
        for name in MANIFESTS[what]:
            if snapshot.is_file(paths.join(folder, name)):
                return paths.join(folder, name)
    return None


def _all_names(snapshot: Snapshot, inventory: Inventory, what: str) -> Generator[None, None, frozenset[str] | None]:
    """Every target or script of the workspace; None when some file does not tell its own."""
    found: set[str] = set()
    for folder in inventory.found.folders:
        there = snapshot.listdir(folder)
        for name in MANIFESTS[what]:
            names = snapshot.query(_names, paths.join(folder, name)) if name in there else frozenset()
            if names is None:
                return None
            found |= names
        yield
    return frozenset(found)


def _names(snapshot: Snapshot, path: str) -> frozenset[str] | None:
    """The targets or scripts of the file at ``path``; None when its text does not tell."""
    text = snapshot.text(path) or ""
    if paths.name(path) in MANIFESTS["target"]:
        rows = (found["names"].split() for found in _TARGET.finditer(text))
        return None if _OPEN.search(text) else frozenset(name for row in rows for name in row)
    try:
        values = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    scripts = values.get("scripts") if isinstance(values, dict) else None
    return frozenset(scripts) if isinstance(scripts, dict) else frozenset()


def _finding(snapshot: Snapshot, settings: Settings, group: list[Stale]) -> Finding:
    first = group[0]
    names = list(dict.fromkeys(each.name for each in group))
    these = f"the {first.what} {first.name}" if len(names) == 1 else f"{len(names)} {first.what}s that guidance names"
    has = "has no" if len(names) == 1 else "lacks"
    these = f"{first.what} {first.name}" if len(names) == 1 else f"{these}, {words.listed(names)}"
    count = len(group) - 1
    listed = group[: LISTED + 1]
    places = {path: Places(snapshot.text(path) or "") for path in dict.fromkeys(each.path for each in listed)}
    spans = [places[each.path].span(each.start, each.end) for each in listed]
    rest = f" {count} more place{'s name' if count > 1 else ' names'} what it lacks." if count else ""
    return Finding(
        CODE,
        SEVERITY,
        first.path,
        spans[0],
        f"{shown(settings, first.manifest)} {has} {these}, and neither has another one here. "
        f"Correct the name, or delete it.{rest}",
        related=tuple(
            Related(each.path, span, f"names {each.name}") for each, span in zip(listed[1:], spans[1:], strict=True)
        ),
    )
