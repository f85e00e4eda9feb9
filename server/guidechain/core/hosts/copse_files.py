"""Copse's files: which exist for it, and which of them bring new text into a prompt.

``opening`` gives the prompt at the start of a turn, ``entering`` what further paths add to it. Both are used by the
host's chain (``copse.py``) and by the model of a turn over time (``core/turn.py``), so that each rule stands once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts import cursor_rules
from guidechain.core.model import Launch, Loaded, NotLoaded, When, Why
from guidechain.core.snapshot import Snapshot

GLOBAL_NAMES = ("AGENTS.md", ".claude/CLAUDE.md")
"""Of the home folder, in prompt order (CP-20, CP-22)."""
ROOT_NAMES = ("AGENT.md", "AGENTS.md", "CLAUDE.md")
"""Of the project root, in prompt order; all that exist load (CP-10, CP-11)."""
SCOPE_NAME = "AGENTS.md"
"""Below the root only this name counts, compared exactly (CP-13, CP-15)."""
SKIPPED = frozenset(
    (
        *("node_modules", ".git", "dist", "dist-test", "dist-types", "dist-test-iso", "out", "build", "target"),
        *("vendor", "coverage", ".next", ".nuxt", ".svelte-kit", ".turbo", ".cache", ".venv", "venv", "__pycache__"),
    )
)
"""Folder names that discovery and activation skip, at any depth (CP-80)."""
MAX_PATHS = 64
MAX_ACTIVE = 8
MAX_SCOPE_TEXT = 64 * 1024
"""Per turn: distinct context paths, active scope files, bytes of their text (CP-100)."""
MAX_FILE = 32 * 1024
"""A longer scope file is cut at this byte (CP-101)."""
NOTICE = "\n\n[truncated]"
"""Stands for the notice after a cut; Copse's own words are not known."""
SPACE = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
"""What trimming takes away: the white space of JavaScript (CP-14)."""
_PUNCTUATION = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"


@dataclass(frozen=True)
class Source:
    """A file with text to inject. ``text`` is trimmed, and cut with a notice when too long; ``scope`` is the
    folder of a scope file, None for global, root and rule files."""

    loaded: Loaded
    text: str
    scope: str | None = None


Found = Source | NotLoaded
Scope = Source | NotLoaded | None
"""What stands in one scope: a source, a file that is passed over, or nothing."""
Read = Callable[[str], Scope]
"""Gives the scope of a folder; ``core/turn.py`` answers from what the turn has read before."""


def trusted(launch: Launch) -> bool:
    """Whether the launch counts as trusted: everything but ``copse.trusted`` = ``false`` (CP-30)."""
    return dict(launch.options).get("copse.trusted", "true") != "false"


def start_files(snapshot: Snapshot, launch: Launch) -> Iterator[Found]:
    """Global, then root files in prompt order (CP-10, CP-20 to CP-22); repeats and untrusted ones are passed over."""
    homes = [] if launch.home is None else [paths.join(launch.home, name) for name in GLOBAL_NAMES]
    found = [source(snapshot, path, None) for path in homes]
    found += [source(snapshot, path, launch.cwd) for path in (paths.join(launch.cwd, name) for name in ROOT_NAMES)]
    yield from _once(found, launch, set(homes), {})


def opening(snapshot: Snapshot, launch: Launch, read: Read) -> tuple[Found, ...]:
    """The prompt at the start of a turn: global, root, scope and rule files, each loaded or passed over."""
    rows = [*start_files(snapshot, launch)]
    named = named_paths(launch)
    injected = [row for row in rows if isinstance(row, Source)]
    for row in entering(snapshot, launch, injected, named, read):
        rows.append(replace(row, loaded=replace(row.loaded, when="start")) if isinstance(row, Source) else row)
    injected = [row for row in rows if isinstance(row, Source)]
    return (*rows, *rules(snapshot, launch, injected, named, start=True))


def named_paths(launch: Launch) -> tuple[str, ...]:
    """The paths that the prompt names, in its order, once each and within the bound (CP-51, CP-100)."""
    return tuple(dict.fromkeys(paths.join(launch.cwd, path) for path in launch.mentions))[:MAX_PATHS]


