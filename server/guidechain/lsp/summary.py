"""The chains of one file in as few statements as are true: the lines of the hover, the lenses of line 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from guidechain.core import explain, paths
from guidechain.core.model import FileChain, Settings
from guidechain.lsp.session import Session


@dataclass(frozen=True)
class Statement:
    """What some hosts do for one file: ``chain`` stands for all ``chains``, which bring the same files.

    ``launches`` are the folders it holds for when it does not hold for all, else empty.
    """

    chains: tuple[FileChain, ...]
    launches: tuple[str, ...] = ()

    @property
    def chain(self) -> FileChain:
        """One of the chains."""
        return self.chains[0]


def statements(chains: Sequence[FileChain]) -> tuple[Statement, ...]:
    """One statement when all hosts load the same files wherever they start, else one per host and difference."""
    if not chains:
        return ()
    if explain.same_files(chains):
        return (Statement(tuple(chains)),)
    return tuple(
        statement
        for _, group in groupby(chains, lambda chain: chain.host.id)
        for statement in _of_one_host(tuple(group))
    )


def is_guided(session: Session, settings: Settings, chains: Sequence[FileChain]) -> bool:
    """Whether the workspace has instruction files: some chain meets one there, or the last scan found one."""
    inventory = session.scan.inventories.get(settings.root)
    if inventory and inventory.files:
        return True
    met = (each.loaded.path for chain in chains for each in chain.files)
    missed = (each.path for chain in chains for each in chain.not_loaded)
    return any(paths.is_below(path, settings.root) for path in (*met, *missed))


def _of_one_host(chains: tuple[FileChain, ...]) -> Iterable[Statement]:
    rest = list(chains)
    while rest:
        same = tuple(chain for chain in rest if explain.same_files((rest[0], chain)))
        rest = [chain for chain in rest if chain not in same]
        yield Statement(same, () if same == chains else tuple(chain.launch.cwd for chain in same))


def words(session: Session, settings: Settings, statement: Statement, name: Callable[[str], str] | None = None) -> str:
    """A statement in one line: "Codex, Copse (if trusted): AGENTS.md → docs/AGENTS.md, after saving AGENTS.md"."""
    chain = statement.chain
    hosts = ", ".join(dict.fromkeys(_titled(each) for each in statement.chains))
    start = f" from {_folders(settings, statement.launches)}" if statement.launches else ""
    if chain.refused:
        return f"{hosts}{start} does not start here: {chain.refused}"
    if not chain.files:
        verb = "loads" if len({each.host.id for each in statement.chains}) == 1 else "load"
        return f"{hosts}{start} {verb} nothing here{_unsaved(session, settings, statement)}"
    return f"{hosts}{start}: {explain.files_words(settings, chain, name)}{_unsaved(session, settings, statement)}"


def count_words(session: Session, settings: Settings, same_host: Sequence[Statement]) -> str:
    """The statements on one host as numbers: "Codex: 1 file from the root, 2 files from packages/api/"."""
    counts = [
        f"{_counted(len(each.chain.files))}{f' from {_folders(settings, each.launches)}' if each.launches else ''}"
        for each in same_host
    ]
    hosts = ", ".join(dict.fromkeys(_titled(chain) for each in same_host for chain in each.chains))
    unsaved = dict.fromkeys(_unsaved(session, settings, each) for each in same_host)
    return f"{hosts}: {', '.join(counts)}{''.join(unsaved)}"


def _counted(number: int) -> str:
    return f"{number} file" if number == 1 else f"{number} files"


def _titled(chain: FileChain) -> str:
    notes = explain.assumptions(chain.host, chain.launch)
    return f"{chain.host.title} ({', '.join(notes)})" if notes else chain.host.title


def _folders(settings: Settings, folders: Iterable[str]) -> str:
    return " and ".join(
        "the root" if each == settings.root else explain.folder_shown(settings, each) for each in folders
    )


def _unsaved(session: Session, settings: Settings, statement: Statement) -> str:
    """ ", after saving CLAUDE.md": a host reads the disk, and the editor's text of these files is not there yet."""
    paths = [
        path
        for chain in statement.chains
        for path in (
            *(file.loaded.path for file in chain.files),
            *(each.path for each in chain.not_loaded),
            *(each.via.path for each in chain.not_loaded if each.via),
            *chain.decided_by,
        )
    ]
    unsaved = dict.fromkeys(explain.shown(settings, path) for path in dict.fromkeys(paths) if session.is_unsaved(path))
    return f", after saving {' and '.join(unsaved)}" if unsaved else ""
