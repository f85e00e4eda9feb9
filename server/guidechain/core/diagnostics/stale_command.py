"""Guidance that names a make target or a package script that does not exist.

A Makefile or a package.json stands where the command would run, and neither it nor any other in the workspace has the
target or script. A file that includes others, or whose targets are computed, is not judged, and neither is a command
with a placeholder or one that is aimed at another folder.

What to do: correct the name, or delete the command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from guidechain.core import document, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.places import guidance
from guidechain.core.model import Finding, NamedCheck, Settings, Severity
from guidechain.core.queries.candidates import Candidates
from guidechain.core.queries.checks import named_checks
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "stale-command"
SEVERITY: Severity = "information"
PLACE = "the command"
CONCERNS = "all"

_COMMAND = re.compile(r"(?:(?P<make>make)|(?:npm|pnpm|yarn|bun) run) (?P<name>[A-Za-z][\w:.-]*)(?![\w:./-])")
_AIMED = re.compile(r"(?:^|\s)(?:-[CfwFr]|--(?:workspaces?|filter|prefix|recursive|cwd|dir|if-present))\b")
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
PACKAGE = "package.json"
_TARGET = re.compile(r"^(?P<names>[\w./:-]+(?:[ \t]+[\w./:-]+)*)[ \t]*::?(?!=)", re.MULTILINE)
_OPEN = re.compile(r"^[ \t]*-?s?include\b|^[^\t#\n]*[%$][^\n=]*:(?!=)", re.MULTILINE)
"""What makes the targets of a Makefile unknowable by its text: includes, patterns, computed names."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per place."""
    inventory = yield from take_inventory(snapshot, settings)
    found: list[Finding] = []
    for file, text in guidance(snapshot, inventory, CODE) if not inventory.found.incomplete else ():
        named = {each["name"] for each in _COMMAND.finditer(text)}
        for command in snapshot.query(_named, file.path, settings.root) if named else ():
            message = _problem(snapshot, settings, inventory.found, command)
            if message:
                found.append(Finding(CODE, SEVERITY, file.path, command.span, message))
        yield
    return tuple(found)


def _named(snapshot: Snapshot, path: str, root: str) -> tuple[NamedCheck, ...]:
    return named_checks(document.parse(snapshot.text(path) or ""), path, root)


def _problem(snapshot: Snapshot, settings: Settings, found: Candidates, command: NamedCheck) -> str:
    """What is wrong with ``command`` in a sentence; "" when nothing is, or nobody can tell."""
    words_of = _COMMAND.match(command.command)
    if words_of is None or command.placeholder or _AIMED.search(command.command):
        return ""
    names, what = (MAKEFILES, "target") if words_of["make"] else ((PACKAGE,), "script")
    folder = paths.join(settings.root, command.cwd or ".")
    here = next((path for name in names if snapshot.is_file(path := paths.join(folder, name))), None)
    if here is None or any(_has(snapshot, path, words_of["name"]) for path in _manifests(snapshot, found, names)):
        return ""
    shown = paths.shown(here, settings.root, settings.home)
    return (
        f"{shown} has no {what} {words_of['name']}, and neither has another one here. Correct the name, or delete it."
    )


def _manifests(snapshot: Snapshot, found: Candidates, names: tuple[str, ...]) -> Iterator[str]:
    """Every file of one of ``names`` in the workspace."""
    for folder in found.folders:
        there = snapshot.listdir(folder)
        yield from (paths.join(folder, name) for name in names if name in there)


def _has(snapshot: Snapshot, path: str, name: str) -> bool:
    """Whether the file at ``path`` has the target or script ``name``, or may have it."""
    known = snapshot.query(_names, path)
    return known is None or name in known


def _names(snapshot: Snapshot, path: str) -> frozenset[str] | None:
    """The targets or scripts of the file at ``path``; None when its text does not tell."""
    text = snapshot.text(path) or ""
    if paths.name(path) != PACKAGE:
        rows = (found["names"].split() for found in _TARGET.finditer(text))
        return None if _OPEN.search(text) else frozenset(name for row in rows for name in row)
    try:
        values = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    scripts = values.get("scripts") if isinstance(values, dict) else None
    return frozenset(scripts) if isinstance(scripts, dict) else frozenset()
