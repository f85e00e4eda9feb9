"""``guidechain files [PATH ...]``: every instruction file of a workspace and how it stands with each host.

The JSON is that of ``core.plain.files_answer``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence

from guidechain.cli import UsageError
from guidechain.cli.arguments import (
    add_launch_option,
    add_workspace_options,
    open_workspace,
    target_path,
    warn_of_problems,
)
from guidechain.cli.style import Style
from guidechain.core import explain, paths, plain
from guidechain.core.confined import Confined
from guidechain.core.model import Host, Import, NotLoaded, Settings
from guidechain.core.queries.governed import Governed, governed_by
from guidechain.core.queries.imports import importers_of
from guidechain.core.queries.inventory import InstructionFile, Inventory, Standing, take_inventory
from guidechain.core.snapshot import Snapshot, finished

EPILOG = """\
States: active (loaded at start), scoped (loaded for work nearby), launch-dependent (only from some launch
folders), duplicate, shadowed, dead. A file as PATH is answered for even if no host looks for its name, with
who imports it and which folders it governs.

examples:
  guidechain files
  guidechain files docs/AGENTS.md                  why is it not loaded? what does it govern?
  guidechain files --host codex --format json
"""
HINT = "guidechain files PATH says why"

FOLDERS_SHOWN = 12
"""Governed folders that the text names; the JSON has all."""

Reach = tuple[tuple[Import, ...], Governed]
"""The imports that bring a file, and what it governs."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``files``."""
    parser.epilog = EPILOG
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only these files, or those in these folders")
    add_workspace_options(parser)
    add_launch_option(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    """Print the inventory."""
    targets = [target_path(each) for each in arguments.paths]
    snapshot, settings = open_workspace(arguments, targets[0] if targets else None)
    for target in targets:
        if snapshot.entry(target).kind == "missing":
            raise UsageError(f"expected files or folders of the workspace, found nothing at {target!r}")
    warn_of_problems(settings)
    snapshot = Snapshot(Confined(snapshot.files, _tops(settings)))  # The disk is not asked for what listings leave out.
    inventory = finished(take_inventory(snapshot, settings))
    files = chosen(snapshot, inventory, targets)
    if inventory.found.incomplete:
        print(f"guidechain: the list may be incomplete: {inventory.found.incomplete}", file=sys.stderr)
    reach = {each.path: _reach(snapshot, settings, each.path) for each in files} if targets else {}
    if arguments.format == "json":
        print(json.dumps(plain.files_answer(settings, files, inventory.found.incomplete, reach), indent=1))
    else:
        print("\n".join(_text(settings, inventory, files, reach)))
    return 0


def _tops(settings: Settings) -> list[str]:
    """The roots that everything lies below."""
    return [paths.ancestors(each)[-1] for each in (settings.root, settings.home) if each is not None]


def _reach(snapshot: Snapshot, settings: Settings, path: str) -> Reach:
    """Who imports ``path``, and what it governs."""
    return finished(importers_of(snapshot, settings, path)), finished(governed_by(snapshot, settings, path))


def chosen(snapshot: Snapshot, inventory: Inventory, targets: list[str]) -> tuple[InstructionFile, ...]:
    """The files at or below ``targets`` (all for none); a target that is in no list answers for itself."""
    if not targets:
        return inventory.files
    listed = [each for each in inventory.files if any(paths.is_below(each.path, target) for target in targets)]
    known = {each.path for each in listed}
    others = [each for each in targets if each not in known and snapshot.entry(each).kind != "directory"]
    return (*listed, *(_unlisted(inventory, each) for each in others))


def _unlisted(inventory: Inventory, path: str) -> InstructionFile:
    """A file that no host looks for and none imports."""
    reason = NotLoaded(path, "unknown-name", detail="no file that it loads imports it either")
    standings = tuple(Standing(host, "dead", (), reason) for host in inventory.hosts)
    return InstructionFile(path, standings, candidate=False)


def _text(
    settings: Settings, inventory: Inventory, files: Sequence[InstructionFile], reach: Mapping[str, Reach]
) -> list[str]:
    if not files:
        return ["no instruction file here"]
    style = Style.of_stdout()
    if not reach:
        return _table(settings, inventory.hosts, files, style)
    return [line for each in files for line in _words(settings, each, reach[each.path], style)]


def _table(settings: Settings, hosts: Sequence[Host], files: Sequence[InstructionFile], style: Style) -> list[str]:
    """A line per file, a column per host."""
    rows = [("", *(host.title for host in hosts))]
    for file in files:
        standings = {each.host: each for each in file.standings}
        cells = (_cell(settings, standings[host]) if host in standings else "-" for host in hosts)
        rows.append((explain.shown(settings, file.path), *cells))
    widths = [max(len(row[column]) for row in rows) for column in range(len(hosts) + 1)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    marks = [style.bold, *(_mark(file, style) for file in files)]
    return [*(mark(line) for mark, line in zip(marks, lines, strict=True)), "", HINT]


def _cell(settings: Settings, standing: Standing) -> str:
    """The state, and what is behind it in a word."""
    reason = standing.reason
    if reason is None or standing.state not in ("dead", "shadowed", "duplicate"):
        return standing.state
    by = f" by {explain.shown(settings, reason.culprit)}" if reason.culprit and standing.state == "shadowed" else ""
    return f"dead: {reason.why}" if standing.state == "dead" else standing.state + by


def _mark(file: InstructionFile, style: Style) -> Callable[[str], str]:
    states = {each.state for each in file.standings}
    if states <= {"dead", "shadowed", "duplicate"}:
        return style.warn
    return style.good if states <= {"active", "scoped"} else str


def _words(settings: Settings, file: InstructionFile, reach: Reach, style: Style) -> list[str]:
    """How each host takes a file, and why not; who imports it and what it governs."""
    importers, governed = reach
    shown = _mark(file, style)(explain.shown(settings, file.path))
    lines = [f"{shown}: {explain.standings_words(settings, file.standings)}"]
    if importers:
        places = ", ".join(f"{explain.shown(settings, each.path)}:{each.span.start.line + 1}" for each in importers)
        lines.append(f"  imported by {places}")
    if governed.folders:
        folders = [f"{explain.folder_shown(settings, each.path)} ({len(each.names):,})" for each in governed.folders]
        more = f" and {len(folders) - FOLDERS_SHOWN:,} more" if len(folders) > FOLDERS_SHOWN else ""
        counts = f"{explain.counted(governed.files, 'file')} in {explain.counted(len(folders), 'folder')}"
        lines.append(f"  governs {counts}: {', '.join(folders[:FOLDERS_SHOWN])}{more}")
    return lines
