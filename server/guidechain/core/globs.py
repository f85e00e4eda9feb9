"""The glob dialects by name; nothing else compiles patterns.

``compile_globs(dialect, patterns)`` accepts any strings: a pattern that is no pattern matches nothing. Paths are
relative with ``/``, except for ``absolute``, whose patterns match absolute paths. The libraries are imported where they
are first needed: most chains need none of them, and a command should start fast.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol

from guidechain.core.frozen import dataclass

Dialect = Literal["gitignore", "gitignore-nocase", "claude-paths", "absolute"]
"""``gitignore``: git's rules, the last match wins, nothing below a matched folder comes back.
``gitignore-nocase``: the same, ignoring case. ``claude-paths``: the ``paths:`` of Claude Code (CC-64, CC-65).
``absolute``: minimatch-like globs on absolute paths with braces, dot files and a leading ``!`` (CC-92); each pattern
counts alone."""

BRACE_BUDGET = 1000
"""How many patterns one list may expand to in ``claude-paths`` (CC-66)."""
_CLASS = re.compile(r"\\.|\[([^\]]*)(\]?)", re.DOTALL)
_NO_ESCAPE = frozenset("bBcdDfknpPrsStuvwWx0123456789")
"""A backslash before one of these matches something else in ``claude-paths``."""

_START = re.compile(r"!?/?((?:[A-Za-z0-9_.-]+/)+)(?=[^\s])")
"""The folders that a pattern with a slash inside begins with."""
_LAST = re.compile(r"!?(?:(?!.*//)[^\\#].*/|/)?([A-Za-z0-9_.-]+)/?[ ]*")
"""A pattern whose last part is a plain name."""

_PLAIN = re.compile(r"[A-Za-z0-9_./*-]+")


class Globs(Protocol):
    """Compiled patterns of one list."""

    def decided_by(self, path: str) -> str | None:
        """The pattern, as written, by which ``path`` is matched; None when it is not."""

    def match(self, path: str) -> bool:
        """Whether ``path`` is matched."""

    def names(self, path: str) -> bool:
        """Whether ``path`` is matched itself; for a walk from above, which has asked about every folder on the way."""


def compile_globs(dialect: Dialect, patterns: Sequence[str], budget: int = BRACE_BUDGET) -> Globs:
    """The patterns of one list, in order. ``budget`` limits the brace expansion of ``claude-paths``."""
    return _DIALECTS[dialect](tuple(patterns), budget)


def is_gitignore(pattern: str) -> bool:
    """Whether ``pattern`` is one that the ``gitignore`` dialects can match anything with."""
    return _compile(pattern, 0)[0] is not None


def expand_braces(patterns: Sequence[str], budget: int = BRACE_BUDGET) -> Iterator[tuple[str, str]]:
    """Pairs of a pattern as written and one expansion of it (CC-64).

    The first ``{`` pairs with the first ``}`` after it, so nested braces come out wrong, as in the host; there are no
    ranges. A pattern that would take the list over ``budget`` stays as it is (CC-66).
    """
    spent = 0
    for pattern in patterns:
        found = list(_expansions(pattern, budget - spent + 1))
        if len(found) > budget - spent:
            found = [pattern]
        spent += len(found)
        for expansion in found:
            yield pattern, expansion


def _expansions(pattern: str, most: int) -> Iterator[str]:
    """Expansions of ``pattern``, at most ``most`` of them."""
    waiting, made = [pattern], 0
    while waiting and made < most:
        current = waiting.pop()
        start = current.find("{")
        end = current.find("}", start + 2) if start >= 0 else -1
        if end < 0:
            made += 1
            yield current
            continue
        choices = current[start + 1 : end].split(",")
        waiting += [current[:start] + choice + current[end + 1 :] for choice in reversed(choices)]


class _Rule:
    """One gitignore line: its expression matches the very file or folder (with a trailing ``/``) and nothing below it.

    It is compiled when a path comes that starts as the pattern does; most rules of a repository never see one. What it
    names is called ``last``, if that is plain.
    """

    def __init__(self, written: str, pattern: str, flags: int) -> None:
        self.written, self.pattern, self.flags = written, pattern, flags
        last = _LAST.fullmatch(pattern)
        self.last = (last[1].lower() if flags & re.IGNORECASE else last[1]) if last else None
        start = _START.match(pattern)
        self.start = start[1].lower() if start else ""
        self._compiled: tuple[re.Pattern[str] | None, bool] | None = None

    def decides(self, path: str) -> bool | None:
        """True when the line takes ``path``, False when it takes it back, None when it does not name it."""
        if not path[: len(self.start)].lower().startswith(self.start) and path.isascii():
            return None
        regex, include = self.compiled()
        return include if regex and regex.fullmatch(path) else None

    def compiled(self) -> tuple[re.Pattern[str] | None, bool]:
        """The expression, None when it is no pattern, and whether it takes paths or takes them back."""
        if self._compiled is None:
            self._compiled = _compile(self.pattern, self.flags)
        return self._compiled


def _compile(pattern: str, flags: int) -> tuple[re.Pattern[str] | None, bool]:
    if not pattern.strip() or pattern.startswith("#"):
        return None, False
    plain = _plain(pattern.removeprefix("!"))
    if plain is not None:
        return re.compile(plain, flags | re.DOTALL), not pattern.startswith("!")
    from pathspec.patterns.gitignore.base import GitIgnorePatternError
    from pathspec.patterns.gitignore.basic import GitIgnoreBasicPattern

    try:
        source, include = GitIgnoreBasicPattern.pattern_to_regex(pattern)
        if source is None or include is None:
            return None, False
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(_exact(source, pattern), flags | re.DOTALL), include
    except (GitIgnorePatternError, re.error):
        return None, False


def _plain(pattern: str) -> str | None:
    """What the library makes of names, ``*``, ``**/`` and a final ``/`` or ``/**``; None for any other pattern.

    These are most patterns. The library takes as long to load as everything else that a command does for such a rule.
    """
    body = pattern.removesuffix("/**").removesuffix("/")
    steps = body.removeprefix("/").split("/")
    known = _PLAIN.fullmatch(pattern) and "" not in steps and all(each == "**" or "**" not in each for each in steps)
    if not known or "**/**" in pattern or steps[-1] == "**" or pattern.endswith("//**") or pattern.strip("*/") == "":
        return None
    regex = "(?:.+/)?" if steps[0] == "**" or "/" not in pattern.removesuffix("/") else ""
    for number, step in enumerate(steps):
        if step == "**":
            regex += "(?:/.+)?" if number else ""
        else:
            slash = "/" if number and not (number == 1 and steps[0] == "**") else ""
            regex += slash + ("[^/]+" if step == "*" else "[^/]*".join(map(re.escape, step.split("*"))))
    return regex + ("/.+" if pattern.endswith("/**") else "/" if pattern.endswith("/") else "/?")


