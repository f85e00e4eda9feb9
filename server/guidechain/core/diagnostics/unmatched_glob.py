"""A glob of a scoped instruction file that matches no file of the workspace.

A rule with globs applies only to work on files that they match. A glob that matches nothing is often a path that was
renamed, or an extension that the project does not use; if none of a file's globs matches, the file is never loaded.
Folders that an ignore file names are not looked at.

What to do: correct the glob, or delete it.
"""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.bad_front_matter import problems
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Pattern, Related, Settings, Severity
from guidechain.core.queries.candidates import Candidates
from guidechain.core.queries.inventory import InstructionFile, Standing, take_inventory
from guidechain.core.queries.trials import matching_files
from guidechain.core.snapshot import Snapshot

CODE = "unmatched-glob"
SEVERITY: Severity = "information"
PLACE = "the glob"
CONCERNS = "those with scoped rules"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file and host; a file none of whose globs matches is a warning."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    walked = frozenset(inventory.found.folders)
    for file in concerned(snapshot, inventory, CODE) if not inventory.found.incomplete else ():
        for standing in file.standings:
            if standing.host.patterns and standing.trials and not problems(snapshot, standing, file.path):
                patterns = standing.host.patterns(snapshot, standing.trials[0].launch, file.path)
                positive = [each for each in patterns if not each.written.startswith("!")]
                unmatched = yield from _unmatched(snapshot, inventory.found, walked, positive)
                if unmatched:
                    found.append(_finding(settings, file, standing, unmatched, len(unmatched) == len(positive)))
        yield
    return tuple(found)


def _unmatched(
    snapshot: Snapshot, found: Candidates, walked: frozenset[str], patterns: list[Pattern]
) -> Generator[None, None, list[Pattern]]:
    """Those of ``patterns`` that match nothing; one that could never match has a check of its own."""
    unmatched = []
    for pattern in patterns:
        matched = bool(pattern.why) or _looks_elsewhere(snapshot, walked, pattern)
        for match in matching_files(snapshot, found, pattern) if not matched else ():
            yield
            if match:
                matched = True
                break
        if not matched:
            unmatched.append(pattern)
    return unmatched


def _looks_elsewhere(snapshot: Snapshot, walked: frozenset[str], pattern: Pattern) -> bool:
    """Whether ``pattern`` names a folder that exists and was not walked."""
    folder = pattern.folder
    for part in pattern.written.strip("/").split("/"):
        below = paths.join(folder, part) if part not in ("", ".", "..") and "\0" not in part else ""
        if not below or any(mark in part for mark in "*?[{") or snapshot.entry(below).kind != "directory":
            return False
        if below not in walked:
            return True
        folder = below
    return False


def _finding(
    settings: Settings, file: InstructionFile, standing: Standing, unmatched: list[Pattern], all_of_them: bool
) -> Finding:
    first = unmatched[0]
    host = words.versioned(settings, standing.host)
    names = words.listed(each.written for each in unmatched)
    matches = "matches" if len(unmatched) == 1 else "match"
    loads = "never loads this file" if all_of_them else "loads this file for its other globs only"
    return Finding(
        CODE,
        "warning" if all_of_them else SEVERITY,
        file.path,
        first.span,
        f"{names} {matches} no file of the workspace (ignored folders aside), so {host} {loads}. Correct or delete it.",
        (standing.host.id,),
        tuple(Related(each.path, each.span, "matches no file either") for each in unmatched[1:]),
    )
