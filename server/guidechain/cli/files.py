"""``guidechain files [PATH ...]``: every instruction file of a workspace and how it stands with each host.

The JSON is that of ``core.plain.files_answer``.
"""

from __future__ import annotations

import argparse
import json
import sys

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
from guidechain.core.model import NotLoaded, Settings
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
        print("\n".join(_text(settings, files, Style.of_stdout())))
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


def _text(settings: Settings, files: tuple[InstructionFile, ...], style: Style) -> list[str]:
    if not files:
        return ["no instruction file here"]
    rows = [(explain.shown(settings, each.path), explain.standings_words(settings, each.standings)) for each in files]
    width = max(len(row[0]) for row in rows)
    marks = [style.warn if all(row.state == "dead" for row in each.standings) else style.good for each in files]
    return [
        f"{mark(path)}{' ' * (width - len(path))}  {words}" for mark, (path, words) in zip(marks, rows, strict=True)
    ]