def entering(
    snapshot: Snapshot, launch: Launch, injected: Iterable[Source], touched: Iterable[str], read: Read
) -> tuple[Found, ...]:
    """Scope files on the way to ``touched``: those with new text for a prompt that holds ``injected``, in prompt
    order, then those passed over (CP-50 to CP-58, CP-102). ``read`` answers for one folder."""
    before = tuple(injected)
    found: dict[str, Scope] = {}
    for gone, path in sorted((leaves(snapshot, launch.cwd, path), path) for path in touched):
        for folder in toward(launch.cwd, path):
            if folder not in found:
                scope = read(folder)
                found[folder] = (
                    passed_over(scope, "outside-root", path) if gone and isinstance(scope, Source) else scope
                )
    sources = [scope for scope in found.values() if isinstance(scope, Source)]
    passed: list[Found] = [scope for scope in found.values() if isinstance(scope, NotLoaded)]
    if not trusted(launch):
        return (*passed, *(passed_over(source, "untrusted", launch.cwd) for source in sources))
    fresh = enter(before, sources)
    carriers = {source.text: source.loaded.path for source in (*fresh, *before)}
    inside = {source.scope for source in (*fresh, *before)}
    for source in sources:
        if source.scope not in inside:
            carrier = carriers.get(source.text)
            passed.append(passed_over(source, "duplicate", carrier) if carrier else passed_over(source, "over-budget"))
    return (*fresh, *passed)


def enter(injected: Iterable[Source], scopes: Iterable[Source]) -> tuple[Source, ...]:
    """Those of ``scopes`` that bring new text into a prompt that holds ``injected``, in prompt order.

    The bounds hold for all of ``scopes``, repeats among them, then for what the turn has left (CP-102); of equal ones
    the broader carries the text (CP-40, CP-44).
    """
    before = tuple(injected)
    held = [source for source in before if source.scope]
    texts, entered = {source.text for source in before}, {source.scope for source in held}
    new = [source for source in nearest(scopes) if source.text not in texts and source.scope not in entered]
    kept = nearest(new, MAX_ACTIVE - len(held), MAX_SCOPE_TEXT - sum(map(_bytes, held)))
    carried: dict[str, Source] = {}
    for source in kept:
        carried.setdefault(source.text, source)
    return tuple(carried.values())


def nearest(scopes: Iterable[Source], files: int = MAX_ACTIVE, size: int = MAX_SCOPE_TEXT) -> list[Source]:
    """The nearest of ``scopes`` that fit into a number of files and of bytes, in prompt order (CP-102)."""
    kept: list[Source] = []
    for source in sorted(scopes, key=order, reverse=True):
        if len(kept) < files and _bytes(source) <= size:
            kept.append(source)
            size -= _bytes(source)
    return kept[::-1]


def _bytes(source: Source) -> int:
    return len(source.text.encode())


def order(source: Source) -> tuple[object, ...]:
    """Sort key of scope files in the prompt: broad to narrow, ties by name (CP-58)."""
    return (source.scope or "").count("/"), *by_name(source)


def by_name(source: Source) -> tuple[object, ...]:
    """Sort key of scope files by the name of their folder in dictionary order."""
    scope = source.scope or ""
    letters = [(0, _PUNCTUATION.find(c), c) if c in _PUNCTUATION else (1, 0, c) for c in scope.casefold()]
    return letters, scope.swapcase()


def toward(root: str, path: str) -> list[str]:
    """Every folder below ``root`` toward ``path``, ``path`` included, broad to narrow (CP-50, CP-56)."""
    return paths.between(root, path)[1:] if paths.is_below(path, root) else []


def leaves(snapshot: Snapshot, root: str, path: str) -> bool:
    """Whether ``path`` leads outside ``root``, by its text or through a link (CP-82)."""
    return not paths.is_below(path, root) or not paths.is_below(snapshot.entry(path).real, snapshot.entry(root).real)


