"""Regular expressions that are compiled when they are first used.

The grammar of guard sentences has more than a hundred, and to compile them takes longer than all other imports of a
command; most guidance meets few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class LazyRegex:
    """Stands for ``re.compile(pattern, flags)``, whose methods it takes over one by one as they are asked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found

    def compile(self) -> None:
        """Be ready for every use, for a program that has time now and none later."""
        for name in ("findall", "finditer", "fullmatch", "match", "search", "split", "sub"):
            getattr(self, name)


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile``, put off until the expression is used; for patterns that are known to be sound."""
    return cast("re.Pattern[str]", LazyRegex(pattern, flags))
