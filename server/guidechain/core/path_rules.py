"""Whether a path falls under gitignore-style patterns: a ban is read widely, a permission narrowly.

A ban takes every spelling that some disk holds for the same file (case, composed letters), counts a path as a file
and as a folder, and a pattern without a slash bans that name at any depth, as in ``.gitignore``. A permission takes the
exact spelling and can start at the folder of its file: ``docs/`` permits that one folder, ``**/docs/`` any. The
last pattern that matches decides, and a leading ``!`` takes back what no folder above has decided.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from guidechain.core.globs import Dialect, compile_globs, is_gitignore

Decision = Callable[[str], int | None]
"""For a path relative to the patterns' folder: the index of the pattern that covers it, None when none does."""

_NO_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?![\\*?\[\]{}!# ])")
_BRACES = re.compile(r"(?<!\\)\{[^}/]*,[^}]*\}")


def ban(patterns: Iterable[str]) -> Decision:
    """What ``patterns`` forbid."""
    return _decision("gitignore-nocase", (_tidy(pattern) for pattern in patterns))


def permission(patterns: Iterable[str], *, anchored: bool = False) -> Decision:
    """What ``patterns`` permit; ``anchored`` when they start at the folder of their file."""
    tidy = (_tidy(pattern) for pattern in patterns)
    return _decision("gitignore", (_at_the_top(each) for each in tidy) if anchored else tidy)


def pattern_problem(pattern: str) -> str | None:
    """What is wrong with ``pattern``, as a predicate; None when it can match something below its folder."""
    if not pattern.strip() or pattern.startswith("#") or "\n" in pattern:
        return "matches nothing"
    if ".." in pattern.lstrip("!").split("/"):
        return "leads out of the folder of its file"
    if _NO_ESCAPE.search(pattern):
        return "has a backslash where / separates folders"
    if _BRACES.search(pattern):
        return "has braces, which match nothing here; write one pattern for each choice"
    return None if is_gitignore(pattern) else "is no pattern"


def same_spelling(path: str) -> str:
    """One text for every spelling of ``path`` that some disk takes for the same."""
    return _composed(_composed(path).casefold())


def _tidy(pattern: str) -> str:
    """``pattern`` without the ``.`` and doubled slashes that would make it match nothing; "." becomes everything."""
    mark = "!" if pattern.startswith("!") else ""
    body = pattern.removeprefix("!")
    parts = [part for part in body.split("/") if part not in ("", ".")]
    if not parts:
        return f"{mark}/**" if body else pattern
    return mark + "/" * body.startswith(("/", "./")) + "/".join(parts) + "/" * body.endswith("/")


def _at_the_top(pattern: str) -> str:
    mark = "!" if pattern.startswith("!") else ""
    plain = pattern.removeprefix("!")
    return pattern if plain.startswith(("/", "**/")) else f"{mark}/{plain}"


def _decision(dialect: Dialect, patterns: Iterable[str]) -> Decision:
    written = [_composed(each) for each in patterns]
    globs = compile_globs(dialect, written)
    forms = 2 if dialect == "gitignore-nocase" else 1

    def decide(path: str) -> int | None:
        name = _composed(path)
        found = next(filter(None, map(globs.decided_by, (name, name + "/")[:forms])), None)
        return None if found is None else written.index(found)

    return decide


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
