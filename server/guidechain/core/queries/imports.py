"""The graph of imports: the tokens in a file, who imports a file, and cycles."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from guidechain.core.frozen import dataclass
from guidechain.core.model import Host, Import, Launch, Settings
from guidechain.core.queries.chains import hosts_for, launch_folders, launch_for
from guidechain.core.queries.inventory import InstructionFile, take_inventory
from guidechain.core.snapshot import Snapshot


@dataclass(frozen=True)
class FileImports:
    """The import tokens of one file as one host, started in one folder, reads them; live or not."""

    host: Host
    launch: Launch
    imports: tuple[Import, ...]


def imports_in(snapshot: Snapshot, settings: Settings, path: str) -> tuple[FileImports, ...]:
    """The import tokens of ``path`` per host that has imports and launch folder, whether or not the host loads it."""
    return tuple(
        FileImports(host, launch, snapshot.query(host.imports, launch, path))
        for host in hosts_for(snapshot, settings)
        if host.imports
        for launch in (launch_for(settings, host, folder) for folder in launch_folders(snapshot, settings, path))
    )


def importers_of(snapshot: Snapshot, settings: Settings, path: str) -> Generator[None, None, tuple[Import, ...]]:
    """The live imports that bring ``path``, found through the inventory of the workspace, each place once."""
    inventory = yield from take_inventory(snapshot, settings)
    real = snapshot.entry(path).real
    found: dict[tuple[str, object], Import] = {}
    for host in inventory.hosts:
        for each in imports_among(snapshot, host, inventory.files):
            if each is None:
                yield
            elif each.why is None and each.target and snapshot.entry(each.target).real == real:
                found.setdefault((each.path, each.span), each)
    return tuple(found.values())


def imports_among(snapshot: Snapshot, host: Host, files: tuple[InstructionFile, ...]) -> Iterator[Import | None]:
    """The import tokens of those ``files`` that ``host`` loads, as it reads them there; None is a place to pause."""
    if host.imports is None:
        return
    for file in files:
        yield None
        for standing in file.standings:
            for trial in standing.trials if standing.host is host else ():
                if trial.loaded:
                    yield from snapshot.query(host.imports, trial.launch, file.path)


def cycles(imports: tuple[Import, ...]) -> tuple[tuple[Import, ...], ...]:
    """The closed ways among ``imports``, the shortest through each file, each once."""
    leads: dict[str, list[Import]] = {}
    for each in imports:
        if each.target:
            leads.setdefault(each.path, []).append(each)
    found: dict[frozenset[str], tuple[Import, ...]] = {}
    for start in sorted(leads):
        way = _way_back(leads, start)
        if way:
            found.setdefault(frozenset(each.path for each in way), way)
    return tuple(found.values())


def _way_back(leads: dict[str, list[Import]], start: str) -> tuple[Import, ...]:
    """The shortest way of imports from ``start`` to itself; empty when there is none."""
    ways: dict[str, tuple[Import, ...]] = {start: ()}
    waiting = [start]
    for path in waiting:
        for each in leads.get(path, ()):
            if each.target == start:
                return (*ways[path], each)
            if each.target and each.target not in ways:
                ways[each.target] = (*ways[path], each)
                waiting.append(each.target)
    return ()
