"""The walk of a workspace: every file that looks like an instruction file, and the folders a host may be started in.

Links are not followed. Folders that an ignore file names are not entered, those with a host's traces excepted.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Generator, Iterator, Mapping

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import Globs, compile_globs
from guidechain.core.model import Host, Kind, Settings
from guidechain.core.snapshot import Snapshot

MAX_FOLDERS = 50_000
MAX_FILES = 1_000_000
"""Beyond these the walk ends and says so."""

SKIPPED = frozenset(
    (
        *(".git", ".hg", ".svn", ".jj", ".sl", "node_modules", "bower_components", "jspm_packages", ".yarn"),
        *(".pnpm-store", "__pycache__", ".venv", "venv", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
        *(".cache", ".gradle", ".m2", ".terraform", ".next", ".nuxt", ".svelte-kit", ".turbo", ".parcel-cache"),
        *(".dart_tool", ".eggs", "site-packages", ".bundle", ".stack-work", ".direnv", ".idea", ".vscode-test"),
    )
)
"""Folders of version control, dependencies and caches, by name at any depth."""

FOREIGN = frozenset(
    (
        *("vendor", "vendored", "third_party", "third-party", "thirdparty", "external", "node_modules"),
        *("fixtures", "fixture", "__fixtures__", "testdata", "test-data", "test_data", "test-fixtures"),
        *("test_fixtures", "testfixtures", "snapshots", "__snapshots__", "goldens", "template", "templates"),
        *("boilerplate", "boilerplates", "scaffold", "scaffolds", "skeleton", "skeletons"),
    )
)
"""Folders, in lower case, whose instruction files are content of the repository and not guidance for it."""


_CHOICES = re.compile(r"\{[^{}]*\}|\[[^\]]*\]")
_SPECIAL = re.compile(r"[*?!,{}\[\]()|+@\\\s]")


@dataclass(frozen=True)
class Candidate:
    """A file that looks like an instruction file of ``hosts``. ``foreign``: vendored, a fixture or a template.

    ``right_name`` is the name that they look for where the file's own differs from it in capitals only.
    """

    path: str
    hosts: tuple[str, ...]
    foreign: bool = False
    right_name: str | None = None


@dataclass(frozen=True)
class Candidates:
    """What the walk of a workspace found.

    ``files`` are in path order. ``folders`` are all that were listed, ``sources`` those among them where a host may
    plausibly be started: with a source file at or below, and no dot folder on the way. ``repositories`` are nested
    ones. ``incomplete`` says why something may be missing, None when nothing is.
    """

    files: tuple[Candidate, ...]
    folders: tuple[str, ...]
    sources: frozenset[str]
    repositories: tuple[str, ...] = ()
    incomplete: str | None = None


def find_candidates(
    snapshot: Snapshot, settings: Settings, hosts: tuple[Host, ...]
) -> Generator[None, None, Candidates]:
    """Walk the workspace, one step per folder."""
    return snapshot.gradual(_walk, settings.root, settings.home, settings.exclude, hosts)


def literal(glob: str) -> str:
    """The longest piece of ``glob`` that every path it takes must hold, in lower case: a cheap test before the glob."""
    return max(_SPECIAL.split(_CHOICES.sub("*", glob.strip())), key=len).lower()


def _is_glob(name: str) -> bool:
    return any(mark in name for mark in "*?[")


def is_foreign(relative: str) -> bool:
    """Whether a folder (relative to the workspace root) holds vendored code, fixtures or templates."""
    return any(part.lower() in FOREIGN for part in relative.split("/"))


def _walk(
    snapshot: Snapshot, root: str, home: str | None, exclude: tuple[str, ...], hosts: tuple[Host, ...]
) -> Generator[None, None, Candidates]:
    sieve = _Sieve(root, exclude, hosts)
    found, folders, sources, repositories = list[Candidate](), list[str](), {root}, list[str]()
    shallow = home is not None and paths.is_below(home, root)
    incomplete = "the workspace is or holds the home folder: only its own files were looked at" if shallow else None
    stack: list[tuple[str, _Ignored]] = [(root, ())]
    files = 0
    while stack:
        folder, ignored = stack.pop()
        if len(folders) == MAX_FOLDERS or files > MAX_FILES:
            incomplete = f"the walk ended after {len(folders)} folders and {files} files"
            break
        names = snapshot.listdir(folder)
        if folder != root and ".git" in names:
            if _is_worktree(snapshot, folder, names):
                continue
            repositories.append(folder)
        folders.append(folder)
        candidates, others, has_source = sieve.files(folder, names)
        files += len(candidates) + others
        found += candidates
        if has_source and not sieve.is_hidden(folder):
            sources.update(paths.between(root, folder))
        if not shallow:
            ignored = _ignored_below(snapshot, folder, names, ignored)
            stack += [(below, ignored) for below in sieve.folders(folder, names, ignored)]
        yield
    found.sort(key=lambda each: each.path)
    return Candidates(tuple(found), tuple(folders), frozenset(sources), tuple(sorted(repositories)), incomplete)


_Ignored = tuple[tuple[str, Globs], ...]
"""The ignore files that hold in a folder, outermost first: where each stands and what it says."""


class _Sieve:
    """What the walk makes of the names in a folder."""

    def __init__(self, root: str, exclude: tuple[str, ...], hosts: tuple[Host, ...]) -> None:
        self._root = root
        self._exclude = compile_globs("gitignore", exclude)
        self._hosts = [(host.id, compile_globs("gitignore", host.candidates)) for host in hosts]
        self._traces = compile_globs("gitignore", [trace for host in hosts for trace in host.traces])
        last = {pattern.rstrip("/").rpartition("/")[2] for host in hosts for pattern in host.candidates}
        names: dict[str, set[str]] = {}
        for pattern in (each for host in hosts for each in host.candidates):
            folder, _, name = pattern.rstrip("/").rpartition("/")
            if _is_glob(name):
                names.setdefault(literal(folder), set()).add(name)
        # A cheap test before the exact one: a piece of the folder that must be there, and what the name matches.
        self._likely = [
            (piece, re.compile("|".join(fnmatch.translate(each) for each in sorted(found)), re.IGNORECASE))
            for piece, found in names.items()
        ]
        self._exact: dict[str, tuple[str, tuple[str, ...]]] = {}
        for name in sorted(last):
            if not _is_glob(name):
                owners = tuple(host.id for host in hosts if name in host.candidates)
                self._exact.setdefault(name.lower(), (name, owners))

    def files(self, folder: str, names: Mapping[str, Kind | str]) -> tuple[list[Candidate], int, bool]:
        """The candidates in ``folder``, how many other files it holds, and whether one of these is no dot file."""
        prefix = self._prefix(folder)
        likely = [regex.fullmatch for piece, regex in self._likely if piece in f"/{prefix}".lower()]
        found: list[Candidate] = []
        others, has_source = 0, False
        for name, kind in names.items():
            if kind == "directory":
                continue
            candidate = None
            if name.lower() in self._exact or (likely and any(matches(name) for matches in likely)):
                candidate = None if self._exclude.match(prefix + name) else self._candidate(folder, names, name, prefix)
            if candidate:
                found.append(candidate)
            else:
                others += 1
                has_source = has_source or name[0] != "."
        return found, others, has_source

    def _candidate(self, folder: str, names: Mapping[str, Kind | str], name: str, prefix: str) -> Candidate | None:
        path, foreign = paths.join(folder, name), is_foreign(prefix)
        owners = tuple(host for host, spec in self._hosts if spec.match(prefix + name))
        right, misspelt = self._exact.get(name.lower(), (name, ()))
        if misspelt and right not in names:
            return Candidate(path, tuple(dict.fromkeys((*misspelt, *owners))), foreign, right)
        return Candidate(path, owners, foreign) if owners else None

    def folders(self, folder: str, names: Mapping[str, Kind | str], ignored: _Ignored) -> Iterator[str]:
        """The folders below ``folder`` that the walk enters."""
        prefix = self._prefix(folder)
        for name, kind in names.items():
            if kind == "directory" and name not in SKIPPED:
                below, shown = paths.join(folder, name), f"{prefix}{name}/"
                if _is_ignored(below, ignored) and not self._traces.match(shown):
                    continue
                if not self._exclude.names(shown):
                    yield below

    def is_hidden(self, folder: str) -> bool:
        """Whether a dot folder lies on the way to ``folder``."""
        return "/." in f"/{self._prefix(folder)}"

    def _prefix(self, folder: str) -> str:
        below = paths.relative(folder, self._root)
        return f"{below}/" if below else ""


def _ignored_below(snapshot: Snapshot, folder: str, names: Mapping[str, Kind | str], ignored: _Ignored) -> _Ignored:
    text = snapshot.text(paths.join(folder, ".gitignore")) if ".gitignore" in names else None
    return (*ignored, (folder, compile_globs("gitignore", text.split("\n")))) if text else ignored


def _is_ignored(folder: str, ignored: _Ignored) -> bool:
    """Whether an ignore file names ``folder``; below a folder that is entered all the same it has no more to say."""
    return any(spec.names(paths.relative(folder, base) + "/") for base, spec in ignored)


def _is_worktree(snapshot: Snapshot, folder: str, names: Mapping[str, Kind | str]) -> bool:
    """Whether ``folder`` is a linked worktree: a second checkout of files that are walked elsewhere."""
    text = snapshot.text(paths.join(folder, ".git")) if names[".git"] == "file" else None
    return text is not None and "/worktrees/" in text.replace("\\", "/")
