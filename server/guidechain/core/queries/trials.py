"""One trial: what a host makes of some files in one launch, asked of its own chains."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.model import Act, Host, Launch, Loaded, NotLoaded, Pattern, Settings, Touch, Why
from guidechain.core.queries.candidates import Candidates, literal
from guidechain.core.queries.chains import chain_for
from guidechain.core.snapshot import Snapshot

PROBE = "guidechain-probe"
"""The name of the imaginary file beside a candidate."""
SKIMMED = 500
"""Folders that are passed over in one step."""


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
class Reach:
    """What one launch brings for work on one path, and why it does not bring the files that were asked for.

    ``loaded`` holds everything with the act that brought it first (None: at start); ``missed`` and ``dead`` are the
    files asked for and the import tokens that came to nothing.
    """

    launch: Launch
    loaded: tuple[tuple[Loaded, Act | None], ...]
    missed: tuple[NotLoaded, ...]
    searched: tuple[str, ...]
    refused: str | None
    dead: tuple[NotLoaded, ...]


def reach(
    snapshot: Snapshot, host: Host, launch: Launch, touched: str, wanted: tuple[str, ...]
) -> Generator[None, None, Reach]:
    """What of ``wanted`` the host loads at start or by some act on ``touched``.

    The trial ends when each is in, or left out for a reason that no act changes.
    """
    return snapshot.gradual(_reach, host, launch, touched, wanted)


def _reach(
    snapshot: Snapshot, host: Host, launch: Launch, touched: str, wanted: tuple[str, ...]
) -> Generator[None, None, Reach]:
    reals = {path: snapshot.entry(path).real for path in wanted}
    loaded: dict[str, tuple[Loaded, Act | None]] = {}
    missed: dict[str, NotLoaded] = {}
    searched: dict[str, None] = {}
    dead: dict[NotLoaded, None] = {}
    refused = None
    acts: tuple[Act | None, ...] = (None, *host.acts)
    for act in acts:
        chain = chain_for(snapshot, host, launch, Touch(touched, act, assumed=True) if act else None)
        yield
        refused = refused or chain.refused
        for each in chain.loaded:
            loaded.setdefault(each.path, (each, act))
        for miss in chain.not_loaded:
            if miss.via:
                dead[miss] = None
            elif miss.path in reals and missed.get(miss.path, _LEAST).why in _OPEN:
                missed[miss.path] = miss
        searched.update(dict.fromkeys(chain.searched))
        arrived = {each.real for each, _ in loaded.values()}
        decided = {path for path, miss in missed.items() if miss.why not in _OPEN}
        if all(path in loaded or path in decided or real in arrived for path, real in reals.items()):
            break
    return Reach(launch, tuple(loaded.values()), tuple(missed.values()), tuple(searched), refused, tuple(dead))


_LEAST = NotLoaded("", "outside-search")
_OPEN: tuple[Why, ...] = ("wrong-touch", "outside-search", "no-match")
"""Reasons that another act may overcome; any other is the host's last word in a launch."""


def row_of(reach: Reach, path: str) -> tuple[Loaded, Act | None] | None:
    """How ``path`` came in, if it did."""
    return next((row for row in reach.loaded if row[0].path == path), None)


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
    """The walked files that ``pattern`` takes; None after each folder that may hold some, a place to pause."""
    needle = literal(pattern.written)
    for number, folder in enumerate(found.folders):
        if number % SKIMMED == 0:
            yield None
        if not (paths.is_below(folder, pattern.folder) or paths.is_below(pattern.folder, folder)):
            continue
        prefix = folder.rstrip("/") + "/"
        if needle in prefix.lower():
            paths_here = [prefix + name for name, kind in snapshot.listdir(folder).items() if kind != "directory"]
        elif needle.endswith("/"):
            continue
        else:
            names = snapshot.listdir(folder).items()
            paths_here = [p for n, k in names if needle in (p := prefix + n).lower() and k != "directory"]
        yield from (path for path in paths_here if pattern.matches(path))
        yield None
