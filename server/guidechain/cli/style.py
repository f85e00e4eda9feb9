"""Colours for a terminal: none when the output is no terminal, when it is a dumb one, or when NO_COLOR is set."""

from __future__ import annotations

import sys

from guidechain import machine
from guidechain.core.frozen import dataclass


@dataclass(frozen=True)
class Style:
    """How to mark words; without ``colour`` they stay as they are."""

    colour: bool

    @classmethod
    def of_stdout(cls) -> Style:
        """The style that standard output can show (https://no-color.org: any value that is not empty counts)."""
        said = dict(machine.environment(("NO_COLOR", "TERM")))
        return cls(sys.stdout.isatty() and not said.get("NO_COLOR") and said.get("TERM") != "dumb")

    def bold(self, text: str) -> str:
        """A title."""
        return self._marked(text, "1")

    def dim(self, text: str) -> str:
        """A side remark."""
        return self._marked(text, "2")

    def good(self, text: str) -> str:
        """Something that works."""
        return self._marked(text, "32")

    def warn(self, text: str) -> str:
        """Something to look at."""
        return self._marked(text, "33")

    def bad(self, text: str) -> str:
        """Something wrong."""
        return self._marked(text, "31")

    def _marked(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text