class _Gitignore:
    """The rules of one list. Only those that can name a path are asked about it: an ignore file has hundreds."""

    def __init__(self, rules: tuple[_Rule, ...], flags: int) -> None:
        self.rules, self.flags = rules, flags
        self._any_case = bool(flags & re.IGNORECASE)
        self._plain = {rule.last for rule in rules}
        self._starts = tuple(rule.start for rule in rules)
        self._able: dict[str | None, list[_Rule]] = {}

    def decided_by(self, path: str) -> str | None:
        """See ``Globs``."""
        if not path.lower().startswith(self._starts) and path.isascii():
            return None
        end = path.find("/")
        while end >= 0:
            decided = self._own(path[: end + 1])
            if decided is not None:
                return decided
            end = path.find("/", end + 1)
        return self._own(path)

    def match(self, path: str) -> bool:
        """See ``Globs``."""
        return self.decided_by(path) is not None

    def names(self, path: str) -> bool:
        """See ``Globs``."""
        return self._own(path) is not None

    def _own(self, path: str) -> str | None:
        """The rule that takes ``path`` itself."""
        for rule in self._that_may_name(path):
            decided = rule.decides(path)
            if decided is not None:
                return rule.written if decided else None
        return None

    def _that_may_name(self, path: str) -> Sequence[_Rule]:
        """The rules that are to be asked about ``path``, the last one first."""
        if self._any_case and not path.isascii():
            return self.rules[::-1]
        name: str | None = path.rstrip("/").rpartition("/")[2]
        name = name.lower() if name and self._any_case else name
        name = name if name in self._plain else None
        if name not in self._able:
            self._able[name] = [rule for rule in self.rules[::-1] if rule.last is None or rule.last == name]
        return self._able[name]