def read_scope(snapshot: Snapshot, root: str, folder: str) -> Scope:
    """The scope file of ``folder`` if discovery gets there (CP-13 to CP-15, CP-80, CP-81, CP-101)."""
    path = paths.join(folder, SCOPE_NAME)
    for step in toward(root, folder):
        if snapshot.entry(step).kind != "directory":
            return None
        reason = barrier(snapshot, step)
        if reason:
            there = snapshot.entry(path).kind == "file"
            return NotLoaded(path, "ignored", step, detail=reason) if there else None
    names = snapshot.listdir(folder)
    if SCOPE_NAME not in names:
        other = next((name for name in names if name.lower() == SCOPE_NAME.lower()), None)
        return NotLoaded(paths.join(folder, other), "wrong-case", detail=f"only {SCOPE_NAME} counts") if other else None
    found = source(snapshot, path, root, "on-touch", MAX_FILE)
    return replace(found, scope=folder) if isinstance(found, Source) else found


def barrier(snapshot: Snapshot, folder: str) -> str:
    """Why discovery does not enter ``folder``, in words; "" when it does (CP-80, CP-81)."""
    name = paths.name(folder)
    if name in SKIPPED:
        return f"{name} trees are skipped"
    if snapshot.listdir(paths.parent(folder)).get(name) == "link":
        return "linked folders are not walked"
    return "a nested repository" if ".git" in snapshot.listdir(folder) else ""


def _once(found: Iterable[Scope], launch: Launch, free: set[str], carriers: dict[str, str]) -> Iterator[Found]:
    """Repeats of an earlier text and, without trust, all but the ``free`` files are passed over (CP-30, CP-40)."""
    for each in found:
        if not isinstance(each, Source):
            if each is not None:
                yield each
        elif each.text in carriers:
            yield passed_over(each, "duplicate", carriers[each.text])
        elif each.loaded.path not in free and not trusted(launch):
            yield passed_over(each, "untrusted", launch.cwd)
        else:
            carriers[each.text] = each.loaded.path
            yield each


def source(snapshot: Snapshot, path: str, root: str | None, when: When = "start", limit: int | None = None) -> Scope:
    """The file at ``path`` when it holds text; with ``root``, only if no link leads outside (CP-14, CP-81)."""
    entry = snapshot.entry(path)
    if entry.kind == "missing":
        return None
    if root is not None and not paths.is_below(entry.real, snapshot.entry(root).real):
        return NotLoaded(path, "outside-root", entry.real)
    if entry.kind != "file":
        return NotLoaded(path, "unreadable" if entry.kind in ("unreadable", "blocked") else "not-a-file")
    content = snapshot.read(path)
    if content is None:
        return NotLoaded(path, "unreadable")
    cut = limit is not None and len(content) > limit
    text = injected_text(content, limit if cut else None)
    if not text:
        return NotLoaded(path, "empty")
    return Source(Loaded(path, entry.real, when, len(content), limit if cut else None), text)


def injected_text(content: bytes, kept: int | None) -> str:
    """``content`` as it enters the prompt: trimmed, with a notice when only ``kept`` bytes do (CP-14, CP-101)."""
    text = content[:kept].decode("utf-8", "replace").strip(SPACE)
    return text + NOTICE if text and kept is not None else text


def passed_over(source: Source, why: Why, culprit: str | None = None) -> NotLoaded:
    """``source`` as a file that does not load."""
    return NotLoaded(source.loaded.path, why, culprit)


def rules(
    snapshot: Snapshot, launch: Launch, injected: list[Source], touched: Iterable[str], *, start: bool
) -> Iterator[Found]:
    """Cursor rules, after all scope files (CP-110)."""
    if dict(launch.options).get("copse.cursor-rules", "true") == "false":
        return
    root = launch.cwd
    inside = [path for path in touched if not leaves(snapshot, root, path)]
    carriers = {source.text: source.loaded.path for source in injected}
    for path, rule in cursor_rules.discover(snapshot, root):
        pattern = rule.match([paths.relative(each, root) for each in inside])
        if any(source.loaded.path == path for source in injected):
            continue
        if (rule.always and start) or pattern or path in inside:
            when: When = "start" if start else "on-match"
            loaded = Loaded(path, snapshot.entry(path).real, when, snapshot.entry(path).size, pattern=pattern)
            yield from _once([Source(loaded, rule.body)], launch, set(), carriers)
        elif not rule.always:
            yield NotLoaded(path, "no-match", detail=rule.reason)
