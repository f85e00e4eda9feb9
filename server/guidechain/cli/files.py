"""``guidechain files [PATH ...]``: every instruction file of a workspace and how it stands with each host.

The JSON is that of ``core.plain.files_answer``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

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
from guidechain.core.model import Host, NotLoaded, Settings
from guidechain.core.queries.inventory import InstructionFile, Inventory, Standing, take_inventory
from guidechain.core.snapshot import Snapshot, finished

EPILOG = """\
States: active (loaded at start), scoped (loaded for work nearby), launch-dependent (only from some launch
folders), duplicate, shadowed, dead. A file as PATH is answered for even if no host looks for its name.

examples:
  guidechain files
  guidechain files docs/AGENTS.md                  why is it not loaded?
  guidechain files --host codex --format json
"""
HINT = "guidechain files PATH says why"


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
    inventory = finished(take_inventory(snapshot, settings))
    files = chosen(snapshot, inventory, targets)
    if inventory.found.incomplete:
        print(f"guidechain: the list may be incomplete: {inventory.found.incomplete}", file=sys.stderr)
    if arguments.format == "json":
        print(json.dumps(plain.files_answer(settings, files, inventory.found.incomplete), indent=1))
    else:
        print("\n".join(_text(settings, inventory, files, bool(targets))))
    return 0


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


def _text(settings: Settings, inventory: Inventory, files: Sequence[InstructionFile], in_words: bool) -> list[str]:
    if not files:
        return ["no instruction file here"]
    style = Style.of_stdout()
    return _words(settings, files, style) if in_words else _table(settings, inventory.hosts, files, style)


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


def _words(settings: Settings, files: Sequence[InstructionFile], style: Style) -> list[str]:
    """A line per file that says how each host takes it, and why not."""
    return [
        f"{_mark(each, style)(explain.shown(settings, each.path))}: {explain.standings_words(settings, each.standings)}"
        for each in files
    ]
