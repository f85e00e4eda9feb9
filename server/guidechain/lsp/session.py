"""Session: the one mutable object of the server. Handlers read it, ``sync`` changes it, ``publish`` works for it.

A file is known by its path whatever spelling of its address the client uses. Buffers that equal the file on
disk are not laid over it, so that opening a file changes no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from guidechain.core import paths
from guidechain.core.diagnostics import CHECKS
from guidechain.core.hosts import HOSTS
from guidechain.core.installed import installed_version
from guidechain.core.model import Change, Finding, Guard, Pairs, Settings
from guidechain.core.overlay import Overlay
from guidechain.core.queries.governed import Governed
from guidechain.core.queries.guard_reach import Reach
from guidechain.core.queries.inventory import Inventory
from guidechain.core.snapshot import FileSystem, Snapshot
from guidechain.lsp.client import Client
from guidechain.lsp.text import BOM
from guidechain.machine import environment, home_folder, platform, program_folders
from guidechain.settings import configured, read_settings
from guidechain.workspace import Disk, Stamped

CODES = tuple(check.CODE for check in CHECKS)
"""The diagnostics that a setting may name."""


@dataclass(frozen=True)
class Machine:
    """The facts about the machine that hosts look at, beside its files."""

    home: str | None = None
    env: Pairs = ()
    platform: str = "linux"
    installed: Pairs = ()


def this_machine() -> Machine:
    """The machine that the server runs on."""
    home, system, look = home_folder(), platform(), Snapshot(Disk())
    versions = ((host.id, installed_version(look, host, program_folders(), home, system)) for host in HOSTS)
    variables = environment(name for host in HOSTS for name in host.env)
    return Machine(home, variables, system, tuple((host, version) for host, version in versions if version))


@dataclass(frozen=True)
class Buffer:
    """An open document: its address as the client spells it, its version and its text (no byte order mark)."""

    uri: str
    version: int | None
    text: str


@dataclass(frozen=True)
class WrittenGuard:
    """A guard that stands in an open file, and its reach; ``worth`` says what enforces it."""

    guard: Guard
    reach: Reach
    worth: str


@dataclass(frozen=True)
class GuardedFile:
    """What guards an open file, strongest first. ``is_existing``: it is part of the last commit; None: nobody asked."""

    guards: tuple[Guard, ...]
    is_existing: bool | None = None


@dataclass(frozen=True)
class Scan:
    """What the last look through the workspace found, of the world of ``revision``.

    The inventory per root, the findings per file that the client was told, what each open instruction file
    governs, and what the guards in an open file cover and are worth.
    """

    revision: int = -1
    inventories: Mapping[str, Inventory] = field(default_factory=dict)
    findings: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    governed: Mapping[str, Governed] = field(default_factory=dict)
    guards: Mapping[str, tuple[WrittenGuard, ...]] = field(default_factory=dict)


@dataclass
class Session:
    """What is known of one client: its capabilities, folders, buffers and configuration, and the current snapshot.

    ``options`` are its initialization options, ``configurations`` what it says under ``guidechain`` per folder, None
    for all folders; the latter count more. ``scan`` may be of an older world than ``snapshot``. ``previews`` are the
    virtual documents that the client has asked for. ``guarded`` are the open files under some guard, ``allowed`` those
    whose guards a person has set aside for the session.
    """

    files: FileSystem
    machine: Machine
    client: Client = field(default_factory=Client)
    folders: tuple[str, ...] = ()
    buffers: dict[str, Buffer] = field(default_factory=dict)
    options: object = None
    configurations: dict[str | None, object] = field(default_factory=dict)
    scan: Scan = field(default_factory=Scan)
    previews: dict[str, None] = field(default_factory=dict)
    guarded: dict[str, GuardedFile] = field(default_factory=dict)
    allowed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.overlay = Overlay(self.files)
        self._snapshot = Snapshot(self.overlay)
        self._settings: dict[str, tuple[int, Settings]] = {}
        self._pending = Change()

    def remember_stamps(self) -> None:
        """From the start, remember what the disk looked like, for a client that does not watch it."""
        self.files = Stamped(self.files)
        self.__post_init__()

    @property
    def snapshot(self) -> Snapshot:
        """The world as of now: every change that was reported counts."""
        if self._pending != Change():
            self._snapshot = self._snapshot.apply(self._pending)
            self._pending = Change()
        return self._snapshot

    def change(self, change: Change) -> bool:
        """Take note of a change; False when no answer so far can depend on it."""
        if not self._snapshot.meets(change):
            return False
        self._pending = Change(self._pending.paths | change.paths, self._pending.trees | change.trees)
        return True

    def open(self, path: str, buffer: Buffer) -> bool:
        """Hold ``buffer`` as the text of ``path``, for a new or an edited document; False if nothing changes by it."""
        self.buffers[path] = buffer
        on_disk = self.files.read(path) if self.files.entry(path).kind == "file" else None
        mark = BOM if on_disk and on_disk.startswith(BOM.encode()) else ""
        if on_disk is not None and on_disk.decode("utf-8", "replace") == mark + buffer.text:
            return self.overlay.is_open(path) and self.change(self.overlay.close(path))
        return self.change(self.overlay.open(path, mark + buffer.text))

    def close(self, path: str) -> bool:
        """Fall back to the disk for ``path``; False when nothing changes by it."""
        self.buffers.pop(path, None)
        self.guarded.pop(path, None)
        return self.overlay.is_open(path) and self.change(self.overlay.close(path))

    def is_unsaved(self, path: str) -> bool:
        """Whether the editor's text of ``path`` differs from the disk, so that answers hold "after saving"."""
        return self.overlay.is_open(path)

    def uri(self, path: str) -> str | None:
        """The client's own address of an open file."""
        buffer = self.buffers.get(path)
        return buffer.uri if buffer else None

    def is_broad(self, folder: str) -> bool:
        """Whether ``folder`` is too large a place to be a workspace: the home folder or one above it."""
        home = self.machine.home
        return paths.is_root(folder) or (home is not None and paths.is_below(home, folder))

    def root_for(self, path: str) -> str:
        """The workspace root of ``path``: its innermost workspace folder, else its git root, else its own folder."""
        above = [each for each in self.folders if paths.is_below(path, each) and not self.is_broad(each)]
        if above:
            return max(above, key=len)
        folder = paths.parent(path)
        for each in paths.ancestors(folder):
            if self.snapshot.entry(paths.join(each, ".git")).kind != "missing":
                return each
        return folder

    def settings_for(self, path: str) -> Settings:
        """The settings in force for the workspace root of ``path``."""
        return self.settings_of(self.root_for(path))

    def settings_of(self, root: str) -> Settings:
        """The settings in force for the workspace root ``root``."""
        snapshot = self.snapshot
        known = self._settings.get(root)
        if known is None or known[0] != snapshot.revision:
            read = snapshot.query(
                read_settings,
                root,
                home=self.machine.home,
                env=self.machine.env,
                platform=self.machine.platform,
                codes=CODES,
            )
            for configuration in (self.options, self.configurations.get(None), self.configurations.get(root)):
                read, _ = configured(snapshot, read, configuration, CODES)
            read = replace(read, installed=self.machine.installed)
            known = self._settings[root] = (snapshot.revision, read)
        return known[1]

    def configure(self, configurations: dict[str | None, object]) -> None:
        """Take the client's configuration in place of what it said before."""
        self.configurations = configurations
        self._settings.clear()

    def switch(self, path: str, name: str) -> bool:
        """Whether the client leaves the feature ``name`` (``hover``, ``codeLens``) on for ``path``; the default."""
        said = self.configurations
        for configuration in (said.get(self.root_for(path)), said.get(None), self.options):
            value = configuration.get(name) if isinstance(configuration, dict) else None
            if isinstance(value, bool):
                return value
        return True

    def is_of_other_folder(self, path: str, root: str) -> bool:
        """Whether another workspace folder than ``root`` speaks for ``path``: a folder inside it, say."""
        above = [each for each in self.scanned_roots() if paths.is_below(path, each)]
        return bool(above) and max(above, key=len) != root

    def scanned_roots(self) -> tuple[str, ...]:
        """The workspace folders that are looked through as a whole: never a home folder or one above it."""
        return tuple(each for each in self.folders if not self.is_broad(each))
