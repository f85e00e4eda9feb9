"""The other way round: how many files of the workspace an instruction file applies to, and what it brings along."""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import paths
from guidechain.core.model import Settings
from guidechain.core.queries.candidates import Candidates
from guidechain.core.queries.imports import imports_in
from guidechain.core.queries.inventory import InstructionFile
from guidechain.core.queries.trials import matching_files
from guidechain.core.snapshot import Snapshot


def governed_count(snapshot: Snapshot, file: InstructionFile, found: Candidates) -> Generator[None, None, int]:
    """How many walked files some host would work on with ``file`` in its prompt, in steps that may be paused.

    Loaded at start: the files below the launch folder; on touch: those below its own folder (a dot folder stands for
    the one that holds it); on a match: those that its globs take.
    """
    folders, matched = set[str](), set[str]()
    for standing in file.standings:
        for trial in standing.trials:
            if trial.loaded is None:
                continue
            if trial.loaded.when == "start":
                folders.add(trial.launch.cwd)
            elif trial.loaded.when == "on-touch":
                folders.add(_own_folder(file.path))
            elif standing.host.patterns:
                for pattern in standing.host.patterns(snapshot, trial.launch, file.path):
                    for match in matching_files(snapshot, found, pattern):
                        if match:
                            matched.add(match)
                        yield
    count = sum(1 for each in matched if not any(paths.is_below(each, folder) for folder in folders))
    for folder in found.folders:
        if any(paths.is_below(folder, each) for each in folders):
            count += sum(1 for kind in snapshot.listdir(folder).values() if kind != "directory")
        yield
    return count


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
