"""How a Claude Code session starts: places, command-line options and switches, decided once per launch."""

from __future__ import annotations

import re

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts import walk
from guidechain.core.hosts.claude_versions import RESTRICTED, WORKTREE
from guidechain.core.hosts.versions import Boundary, Version, holds, parse
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot

MANAGED = {
    "linux": "/etc/claude-code",
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:/Program Files/ClaudeCode",
}
CONFIG_DIR = "CLAUDE_CONFIG_DIR"
ADD_DIR_VARIABLE = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
MEMORY_VARIABLE = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
OFF_VARIABLES = ("CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_DISABLE_CLAUDE_MDS")
OFF_FLAGS = ("--bare", "--safe-mode")
ENV = (CONFIG_DIR, ADD_DIR_VARIABLE, MEMORY_VARIABLE, *OFF_VARIABLES)
_LISTS = {
    "--add-dir": "add-dir",
    "--allowedTools": "allow",
    "--allowed-tools": "allow",
    "--disallowedTools": "deny",
    "--disallowed-tools": "deny",
}
_VALUES = ("--setting-sources", "--settings", "--permission-mode")
_TOOL = re.compile(r"[^\s,(]+(?:\(.*?\)(?=[\s,]|$))?")


@dataclass(frozen=True)
class Start:
    """One launch. ``cwd`` is the real launch folder (CC-1), ``config`` the user's configuration folder, ``git_root``
    the root of the repository around ``cwd`` and ``main`` the main checkout that a worktree lies inside of (CC-9),
    each None where there is none. ``way`` are the folders from below the root down to ``cwd`` (CC-5, CC-6).

    ``off`` is the switch that keeps every file out, ``managed_only`` the one that keeps managed files, else "".
    ``sources`` are the values of --setting-sources, None when it is not given. ``refused`` says why the program ends.
    """

    launch: Launch
    version: Version | None
    cwd: str
    home: str | None
    config: str | None
    git_root: str | None
    main: str | None
    way: tuple[str, ...]
    managed: str
    off: str = ""
    managed_only: str = ""
    sources: frozenset[str] | None = None
    add_dirs: tuple[str, ...] = ()
    settings: str | None = None
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    mode: str = ""
    refused: str | None = None

    def has(self, boundary: Boundary) -> bool:
        """Whether this release behaves as after ``boundary``."""
        return holds(self.version, boundary)

    def env(self, name: str) -> str:
        """The value of a variable, "" when it is not set."""
        return dict(self.launch.env).get(name, "")

    def is_on(self, name: str) -> bool:
        """Whether a variable switches something on."""
        return _is_on(self.env(name))

    def reads(self, source: str) -> bool:
        """Whether --setting-sources leaves ``source`` (user, project, local) in (CC-90)."""
        return self.sources is None or source in self.sources

    @property
    def project(self) -> str:
        """The key of this launch in state files: the git root, else the launch folder (CC-51, CC-12)."""
        return self.git_root or self.cwd

    def left_out(self, folder: str) -> bool:
        """Whether the project files of ``folder`` belong to the main checkout around this worktree (CC-9)."""
        if self.main is None or self.git_root is None:
            return False
        return paths.is_below(folder, self.main) and not paths.is_below(folder, self.git_root)


def start(snapshot: Snapshot, launch: Launch) -> Start:
    """The facts of ``launch``."""
    version = parse(launch.version)
    cwd = snapshot.entry(launch.cwd).real
    found = walk.nearest(snapshot, cwd, (".git",))
    git_root = found[0] if found else None
    main = walk.main_checkout(snapshot, git_root) if git_root and holds(version, WORKTREE) else None
    main = main if main and git_root and paths.is_below(git_root, main) else None
    config = dict(launch.env).get(CONFIG_DIR) or (paths.join(launch.home, ".claude") if launch.home else None)
    lists, values, flags = _arguments(launch.args)
    sources = values.get("--setting-sources")
    variable = next((name for name in OFF_VARIABLES if _is_on(dict(launch.env).get(name, ""))), "")
    refused = None
    if "--restricted" in flags and not holds(version, RESTRICTED):
        refused = f"--restricted is unknown before {RESTRICTED.new}"
    return Start(
        launch,
        version,
        cwd,
        launch.home,
        paths.join(cwd, config) if config else None,
        git_root,
        main,
        tuple(folder for folder in reversed(paths.ancestors(cwd)) if not paths.is_root(folder)),
        MANAGED.get(launch.platform, MANAGED["linux"]),
        off=next((flag for flag in OFF_FLAGS if flag in flags), variable),
        managed_only="--restricted" if "--restricted" in flags else "",
        sources=None if sources is None else frozenset(part.strip() for part in sources.split(",")),
        add_dirs=tuple(paths.join(cwd, folder) for folder in lists.get("add-dir", ())),
        settings=values.get("--settings"),
        allow=_tools(lists.get("allow", ())),
        deny=_tools(lists.get("deny", ())),
        mode=values.get("--permission-mode", ""),
        refused=refused,
    )


def _is_on(value: str) -> bool:
    return value.lower() in ("1", "true", "yes", "on")


def _arguments(args: tuple[str, ...]) -> tuple[dict[str, tuple[str, ...]], dict[str, str], frozenset[str]]:
    """Options with several values, with one value, and without any."""
    lists: dict[str, tuple[str, ...]] = {}
    values: dict[str, str] = {}
    flags = set()
    waiting = list(args)
    while waiting:
        name, equals, value = waiting.pop(0).partition("=")
        if name in _LISTS:
            given = [value] if equals else []
            while waiting and not waiting[0].startswith("-"):
                given.append(waiting.pop(0))
            lists[_LISTS[name]] = (*lists.get(_LISTS[name], ()), *given)
        elif name in _VALUES:
            values[name] = value if equals or not waiting else waiting.pop(0)
        else:
            flags.add(name)
    return lists, values, frozenset(flags)


def _tools(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Permission rules of a flag: separated by commas or blanks outside parentheses."""
    return tuple(found.group() for text in texts for found in _TOOL.finditer(text))
