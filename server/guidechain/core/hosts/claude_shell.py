"""Which files a shell command touches: those that a single plain read shows (CC-71), and those it is seen to read or
write (CC-116)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from guidechain.core import paths

_TOKEN = re.compile(
    r"""[ \t]*(?:&&|[;\n()]|(?P<word>(?:[^\s'"\\|&;<>()`]|'[^']*'|"[^"`]*"|\\.)+)|(?P<other>\S))""", re.DOTALL
)
_LITERAL = re.compile(r"""(?:~(?=/))?(?:[^\s'"\\{}$*?\[\]~!#]|'[^']*'|"[^"\\$]*"|\\.)+""", re.DOTALL)
_QUOTES = re.compile(r"""'([^']*)'|"([^"]*)"|\\(.)""", re.DOTALL)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_NEUTRAL = frozenset(("echo", "printf", "true"))
_SEARCHES = frozenset(("grep", "egrep", "fgrep", "rg"))
_COUNT = r"-n\s?[1-9]\d*|--lines[=\s][1-9]\d*|-[1-9]\d*"
_OPTIONS: dict[str, re.Pattern[str]] = {
    "cat": re.compile(r"-n|--number"),
    "head": re.compile(_COUNT),
    "tail": re.compile(_COUNT),
    "nl": re.compile(r"(?!)"),
    "sed": re.compile(r"-[nErs]+e?|--quiet|--silent|--regexp-extended|--"),
    **dict.fromkeys(
        _SEARCHES,
        re.compile(r"-[nihHwxEFP]+|-[ABC]\s?\d+|--context=\d+|--line-number|--ignore-case|--colou?r(?:=\w+)?"),
    ),
}
"""The commands seen to count as a plain read, and the options with which they do (CC-71; observed on 2.1.332, cases
``nested-bash-spellings-*``)."""
_SED_LINES = re.compile(r"\d+(?:,\d+)?p")
_WITH_VALUE = {
    "head": ("-n", "-c"),
    "tail": ("-n", "-c"),
    "nl": ("-b", "-s", "-w", "-v"),
    "grep": ("-m", "-A", "-B", "-C"),
}
_OPERATORS = frozenset(("&&", "||", ";", "|", "&", "(", ")", "\n"))
_READ_TOOLS = frozenset(("cat", "head", "tail", "nl", "grep"))
_WRITE_TOOLS = frozenset(("rm", "tee", "touch", "mkdir"))


def plain_reads(command: str, cwd: str, home: str | None = None) -> tuple[str, ...]:
    """The absolute paths that ``command``, run in ``cwd``, shows: it holds nothing but plain reads of one named file
    each, and commands that only print. A search counts alone. Empty for any other command."""
    reads = []
    simple = _sequence(command)
    for words in simple:
        if words[0] in _NEUTRAL:
            continue
        read = _plain_read(words) if all(map(_LITERAL.fullmatch, words)) else None
        if read is None or (_unquoted(words[0]) in _SEARCHES and len(simple) > 1):
            return ()
        reads.append(paths.join(home or "/", "./" + read[2:]) if read.startswith("~/") else paths.join(cwd, read))
    return tuple(reads)


def _sequence(command: str) -> list[list[str]]:
    """The words, as written, of each command of a sequence; none where something else joins them."""
    if "|" in command or "$(" in command:
        return []
    found: list[list[str]] = [[]]
    for token in _TOKEN.finditer(re.sub(r"(?m)(?:^|(?<=\s))#.*$", "", command.replace("\\\n", " "))):
        word = token["word"]
        if token["other"] or (word and word in "!&"):
            return []
        if word is None:
            found.append([])
        elif word not in "{}":
            found[-1].append(word)
    commands = []
    for words in found:
        assigned = next((index for index, word in enumerate(words) if not _ASSIGNMENT.match(word)), len(words))
        if words and assigned == len(words):
            return []
        commands += [words[assigned:]] if words else []
    return commands


def _plain_read(written: list[str]) -> str | None:
    """The one file that a reading command names; None when it is none, or reads otherwise."""
    name, *words = map(_unquoted, written)
    known, files, options = _OPTIONS.get(name), list[str](), list[str]()
    while known and words:
        word = words.pop(0)
        if not word.startswith("-"):
            files.append(word)
        elif words and not known.fullmatch(word) and known.fullmatch(f"{word} {words[0]}"):
            words.pop(0)
        elif known.fullmatch(word):
            options.append(word)
        else:
            return None
    if name == "sed":
        quiet = any(each in ("--quiet", "--silent") or re.match(r"-[Ers]*n", each) for each in options)
        if not quiet or not files or not _SED_LINES.fullmatch(files.pop(0)):
            return None
    elif name in _SEARCHES:
        files = files[1:]
    return files[0] if len(files) == 1 and files[0] else None


def _unquoted(word: str) -> str:
    return _QUOTES.sub(lambda found: found[1] or found[2] or found[3] or "", word)


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
