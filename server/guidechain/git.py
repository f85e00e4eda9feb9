"""What git knows: the paths of a change, the fingerprint of a tree, the files of a revision. Nothing else runs git.

Paths are read with ``-z`` and come back absolute, with ``/``; a name that is no UTF-8 keeps its bytes as surrogate
escapes. No function writes to the repository or its index, asks a question, or fetches. Each raises ``GitError``
where git cannot answer: "no change" is only ever said by a git that ran well.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from guidechain.core import paths
from guidechain.core.model import Changed

_QUIET = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", f"core.hooksPath={os.devnull}")
_LOOK = (
    "-c", "core.compression=0", "-c", "core.safecrlf=false", "-c", "core.sparseCheckout=false",
    "-c", "core.trustctime=true", "-c", "core.checkStat=default",
)  # fmt: skip
"""For looking at the work tree: no setting makes git blind. Git hands every ``-c`` on when it looks at submodules."""
_SETTINGS = ("GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")
"""Variables that git takes for a contradiction of ours."""
_NO_REPOSITORY = "not a git repository (or any"
"""What git says where there is none; other words about "not a git repository" are of one that is broken."""
_KINDS: Mapping[str, Literal["link", "submodule"]] = {"120000": "link", "160000": "submodule"}


class GitError(Exception):
    """Git could not answer; the text says why, for people."""


@dataclass(frozen=True)
class Content:
    """The exact content of a tree: ``tree`` is git's own id of it, ``entries`` mode and object id of each path
    (relative to the repository, with ``/``)."""

    tree: str
    entries: Mapping[str, tuple[str, str]]


def run_git(folder: str, *args: str, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> bytes:
    """The output of ``git ARGS`` run in ``folder``; GitError with git's own words when it fails."""
    try:
        done = subprocess.run(
            ["git", *_QUIET, *args],
            cwd=folder,
            env=_environment(env),
            input=stdin,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError as error:
        wrong = "git was not found on PATH" if error.filename == "git" else f"there is no folder {folder}"
        raise GitError(wrong) from None
    except (OSError, ValueError) as error:
        raise GitError(f"git could not be run in {folder}: {error}") from None
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip().split("\n")
        said = "; ".join([line for line in words if line and not line.startswith(("hint:", "warning:"))][:3])
        command = next(word for before, word in zip(("", *args), args, strict=False) if "-c" not in (before, word))
        raise GitError(f"git {command} failed: {said or f'exit status {done.returncode}'}")
    return done.stdout


def _environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1"}
    # No protocol may be used: older versions of git know no other way not to fetch what a partial clone lacks.
    alone = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1"}
    given = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    return {**given, **quiet, **alone, **(more or {})}


def toplevel(folder: str) -> str | None:
    """The root of the work tree that holds ``folder``, links resolved; None when it lies in none."""
    try:
        return _path(run_git(folder, "rev-parse", "--show-toplevel"))
    except GitError as error:
        if _NO_REPOSITORY in str(error):
            return None
        raise


def is_committed(path: str) -> bool | None:
    """Whether the last commit holds a file at ``path``; None where no repository can be asked."""
    folder = paths.parent(path)
    try:
        if toplevel(folder) is None:
            return None
    except GitError:
        return None
    try:
        run_git(folder, "cat-file", "-e", f"HEAD:./{paths.name(path)}")
    except GitError:
        return False
    return True


def git_folder(root: str) -> str:
    """The repository's own folder for this work tree (``.git``, or its place in the main repository)."""
    return _path(run_git(root, "rev-parse", "--absolute-git-dir"))


def commit_id(root: str, revision: str) -> str | None:
    """The commit that ``revision`` names; None for HEAD of a repository without commits."""
    try:
        return _text(run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"))
    except GitError:
        if revision == "HEAD" and _is_unborn(root):
            return None
        raise GitError(f"git knows no revision {revision!r}{_shallow(root)}") from None


def merge_base(root: str, revision: str) -> str:
    """The commit where the work since ``revision`` began: the newest one that it shares with HEAD."""
    base = commit_id(root, revision)
    if base is None or commit_id(root, "HEAD") is None:
        raise GitError(f"there is no commit yet to compare with {revision!r}")
    try:
        return _text(run_git(root, "merge-base", base, "HEAD"))
    except GitError:
        raise GitError(f"{revision!r} and HEAD share no commit here{_shallow(root)}") from None


def content_now(root: str, *, staged: bool = False) -> Content:
    """The content of the work tree, untracked files included and ignored ones not; of the index when ``staged``.

    It equals the content of a commit of everything, so that committing does not change it. It is computed on a copy
    of the index with a private place for objects: the repository stays as it was. Marks that make git blind for a
    file (assume-unchanged, skip-worktree) and settings that hide changes count for nothing here.
    """
    with tempfile.TemporaryDirectory(prefix="guidechain-") as box:
        index = os.environ.get("GIT_INDEX_FILE") or _path(run_git(root, "rev-parse", "--git-path", "index"))
        objects = paths.join(root, _path(run_git(root, "rev-parse", "--git-path", "objects")))
        more = os.environ.get("GIT_ALTERNATE_OBJECT_DIRECTORIES")
        private = {
            "GIT_INDEX_FILE": f"{box}/index",
            "GIT_OBJECT_DIRECTORY": f"{box}/objects",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(filter(None, (objects, more))),
        }
        Path(box, "objects").mkdir()
        if Path(root, index).exists():
            # With its time: by it git knows which files may have changed after it looked at them.
            shutil.copy2(Path(root, index), Path(box, "index"))
        if not staged:
            _see_everything(root, private)
            run_git(root, *_LOOK, "add", "-A", env=private)
        tree = _text(run_git(root, "write-tree", env=private))
        return Content(tree, _entries(run_git(root, "ls-tree", "-r", "-z", "--full-tree", tree, env=private)))


def content_at(root: str, base: str | None) -> Content:
    """The content of the commit ``base``; of nothing when it is None."""
    if base is None:
        return Content("", {})
    tree = _text(run_git(root, "rev-parse", "--verify", f"{base}^{{tree}}"))
    return Content(tree, _entries(run_git(root, "ls-tree", "-r", "-z", "--full-tree", tree)))


class Blobs:
    """The objects of a repository, read through ``git cat-file`` processes that end with this object."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._asked: dict[str, tuple[IO[bytes], IO[bytes]]] = {}

    def read(self, blob: str) -> bytes:
        """The bytes of the object ``blob``. Raises GitError when there is no such object."""
        facts, from_git = self._ask("--batch", blob)
        if not from_git or len(facts) != 3:
            raise GitError(f"git has no object {blob}; a partial clone must fetch it first")
        content = from_git.read(int(facts[2]))
        from_git.read(1)
        return content

    def size(self, blob: str) -> int:
        """The size of the object ``blob`` in bytes; 0 when it is not here."""
        facts, _ = self._ask("--batch-check", blob)
        return int(facts[2]) if len(facts) == 3 else 0

    def _ask(self, mode: str, blob: str) -> tuple[list[bytes], IO[bytes] | None]:
        """Git's facts about ``blob``, and where its content follows; git may end where it must not fetch."""
        try:
            if mode not in self._asked:
                self._asked[mode] = _start(self, self._root, mode)
            to_git, from_git = self._asked[mode]
            to_git.write(f"{blob}\n".encode())
            to_git.flush()
            facts = from_git.readline().split()
        except OSError:
            facts = []
        if facts:
            return facts, from_git
        self._asked.pop(mode, None)
        return [], None


def _start(owner: Blobs, root: str, mode: str) -> tuple[IO[bytes], IO[bytes]]:
    process = subprocess.Popen(
        ["git", *_QUIET, "cat-file", mode],
        cwd=root, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    weakref.finalize(owner, _end, process)
    assert process.stdin
    assert process.stdout
    return process.stdin, process.stdout


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe:
                pipe.close()
    process.wait()


def changes(root: str, before: Content, after: Content) -> tuple[Changed, ...]:
    """Every path that differs between the two, in content, mode or kind, sorted. A renamed file counts twice: as
    deleted under its old name and added under the new one."""
    found = []
    for name in sorted(before.entries.keys() | after.entries.keys()):
        old, new = before.entries.get(name), after.entries.get(name)
        if old != new:
            mode = (new or old or ("", ""))[0]
            status: Literal["added", "deleted", "modified"] = (
                "added" if old is None else "deleted" if new is None else "modified"
            )
            found.append(Changed(paths.join(root, name), status, _KINDS.get(mode, "file")))
    return tuple(found)


def _entries(listing: bytes) -> dict[str, tuple[str, str]]:
    found = {}
    for line in listing.split(b"\0")[:-1]:
        facts, _, name = line.partition(b"\t")
        mode, _, identity = _text(facts).split()
        found[_path(name)] = (mode, identity)
    return found


def _see_everything(root: str, private: Mapping[str, str]) -> None:
    """Clear the marks that make git blind for a file (assume-unchanged, skip-worktree) where the file exists."""
    tagged = run_git(root, *_LOOK, "ls-files", "-v", "-z", env=private).split(b"\0")[:-1]
    _clear("--no-assume-unchanged", (each[2:] for each in tagged if each[:1].islower()), root, private)
    skipped = (each[2:] for each in tagged if each[:1] in b"Ss")
    _clear("--no-skip-worktree", (name for name in skipped if os.path.lexists(Path(root, _path(name)))), root, private)


def _clear(flag: str, names: Iterable[bytes], root: str, private: Mapping[str, str]) -> None:
    listing = b"".join(name + b"\0" for name in names)
    if listing:
        run_git(root, *_LOOK, "update-index", flag, "-z", "--stdin", env=private, stdin=listing)


def _shallow(root: str) -> str:
    is_shallow = run_git(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
    return "; this is a shallow clone, fetch more history first" if is_shallow else ""


def _is_unborn(root: str) -> bool:
    try:
        run_git(root, "symbolic-ref", "--quiet", "HEAD")
    except GitError:
        return False
    try:
        run_git(root, "show-ref", "--verify", "--quiet", _text(run_git(root, "symbolic-ref", "HEAD")))
    except GitError:
        return True
    return False


def _text(output: bytes) -> str:
    return output.decode("utf-8", "surrogateescape").strip()


def _path(output: bytes) -> str:
    found = output.removesuffix(b"\n").decode("utf-8", "surrogateescape")
    return found if os.sep == "/" else found.replace("\\", "/")
