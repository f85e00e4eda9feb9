"""What the checks of imports share: which dead tokens were meant as imports, and what would work in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from guidechain.core import paths
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.diagnostics.places import Places
from guidechain.core.model import Edit, Host, Import, Launch, Position, Settings, Span
from guidechain.core.queries.candidates import Candidates, is_foreign
from guidechain.core.queries.inventory import DeadImport, Inventory
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file


def dead_imports(snapshot: Snapshot, settings: Settings, inventory: Inventory, code: str) -> Iterator[DeadImport]:
    """The dead imports that findings of ``code`` may speak of."""
    for dead in inventory.dead_imports:
        folder = paths.relative(paths.parent(dead.token.path), settings.root)
        if not is_foreign(folder) and code not in ignored_codes(snapshot, dead.token.path):
            yield dead


def reachable_name(token: Import, place: str, importer: str) -> str:
    """How a file at ``place`` is written as an import in ``importer`` (a real path)."""
    base, ups = paths.parent(importer), ""
    while not paths.is_below(place, base):
        base, ups = paths.parent(base), ups + "../"
    name = ups + paths.relative(place, base)
    dotted = name if re.match(r"[A-Za-z0-9._-]", name) else f"./{name}"
    return token.written[0] + dotted.replace(" ", "\\ ")


def what_works(
    snapshot: Snapshot, settings: Settings, host: Host, launch: Launch, token: Import, found: Candidates
) -> tuple[str, str] | None:
    """An existing file that ``token`` probably means, and the token that brings it, checked with the host itself."""
    importer = snapshot.entry(token.path).real
    for place in _guesses(snapshot, settings, launch, token, found):
        written = reachable_name(token, place, importer)
        if written != token.written and follows(snapshot, host, launch, token, written, place):
            return place, written
    return None


def follows(snapshot: Snapshot, host: Host, launch: Launch, token: Import, written: str, place: str) -> bool:
    """Whether ``written`` in place of ``token`` would be a live import of ``place`` for ``host``."""
    text = edited(snapshot.text(token.path) or "", token.span, written)
    imagined = with_file(snapshot, token.path, text)
    rows = host.imports(imagined, launch, token.path) if host.imports else ()
    return any(each.target == place and each.why is None and each.span.start == token.span.start for each in rows)


def edited(text: str, span: Span, replacement: str) -> str:
    """``text`` with ``replacement`` at ``span``."""
    places = Places(text)
    return text[: places.offset(span.start)] + replacement + text[places.offset(span.end) :]


def replaced(token: Import, written: str) -> tuple[Edit, ...]:
    """The edit that puts ``written`` in place of ``token``."""
    return (Edit(token.path, token.span, written),)


def _guesses(snapshot: Snapshot, settings: Settings, launch: Launch, token: Import, found: Candidates) -> Iterator[str]:
    """Existing files of the workspace that ``token`` may mean, the likeliest first."""
    name = token.written[1:].partition("#")[0].replace("\\ ", " ").lstrip("/")
    if name.startswith("~"):
        return
    bases = [*paths.ancestors(paths.parent(token.path)), launch.cwd]
    for base in dict.fromkeys(each for each in bases if paths.is_below(each, settings.root)):
        place = paths.join(base, name)
        if paths.is_below(place, settings.root) and snapshot.is_file(place):
            yield place
        elif token.target and base == paths.parent(token.path):
            yield from _other_case(snapshot, token.target)
    tail = paths.normal(f"/{name}").replace("/..", "")
    above, _, last = tail.rpartition("/")
    likely = (folder for folder in found.folders if folder.endswith(above))
    yield from _only(paths.join(folder, last) for folder in likely if last in snapshot.listdir(folder))


def _other_case(snapshot: Snapshot, target: str) -> Iterator[str]:
    wanted = paths.name(target).lower()
    for name in snapshot.listdir(paths.parent(target)):
        if name.lower() == wanted:
            yield paths.join(paths.parent(target), name)


def _only(places: Iterable[str]) -> Iterator[str]:
    rows = list(places)
    if len(rows) == 1:
        yield rows[0]


def leaves(settings: Settings, target: str) -> bool:
    """Whether ``target`` lies outside the workspace, where nobody can tell what others have."""
    return not paths.is_below(target, settings.root)


def before(position: Position, characters: int) -> Position:
    """The place ``characters`` earlier on the same line."""
    return Position(position.line, position.column - characters)
