"""Whether a path falls under gitignore-style patterns: a ban is read widely, a permission narrowly.

A ban takes every spelling that some disk holds for the same file (case, composed letters), counts a path as a file
and as a folder, and a pattern without a slash bans that name at any depth, as in ``.gitignore``. A permission takes
the exact spelling and starts at the folder of its file: ``docs/`` permits that one folder, ``**/docs/`` any.
The last pattern that matches decides, and a leading ``!`` takes back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from pathspec import PathSpec

Decision = Callable[[str], int | None]
"""For a path relative to the patterns' folder: the index of the pattern that covers it, None when none does."""

_NO_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?![\\*?\[\]{}!# ])")
_BRACES = re.compile(r"(?<!\\)\{[^}/]*,[^}]*\}")


def ban(patterns: Iterable[str]) -> Decision:
    """What ``patterns`` forbid."""
    return _decision((_tidy(pattern) for pattern in patterns), _same_spelling, as_folder=True)


def permission(patterns: Iterable[str], *, anchored: bool = False) -> Decision:
    """What ``patterns`` permit; ``anchored`` when they start at the folder of their file."""
    tidy = (_tidy(pattern) for pattern in patterns)
    return _decision((_at_the_top(each) for each in tidy) if anchored else tidy, _composed, as_folder=False)


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
    return None if _compiled(pattern) else "is no pattern"


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


def _decision(patterns: Iterable[str], spelling: Callable[[str], str], *, as_folder: bool) -> Decision:
    # A pattern that its other spelling would break ([Z-a]) stands as written; one that is none matches nothing.
    compiled = [(index, _compiled(spelling(each)) or _compiled(each)) for index, each in enumerate(patterns)]

    def decide(path: str) -> int | None:
        name = spelling(path)
        for index, pattern in reversed(compiled):
            if pattern and any(pattern.match_file(each) is not None for each in (name, name + "/")[: 1 + as_folder]):
                return index if pattern.include else None
        return None

    return decide


def _compiled(pattern: str) -> Any:
    """One compiled pattern; None when it is none or only a comment."""
    try:
        found = PathSpec.from_lines("gitignore", [pattern]).patterns
    except (ValueError, re.error):  # Of pathspec for its own complaints, of re for a bad range.
        return None
    return found[0] if found else None


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _same_spelling(text: str) -> str:
    return _composed(_composed(text).casefold())
