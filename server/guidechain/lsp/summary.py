"""The chains of one file in as few statements as are true: the lines of the hover, the lenses of line 1, which are
shortened step by step until they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from guidechain.core import explain, paths
from guidechain.core.model import FileChain, Settings
from guidechain.core.queries.inventory import Standing
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


def standings_of(session: Session, settings: Settings, path: str) -> tuple[Standing, ...]:
    """What ``path`` itself is to each host, if it is an instruction file that the last scan saw."""
    inventory = session.scan.inventories.get(settings.root)
    files = inventory.files if inventory else ()
    return next((each.standings for each in files if each.path == path), ())


def _of_one_host(chains: tuple[FileChain, ...]) -> Iterable[Statement]:
    rest = list(chains)
    while rest:
        same = tuple(chain for chain in rest if explain.same_files((rest[0], chain)))
        rest = [chain for chain in rest if chain not in same]
        yield Statement(same, () if same == chains else tuple(chain.launch.cwd for chain in same))


def words(session: Session, settings: Settings, statement: Statement, name: Callable[[str], str] | None = None) -> str:
    """A statement in one line: "Codex, Copse (if trusted): AGENTS.md → docs/AGENTS.md, after saving AGENTS.md".

    ``name`` writes a path that is loaded, when it is not to be the plain one."""
    chain = statement.chain
    hosts = ", ".join(dict.fromkeys(_titled(each) for each in statement.chains))
    start = f" from {_folders(settings, statement.launches)}" if statement.launches else ""
    after = _after_saving([explain.shown(settings, each) for each in _unsaved(session, [statement])])
    if chain.refused:
        return f"{hosts}{start} does not start here: {chain.refused}"
    if not chain.files:
        verb = "loads" if len({each.host.id for each in statement.chains}) == 1 else "load"
        return f"{hosts}{start} {verb} nothing here{after}"
    return f"{hosts}{start}: {explain.files_words(settings, chain, name)}{after}"


Worded = list[tuple[str, Statement]]
"""Titles, each with the statement that it is about."""


def wordings(session: Session, settings: Settings, said: Sequence[Statement]) -> Iterator[Worded]:
    """The statements as titles, each time in fewer words: in full, with bare names of files, as numbers of files per
    launch folder, with bare names of folders, as numbers alone. The numbers of one host are one title."""
    yield [(words(session, settings, each), each) for each in said]
    yield [(words(session, settings, each, _bare_names(settings, each.chain)), each) for each in said]
    by_host = [tuple(group) for _, group in groupby(said, lambda each: each.chain.host.id)]
    for numbers in (_numbers_by_folder, _numbers_by_name, _numbers):
        yield [(_count_words(session, group, numbers(settings, group)), group[0]) for group in by_host]


def _bare_names(settings: Settings, chain: FileChain) -> Callable[[str], str]:
    """Writes a path as its name, with the folder before it where the chain has another file of that name."""
    names = [paths.name(file.loaded.path) for file in chain.files]

    def name(path: str) -> str:
        bare, folder = paths.name(path), paths.parent(path)
        return bare if names.count(bare) < 2 or folder == settings.root else f"{paths.name(folder)}/{bare}"

    return name


def _count_words(session: Session, same_host: Sequence[Statement], numbers: str) -> str:
    """ "Codex: 1 or 2 files, after saving AGENTS.md"."""
    hosts = ", ".join(dict.fromkeys(_titled(chain) for each in same_host for chain in each.chains))
    unsaved = [paths.name(each) for each in _unsaved(session, same_host)]
    after = _after_saving(unsaved if len(unsaved) < 2 else [explain.counted(len(unsaved), "file")])
    return f"{hosts}: {numbers}{after}"


def _numbers_by_folder(settings: Settings, same_host: Sequence[Statement], name: Callable[[str], str] = str) -> str:
    """ "1 file from ./, 2 from packages/api/"."""
    said: list[str] = []
    for each in same_host:
        folders = " and ".join(name(explain.folder_shown(settings, folder)) for folder in each.launches)
        number = len(each.chain.files)
        said.append(f"{number if said else explain.counted(number, 'file')}{f' from {folders}' if folders else ''}")
    return ", ".join(said)


def _numbers_by_name(settings: Settings, same_host: Sequence[Statement]) -> str:
    """ "1 file from ./, 2 from api/"."""
    return _numbers_by_folder(settings, same_host, lambda shown: f"{paths.name(shown.rstrip('/'))}/")


def _numbers(settings: Settings, same_host: Sequence[Statement]) -> str:
    """ "1 file", "1 or 2 files", "1 to 4 files": whichever the launch folder."""
    found = sorted({len(each.chain.files) for each in same_host})
    if len(found) == 1:
        return explain.counted(found[0], "file")
    return f"{found[0]} {'or' if len(found) == 2 else 'to'} {found[-1]} files"


def _titled(chain: FileChain) -> str:
    notes = explain.caveats(chain.host, chain.launch)
    return f"{chain.host.title} ({', '.join(notes)})" if notes else chain.host.title


def _folders(settings: Settings, folders: Iterable[str]) -> str:
    return " and ".join(
        "the root" if each == settings.root else explain.folder_shown(settings, each) for each in folders
    )


def _unsaved(session: Session, said: Iterable[Statement]) -> list[str]:
    """The files that the statements hang on whose text in the editor is not on the disk yet, where a host reads it."""
    found = [
        path
        for statement in said
        for chain in statement.chains
        for path in (
            *(file.loaded.path for file in chain.files),
            *(each.path for each in chain.not_loaded),
            *(each.via.path for each in chain.not_loaded if each.via),
            *chain.decided_by,
        )
    ]
    return [path for path in dict.fromkeys(found) if session.is_unsaved(path)]


def _after_saving(names: Sequence[str]) -> str:
    return f", after saving {' and '.join(names)}" if names else ""
