"""Which files a shell command reads plainly: a single command that only shows literal file names (CC-71)."""

from __future__ import annotations

import re

from guidechain.core import paths

_WORD = re.compile(r"""(?:[^\s'"\\|&;<>(){}$`*?\[\]~#!]|'[^']*'|"[^"\\$`]*"|\\[^\n])+|\S""")
_PLAIN = re.compile(r"""(?:[^\s'"\\|&;<>(){}$`*?\[\]~#!]|'[^']*'|"[^"\\$`]*"|\\[^\n])+""")
_QUOTES = re.compile(r"""'([^']*)'|"([^"]*)"|\\(.)""")
_WITH_VALUE = {
    "head": ("-n", "-c"),
    "tail": ("-n", "-c"),
    "nl": ("-b", "-s", "-w", "-v"),
    "grep": ("-m", "-A", "-B", "-C"),
}
READERS = ("cat", "head", "tail", "nl", "sed", "grep")
"""The commands seen to count."""


def plain_reads(command: str, cwd: str) -> tuple[str, ...]:
    """The absolute paths that ``command``, run in ``cwd``, reads as a single plain read; empty for other commands."""
    written = _WORD.findall(command.strip())
    if "\n" in command.strip() or not all(_PLAIN.fullmatch(word) for word in written):
        return ()
    words = [_QUOTES.sub(lambda found: found[1] or found[2] or found[3] or "", word) for word in written]
    if not words or words[0] not in READERS:
        return ()
    options, files = _split(words[0], words[1:])
    if words[0] == "sed" and (
        not {"-n", "--quiet", "--silent"} & options or any(each.startswith("-i") for each in options)
    ):
        return ()
    if words[0] == "grep" and any(re.match(r"-[a-zA-Z]*[rR]|--recursive|--dereference", each) for each in options):
        return ()
    if words[0] in ("sed", "grep") and not {"-e", "-f"} & options:
        files = files[1:]
    return tuple(paths.join(cwd, name) for name in files if name != "-")


def _split(name: str, words: list[str]) -> tuple[set[str], list[str]]:
    """Options and other words."""
    options, rest = set[str](), list[str]()
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            return options, rest + waiting
        if word.startswith("-") and word != "-":
            options.add(word)
            if word in (*_WITH_VALUE.get(name, ()), "-e", "-f") and waiting:
                waiting.pop(0)
        else:
            rest.append(word)
    return options, rest
