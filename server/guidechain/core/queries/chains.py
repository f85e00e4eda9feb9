"""Which files each host loads for work on a path: the hosts' chains, asked per launch folder and act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from guidechain.core import paths
from guidechain.core.hosts import HOSTS
from guidechain.core.model import (
    Act,
    Chain,
    FileChain,
    Host,
    Kind,
    Launch,
    Loaded,
    NotLoaded,
    Settings,
    Touch,
    TouchedFile,
)
from guidechain.core.queries.meant import is_meant
from guidechain.core.snapshot import Snapshot

DEFAULT_ACTS: tuple[Act, ...] = ("read", "edit")
DEFAULT_HOSTS = HOSTS[:2]
"""The hosts that stand for all when a workspace has traces of none."""

TRACE_DEPTH = 2
"""How many folders below the workspace root traces of a host are looked for (``packages/web/`` is two).

In a home folder, or above one, only the names in the folder itself count."""

TRACE_FOLDERS = 300
"""How many folders are listed at most to find traces."""


def hosts_for(snapshot: Snapshot, settings: Settings) -> tuple[Host, ...]:
    """The hosts to answer for: the configured ones, else those with traces near the root, else the default ones."""
    if settings.hosts:
        return tuple(host for host in HOSTS if host.id in settings.hosts)
    is_broad = settings.home is not None and paths.is_below(settings.home, settings.root)
    return snapshot.query(_traced_hosts, settings.root, 0 if is_broad else TRACE_DEPTH) or DEFAULT_HOSTS


def launch_folders(snapshot: Snapshot, settings: Settings, path: str) -> tuple[str, ...]:
    """Where hosts are started for work on ``path``: the configured folders, else its git root and the workspace root.

    The git root is the nearest folder with a ``.git`` entry; it counts only inside the workspace.
    """
    if settings.launches:
        return settings.launches
    if not paths.is_below(path, settings.root):
        return (settings.root,)
    for folder in reversed(paths.between(settings.root, path)):
        if folder != path and snapshot.entry(paths.join(folder, ".git")).kind != "missing":
            return tuple(dict.fromkeys((folder, settings.root)))
    return (settings.root,)


def launch_for(settings: Settings, host: Host, folder: str) -> Launch:
    """How ``host`` is started in ``folder``, by the settings; ``env`` keeps only what the host reads."""
    return Launch(
        cwd=folder,
        home=settings.home,
        version=dict(settings.versions).get(host.id) or dict(settings.installed).get(host.id),
        env=tuple(pair for pair in settings.env if pair[0] in host.env),
        options=settings.options,
        platform=settings.platform,
    )


def chain_for(snapshot: Snapshot, host: Host, launch: Launch, touch: Touch | None) -> Chain:
    """What ``host`` loads for one launch and touch, computed once per revision."""
    return snapshot.query(host.chain, launch, touch)


def chains_for(
    snapshot: Snapshot, settings: Settings, path: str, acts: tuple[Act, ...] = DEFAULT_ACTS
) -> tuple[FileChain, ...]:
    """What each host loads for work on ``path``, per launch folder; a folder stands for a session started there."""
    return snapshot.query(_chains_for, settings, path, acts)


def _chains_for(snapshot: Snapshot, settings: Settings, path: str, acts: tuple[Act, ...]) -> tuple[FileChain, ...]:
    starts_there = snapshot.entry(path).kind == "directory"
    folders = (path,) if starts_there else launch_folders(snapshot, settings, path)
    return tuple(
        file_chain(snapshot, host, launch_for(settings, host, folder), path, acts)
        for host in hosts_for(snapshot, settings)
        for folder in folders
    )


def file_chain(snapshot: Snapshot, host: Host, launch: Launch, path: str, acts: tuple[Act, ...]) -> FileChain:
    """The chains of several acts on ``path`` in one; ``path`` equal to the launch folder means session start."""
    touches = [None] if path == launch.cwd else [Touch(path, act) for act in acts]
    chains = [chain_for(snapshot, host, launch, touch) for touch in touches]
    brought = [chain.loaded for chain in chains]
    files = _merge(brought, acts) if touches[0] else [TouchedFile(loaded, acts) for loaded in brought[0]]
    arriving = {each.loaded.path for each in files}
    passed = (each for chain in chains for each in chain.not_loaded if each.path not in arriving)
    missed = dict.fromkeys(each for each in passed if not _is_word(snapshot, each))
    return FileChain(
        host,
        launch,
        path,
        tuple(files),
        tuple(_explained(missed)),
        tuple(dict.fromkeys(folder for chain in chains for folder in chain.searched)),
        tuple(dict.fromkeys(decider for chain in chains for decider in chain.decided_by)),
        next((chain.refused for chain in chains if chain.refused), None),
        next((chain.budget for chain in chains if chain.budget is not None), None),
        acts,
    )


def _is_word(snapshot: Snapshot, miss: NotLoaded) -> bool:
    """Whether ``miss`` is no file that somebody misses but a handle or package with an at sign."""
    return miss.via is not None and miss.why == "missing" and not is_meant(snapshot, miss.via, miss.path)


def _merge(brought: Sequence[tuple[Loaded, ...]], acts: tuple[Act, ...]) -> list[TouchedFile]:
    """The files of all acts, each once per time that one act brings it; a new file follows what precedes it."""
    order: list[tuple[Loaded, int]] = []
    acting: dict[tuple[Loaded, int], list[Act]] = {}
    for act, loaded in zip(acts, brought, strict=True):
        times: dict[Loaded, int] = {}
        place = 0
        for each in loaded:
            key = (each, times.get(each, 0))
            times[each] = key[1] + 1
            if key not in acting:
                order.insert(place, key)
                acting[key] = []
            acting[key].append(act)
            place = order.index(key) + 1
    return [TouchedFile(key[0], tuple(acting[key])) for key in order]


def _explained(missed: dict[NotLoaded, None]) -> Iterator[NotLoaded]:
    """Each passed-over file without the reason "wrong-touch" where another act gives a better one."""
    better = {each.path for each in missed if each.why != "wrong-touch"}
    return (each for each in missed if each.why != "wrong-touch" or each.path not in better)


def _traced_hosts(snapshot: Snapshot, root: str, depth: int) -> tuple[Host, ...]:
    """The hosts whose traces stand at most ``depth`` folders below ``root``; the search ends with the default ones."""
    level, listed, missing = [root], 0, list(HOSTS)
    for _ in range(depth + 1):
        below = []
        for folder in level[: TRACE_FOLDERS - listed]:
            listed += 1
            names = snapshot.listdir(folder)
            missing = [host for host in missing if not any(_is_there(names, each) for each in host.traces)]
            below += [
                paths.join(folder, name)
                for name, kind in names.items()
                if kind == "directory" and not name.startswith(".") and name != "node_modules"
            ]
        if not any(host in missing for host in DEFAULT_HOSTS):
            break
        level = below
    return tuple(host for host in HOSTS if host not in missing)


def _is_there(names: Mapping[str, Kind | str], trace: str) -> bool:
    """Whether a folder that holds ``names`` shows ``trace``: a name, or with a final ``/`` a folder's name."""
    return names.get(trace[:-1]) == "directory" if trace.endswith("/") else trace in names
