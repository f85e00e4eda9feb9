"""``guidechain guards [PATH]``: what guards a path, or everything that guards something. Exit code 0.

JSON: ``core.guards.answer.guards_answer``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from guidechain.cli.arguments import (
    add_launch_option,
    add_workspace_options,
    open_workspace,
    target_path,
    warn_of_problems,
)
from guidechain.cli.style import Style
from guidechain.core import explain
from guidechain.core.guards import said
from guidechain.core.guards.answer import guards_answer
from guidechain.core.model import Guard, Settings
from guidechain.core.queries.guard_reach import enforcement_of, reach_of
from guidechain.core.queries.guards import ACTS, ENFORCING, guard_for, take_guards
from guidechain.core.snapshot import Snapshot, finished

EPILOG = """\
Each guard comes with what it is worth: "blocked by" or "asked about by" what enforces it, else "guidance only".

examples:
  guidechain guards                                every guard of the workspace
  guidechain guards src/generated/client.ts        those over one file
  guidechain guards db/0002.sql --act create --format json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``guards``."""
    parser.epilog = EPILOG
    parser.add_argument("path", nargs="?", help="a file or folder, which need not exist (default: all guards)")
    parser.add_argument("--act", choices=ACTS, default="edit", help="what is done to PATH (default: edit)")
    add_workspace_options(parser)
    add_launch_option(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    """Print the guards."""
    target = target_path(arguments.path) if arguments.path is not None else None
    snapshot, settings = open_workspace(arguments, target)
    warn_of_problems(settings)
    style = Style.of_stdout()
    if target is not None:
        found = guard_for(snapshot, settings, target, arguments.act)
        lines = list(_over(settings, target, found, style))
    else:
        found = finished(take_guards(snapshot, settings))
        lines = list(_every(snapshot, settings, found, style))
    if arguments.format == "json":
        print(json.dumps(guards_answer(settings, target, found), indent=1))
    else:
        print("\n".join(lines))
    return 0


def _over(settings: Settings, target: str, found: tuple[Guard, ...], style: Style) -> Iterator[str]:
    yield style.bold(explain.shown(settings, target))
    if not found:
        yield "  nothing guards it"
    for guard in found:
        note = " (a note, no ban)" if guard.level == "note" else ""
        yield f"  {_marked(style, said.force(settings, guard))}{note}  {said.says(settings, guard)}"
        if guard.instead:
            yield f"      instead: {guard.instead}"
        for each in guard.also:
            if each.origin not in ENFORCING:
                yield f"      {style.dim(said.also(settings, each))}"


def _every(snapshot: Snapshot, settings: Settings, found: tuple[Guard, ...], style: Style) -> Iterator[str]:
    shown = [guard for guard in found if guard.level != "note"]
    if not shown:
        yield "nothing guards a path here"
    for guard in shown:
        reach = finished(reach_of(snapshot, settings, guard))
        many = f"{len(reach.files)}{'+' if reach.more else ''} file{'s' * (len(reach.files) != 1)}"
        if guard.void:
            yield f"{style.warn('without effect')}  {said.says(settings, guard)}: {guard.void}"
            continue
        known = enforcement_of(snapshot, guard, reach, found)
        yield f"{_marked(style, said.worth(settings, guard, known))}  {said.scope(guard)} ({many})"
        yield f"    {style.dim(said.says(settings, guard))}"


def _marked(style: Style, words: str) -> str:
    return style.warn(words) if words.startswith(("guidance", "partly")) else style.good(words)
