"""Which release of a host is installed, read from the names and package files of the disk; nothing is run.

The first folder that holds the host's program decides, as in a shell. What its links lead to tells the release: an npm
package around it, or a folder named by the release below one named by the program (a Homebrew cellar or cask, Claude
Code's own installer, mise, asdf, Nix). A program that tells nothing (a wrapper) is an unknown release, not another one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from guidechain.core import paths
from guidechain.core.hosts.versions import parse
from guidechain.core.model import Host
from guidechain.core.snapshot import Snapshot

FOLDERS = (
    "~/.local/bin",
    "~/bin",
    "~/.npm-global/bin",
    "~/.bun/bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/usr/bin",
)
"""Where programs stand although a desktop does not tell its editor so, after those of the environment."""

SUFFIXES = ("", ".exe", ".cmd")
"""What follows a program's name on Windows; elsewhere nothing does."""

_RELEASE = re.compile(r"v?(\d+(?:\.\d+){1,3}(?:-(?:alpha|beta|rc)[.\d]*)?)(?:[-+_].*)?", re.IGNORECASE)


def installed_version(
    snapshot: Snapshot, host: Host, folders: Iterable[str], home: str | None, platform: str
) -> str | None:
    """The release of ``host`` that a shell with these program ``folders`` would start; None when nothing tells."""
    if not host.program:
        return None
    suffixes = SUFFIXES if platform == "win32" else ("",)
    for folder in dict.fromkeys((*folders, *_at_home(home, host.program_folders), *_at_home(home, FOLDERS))):
        for suffix in suffixes:
            program = paths.join(folder, host.program + suffix)
            if snapshot.entry(program).kind == "file":
                return _release_of(snapshot, host, program)
    for folder in _at_home(home, host.release_folders):
        releases = [found for found in map(_release, snapshot.listdir(folder)) if found]
        if releases:
            return max(releases, key=lambda each: parse(each) or ())
    return None


def _at_home(home: str | None, written: Iterable[str]) -> Iterator[str]:
    for each in written:
        if not each.startswith("~/"):
            yield each
        elif home is not None:
            yield paths.join(home, each[2:])


def _release_of(snapshot: Snapshot, host: Host, program: str) -> str | None:
    """What the place of a program says of its release. npm for Windows puts a script beside its packages."""
    real = snapshot.entry(program).real
    beside = paths.join(paths.parent(program), f"node_modules/{host.package}/package.json")
    packages = [beside, *(paths.join(folder, "package.json") for folder in paths.ancestors(paths.parent(real)))]
    for path in packages if host.package else ():
        release = _package_release(snapshot, host, path)
        if release:
            return release
    return _named_release(host, real)


def _package_release(snapshot: Snapshot, host: Host, path: str) -> str | None:
    text = snapshot.text(path) if snapshot.is_file(path) else None
    try:
        found = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    name, version = (found.get("name"), found.get("version")) if isinstance(found, dict) else (None, None)
    is_ours = name == host.package or (isinstance(name, str) and name.startswith(f"{host.package}-"))
    return _release(version) if is_ours and isinstance(version, str) else None


def _named_release(host: Host, real: str) -> str | None:
    """The release in ``.../codex/0.171.0/...``, ``.../claude/versions/2.1.332`` or ``...-codex-0.171.0/...``."""
    names = {host.program, host.package.rpartition("/")[2]}
    parts = real.split("/")
    for index in range(len(parts) - 1, 0, -1):
        release = _release(parts[index])
        if release and not names.isdisjoint(parts[max(index - 2, 0) : index]):
            return release
        tails = [parts[index].partition(f"-{name}-")[2] for name in names]
        release = next((found for found in map(_release, tails) if found), None)
        if release:
            return release
    return None


def _release(written: str) -> str | None:
    """``v0.171.0-linux-x64`` as ``0.171.0``; None for a text that names no release."""
    found = _RELEASE.fullmatch(written)
    return found[1] if found else None
