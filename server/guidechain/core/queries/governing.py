"""Which instruction files apply to a path for any host, nearest first: what quick-open and the lens offer."""

from __future__ import annotations

from guidechain.core import paths
from guidechain.core.model import Act, FileChain, Governing, Settings, TouchedFile
from guidechain.core.queries.chains import DEFAULT_ACTS, chains_for
from guidechain.core.snapshot import Snapshot


def governing_files(
    snapshot: Snapshot, settings: Settings, path: str, acts: tuple[Act, ...] = DEFAULT_ACTS
) -> tuple[Governing, ...]:
    """The files that some host loads for work on ``path``, each once with its uses.

    The nearest, by the folders shared with ``path``, comes first; of equally near ones the last in the prompt.
    """
    uses: dict[str, list[tuple[FileChain, TouchedFile]]] = {}
    for chain in chains_for(snapshot, settings, path, acts):
        for file in reversed(chain.files):
            uses.setdefault(file.loaded.path, []).append((chain, file))
    nearest = sorted(uses, key=lambda each: -_shared_depth(each, path))
    return tuple(Governing(each, uses[each][0][1].loaded.real, tuple(uses[each])) for each in nearest)


def _shared_depth(path: str, other: str) -> int:
    """How many folders ``path`` and ``other`` have in common."""
    folders = set(paths.ancestors(other))
    return len(paths.ancestors(next(each for each in paths.ancestors(path) if each in folders)))
