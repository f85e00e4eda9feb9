"""``guidechain chain PATH``: the instruction files that each host loads for work on a path.

The JSON is that of ``core.plain.chains_answer``.
"""

from __future__ import annotations

import argparse

from guidechain.cli.arguments import (
    add_launch_option,
    add_workspace_options,
    open_workspace,
    target_path,
    warn_of_problems,
)
from guidechain.cli.style import Style
from guidechain.core import explain
from guidechain.core.model import ACTS, Act, FileChain, Settings, TouchedFile
from guidechain.core.queries import chains
from guidechain.core.snapshot import Snapshot

EPILOG = """\
A folder as PATH stands for a session that is started there. A PATH that does not exist yet is answered
for as if it did. Paths are relative to the current folder.

examples:
  guidechain chain src/pay/api.py
  guidechain chain src/pay/api.py --host codex --from . --from src/pay
  guidechain chain src/new.py --act write --format json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``chain``."""
    parser.epilog = EPILOG
    parser.add_argument("path", metavar="PATH", help="a file, a folder, or a path that does not exist yet")
    add_workspace_options(parser)
    add_launch_option(parser)
    parser.add_argument(
        "--act", action="append", default=[], choices=ACTS,
        help="what the agent does to PATH; repeatable (default: read, then edit)",
    )  # fmt: skip
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    """Print the chains of ``arguments.path``."""
    target = target_path(arguments.path)
    snapshot, settings = open_workspace(arguments, target)
    warn_of_problems(settings)
    acts: tuple[Act, ...] = tuple(dict.fromkeys(arguments.act)) or chains.DEFAULT_ACTS
    found = _chains(snapshot, settings, target, acts, bool(arguments.launch))
    if arguments.format == "json":
        import json  # Here, and ``plain`` too: the text needs neither.

        from guidechain.core import plain

        print(json.dumps(plain.chains_answer(settings, target, found), indent=1))
    else:
        print("\n".join(_text(settings, target, found, Style.of_stdout())))
    return 0


def _chains(
    snapshot: Snapshot, settings: Settings, target: str, acts: tuple[Act, ...], launches_asked: bool
) -> tuple[FileChain, ...]:
    """The chains of ``target``; a folder is a launch folder itself unless launch folders were asked for by option."""
    if not launches_asked:
        return chains.chains_for(snapshot, settings, target, acts)
    return tuple(
        chains.file_chain(snapshot, host, chains.launch_for(settings, host, folder), target, acts)
        for host in chains.hosts_for(snapshot, settings)
        for folder in settings.launches
    )


def _text(settings: Settings, target: str, found: tuple[FileChain, ...], style: Style) -> list[str]:
    """The chains for reading; launch folders with the same answer share a paragraph."""
    groups: dict[object, list[FileChain]] = {}
    for chain in found:
        key = (chain.host.id, chain.files, chain.not_loaded, chain.decided_by, chain.refused)
        groups.setdefault(key, []).append(chain)
    lines = [style.bold(explain.shown(settings, target))]
    for group in groups.values():
        lines += ["", *_paragraph(settings, group, style)]
    return lines


def _paragraph(settings: Settings, group: list[FileChain], style: Style) -> list[str]:
    chain = group[0]
    folders = " and in ".join(explain.folder_shown(settings, each.launch.cwd) for each in group)
    title = explain.versioned(settings, chain.host, chain.launch)
    notes = [f"started in {folders}", *explain.assumptions(chain.host, chain.launch)]
    lines = [f"{style.bold(title)}  {style.dim(', '.join(notes))}"]
    if chain.refused:
        lines.append(f"  {style.warn('does not start')}: {chain.refused}")
    elif not chain.files:
        lines.append("  loads nothing here")
    rows = [_row(settings, chain, file) for file in chain.files]
    missed = [
        (explain.shown(settings, each.path), explain.reason(settings, chain.host, each)) for each in chain.not_loaded
    ]
    width = max((len(row[0]) for row in (*rows, *missed)), default=0)
    sizes = max((len(row[1]) for row in rows), default=0)
    for path, size, words in rows:
        lines.append(f"  {style.good(path)}{' ' * (width - len(path))}  {size:>{sizes}}  {words}".rstrip())
    if missed:
        lines.append(f"  {style.dim('not loaded')}")
    for path, words in missed:
        lines.append(f"  {style.warn(path)}{' ' * (width - len(path))}  {words}")
    if chain.decided_by:
        lines.append(
            f"  {style.dim('decided by')} {', '.join(explain.shown(settings, each) for each in chain.decided_by)}"
        )
    return lines


def _row(settings: Settings, chain: FileChain, file: TouchedFile) -> tuple[str, str, str]:
    size = f"{file.loaded.size:,} bytes"
    return explain.shown(settings, file.loaded.path), size, explain.arrival(settings, chain, file)
