"""Instruction files that another file on the way turns off for a host.

Claude Code reads `AGENTS.md` only while no `CLAUDE.md`, `.claude/CLAUDE.md` or `CLAUDE.local.md` with text stands on
the way from the top to the folder in which it is started: one such file turns every `AGENTS.md` off, the nested ones
too. An `@AGENTS.md` in it brings the file beside it back, and no other.

What to do: import the file from the one that turns it off, or put a file of that name beside each hidden file that
imports it or links to it. The finding stands at the cause when the cause can be mended there, else at the hidden file.
"""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.duplicate_text import plain_text
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.diagnostics.link_as_text import named_file
from guidechain.core.model import Edit, Finding, Fix, Position, Settings, Severity, Span
from guidechain.core.queries.chains import chain_for
from guidechain.core.queries.inventory import InstructionFile, Inventory, Standing, take_inventory
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

CODE = "hidden-by-adapter"
SEVERITY: Severity = "warning"
PLACE = "the first characters of the file that hides"
CONCERNS = "Claude Code"

Hidden = tuple[InstructionFile, Standing]


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per host and file that turns others off."""
    inventory = yield from take_inventory(snapshot, settings)
    causes: dict[tuple[str, str], list[Hidden]] = {}
    for file in concerned(snapshot, inventory, CODE):
        for standing in file.standings:
            culprit = switched_off_by(standing)
            if culprit and not _explained(snapshot, inventory, culprit, file.path):
                causes.setdefault((standing.host.id, culprit), []).append((file, standing))
        yield
    found = []
    for (_, culprit), hidden in causes.items():
        found.append((yield from _finding(snapshot, settings, culprit, hidden)))
        yield
    return tuple(found)


def switched_off_by(standing: Standing) -> str | None:
    """The file that hides another from a host that could import it from there."""
    reason = standing.reason
    if standing.host.imports and reason and reason.why == "shadowed" and standing.state == "shadowed":
        return reason.culprit
    return None


def _explained(snapshot: Snapshot, inventory: Inventory, culprit: str, path: str) -> bool:
    """Whether another finding tells the same: ``culprit`` is a copy or a link as text, or imports the file in vain."""
    tried = (each.token for each in inventory.dead_imports if each.token.path == culprit and not each.followed)
    if named_file(snapshot, culprit) or plain_text(snapshot, culprit) == plain_text(snapshot, path):
        return True
    return any(paths.name(each.target or "") == paths.name(path) for each in tried)


def _finding(
    snapshot: Snapshot, settings: Settings, culprit: str, hidden: list[Hidden]
) -> Generator[None, None, Finding]:
    file, standing = hidden[0]
    at_culprit = len(hidden) > 1 or paths.parent(file.path) == paths.parent(culprit)
    at_culprit = at_culprit and paths.is_below(culprit, settings.root)
    place = culprit if at_culprit else file.path
    others = [each.path for each, _ in hidden if each.path != place]
    host, by = words.versioned(settings, standing.host), explain.shown(settings, culprit)
    shown_file = explain.shown(settings, file.path)
    if len(hidden) > 1:
        message = f"{host} loads none of {len(hidden)} files because this one turns them off."
        message += f" Put a file with @{paths.name(file.path)}, or a link, named {paths.name(culprit)} beside each."
    elif at_culprit:
        message = (
            f"{host} does not load {shown_file} because this file turns it off. Import it here, or delete this file."
        )
    else:
        message = f"{host} never loads this file: {by} turns it off. "
        message += f"Put a {paths.name(culprit)} with @{paths.name(file.path)} beside it, or do without {by}."
    alive = [each for each in file.standings if any(trial.loaded for trial in each.trials)]
    related = yield from words.related_files(snapshot, ((each, f"turned off by {by}") for each in others))
    return Finding(
        CODE,
        "information" if alive and len(hidden) == 1 and not at_culprit else SEVERITY,
        place,
        words.first_line(snapshot, place),
        message,
        (standing.host.id,),
        (
            *related,
            *(() if at_culprit else (words.related(snapshot, culprit, "turns the file off"),)),
        ),
        (yield from _fixes(snapshot, culprit, hidden)),
    )


def _fixes(snapshot: Snapshot, culprit: str, hidden: list[Hidden]) -> Generator[None, None, tuple[Fix, ...]]:
    """Imports that bring the files back; the host itself is asked for the first, the others are alike."""
    file, standing = hidden[0]
    edits = []
    for each, _ in hidden:
        edits.append(_adapter(snapshot, culprit, each.path))
        yield
    beside = edits[0].path
    imagined = with_file(snapshot, beside, edits[0].text + (snapshot.text(beside) or ""))
    for trial in standing.trials:
        for touch in (None, words.probe_of(file.path)):
            chain = chain_for(imagined, standing.host, trial.launch, touch)
            yield
            if any(each.path == file.path for each in chain.loaded):
                one = "Import it here" if beside == culprit else f"Import it from a {paths.name(culprit)} beside it"
                return (Fix(one if len(edits) == 1 else f"Add {len(edits)} files that import them", tuple(edits)),)
    return ()


def _adapter(snapshot: Snapshot, culprit: str, path: str) -> Edit:
    """An import of ``path`` at the start of the file beside it that has the name of ``culprit``."""
    beside = paths.join(paths.parent(path), paths.name(culprit))
    line = f"@{paths.name(path)}\n"
    return Edit(beside, Span(Position(0, 0), Position(0, 0)), line + ("\n" if snapshot.text(beside) else ""))
