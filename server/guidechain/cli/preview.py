"""``guidechain preview PATH --host H``: the text that a host's model sees for work on a path.

The JSON, version 1: ``host``, ``launch``, and ``parts`` with ``role`` (system, user or tool), ``path`` (null for the
host's own words) and ``text``. Joined, the texts of one role are exactly what is sent.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Iterable

from guidechain.cli import UsageError
from guidechain.cli.arguments import add_launch_option, add_workspace_options, open_workspace, target_path
from guidechain.core import plain
from guidechain.core.hosts import HOSTS
from guidechain.core.model import ACTS, Host, Part, Settings
from guidechain.core.queries.chains import hosts_for, launch_folders, launch_for
from guidechain.core.queries.effective import effective_parts, effective_text
from guidechain.core.snapshot import Snapshot

EPILOG = """\
A folder as PATH stands for a session that is started there. Imports from outside the workspace are named and
not shown, since a preview may be shared.

examples:
  guidechain preview src/pay/api.py --host codex
  guidechain preview src/pay/api.py --host codex --diff claude-code
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``preview``."""
    parser.epilog = EPILOG
    parser.add_argument("path", metavar="PATH", help="a file, a folder, or a path that does not exist yet")
    add_workspace_options(parser)
    add_launch_option(parser)
    parser.add_argument("--act", choices=ACTS, default="read", help="what the agent has done to PATH (default: read)")
    parser.add_argument("--diff", metavar="HOST", help="show how the text of this host differs")
    parser.add_argument("--show-outside", action="store_true", help="show imports from outside the workspace too")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    """Print the text, or its difference from another host's."""
    target = target_path(arguments.path)
    known = {host.id: host for host in HOSTS}
    if arguments.diff is not None and arguments.diff not in known:
        raise UsageError(f"--diff: expected one of {', '.join(known)}, found {arguments.diff!r}")
    if arguments.diff is not None and arguments.format == "json":
        raise UsageError("--diff: expected --format text; ask for the JSON of each host instead")
    snapshot, settings = open_workspace(arguments, target)
    hosts = hosts_for(snapshot, settings)
    if len(hosts) != 1:
        raise UsageError(f"--host: expected one of {', '.join(known)}, found {len(hosts)} hosts in use; name one")
    host = hosts[0]
    parts = _parts(arguments, snapshot, settings, host, target)
    if arguments.format == "json":
        print(json.dumps(_as_json(settings, host, _folder(snapshot, settings, target), parts), indent=1))
    elif arguments.diff is None:
        sys.stdout.write(effective_text(parts) or f"{host.title} shows its model nothing here\n")
    else:
        other = known[arguments.diff]
        theirs = _parts(arguments, snapshot, settings, other, target)
        sys.stdout.writelines(_difference(host, effective_text(parts), other, effective_text(theirs)))
    return 0


def _parts(
    arguments: argparse.Namespace, snapshot: Snapshot, settings: Settings, host: Host, target: str
) -> tuple[Part, ...]:
    launch = launch_for(settings, host, _folder(snapshot, settings, target))
    return effective_parts(snapshot, settings, host, launch, target, arguments.act, arguments.show_outside)


def _folder(snapshot: Snapshot, settings: Settings, target: str) -> str:
    """The launch folder to show: the target itself when it is a folder, else the nearest that counts for it."""
    if not settings.launches and snapshot.entry(target).kind == "directory":
        return target
    return launch_folders(snapshot, settings, target)[0]


def _as_json(settings: Settings, host: Host, folder: str, parts: tuple[Part, ...]) -> dict[str, object]:
    return {
        "version": 1,
        "host": host.id,
        "launch": plain.written(settings, folder),
        "parts": [
            {"role": part.role, "path": plain.written(settings, part.path) if part.path else None, "text": part.text}
            for part in parts
        ],
    }


def _difference(host: Host, mine: str, other: Host, theirs: str) -> Iterable[str]:
    """A unified diff; the last line of a text may lack its line end."""
    for line in difflib.unified_diff(_lines(mine), _lines(theirs), host.title, other.title):
        yield line if line.endswith("\n") else f"{line}\n"


def _lines(text: str) -> list[str]:
    return [f"{line}\n" for line in text.split("\n")]
