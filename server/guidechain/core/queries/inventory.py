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
from guidechain.core.model import Host, Import, Launch, NotLoaded, Settings, Span
from guidechain.core.queries.candidates import Candidate, Candidates, find_candidates
from guidechain.core.queries.chains import hosts_for, launch_for
from guidechain.core.queries.trials import PROBE, Reach, Trial, matching_files, reach, row_of, trial_folders
from guidechain.core.snapshot import Snapshot

State = Literal["active", "scoped", "launch-dependent", "duplicate", "shadowed", "dead"]

MATCHES_TRIED = 25
"""How many files that match a glob are tried before a negated glob is believed to take them all back."""


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
class DeadImport:
    """An import token of the workspace that ``host`` does not follow in some launch: ``misses`` says why, by launch.

    ``followed``: in another launch it brings its file.
    """

    host: Host
    token: Import
    misses: tuple[tuple[Launch, NotLoaded], ...]
    followed: bool = False


@dataclass(frozen=True)
class Inventory:
    """Every instruction file inside the workspace, in path order; what the walk found is in ``found``."""

    hosts: tuple[Host, ...]
    files: tuple[InstructionFile, ...]
    found: Candidates
    dead_imports: tuple[DeadImport, ...] = ()


def take_inventory(snapshot: Snapshot, settings: Settings) -> Generator[None, None, Inventory]:
    """The inventory of the workspace, in steps; an answer that nothing has changed comes at once."""
    return snapshot.gradual(_inventory, settings)


@dataclass
class _Desk:
    """The trials made so far. ``seen`` tells where a real path was loaded, by host and launch folder."""

    found: Candidates
    settings: Settings
    seen: dict[tuple[str, str], dict[str, Trial]] = field(default_factory=dict)
    reached: dict[tuple[str, str, str], Reach] = field(default_factory=dict)
    dead: dict[tuple[str, str, Span], dict[str, tuple[Launch, NotLoaded]]] = field(default_factory=dict)
    live: set[tuple[str, str, Span]] = field(default_factory=set)
    anywhere: dict[tuple[str, str], Trial] = field(default_factory=dict)

    def note(self, host: Host, folder: str, tried: Reach) -> None:
        self.reached[host.id, folder, tried.launch.cwd] = tried
        seen = self.seen.setdefault((host.id, tried.launch.cwd), {})
        for loaded, act in tried.loaded:
            if loaded.real not in seen:
                seen[loaded.real] = Trial(tried.launch, loaded, act)
                self.anywhere.setdefault((host.id, loaded.real), seen[loaded.real])
            if loaded.via:
                self.live.add((host.id, loaded.via.path, loaded.via.span))
        for miss in tried.dead:
            if miss.via and paths.is_below(miss.via.path, self.settings.root):
                misses = self.dead.setdefault((host.id, miss.via.path, miss.via.span), {})
                misses.setdefault(tried.launch.cwd, (tried.launch, miss))

    def dead_imports(self, hosts: tuple[Host, ...]) -> Iterator[DeadImport]:
        """The tokens that some launch does not follow, by host, file and place."""
        by_id = {host.id: host for host in hosts}
        for key, misses in sorted(self.dead.items(), key=lambda each: each[0]):
            token = next(iter(misses.values()))[1].via
            if token:
                yield DeadImport(by_id[key[0]], token, tuple(misses.values()), key in self.live)

    def trial(self, host: Host, folder: str, launch_folder: str, path: str, real: str) -> Trial:
        tried = self.reached[host.id, folder, launch_folder]
        known = self.seen[host.id, launch_folder].get(real)
        if known:
            own = row_of(tried, path)
            return Trial(tried.launch, *own) if own else known
        missed = next((each for each in tried.missed if each.path == path), None)
        return Trial(tried.launch, None, None, missed, tried.searched, tried.refused)


