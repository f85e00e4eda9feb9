"""What Claude Code makes of one instruction file: the text it sends, the import words, the ``paths:`` of a rule.

CC-20 to CC-23 (what is cut), CC-30 to CC-36 (import words), CC-62 and CC-63 (``paths:``). The parsers are imported
where they are first needed: plain files need none, and a command should start fast.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from guidechain.core import front_matter
from guidechain.core.frozen import dataclass
from guidechain.core.hosts.imports import Token
from guidechain.core.model import Span
from guidechain.core.snapshot import Snapshot
from guidechain.core.yaml import load_yaml

if TYPE_CHECKING:
    from guidechain.core.document import Document

MAX_BYTES = 4_194_304
"""A larger file is skipped (CC-20)."""
HOPS = 4
"""Imports below the root file that are followed (CC-44)."""
_EXTENSIONS = """
md txt text json yaml yml toml xml csv html htm css scss sass less js ts tsx jsx mjs cjs mts cts py pyi pyw rb erb rake
go rs java kt kts scala c cpp cc cxx h hpp hxx cs swift sh bash zsh fish ps1 bat cmd env ini cfg conf config properties
sql graphql gql proto vue svelte astro ejs hbs pug jade php pl pm lua r dart ex exs erl hrl clj cljs cljc edn hs lhs elm
ml mli f f90 f95 for cmake make makefile gradle sbt rst adoc asciidoc org tex latex lock log diff patch
"""
EXTENSIONS = frozenset(("", *(f".{name}" for name in _EXTENSIONS.split())))
"""What an import's target may end in; "" is a name without extension (CC-41)."""

_SPACE = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_WORD = re.compile(rf"(?:^|[{_SPACE}])(@((?:[^{_SPACE}\\]|\\ )+))")
_FIRST = re.compile(r"\./|~/|/(?!/).|[A-Za-z0-9._-]")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINE_ENDS = re.compile(r"(?:\r\n|\r|\n)+")
_PATHS_KEY = re.compile(r"^(?:paths|\"paths\"|'paths')[ \t]*:(?=[ \t\r\n]|$)", re.MULTILINE)
_NEXT_KEY = re.compile(r"^[^\s#-]", re.MULTILINE)
_BARE_STAR = re.compile(r"^(\S+[ \t]*:[ \t]+)([*&!%@`{\[][^\r\n]*?)([ \t]+#[^\r\n]*)?[ \t]*$")


@dataclass(frozen=True)
class Content:
    """One file. ``text`` is what the model sees, ``tokens`` the import words, ``paths`` the patterns of its front
    matter, None when it has none that filter, and ``places`` where each of them stands; ``marked`` says that a byte
    order mark stands before the front matter."""

    text: str
    tokens: tuple[Token, ...]
    paths: tuple[str, ...] | None
    places: tuple[tuple[Span, str], ...] = ()
    marked: bool = False


def content(snapshot: Snapshot, path: str) -> Content | None:
    """What the file at ``path`` holds, block comments cut; None when it cannot be read."""
    return snapshot.query(_content, path)


def _content(snapshot: Snapshot, path: str) -> Content | None:
    raw = snapshot.text(path)
    if raw is None:
        return None
    bare = raw.removeprefix("\ufeff")
    inside, body = front_matter.split(raw)
    patterns = rule_paths(raw[slice(*inside)]) if inside else None
    places = tuple(_places(raw, inside, patterns)) if inside and patterns else ()
    marked = bare != raw and inside is not None and inside[0] < inside[1]
    if "@" not in raw and "<!--" not in raw:
        return Content(raw[body:].removeprefix("\ufeff"), (), patterns, places, marked)
    parsed = _parsed(raw)
    tokens = tuple(_tokens(parsed)) if "@" in raw else ()
    return Content(_without_comments(parsed), tokens, patterns, places, marked)


def _places(text: str, inside: tuple[int, int], patterns: tuple[str, ...]) -> Iterator[tuple[Span, str]]:
    """Where each pattern stands in the front matter: after the last key ``paths``, in order."""
    start, end = inside
    at = next(iter([found.end() for found in _PATHS_KEY.finditer(text[start:end])][-1:]), 0) + start
    for pattern in patterns:
        found = text.find(pattern, at, end)
        if found < 0:
            yield front_matter.span(text, at, at), pattern
        else:
            at = found + len(pattern)
            yield front_matter.span(text, found, at), pattern


