"""Marks that call a file generated: a comment at its head, and ``linguist-generated`` in ``.gitattributes``.

They are weaker than a sentence of guidance: a head that also forbids edits asks to avoid them, the rest is a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core import paths
from guidechain.core.globs import Globs, compile_globs
from guidechain.core.lazy_regex import lazy_regex
from guidechain.core.model import Guard, Level, Position, Span
from guidechain.core.snapshot import Snapshot

HEAD_BYTES = 4096
HEAD_LINES = 20
"""How much of a file counts as its head."""

_COMMENT = lazy_regex(r"\s*(?://|#|/?\*|--|;|%|<!--|\{-|\(\*|\"\"\"|'''|REM\b|@rem\b|dnl\b)", re.IGNORECASE)
_BLOCK = lazy_regex(r"\s*(?:/\*|<!--|\"\"\"|''')")
_HTML = lazy_regex(r"\s*<!--")
_PROSE = (".md", ".mdx", ".mdc", ".markdown", ".rst", ".txt", ".adoc")
"""Endings of texts in which only an HTML comment is no part of the text."""
_GENERATED = lazy_regex(r"@generated\b|\b(?:auto[- ]?|code |machine[- ]|automatically )?generated\b", re.IGNORECASE)
_OF_FILE = lazy_regex(
    r"@generated\b|\bcode generated\b|\b(?:auto|machine)[- ]?generated\b|\bautomatically generated\b"
    r"|\b(?:this|the) (?:file|code|document|module|class)\b.{0,40}\bgenerated\b"
    r"|\bgenerated (?:file|code|by|from|with)\b",
    re.IGNORECASE,
)
_BAN = lazy_regex(
    r"\b(?:do not|don['’]?t|never|must not|should not) (?:\w+ )?(?:edit|modify|change|touch|alter)\b"
    r"|\bnot (?:to )?be (?:edited|modified|changed)\b"
    r"|\b(?:changes|edits|modifications)\b.{0,60}\b(?:lost|overwritten|discarded)\b",
    re.IGNORECASE,
)
_REGION = lazy_regex(r"\b(?:below|above|begin|end|section|block|region|between|this line|start of)\b", re.IGNORECASE)
_WAY = lazy_regex(r"\b(?:run|use|with|by)\b:?\s+[`'\"]([^`'\"]{2,80})[`'\"]", re.IGNORECASE)
_NAME = "linguist-generated"


def head_mark(snapshot: Snapshot, path: str) -> tuple[Guard, ...]:
    """The guard that the head of the file at ``path`` sets up over the file itself, if it does."""
    content = snapshot.read(path)
    head = (content or b"")[:HEAD_BYTES]
    if b"\0" in head or not _GENERATED.search(head.decode("utf-8", "replace")):
        return ()
    lines = re.split(r"\r\n|\r|\n", head.decode("utf-8", "replace").removeprefix("\ufeff"))[:HEAD_LINES]
    start = _HTML if path.endswith(_PROSE) else _COMMENT
    comment = [(number, line) for number, line in enumerate(lines) if _is_comment(lines, number, start)]
    generated = [each for each in comment if _OF_FILE.search(each[1]) and not _REGION.search(each[1])]
    banning = [each for each in comment if _BAN.search(each[1]) and not _REGION.search(each[1])]
    if not generated:
        return ()
    number, line = next((each for each in generated if each in banning), generated[0])
    way = _WAY.search(" ".join(line for _, line in comment))
    return (
        Guard(
            ("/" + escaped(paths.name(path)),),
            paths.parent(path),
            path,
            Span(Position(number, 0), Position(number, len(line))),
            level="avoid" if banning else "note",
            origin="marker",
            sentence=_plain(line),
            instead=way[1] if way else None,
        ),
    )


def _is_comment(lines: list[str], number: int, start: re.Pattern[str]) -> bool:
    """Whether a line is a comment, or a line of the block comment that opens the file."""
    if start.match(lines[number]):
        return True
    block = _HTML if start is _HTML else _BLOCK
    opened = next((index for index in range(number) if block.match(lines[index])), None)
    return opened is not None and not any(
        re.search(r"\*/|-->|\S+\s*(?:\"\"\"|''')\s*$", line) for line in lines[opened:number]
    )


def _plain(line: str) -> str:
    return re.sub(r"^\W*?(?=[\w@])|(?:\*/|-->|\*\)|-\})\s*$", "", line).strip()


def attribute_mark(snapshot: Snapshot, root: str, path: str) -> tuple[Guard, ...]:
    """The note that ``.gitattributes`` files from ``root`` down to ``path`` make of it."""
    found: tuple[Guard, ...] = ()
    for folder in paths.between(root, paths.parent(path)) if paths.is_below(path, root) and path != root else ():
        for globs, is_set, guard in snapshot.query(_attributes, paths.join(folder, ".gitattributes")):
            if _takes(globs, guard.patterns[0], paths.relative(path, folder)):
                found = (guard,) if is_set else ()
    return found


def _takes(globs: Globs, pattern: str, below: str) -> bool:
    """Whether git applies the line to the file itself: attributes of a folder say nothing of what is in it."""
    if "/" not in pattern:
        return globs.match(paths.name(below))
    folder = below.rpartition("/")[0]
    return globs.match(below) and (pattern.endswith("/**") or not folder or not globs.match(folder))


def _attributes(snapshot: Snapshot, path: str) -> tuple[tuple[Globs, bool, Guard], ...]:
    content = snapshot.read(path) or b""
    if _NAME.encode() not in content:
        return ()
    return tuple(_lines(path, content.decode("utf-8", "replace")))


def _lines(path: str, text: str) -> Iterator[tuple[Globs, bool, Guard]]:
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text)):
        words = line.split()
        state = [each for each in words[1:] if each.lstrip("-!").partition("=")[0] == _NAME]
        if not state or words[0].startswith(("#", "!", '"', "[attr]")) or words[0].endswith("/"):
            continue
        is_set = state[-1] in (_NAME, f"{_NAME}=true", f"{_NAME}=1")
        span = Span(Position(number, 0), Position(number, len(line)))
        level: Level = "note"
        guard = Guard((words[0],), paths.parent(path), path, span, level=level, origin="marker", sentence=line.strip())
        yield compile_globs("gitignore", [words[0]]), is_set, guard


def escaped(name: str) -> str:
    """``name`` as a pattern that matches nothing else."""
    return re.sub(r"([\\*?\[\]!#])", r"\\\1", name)
