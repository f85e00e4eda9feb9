"""The other way round: which folders and files of the workspace an instruction file applies to, and what it brings."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.model import Settings
from guidechain.core.queries.imports import importers_of, imports_in
from guidechain.core.queries.inventory import InstructionFile, Inventory, take_inventory
from guidechain.core.queries.trials import matching_files
from guidechain.core.snapshot import Snapshot


@dataclass(frozen=True)
class GovernedFolder:
    """A folder and the ``names`` of the files in it, subfolders apart, that some host works on with the instruction
    file in its prompt: in order, dot files last."""

    path: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Governed:
    """The folders that an instruction file governs, those with the fewest folders above them first."""

    folders: tuple[GovernedFolder, ...] = ()

    @property
    def files(self) -> int:
        """How many files it governs."""
        return sum(len(each.names) for each in self.folders)


@dataclass(frozen=True)
class _Extent:
    """Everything below ``folders`` and each of ``files``."""

    folders: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()


def governed_by(snapshot: Snapshot, settings: Settings, path: str) -> Generator[None, None, Governed]:
    """The walked files that some host would work on with ``path`` in its prompt, in steps that may be paused.

    Loaded at start: the files below the launch folder; on touch: those below its own folder (a dot folder stands for
    the one that holds it); on a match: those that its globs take. An imported file governs what its importers govern.
    """
    return snapshot.gradual(_governed_by, settings, path)


def _governed_by(snapshot: Snapshot, settings: Settings, path: str) -> Generator[None, None, Governed]:
    inventory = yield from take_inventory(snapshot, settings)
    reaching = yield from _reaching(snapshot, settings, inventory, path)
    extents = []
    for file in reaching:
        extents.append((yield from _extent(snapshot, file, inventory)))
    within = frozenset[str]().union(*(each.folders for each in extents))
    apart: dict[str, list[str]] = {}
    for each in frozenset[str]().union(*(each.files for each in extents)):
        apart.setdefault(paths.parent(each), []).append(paths.name(each))
    found = []
    for folder in inventory.found.folders if extents else ():
        if any(paths.is_below(folder, each) for each in within):
            names: Iterable[str] = [n for n, kind in snapshot.listdir(folder).items() if kind != "directory"]
        else:
            names = apart.get(folder, ())
        if names:
            ordered = sorted(names, key=lambda name: (name.startswith("."), name))
            found.append(GovernedFolder(folder, tuple(ordered)))
        yield
    return Governed(tuple(sorted(found, key=lambda each: (each.path.count("/"), each.path))))


def _reaching(
    snapshot: Snapshot, settings: Settings, inventory: Inventory, path: str
) -> Generator[None, None, list[InstructionFile]]:
    """The instruction file at ``path`` with those that import it, directly and through each other."""
    files = {file.path: file for file in inventory.files}
    if path not in files:
        return []
    found, waiting = dict[str, InstructionFile](), [path]
    for each in waiting:
        file = files.get(each)
        if file is None or each in found:
            continue
        found[each] = file
        waiting += [token.path for token in (yield from importers_of(snapshot, settings, each))]
    return list(found.values())


def _extent(snapshot: Snapshot, file: InstructionFile, inventory: Inventory) -> Generator[None, None, _Extent]:
    """What ``file`` applies to by itself, not through an importer."""
    folders, matched = set[str](), set[str]()
    for standing in file.standings:
        for trial in standing.trials:
            if trial.loaded is None or trial.loaded.via:
                continue
            if trial.loaded.when == "start":
                folders.add(trial.launch.cwd)
            elif trial.loaded.when == "on-touch":
                folders.add(_own_folder(file.path))
            elif standing.host.patterns:
                for pattern in standing.host.patterns(snapshot, trial.launch, file.path):
                    for match in matching_files(snapshot, inventory.found, pattern):
                        if match:
                            matched.add(match)
                        yield
    return _Extent(frozenset(folders), frozenset(matched))


def _own_folder(path: str) -> str:
    folder = paths.parent(path)
    while paths.name(folder).startswith("."):
        folder = paths.parent(folder)
    return folder


def imported_files(snapshot: Snapshot, settings: Settings, path: str) -> tuple[str, ...]:
    """The files that the live imports of ``path`` bring, directly and through each other, for any host; each once."""
    found: dict[str, None] = {}
    waiting = [path]
    for each in waiting:
        for read in imports_in(snapshot, settings, each):
            for token in read.imports:
                if token.why is None and token.target and token.target not in found and token.target != path:
                    found[token.target] = None
                    waiting.append(token.target)
    return tuple(found)
