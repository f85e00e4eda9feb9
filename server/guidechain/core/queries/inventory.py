"""Every instruction file of a workspace and how it stands with each host: loaded, from where, or why not.

There is no host rule here. Each candidate is tried: the host's own chain is asked for an imaginary file beside the
candidate, by every act that may bring files, from every launch folder that counts; a file that applies by globs
is tried on files that they match.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from guidechain.core import paths
from guidechain.core.model import Act, Host, Launch, Loaded, NotLoaded, Pattern, Settings, Touch
from guidechain.core.queries.candidates import Candidate, Candidates, find_candidates
from guidechain.core.queries.chains import chain_for, hosts_for, launch_for
from guidechain.core.snapshot import Snapshot

State = Literal["active", "scoped", "launch-dependent", "duplicate", "shadowed", "dead"]

PROBE = "guidechain-probe"
"""The name of the imaginary file beside a candidate."""

MATCHES_TRIED = 25
"""How many files that match a glob are tried before a negated glob is believed to take them all back."""


@dataclass(frozen=True)
class Trial:
    """What became of one file in one launch: ``loaded`` by ``act`` (None: at start), else ``missed``.

    ``missed`` is None when the host's walk never met the file; ``searched`` are the folders that it looked into.
    """

    launch: Launch
    loaded: Loaded | None = None
    act: Act | None = None
    missed: NotLoaded | None = None
    searched: tuple[str, ...] = ()
    refused: str | None = None


@dataclass(frozen=True)
class Standing:
    """How one file stands with one host. ``reason`` is the most telling miss of a file that no launch loads."""

    host: Host
    state: State
    trials: tuple[Trial, ...]
    reason: NotLoaded | None = None


@dataclass(frozen=True)
class InstructionFile:
    """A file that looks like an instruction file, or that one imports (``standings`` are then those of its use).

    ``right_name`` is the name that hosts look for where the file's own differs from it in capitals only.
    """

    path: str
    standings: tuple[Standing, ...]
    foreign: bool = False
    candidate: bool = True
    right_name: str | None = None


@dataclass(frozen=True)
class Inventory:
    """Every instruction file inside the workspace, in path order; what the walk found is in ``found``."""

    hosts: tuple[Host, ...]
    files: tuple[InstructionFile, ...]
    found: Candidates


def take_inventory(snapshot: Snapshot, settings: Settings) -> Generator[None, None, Inventory]:
    """The inventory of the workspace, in steps; an answer that nothing has changed comes at once."""
    return snapshot.gradual(_inventory, settings)


def trial_folders(settings: Settings, found: Candidates, folder: str) -> tuple[str, ...]:
    """The launch folders that count for a file in ``folder``.

    The configured ones; else the workspace root, the nearest nested repository, and the nearest folder at or above
    ``folder`` where somebody would start a host.
    """
    if settings.launches:
        return settings.launches
    way = [each for each in paths.ancestors(folder) if paths.is_below(each, settings.root)]
    repository = next((each for each in way if each in found.repositories), settings.root)
    own = next((each for each in way if each in found.sources), settings.root)
    return tuple(dict.fromkeys((settings.root, repository, own)))


def matching_files(snapshot: Snapshot, found: Candidates, pattern: Pattern) -> Iterator[str | None]:
    """The walked files that ``pattern`` takes; None after each folder, a place to pause."""
    for folder in found.folders:
        if not (paths.is_below(folder, pattern.folder) or paths.is_below(pattern.folder, folder)):
            continue
        for name, kind in snapshot.listdir(folder).items():
            path = paths.join(folder, name)
            if kind != "directory" and pattern.matches(path):
                yield path
        yield None


@dataclass
class _Desk:
    """The trials made so far. ``seen`` tells where a real path was loaded, by host and launch folder."""

    found: Candidates
    settings: Settings
    seen: dict[tuple[str, str], dict[str, Trial]] = field(default_factory=dict)
    reached: dict[tuple[str, str, str], _Reach] = field(default_factory=dict)

    def note(self, host: Host, folder: str, reach: _Reach) -> None:
        self.reached[host.id, folder, reach.launch.cwd] = reach
        seen = self.seen.setdefault((host.id, reach.launch.cwd), {})
        for loaded, act in reach.loaded:
            seen.setdefault(loaded.real, Trial(reach.launch, loaded, act))

    def trial(self, host: Host, folder: str, launch_folder: str, path: str, real: str) -> Trial:
        reach = self.reached[host.id, folder, launch_folder]
        known = self.seen[host.id, launch_folder].get(real)
        if known:
            own = _row(reach, path)
            return Trial(reach.launch, *own) if own else known
        missed = next((each for each in reach.missed if each.path == path), None)
        return Trial(reach.launch, None, None, missed, reach.searched, reach.refused)


@dataclass(frozen=True)
class _Reach:
    launch: Launch
    loaded: tuple[tuple[Loaded, Act | None], ...]
    missed: tuple[NotLoaded, ...]
    searched: tuple[str, ...]
    refused: str | None


def _inventory(snapshot: Snapshot, settings: Settings) -> Generator[None, None, Inventory]:
    hosts = hosts_for(snapshot, settings)
    found = yield from find_candidates(snapshot, settings, hosts)
    desk = _Desk(found, settings)
    for host in hosts:
        for folder, wanted in _sites(found, host).items():
            for launch_folder in trial_folders(settings, found, folder):
                launch = launch_for(settings, host, launch_folder)
                probe = paths.join(folder, PROBE)
                desk.note(host, folder, snapshot.query(_reach, host, launch, probe, wanted))
                yield
    files = []
    for candidate in found.files:
        standings = []
        for host in hosts:
            if host.id in candidate.hosts:
                standings.append((yield from _standing(snapshot, desk, host, candidate)))
        files.append(InstructionFile(candidate.path, tuple(standings), candidate.foreign, True, candidate.right_name))
        yield
    files += _imported(desk, hosts, {each.path for each in found.files})
    files.sort(key=lambda each: each.path)
    return Inventory(hosts, tuple(files), found)


def _sites(found: Candidates, host: Host) -> dict[str, tuple[str, ...]]:
    """The candidates of ``host`` by the folder that holds them."""
    sites: dict[str, list[str]] = {}
    for candidate in found.files:
        if host.id in candidate.hosts:
            sites.setdefault(paths.parent(candidate.path), []).append(candidate.path)
    return {folder: tuple(wanted) for folder, wanted in sites.items()}


def _reach(snapshot: Snapshot, host: Host, launch: Launch, touched: str, wanted: tuple[str, ...]) -> _Reach:
    """What of ``wanted`` the host loads at start or by some act on ``touched``; the trial ends when it has all."""
    reals = {path: snapshot.entry(path).real for path in wanted}
    loaded: dict[str, tuple[Loaded, Act | None]] = {}
    missed: dict[str, NotLoaded] = {}
    searched: dict[str, None] = {}
    refused = None
    acts: tuple[Act | None, ...] = (None, *host.acts)
    for act in acts:
        chain = chain_for(snapshot, host, launch, Touch(touched, act) if act else None)
        refused = refused or chain.refused
        for each in chain.loaded:
            loaded.setdefault(each.path, (each, act))
        for miss in chain.not_loaded:
            if miss.path in reals and missed.get(miss.path, _LEAST).why in ("wrong-touch", "outside-search"):
                missed[miss.path] = miss
        searched.update(dict.fromkeys(chain.searched))
        arrived = {each.real for each, _ in loaded.values()}
        if all(path in loaded or real in arrived for path, real in reals.items()):
            break
    return _Reach(launch, tuple(loaded.values()), tuple(missed.values()), tuple(searched), refused)


_LEAST = NotLoaded("", "outside-search")


def _standing(snapshot: Snapshot, desk: _Desk, host: Host, candidate: Candidate) -> Generator[None, None, Standing]:
    path, folder = candidate.path, paths.parent(candidate.path)
    real = snapshot.entry(path).real
    if candidate.right_name and snapshot.entry(paths.join(folder, candidate.right_name)).kind == "missing":
        miss = NotLoaded(path, "wrong-case", detail=f"only {candidate.right_name} counts")
        launches = trial_folders(desk.settings, desk.found, folder)
        trials = [Trial(launch_for(desk.settings, host, each), missed=miss) for each in launches]
        return Standing(host, "dead", tuple(trials), miss)
    tried = trial_folders(desk.settings, desk.found, folder)
    trials = [desk.trial(host, folder, each, path, real) for each in tried]
    if not any(trial.loaded for trial in trials):
        trials += [seen[real] for (owner, _), seen in desk.seen.items() if owner == host.id and real in seen][:1]
    if not any(trial.loaded for trial in trials):
        for index, trial in enumerate(trials):
            trials[index] = yield from _tried_on_matches(snapshot, desk, host, path, trial)
    if not any(trial.loaded for trial in trials) and not desk.settings.launches:
        trials += _tried_between(snapshot, desk, host, path, tried)
    return Standing(host, _state(trials), tuple(trials), _reason(trials))


def _tried_on_matches(
    snapshot: Snapshot, desk: _Desk, host: Host, path: str, trial: Trial
) -> Generator[None, None, Trial]:
    """``trial`` again with files that the globs of ``path`` match, if those kept it out."""
    if trial.missed and trial.missed.why == "no-match" and host.patterns:
        for pattern in host.patterns(snapshot, trial.launch, path):
            left = MATCHES_TRIED
            for match in matching_files(snapshot, desk.found, pattern):
                yield
                if not left:
                    break
                if match:
                    left -= 1
                    again = _row(snapshot.query(_reach, host, trial.launch, match, (path,)), path)
                    if again:
                        return Trial(trial.launch, *again)
    return trial


def _tried_between(snapshot: Snapshot, desk: _Desk, host: Host, path: str, tried: tuple[str, ...]) -> Iterator[Trial]:
    """Trials from the launch folders on the way that were not tried; only those that load ``path``."""
    folder = paths.parent(path)
    for each in paths.between(desk.settings.root, folder):
        if each in desk.found.sources and each not in tried:
            launch = launch_for(desk.settings, host, each)
            reach = snapshot.query(_reach, host, launch, paths.join(folder, PROBE), (path,))
            row = _row(reach, path)
            if row:
                yield Trial(launch, *row)


def _row(reach: _Reach, path: str) -> tuple[Loaded, Act | None] | None:
    return next((row for row in reach.loaded if row[0].path == path), None)


def _state(trials: Iterable[Trial]) -> State:
    """The state that the trials of one file add up to; the first trial is that of the outermost launch folder."""
    rows = list(trials)
    first = rows[0].loaded
    if first and all(row.loaded for row in rows):
        return "active" if first.when == "start" else "scoped"
    if any(row.loaded for row in rows):
        return "launch-dependent"
    reason = _reason(rows)
    if reason and reason.why in ("shadowed", "duplicate"):
        return "shadowed" if reason.why == "shadowed" else "duplicate"
    return "dead"


def _reason(trials: Iterable[Trial]) -> NotLoaded | None:
    """The miss that says most: of the innermost launch folder, and not merely that nobody looked there."""
    misses = [trial.missed for trial in trials if trial.missed and not trial.loaded]
    telling = [miss for miss in misses if miss.why != "outside-search"]
    return next(reversed(telling or misses), None)


def _imported(desk: _Desk, hosts: tuple[Host, ...], known: set[str]) -> Iterator[InstructionFile]:
    """The files of the workspace that only imports bring."""
    uses: dict[str, dict[str, list[Trial]]] = {}
    for (host, _), seen in desk.seen.items():
        for trial in seen.values():
            loaded = trial.loaded
            if loaded and loaded.via and loaded.path not in known and paths.is_below(loaded.path, desk.settings.root):
                uses.setdefault(loaded.path, {}).setdefault(host, []).append(trial)
    for path, by_host in uses.items():
        standings = tuple(
            Standing(host, _state(by_host[host.id]), tuple(by_host[host.id])) for host in hosts if host.id in by_host
        )
        yield InstructionFile(path, standings, candidate=False)