def _parsed(text: str) -> Document:
    from guidechain.core import document

    return document.parse(text)


def sent_text(snapshot: Snapshot, path: str, *, comments_cut: bool = True) -> str:
    """The text of the file at ``path`` as the model sees it; "" when it cannot be read (CC-21 to CC-23)."""
    found = content(snapshot, path)
    if found is None or comments_cut:
        return found.text if found else ""
    raw = snapshot.text(path) or ""
    return raw[front_matter.split(raw)[1] :].removeprefix("\ufeff")


def _without_comments(parsed: Document) -> str:
    """The text without front matter and without the comments that form a block at column 0 (CC-23)."""
    text = parsed.text
    kept, done = [], parsed.body + text.startswith("\ufeff", parsed.body)
    for block in parsed.blocks:
        if block.kind != "html" or block.depth or not text.startswith("<!--", block.start):
            continue
        whole = text[block.start : block.end]
        if "-->" not in whole:
            continue
        rest = _COMMENT.sub("", whole)
        kept += [text[done : block.start], rest if rest.strip() else ""]
        done = block.end
        line_ends = None if rest.strip() else _LINE_ENDS.match(text, done)
        done = line_ends.end() if line_ends else done
    return "".join([*kept, text[done:]])


def _tokens(parsed: Document) -> Iterator[Token]:
    """Import words in the order of the file (CC-30 to CC-35)."""
    found = []
    for _, inline in parsed.texts("@"):
        for word in _WORD.finditer(parsed.text[inline.start : inline.end]):
            found.append((inline.start + word.start(1), inline.start + word.end(1)))
    for block in parsed.blocks:
        if block.kind == "html" and "@" in parsed.text[block.start : block.end]:
            found += _beside_comments(parsed.text, block.start, block.end)
    for start, end in sorted(found):
        written = parsed.text[start:end]
        yield Token(parsed.span(start, end), written, _name(written))


def _beside_comments(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Import words beside the comments of an HTML block that opens with one (CC-31)."""
    opening = text.find("<", start, end)
    if not text.startswith("<!--", opening) or "-->" not in text[opening:end]:
        return
    rest, pieces, done = "", [], opening
    for comment in [*_COMMENT.finditer(text, opening, end), None]:
        stop = comment.start() if comment else end
        if stop > done:
            pieces.append((len(rest), done))
            rest += text[done:stop]
        done = comment.end() if comment else end
    for word in _WORD.finditer(rest):
        at, offset = pieces[bisect_right(pieces, (word.start(1), end)) - 1]
        first = offset + word.start(1) - at
        yield first, first + len(word[1])


def _name(written: str) -> str | None:
    """The path that an import word names; None when it is no import (CC-34, CC-35)."""
    name = written[1:].partition("#")[0].replace("\\ ", " ")
    return name if _FIRST.match(name) else None


def rule_paths(inner: str) -> tuple[str, ...] | None:
    """The patterns of ``paths:`` in a front matter; None when they do not filter (CC-62, CC-63)."""
    keys = list(_PATHS_KEY.finditer(inner))
    if not keys:
        return None
    after = _NEXT_KEY.search(inner, keys[-1].end())
    value = _yaml_value(inner[keys[-1].start() : after.start() if after else None])
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return None
    items = [item for each in value if isinstance(each, str) for item in _comma_parts(each)]
    patterns = tuple(stripped for item in items if (stripped := item.strip()))
    return None if all(each in ("**", "/**") for each in patterns) else patterns


def _yaml_value(entry: str) -> object:
    """The value of one ``key: value`` entry; None when it is no YAML. An unquoted value of one line that YAML refuses
    is taken as text."""
    for attempt in (entry, _quoted(entry)):
        try:
            read = load_yaml(attempt) if attempt else None
        except ValueError:
            continue
        return next(iter(read.values()), None) if isinstance(read, dict) else None
    return None


def _quoted(entry: str) -> str:
    """``entry`` with its value in quotes when it is one line that starts with a special character, else ""."""
    line = entry.strip()
    found = _BARE_STAR.match(line)
    if not found or found[2].startswith("["):
        return ""
    return found[1] + "'" + found[2].replace("'", "''") + "'"


def _comma_parts(text: str) -> Iterator[str]:
    """``text`` split at the commas outside braces."""
    depth = start = 0
    for index, char in enumerate(text):
        depth += (char == "{") - (char == "}" and depth > 0)
        if char == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]
