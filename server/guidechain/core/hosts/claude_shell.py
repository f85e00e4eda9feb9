"""Which files a shell command touches: those that a single plain read shows (CC-71), and those it is seen to read or
write (CC-116)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

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
_OPERATORS = frozenset(("&&", "||", ";", "|", "&", "(", ")", "\n"))
_READ_TOOLS = frozenset(("cat", "head", "tail", "nl", "grep"))
_WRITE_TOOLS = frozenset(("rm", "tee", "touch", "mkdir"))


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


def file_acts(command: str, cwd: str) -> Iterator[tuple[str, str, bool]]:
    """The files that ``command``, run in ``cwd``, is recognised to read or write: the tool whose rules guard them
    (``Read`` or ``Edit``), the absolute path, and whether an input redirection has to do with it (CC-116)."""
    here = cwd
    for words in _simple_commands(command):
        name, plain, reads, writes = _without_redirections(words)
        if name == "cd" and len(plain) == 1:
            here = paths.join(here, plain[0])
            continue
        options, files = _split(name, plain)
        yield from (("Read", paths.join(here, each), True) for each in reads)
        yield from (("Edit", paths.join(here, each), False) for each in writes)
        if name == "grep" and not {"-e", "-f"} & options:
            files = files[1:]
        if name in _READ_TOOLS:
            yield from (("Read", paths.join(here, each), False) for each in files if each != "-")
        if name == "sed" and any(each.startswith("-i") for each in options):
            files = files if "-e" in options else files[1:]
        elif name in ("cp", "mv"):
            files = files[-1:]
        elif name not in _WRITE_TOOLS:
            files = []
        yield from (("Edit", paths.join(here, each), bool(reads)) for each in files)


def _simple_commands(command: str) -> Iterator[list[str]]:
    """The words of each simple command; nothing for a text that is no shell."""
    reader = shlex.shlex(command.replace("\n", " ; "), posix=True, punctuation_chars=True)
    reader.commenters = ""
    words: list[str] = []
    try:
        for word in reader:
            if word in _OPERATORS:
                yield words
                words = []
            else:
                words.append(word)
    except ValueError:
        return
    yield words


def _without_redirections(words: list[str]) -> tuple[str, list[str], list[str], list[str]]:
    """The command's name, its other words, the files it reads from and those it writes to."""
    plain, reads, writes = list[str](), list[str](), list[str]()
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word in (">", ">>", ">|", "&>", "&>>", "<") and waiting:
            (reads if word == "<" else writes).append(waiting.pop(0))
        else:
            plain.append(word)
    return (plain[0] if plain else ""), plain[1:], reads, writes
