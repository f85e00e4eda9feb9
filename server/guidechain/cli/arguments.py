"""Options that several commands share, and the snapshot and settings that they stand for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from guidechain import machine, workspace
from guidechain.cli import UsageError
from guidechain.core import explain, paths
from guidechain.core.confined import Confined
from guidechain.core.hosts import HOSTS
from guidechain.core.installed import installed_version
from guidechain.core.model import Pairs, Settings
from guidechain.core.snapshot import Snapshot
from guidechain.settings import is_version, read_settings

LONGEST_PATH = 4096
"""Characters of the longest path that some system allows; Linux does, less one."""


def add_workspace_options(parser: argparse.ArgumentParser) -> None:
    """``--host --root --home --host-version``."""
    parser.add_argument(
        "--host", action="append", default=[], metavar="HOST",
        help="answer for this host only; repeatable (default: the configured ones, else those with traces here)",
    )  # fmt: skip
    parser.add_argument("--root", metavar="DIR", help="the workspace (default: the git root, else the current folder)")
    parser.add_argument("--home", metavar="DIR", help="the home folder to answer for (default: yours)")
    parser.add_argument(
        "--host-version", action="append", default=[], metavar="HOST=VERSION",
        help="the version of a host to answer for; repeatable (default: the installed one if the disk tells, "
        "else the newest observed one)",
    )  # fmt: skip


def add_launch_option(parser: argparse.ArgumentParser) -> None:
    """``--from``, a launch folder."""
    parser.add_argument(
        "--from", dest="launch", action="append", default=[], metavar="DIR",
        help="a folder in which hosts are started; repeatable (default: the git root and the workspace)",
    )  # fmt: skip


def target_path(written: str) -> str:
    """A path argument in our form; it need not exist. Raises ``UsageError`` for one that no file can have."""
    path = machine.absolute(written)
    if len(path) > LONGEST_PATH or "\0" in path:
        raise UsageError(f"expected a path, found {len(path)} characters that no file can be named by")
    return path


def open_workspace(
    arguments: argparse.Namespace,
    target: str | None = None,
    codes: Iterable[str] | None = None,
    confined: bool = False,
) -> tuple[Snapshot, Settings]:
    """The snapshot and settings that the shared options stand for.

    ``confined``: only the workspace counts, and the home if it was asked for; no variables, nothing else on the disk.
    Raises ``UsageError`` for a host, version or folder that does not exist.
    """
    disk = workspace.Disk()
    snapshot = Snapshot(disk)
    root = _folder(snapshot, "--root", arguments.root) if arguments.root else _default_root(snapshot, target)
    home = None if confined and arguments.home is None else _home(snapshot, arguments.home)
    if confined:
        snapshot = Snapshot(Confined(disk, filter(None, (root, home))))
    settings = read_settings(
        snapshot,
        root,
        home=home,
        env=() if confined else machine.environment(name for host in HOSTS for name in host.env),
        platform=machine.platform(),
        codes=None if codes is None else frozenset(codes),
    )
    hosts = tuple(_host("--host", host) for host in arguments.host)
    versions = dict(settings.versions) | dict(_version(pair) for pair in arguments.host_version)
    launches = tuple(_folder(snapshot, "--from", folder) for folder in getattr(arguments, "launch", ()))
    return snapshot, replace(
        settings,
        hosts=hosts or settings.hosts,
        versions=tuple(versions.items()),
        installed=() if confined else _installed(snapshot, home, versions),
        launches=tuple(dict.fromkeys(launches)) or settings.launches,
    )


def _installed(snapshot: Snapshot, home: str | None, versions: Mapping[str, str]) -> Pairs:
    """The versions on this machine of the hosts that ``versions`` does not name."""
    folders, platform = machine.program_folders(), machine.platform()
    asked = (host for host in HOSTS if host.id not in versions)
    found = ((host.id, installed_version(snapshot, host, folders, home, platform)) for host in asked)
    return tuple((host, version) for host, version in found if version)


def warn_of_problems(settings: Settings) -> None:
    """Say on stderr what of the configuration could not be used."""
    for problem in settings.problems:
        place = f"{explain.shown(settings, problem.path)}:{problem.span.start.line + 1}"
        print(f"guidechain: {place}: {problem.message}", file=sys.stderr)


def _default_root(snapshot: Snapshot, target: str | None) -> str:
    """The git root of the current folder if ``target`` lies in it, else that of ``target``, else the current folder."""
    here = machine.current_folder()
    for start in (here, target or here):
        for folder in paths.ancestors(start):
            if snapshot.entry(paths.join(folder, ".git")).kind != "missing":
                if target is None or paths.is_below(target, folder):
                    return folder
                break
    return here


def _folder(snapshot: Snapshot, option: str, written: str) -> str:
    folder = machine.absolute(written)
    kind = snapshot.entry(folder).kind
    if kind == "directory":
        return folder
    found = {"missing": "nothing there", "file": "a file", "special": "a special file"}.get(kind, "one that is closed")
    raise UsageError(f"{option}: expected a folder, found {found}: {written!r}; name an existing folder")


def _home(snapshot: Snapshot, written: str | None) -> str | None:
    """The home to answer for; one that does not exist holds no files, which is an answer too."""
    if written is None:
        return machine.home_folder()
    folder = machine.absolute(written)
    if snapshot.entry(folder).kind == "missing":
        print(f"guidechain: --home: {written!r} does not exist, so no file of a home is loaded", file=sys.stderr)
        return folder
    return _folder(snapshot, "--home", written)


def _host(option: str, written: str) -> str:
    ids: Sequence[str] = [host.id for host in HOSTS]
    if written not in ids:
        raise UsageError(f"{option}: expected one of {', '.join(ids)}, found {written!r}")
    return written


def _version(pair: str) -> tuple[str, str]:
    host, equals, version = pair.partition("=")
    if not equals or not is_version(version):
        raise UsageError(f"--host-version: expected HOST=VERSION such as {HOSTS[0].id}=1.2.3, found {pair!r}")
    return _host("--host-version", host), version
