"""A guard whose path matches nothing.

The folder was renamed or removed, and the guard still names the old place: whatever stands there now is unguarded.
Only a path that is written out is judged: as a warning in settings and contract, as information in a sentence. A
pattern such as `*.lock` may wait for its first file, and so may a path that an ignore file names (what a build leaves).

What to do: correct the path, or delete the guard.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from difflib import get_close_matches

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.explain import shown
from guidechain.core.globs import compile_globs
from guidechain.core.model import Finding, Guard, Settings, Severity
from guidechain.core.queries.guard_reach import literal_folder
from guidechain.core.queries.guards import is_about, take_guards
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "stale-guard"
SEVERITY: Severity = "warning"
PLACE = "the path"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per path of a guard."""
    every = yield from take_guards(snapshot, settings)
    inventory = yield from take_inventory(snapshot, settings)
    foreign = {file.path for file in inventory.files if file.foreign}
    found: list[Finding] = []
    for guard in every if not inventory.found.incomplete else ():
        own = paths.is_below(guard.path, settings.root) and guard.path not in foreign
        if (
            own
            and guard.level != "note"
            and is_about(guard, "edit")
            and CODE not in ignored_codes(snapshot, guard.path)
        ):
            for index, path in missing(snapshot, settings, guard):
                further_down = yield from _is_further_down(snapshot, guard, path, inventory.found.folders)
                if not further_down:
                    found.append(_finding(snapshot, settings, guard, index, path, inventory.found.folders))
        yield
    return tuple(found)


def missing(snapshot: Snapshot, settings: Settings, guard: Guard) -> Iterator[tuple[int, str]]:
    """The index of each pattern of ``guard`` that names a path which ought to exist and does not, and that path."""
    for index, pattern in enumerate(guard.patterns):
        fixed = literal_folder(pattern)
        path = paths.join(guard.base, fixed)
        if not fixed or not paths.is_below(path, settings.root) or snapshot.entry(path).kind != "missing":
            continue
        waits = guard.origin == "settings" or paths.name(fixed).startswith(".")
        if (waits and not _near(snapshot, path, ())) or _is_ignored(snapshot, settings.root, path):
            continue
        yield index, path


def _finding(
    snapshot: Snapshot, settings: Settings, guard: Guard, index: int, path: str, folders: tuple[str, ...]
) -> Finding:
    near = _near(snapshot, path, folders)
    advice = f"Did you mean {shown(settings, near)}?" if near else "Correct the path, or delete the guard."
    return Finding(
        CODE,
        "information" if guard.origin == "prose" else SEVERITY,
        guard.path,
        guard.places[index] if index < len(guard.places) else guard.span,
        f"This guards {shown(settings, path)}, and there is no such path. {advice}",
    )


def _is_further_down(
    snapshot: Snapshot, guard: Guard, path: str, folders: tuple[str, ...]
) -> Generator[None, None, bool]:
    """Whether a sentence names ``path`` by its name alone, and something of that name stands somewhere below: "never
    hand-edit `env.d.ts`" speaks of every such file. The only folder of a name is a better way to write it."""
    folder, name = paths.parent(path), paths.name(path)
    if guard.origin != "prose" or folder != paths.parent(guard.path) or _near(snapshot, path, folders):
        return False
    for each in folders:
        if paths.is_below(each, folder) and name in snapshot.listdir(each):
            return True
        yield
    return False


def _near(snapshot: Snapshot, path: str, folders: tuple[str, ...]) -> str | None:
    """What was meant by ``path``: something beside it of almost that name, else the only folder below that ends so."""
    folder = paths.parent(path)
    if snapshot.entry(folder).kind == "directory":
        close = get_close_matches(paths.name(path), list(snapshot.listdir(folder)), 1, 0.85)
        if close:
            return paths.join(folder, close[0])
    below = [each for each in folders if each.endswith(f"/{paths.name(path)}") and paths.is_below(each, folder)]
    return below[0] if len(below) == 1 else None


def _is_ignored(snapshot: Snapshot, root: str, path: str) -> bool:
    """Whether some ``.gitignore`` names ``path``, as a file or as a folder."""
    return any(
        snapshot.query(_ignores, folder, paths.relative(path, folder))
        for folder in paths.between(root, paths.parent(path))
    )


def _ignores(snapshot: Snapshot, folder: str, below: str) -> bool:
    text = snapshot.text(paths.join(folder, ".gitignore"))
    globs = compile_globs("gitignore", text.replace("\r", "").split("\n")) if text else None
    return globs is not None and (globs.match(below) or globs.match(f"{below}/x"))