def _inventory(snapshot: Snapshot, settings: Settings) -> Generator[None, None, Inventory]:
    hosts = hosts_for(snapshot, settings)
    found = yield from find_candidates(snapshot, settings, hosts)
    desk = _Desk(found, settings)
    for host in hosts:
        yield from _read_ahead(snapshot, settings, host, found)
        for folder, wanted in (yield from _sites(found, host)).items():
            for launch_folder in trial_folders(settings, found, folder):
                launch = launch_for(settings, host, launch_folder)
                probe = paths.join(folder, PROBE)
                desk.note(host, folder, (yield from reach(snapshot, host, launch, probe, wanted)))
                yield
    files = []
    for candidate in found.files:
        standings = []
        for host in hosts:
            if host.id in candidate.hosts:
                standings.append((yield from _standing(snapshot, desk, host, candidate)))
        files.append(InstructionFile(candidate.path, tuple(standings), candidate.foreign, True, candidate.right_name))
        yield
    for imported in _imported(desk, hosts, {each.path for each in found.files}):
        files += [imported] if imported else []
        yield
    files.sort(key=lambda each: each.path)
    dead_imports = []
    for dead in desk.dead_imports(hosts):
        dead_imports.append(dead)
        yield
    return Inventory(hosts, tuple(files), found, tuple(dead_imports))


def _read_ahead(snapshot: Snapshot, settings: Settings, host: Host, found: Candidates) -> Iterator[None]:
    """Have ``host`` read its candidates and what they import, one each step; a chain reads them all in one."""
    launch = launch_for(settings, host, settings.root)
    waiting = [each.path for each in found.files if host.id in each.hosts] if host.imports else []
    known = set(waiting)
    for path in waiting:
        for each in host.imports(snapshot, launch, path) if host.imports else ():
            if each.target and not each.why and each.target not in known:
                known.add(each.target)
                waiting.append(each.target)
        yield


def _sites(found: Candidates, host: Host) -> Generator[None, None, dict[str, tuple[str, ...]]]:
    """The candidates of ``host`` by the folder that holds them."""
    sites: dict[str, list[str]] = {}
    for candidate in found.files:
        if host.id in candidate.hosts:
            sites.setdefault(paths.parent(candidate.path), []).append(candidate.path)
            yield
    return {folder: tuple(wanted) for folder, wanted in sites.items()}


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
        trials += [desk.anywhere[host.id, real]] if (host.id, real) in desk.anywhere else []
    if not any(trial.loaded for trial in trials):
        for index, trial in enumerate(trials):
            trials[index] = yield from _tried_on_matches(snapshot, desk, host, path, trial)
    reason = _reason(trials)
    unsearched = reason is None or reason.why == "outside-search"
    if unsearched and not any(trial.loaded for trial in trials) and not desk.settings.launches:
        trials += yield from _tried_between(snapshot, desk, host, path, tried)
    return Standing(host, _state(trials), tuple(trials), _reason(trials))


def _tried_on_matches(
    snapshot: Snapshot, desk: _Desk, host: Host, path: str, trial: Trial
) -> Generator[None, None, Trial]:
    """``trial`` again with files that the globs of ``path`` match, if those kept it out."""
    if trial.missed and trial.missed.why == "no-match" and host.patterns:
        for pattern in (each for each in host.patterns(snapshot, trial.launch, path) if not each.why):
            left = MATCHES_TRIED
            for match in matching_files(snapshot, desk.found, pattern):
                yield
                if not left:
                    break
                if match:
                    left -= 1
                    again = row_of((yield from reach(snapshot, host, trial.launch, match, (path,))), path)
                    if again:
                        return Trial(trial.launch, *again)
    return trial


def _tried_between(
    snapshot: Snapshot, desk: _Desk, host: Host, path: str, tried: tuple[str, ...]
) -> Generator[None, None, list[Trial]]:
    """Trials from the launch folders on the way that were not tried; only those that load ``path``."""
    folder, loading = paths.parent(path), list[Trial]()
    for each in paths.between(desk.settings.root, folder):
        if each in desk.found.sources and each not in tried:
            launch = launch_for(desk.settings, host, each)
            row = row_of((yield from reach(snapshot, host, launch, paths.join(folder, PROBE), (path,))), path)
            if row:
                loading.append(Trial(launch, *row))
    return loading


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


def _imported(desk: _Desk, hosts: tuple[Host, ...], known: set[str]) -> Iterator[InstructionFile | None]:
    """The files of the workspace that only imports bring; None is a place to pause."""
    uses: dict[str, dict[str, list[Trial]]] = {}
    for (host, _), seen in desk.seen.items():
        for trial in seen.values():
            loaded = trial.loaded
            if loaded and loaded.via and loaded.path not in known and paths.is_below(loaded.path, desk.settings.root):
                uses.setdefault(loaded.path, {}).setdefault(host, []).append(trial)
        yield None
    for path, by_host in uses.items():
        standings = tuple(
            Standing(host, _state(by_host[host.id]), tuple(by_host[host.id])) for host in hosts if host.id in by_host
        )
        yield InstructionFile(path, standings, candidate=False)