def _gitignore(pairs: Sequence[tuple[str, str]], flags: int) -> _Gitignore:
    return _Gitignore(tuple(_Rule(written, pattern, flags) for written, pattern in pairs), flags)


def _exact(regex: str, pattern: str) -> str:
    """The library's expression for ``pattern``, made to match what the pattern names and nothing below it."""
    if regex == ".":
        return ".+"
    if regex == "/":
        return ".+/"
    return regex + ".+" if pattern.rstrip().endswith("/**") else regex


def _claude_paths(patterns: tuple[str, ...], budget: int) -> Globs:
    pairs = []
    for written, expansion in expand_braces(patterns, budget):
        pattern = claude_pattern(expansion.strip().removesuffix("/**"))
        if pattern is not None:
            pairs.append((written, pattern))
    return _gitignore(pairs, re.IGNORECASE)


def claude_pattern(pattern: str) -> str | None:
    """A gitignore line of Claude Code in git's terms; None when it can match nothing (CC-64).

    Its ``!`` and ``^`` in a class are plain characters, a class that opens with ``]`` or has no end matches nothing, as
    does a backslash before a letter; a final ``\\*`` is a star (observed on 2.1.332, case ``rules-paths-classes``).
    """
    if pattern == "/":
        return None
    pieces, done = [], 0
    for found in _CLASS.finditer(pattern):
        inner = found[1]
        if inner is None:
            if found[0][1] in _NO_ESCAPE:
                return None
            continue
        if not inner or not found[2]:
            return None
        plain = inner.lstrip("!^")
        first = plain or "\\"  # A class is never empty, and no path holds a backslash.
        pieces += [pattern[done : found.start()], f"[{first}{inner[: len(inner) - len(plain)]}]"]
        done = found.end()
    whole = "".join([*pieces, pattern[done:]])
    return whole[:-2] + "*" if whole.endswith("\\*") and not whole.endswith("\\\\*") else whole


@dataclass(frozen=True)
class _Absolute:
    patterns: tuple[tuple[str, bool, Callable[[str], bool]], ...]

    def decided_by(self, path: str) -> str | None:
        """See ``Globs``."""
        return next((written for written, wanted, match in self.patterns if match(path) is wanted), None)

    def match(self, path: str) -> bool:
        """See ``Globs``."""
        return self.decided_by(path) is not None

    def names(self, path: str) -> bool:
        """See ``Globs``."""
        return self.match(path)


def _absolute(patterns: tuple[str, ...], budget: int) -> Globs:
    import bracex  # These two are loaded here because few trees have such patterns and every command would wait.
    from wcmatch import glob

    flags = glob.GLOBSTAR | glob.DOTGLOB | glob.EXTGLOB | glob.CASE | glob.FORCEUNIX
    found = []
    for written in patterns:
        pattern, wanted = written, True
        while pattern.startswith("!") and not pattern.startswith("!("):
            pattern, wanted = pattern[1:], not wanted
        try:
            choices = bracex.expand(pattern, keep_escapes=True, limit=budget)
            found.append((written, wanted, glob.compile(choices, flags=flags, limit=0).match))
        except (bracex.ExpansionLimitException, re.error, ValueError, RecursionError):
            continue
    return _Absolute(tuple(found))


_DIALECTS: dict[Dialect, Callable[[tuple[str, ...], int], Globs]] = {
    "gitignore": lambda patterns, budget: _gitignore([(each, each) for each in patterns], 0),
    "gitignore-nocase": lambda patterns, budget: _gitignore([(each, each) for each in patterns], re.IGNORECASE),
    "claude-paths": _claude_paths,
    "absolute": _absolute,
}
