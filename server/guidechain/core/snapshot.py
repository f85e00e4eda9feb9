"""The world as the core sees it: files behind a protocol, every answer given once and noted.

A Snapshot is immutable in effect: whatever it answered about a path once, absence included, is the answer
for its lifetime. It notes which paths each query looked at and which other answers it used: what a change
does not meet holds in the next revision.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from guidechain.core import paths
from guidechain.core.model import Change, Entry, Kind

P = ParamSpec("P")
T = TypeVar("T")


class FileSystem(Protocol):
    """Where a Snapshot gets its facts. No method raises for anything that a tree can hold."""

    def entry(self, path: str) -> Entry:
        """What stands at ``path``, links followed."""

    def read(self, path: str) -> bytes | None:
        """The whole content of the file at ``path``, or None when it cannot be read."""

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """Names in the folder ``path`` in the order the file system lists them, each with its own kind
        (``link`` for a link, not followed); empty when it is no readable folder."""


class _Answer:
    """What a query gave, the paths that it looked at itself, and the answers that it used."""

    __slots__ = ("paths", "used", "value")

    def __init__(self) -> None:
        self.value: Any = None
        self.paths: set[str] = set()
        self.used: set[_Answer] = set()


class Snapshot:
    """Memoised answers of one FileSystem, with notes of what each query looked at.

    Answers stand in the order in which they were finished, so each comes after those that it used.
    """

    def __init__(self, files: FileSystem, revision: int = 0) -> None:
        self.files = files
        self.revision = revision
        self._entries: dict[str, Entry] = {}
        self._aliases: dict[str, set[str]] = {}
        self._contents: dict[str, bytes | None] = {}
        self._listings: dict[str, Mapping[str, Kind | str]] = {}
        self._answers: dict[Hashable, _Answer] = {}
        self._asking: list[_Answer] = []

    def entry(self, path: str) -> Entry:
        """What stands at ``path``, links followed."""
        found = self._entries.get(path)
        if found is None:
            found = self._entries[path] = self.files.entry(path)
            if found.real != path:
                self._aliases.setdefault(found.real, set()).add(path)
        if self._asking:
            self._asking[-1].paths.add(path)
        return found

    def read(self, path: str) -> bytes | None:
        """The content of the file at ``path``; None when it is no readable file."""
        if path not in self._contents:
            readable = self.entry(path).kind == "file"
            self._contents[path] = self.files.read(path) if readable else None
        if self._asking:
            self._asking[-1].paths.add(path)
        return self._contents[path]

    def text(self, path: str) -> str | None:
        """The content of ``path`` as UTF-8 with replacement; None when it is no readable file."""
        content = self.read(path)
        return None if content is None else content.decode("utf-8", "replace")

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """Names in the folder ``path`` with their own kinds, in the file system's order."""
        if path not in self._listings:
            self._listings[path] = self.files.listdir(path)
        if self._asking:
            self._asking[-1].paths.update((path, path + "/"))
        return self._listings[path]

    def is_file(self, path: str) -> bool:
        """Whether ``path`` leads to a regular file that can be read."""
        return self.entry(path).kind == "file"

    def query(self, function: Callable[Concatenate[Snapshot, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``function(self, *args)``, answered once per revision; whoever asks notes that it used the answer."""
        key = (function, args, tuple(kwargs.items()))
        answer = self._answers.get(key)
        if answer is None:
            answer = _Answer()
            self._asking.append(answer)
            try:
                answer.value = function(self, *args, **kwargs)
            finally:
                self._asking.pop()
            self._answers[key] = answer
        if self._asking:
            self._asking[-1].used.add(answer)
        return cast("T", answer.value)

    def gradual(
        self, function: Callable[Concatenate[Snapshot, P], Generator[None, None, T]], *args: P.args, **kwargs: P.kwargs
    ) -> Generator[None, None, T]:
        """``query`` for a long computation that yields where it may be paused; use it with ``yield from``.

        Other queries may run in the pauses: a step notes only what it looks at itself. Of two computations of one
        answer the first to end counts.
        """
        key = (function, args, tuple(kwargs.items()))
        if key not in self._answers:
            steps, answer = function(self, *args, **kwargs), _Answer()
            while True:
                self._asking.append(answer)
                try:
                    next(steps)
                except StopIteration as stop:
                    answer.value = stop.value
                    self._answers.setdefault(key, answer)
                    break
                finally:
                    self._asking.pop()
                yield
        answer = self._answers[key]
        if self._asking:
            self._asking[-1].used.add(answer)
        return cast("T", answer.value)

    def dependencies(self) -> frozenset[str]:
        """Every path that an answer of this snapshot rests on (folders whose names were listed end in ``/``)."""
        return frozenset(self._entries) | {path + "/" for path in self._listings}

    def imagined(self, files: FileSystem, unlike: frozenset[str]) -> Snapshot:
        """The world of ``files``, which is this one but for the paths ``unlike`` (a folder whose names differ ends in
        ``/``). Answers that do not rest on them hold there too."""
        return _Imagined(self, files, unlike)

    def apply(self, change: Change) -> Snapshot:
        """The next revision: the same answers without those that ``change`` meets."""
        touched = self._touched(change)
        after = Snapshot(self.files, self.revision + 1)
        after._entries, after._contents = self._entries.copy(), self._contents.copy()
        after._aliases, after._listings = self._aliases.copy(), self._listings.copy()
        for path in touched:
            after._entries.pop(path, None)
            after._contents.pop(path, None)
            after._listings.pop(path[:-1] or "/" if path.endswith("/") else path, None)
        # Copied and thinned rather than picked: a copy hashes no key again.
        after._answers = self._answers.copy()
        met: set[_Answer] = set()
        for key, answer in self._answers.items():
            if not (touched.isdisjoint(answer.paths) and met.isdisjoint(answer.used)):
                met.add(answer)
                del after._answers[key]
        return after

    def meets(self, change: Change) -> bool:
        """Whether anything known so far rests on what ``change`` names; if nothing does, it need not be applied."""
        return any(
            path in self._entries or path in self._contents or (path.endswith("/") and path[:-1] in self._listings)
            for path in self._touched(change)
        )

    def _appearances(self, path: str) -> Iterator[str]:
        """What a change of ``path`` touches beside its content: listings that differ, folders that came or went."""
        for step in paths.ancestors(path):
            folder, found, known = paths.parent(step), self.files.entry(step), self._entries.get(step)
            listing = self._listings.get(folder)
            same = listing is not None and found.real == step and listing.get(paths.name(step)) == found.kind
            if listing is not None and not same:
                yield folder + "/"
            if step != path and known != found:
                yield step
            if same or (step != path and known == found):
                break

    def _touched(self, change: Change) -> set[str]:
        """Every path that looks otherwise after ``change``, under each name that led to it."""
        touched = set(change.paths) | set(change.trees)
        touched |= {step for path in tuple(touched) for step in self._appearances(path)}
        touched |= {paths.parent(path) + "/" for path in change.trees}
        if change.trees:
            known = set(self._entries) | {entry.real for entry in self._entries.values()}
            for path in known | {path + "/" for path in self._listings}:
                if any(folder in change.trees for folder in paths.ancestors(path.rstrip("/") or "/")):
                    touched.add(path)
        return touched | {alias for path in touched for alias in self._aliases.get(path, ())}


class _Imagined(Snapshot):
    """A snapshot that looks for an answer in the ``real`` one first."""

    def __init__(self, real: Snapshot, files: FileSystem, unlike: frozenset[str]) -> None:
        super().__init__(files)
        self._real = real
        self._unlike = unlike
        self._holds: dict[_Answer, bool] = {}

    def query(self, function: Callable[Concatenate[Snapshot, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        answer = self._real._answers.get((function, args, tuple(kwargs.items())))
        if answer is None or not self._is_holding(answer):
            return super().query(function, *args, **kwargs)
        for asking in (self._asking, self._real._asking):
            if asking:
                asking[-1].used.add(answer)
        return cast("T", answer.value)

    def _is_holding(self, answer: _Answer) -> bool:
        known = self._holds.get(answer)
        if known is None:
            known = self._unlike.isdisjoint(answer.paths) and all(map(self._is_holding, answer.used))
            self._holds[answer] = known
        return known


def finished(steps: Generator[None, None, T]) -> T:
    """The answer of a gradual query, without pauses."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return cast("T", stop.value)
