"""The shared import follower: resolves the import tokens of a file and walks them depth first.

What a token is, how deep imports go and what a host refuses is the host's ``Grammar``; nothing here knows a host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.model import Entry, Import, Loaded, NotLoaded, Span, When, Why
from guidechain.core.snapshot import Snapshot


@dataclass(frozen=True)
class Token:
    """An import word in a file: where it stands, as written, and the name in it; None when it is no import."""

    span: Span
    written: str
    name: str | None


@dataclass(frozen=True)
class Refusal:
    """Why a host passes a file over, the file or setting that caused it, and a few words more."""

    why: Why
    culprit: str | None = None
    detail: str = ""


_MISSING = Refusal("missing")


@dataclass(frozen=True)
class Grammar:
    """How a host imports.

    ``tokens`` gives the import words of a readable file; ``hops`` is the number of imports below the top file that
    are followed; ``extensions`` the lower-case extensions with their dot that a target may have, "" for none, None
    for any. ``beside_target``: relative names start at the importing file's real folder. ``once``: a file counts
    once for all importers by its real path; otherwise only its own ancestors are refused. ``external`` says whether a
    target lies outside the folder that needs no approval; ``admit`` refuses a file for the host's own reasons.
    """

    tokens: Callable[[str], tuple[Token, ...]]
    hops: int
    home: str | None = None
    extensions: frozenset[str] | None = None
    beside_target: bool = True
    once: bool = True
    external: Callable[[str, Entry], bool] = lambda path, entry: False
    admit: Callable[[str, Entry, Import | None], Refusal | None] = lambda path, entry, via: None


def imports_of(snapshot: Snapshot, grammar: Grammar, path: str) -> tuple[Import, ...]:
    """Every import word of the file at ``path``; ``why`` says what keeps one from being followed on its own account,
    apart from depth and from files that are there already."""
    if not snapshot.is_file(path) or not (tokens := grammar.tokens(path)):
        return ()
    base = paths.parent(snapshot.entry(path).real if grammar.beside_target else path)
    return tuple(_resolved(snapshot, grammar, path, base, token) for token in tokens)


def follow(
    snapshot: Snapshot,
    grammar: Grammar,
    path: str,
    seen: dict[str, str],
    when: When = "start",
    via: Import | None = None,
    above: tuple[str, ...] = (),
) -> Iterator[Loaded | NotLoaded]:
    """The file at ``path`` and, after it, each import with its own, depth first.

    ``seen`` maps real paths to the names under which they were met first; files met here are added. ``above`` are the
    real paths of the importers. A missing top file gives nothing.
    """
    entry = snapshot.entry(path)
    refusal = (
        _unusable(path, entry) or _known(entry, seen if grammar.once else {}, above) or grammar.admit(path, entry, via)
    )
    if refusal:
        if via is not None or refusal.why != "missing" or entry.real != path:
            yield NotLoaded(path, refusal.why, refusal.culprit, via, refusal.detail)
        return
    seen[entry.real] = path
    yield Loaded(path, entry.real, when, entry.size, None, via)
    for each in imports_of(snapshot, grammar, path):
        if each.target is None:
            continue
        if each.why:
            yield _passed(snapshot, grammar, each)
        elif len(above) >= grammar.hops:
            known = grammar.once and snapshot.entry(each.target).real in seen
            if not known:
                yield NotLoaded(each.target, "too-deep", path, each, f"limit {grammar.hops} hops")
        else:
            yield from follow(snapshot, grammar, each.target, seen, when, each, (*above, entry.real))


def _passed(snapshot: Snapshot, grammar: Grammar, dead: Import) -> NotLoaded:
    target = dead.target or ""
    refusal = _refusal(snapshot, grammar, target, dead) or Refusal("missing")
    return NotLoaded(target, refusal.why, refusal.culprit, dead, refusal.detail)


def _refusal(snapshot: Snapshot, grammar: Grammar, target: str, via: Import) -> Refusal | None:
    entry = snapshot.entry(target)
    unusable = _unusable(target, entry)
    if unusable:
        return unusable
    if not _has_extension(target, grammar.extensions):
        return Refusal("refused-type", detail=f"extension {_extension(target)}")
    return grammar.admit(target, entry, via)


def _resolved(snapshot: Snapshot, grammar: Grammar, path: str, base: str, token: Token) -> Import:
    target = _target(token.name, base, grammar.home)
    found = Import(path, token.span, token.written, target)
    if target is None:
        return replace(found, why="not-an-import")
    entry = snapshot.entry(target)
    found = replace(found, external=entry.kind != "missing" and grammar.external(target, entry))
    refusal = _refusal(snapshot, grammar, target, found)
    return replace(found, why=refusal.why) if refusal else found


def _target(name: str | None, base: str, home: str | None) -> str | None:
    if not name or "\0" in name:
        return None
    if name.startswith("~/"):
        return paths.join(home, "./" + name[2:]) if home else None
    return paths.join(base, name)


def _has_extension(path: str, extensions: frozenset[str] | None) -> bool:
    return extensions is None or _extension(path) in extensions


def _extension(path: str) -> str:
    name = paths.name(path)
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def _unusable(path: str, entry: Entry) -> Refusal | None:
    if entry.kind == "file":
        return None
    if entry.kind == "missing" and entry.real == path:
        return _MISSING
    kinds: dict[str, Why] = {"missing": "missing", "directory": "not-a-file", "special": "not-a-file"}
    return Refusal(kinds.get(entry.kind, "unreadable"), entry.real if entry.real != path else None)


def _known(entry: Entry, seen: dict[str, str], above: tuple[str, ...]) -> Refusal | None:
    if entry.real in above:
        return Refusal("cycle", entry.real)
    return Refusal("duplicate", seen[entry.real]) if entry.real in seen else None
