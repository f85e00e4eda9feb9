"""An import of a file outside the folder in which the host is started.

Such an import needs an approval: an interactive session asks once, with "No" preselected, and print mode leaves it out
without a word. What counts is the launch folder, not the repository: when the host is started in a package, the
`CLAUDE.md` at the root still loads, but its `@AGENTS.md` lies outside and is lost.

What to do: start the host at the root, make the importing file a link to the file that it imports (a link needs no
approval), or put a file with an import of its own into the folder where the host is started. A file outside the
repository is missing for everybody else: bring it in.
"""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import explain
from guidechain.core.diagnostics import tokens, words
from guidechain.core.model import Finding, Related, Settings, Severity, Why
from guidechain.core.queries.inventory import DeadImport, take_inventory
from guidechain.core.queries.meant import is_meant
from guidechain.core.snapshot import Snapshot

CODE = "outside-import"
SEVERITY: Severity = "warning"
PLACE = "the import"
CONCERNS = "those with imports"

REASONS: tuple[Why, ...] = ("not-approved", "outside-root")


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per host for all that a launch in a subfolder loses, and one per file outside the workspace."""
    inventory = yield from take_inventory(snapshot, settings)
    lost: dict[str, list[DeadImport]] = {}
    outside: dict[str, list[DeadImport]] = {}
    for dead in tokens.dead_imports(snapshot, settings, inventory, CODE):
        target = dead.misses[0][1].path
        if tokens.leaves(settings, target):
            if is_meant(snapshot, dead.token, target):
                outside.setdefault(target, []).append(dead)
        elif any(miss.why in REASONS for _, miss in dead.misses):
            lost.setdefault(dead.host.id, []).append(dead)
        yield
    found = [_outside(settings, group) for group in outside.values()]
    for group in lost.values():
        found.append((yield from _lost(settings, sorted(group, key=_depth))))
    return tuple(found)


def _depth(dead: DeadImport) -> tuple[object, ...]:
    return dead.token.path.count("/"), dead.token.path, dead.token.span


def _outside(settings: Settings, group: list[DeadImport]) -> Finding:
    dead = group[0]
    target = explain.shown(settings, dead.misses[0][1].path)
    return Finding(
        CODE,
        "information" if target.startswith("~/") else SEVERITY,
        dead.token.path,
        dead.token.span,
        f"{words.versioned(settings, dead.host)} imports {target} only after an approval, and print mode leaves it out "
        f"without a word: it lies outside the workspace. Others do not have the file: bring it into the repository."
        + words.more(len(group) - 1, "import"),
        (dead.host.id,),
        tuple(Related(each.token.path, each.token.span, "imports the same file") for each in group[1:]),
    )


def _lost(settings: Settings, group: list[DeadImport]) -> Generator[None, None, Finding]:
    dead = group[0]
    launches: dict[str, None] = {}
    related = []
    for each in group:
        launches |= dict.fromkeys(launch.cwd for launch, miss in each.misses if miss.why in REASONS)
        related.append(Related(each.token.path, each.token.span, "lost in the same way"))
        yield
    first = next(miss for _, miss in dead.misses if miss.why in REASONS)
    target = explain.shown(settings, first.path)
    advice = "Make the importing file a link to it, or put a file with an import of its own into the launch folder"
    advice += f"; started in {explain.folder_shown(settings, settings.root)} it is imported." if dead.followed else "."
    rest = f" So it is with {len(group) - 1} more import{'s' if len(group) > 2 else ''}." if len(group) > 1 else ""
    return Finding(
        CODE,
        SEVERITY if settings.launches or not dead.followed else "information",
        dead.token.path,
        dead.token.span,
        f"{words.versioned(settings, dead.host)} started in {words.folders(settings, launches, 'or')} does not import "
        f"{target} without an approval, which print mode never asks for: it lies outside that folder. {advice}{rest}",
        (dead.host.id,),
        tuple(related[1:]),
    )
