"""What Claude Code makes of one instruction file: the text it sends, the import words, the ``paths:`` of a rule.

CC-20 to CC-23 (what is cut), CC-30 to CC-36 (import words), CC-62 and CC-63 (``paths:``). The parsers are imported
where they are first needed: plain files need none, and a command should start fast.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from guidechain.core import front_matter
from guidechain.core.frozen import dataclass
from guidechain.core.globs import expand_braces
from guidechain.core.hosts.claude_versions import BYTE_ORDER_MARK, COMMENTS, LINE_ENDS
from guidechain.core.hosts.imports import Token
from guidechain.core.hosts.versions import Version, holds
from guidechain.core.model import Span
from guidechain.core.snapshot import Snapshot
from guidechain.core.yaml import load_yaml

if TYPE_CHECKING:
    from guidechain.core.document import Block, Document

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
_BLANKS = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
"""What is cut off both ends of a text."""
_FRONT_MATTER = re.compile(rf"\ufeff?---[{_SPACE}]*\n(.*?)---[{_SPACE}]*", re.DOTALL)
_WORD = re.compile(rf"(?:^|[{_SPACE}])(@((?:[^{_SPACE}\\]|\\ )+))")
_FIRST = re.compile(r"\./|~/|/(?!/).|[A-Za-z0-9._-]")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r")
_LINE_ENDS = re.compile(r"(?:\r\n|\r|\n)+")
_PATHS_KEY = re.compile(r"^ *(?:paths|\"paths\"|'paths')[ \t]*:(?=[ \t\r\n]|$)", re.MULTILINE)
_SPECIAL_VALUE = re.compile(r"^([A-Za-z_-]+):[ \t]+([^\r\n]+?)[ \t]*$", re.MULTILINE)
_SPECIAL = re.compile(r"[{}\[\]*&#!|>%@`]|: ")


@dataclass(frozen=True)
class Content:
    """One file. ``text`` is what the model sees, ``tokens`` the import words, ``paths`` the patterns of its front
    matter, None when it has none that filter, and ``places`` where each of them stands."""

    text: str
    tokens: tuple[Token, ...]
    paths: tuple[str, ...] | None
    places: tuple[tuple[Span, str], ...] = ()


def content(snapshot: Snapshot, path: str, version: Version | None) -> Content | None:
    """What the file at ``path`` holds, block comments cut; None when unreadable or too long (CC-20)."""
    if snapshot.entry(path).size > MAX_BYTES:
        return None
    return snapshot.query(_content, path, holds(version, BYTE_ORDER_MARK))


def _content(snapshot: Snapshot, path: str, past_mark: bool) -> Content | None:
    raw = snapshot.text(path)
    if raw is None:
        return None
    inside, body = split(raw, past_mark=past_mark)
    patterns = rule_paths(raw[slice(*inside)]) if inside else None
    places = tuple(_places(raw, inside, patterns)) if inside and patterns else ()
    if "@" not in raw and "<!--" not in raw:
        return Content(raw[body:].strip(_BLANKS), (), patterns, places)
    parsed = _parsed(raw, body)
    tokens = tuple(_tokens(parsed)) if "@" in raw else ()
    return Content(_without_comments(parsed).strip(_BLANKS), tokens, patterns, places)


def split(text: str, *, past_mark: bool = True) -> tuple[tuple[int, int] | None, int]:
    """The offsets of what stands between the fences of the front matter, None without any, and the offset where the
    text after them starts.

    The first ``---`` after the opening line ends it, wherever it stands, and white space after that goes with it
    (CC-22; observed on 2.1.332, case ``frontmatter-ends-at-any-dashes``). A byte order mark before it does not count
    with ``past_mark``; without front matter it is a part of the first line (case ``import-after-byte-order-mark``).
    """
    found = _FRONT_MATTER.match(text) if past_mark or not text.startswith("\ufeff") else None
    return (found.span(1), found.end()) if found else (None, 0)


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


def _parsed(text: str, body: int) -> Document:
    from guidechain.core import document

    return document.parse(text, "claude", body)


def sent_text(snapshot: Snapshot, path: str, version: Version | None) -> str:
    """The text of the file at ``path`` as the model sees it; "" when it cannot be read (CC-21 to CC-23)."""
    found = content(snapshot, path, version)
    if found is None or (holds(version, LINE_ENDS) and holds(version, COMMENTS)):
        return found.text if found else ""
    raw = snapshot.text(path) or ""
    body = raw[split(raw, past_mark=holds(version, BYTE_ORDER_MARK))[1] :]
    if not holds(version, COMMENTS):
        return body
    return _LINE_END.sub("\n", found.text) if "<!--" in body else found.text


def _without_comments(parsed: Document) -> str:
    """The text without front matter and without the comments that form a block outside lists and quotes (CC-23).

    Where there is such a block, line ends become ``\\n`` (observed on 2.1.332, case ``comments-cut-line-ends``).
    """
    text = parsed.text
    kept, done = [], parsed.body
    for block in parsed.blocks:
        if block.kind != "html" or block.depth:
            continue
        whole = text[block.start : block.end]
        if not whole.lstrip(" ").startswith("<!--") or "-->" not in whole:
            continue
        rest = _COMMENT.sub("", whole)
        kept += [text[done : block.start], rest if rest.strip() else ""]
        done = block.end
        line_ends = None if rest.strip() else _LINE_ENDS.match(text, done)
        done = line_ends.end() if line_ends else done
    if done == parsed.body:
        return text[done:]
    return _LINE_END.sub("\n", "".join([*kept, text[done:]]))


def _tokens(parsed: Document) -> Iterator[Token]:
    """Import words in the order in which they are followed (CC-30 to CC-35)."""
    found: dict[tuple[int, int], None] = {}
    for block in parsed.blocks:
        text = parsed.text[block.start : block.end]
        if "@" not in text:
            continue
        if block.kind == "html":
            found.update(dict.fromkeys(_beside_comments(parsed.text, block.start, block.end)))
        elif block.pieces:
            found.update(dict.fromkeys(_of_prose(parsed, block)))
    for start, end in found:
        written = parsed.text[start:end]
        yield Token(parsed.span(start, end), written, _name(written))


def _of_prose(parsed: Document, block: Block) -> Iterator[tuple[int, int]]:
    """Import words of a paragraph, or heading. The text of a list item is searched as written first, code spans,
    comments and link targets included, and then like any other (observed on 2.1.332, case ``import-list-item-raw``)."""
    if block.in_item and block.kind == "paragraph":
        for word in _WORD.finditer(block.content):
            yield block.offset(word.start(1)), block.offset(word.end(1) - 1) + 1
    for inline in parsed.inlines(block):
        if inline.kind == "text":
            for word in _WORD.finditer(parsed.text[inline.start : inline.end]):
                yield inline.start + word.start(1), inline.start + word.end(1)


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
    if "paths" not in inner:
        return None
    value = _front_matter(inner).get("paths")
    items = [item for text in _texts_in(value) for item in _comma_parts(text)]
    patterns = tuple(stripped for item in items if (stripped := item.strip()))
    everything = (expansion.removesuffix("/**") in ("", "**") for _, expansion in expand_braces(patterns))
    return None if all(everything) else patterns


def _front_matter(inner: str) -> Mapping[str, object]:
    """The values of a front matter; none when it is no YAML even with its values quoted (CC-63; observed on 2.1.332,
    case ``rules-frontmatter-repair``)."""
    try:
        read = load_yaml(inner)
    except ValueError:
        try:
            read = load_yaml(_SPECIAL_VALUE.sub(_quoted, inner))
        except ValueError:
            return {}
    return read if isinstance(read, dict) else {}


def _quoted(line: re.Match[str]) -> str:
    """A ``key: value`` line with its value in quotes, when that holds a special character and is no YAML by itself."""
    value = line[2]
    if not _SPECIAL.search(value) or (value[0] == value[-1] and value[0] in "\"'"):
        return line[0]
    try:
        load_yaml(line[0])
        return line[0]
    except ValueError:
        pass
    return f'{line[1]}: "' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _texts_in(value: object) -> Iterator[str]:
    """The texts of a value: itself, or those in a list, inner lists included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts_in(each)


def _comma_parts(text: str) -> Iterator[str]:
    """``text`` split at the commas outside braces."""
    depth = start = 0
    for index, char in enumerate(text):
        depth += (char == "{") - (char == "}" and depth > 0)
        if char == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]
