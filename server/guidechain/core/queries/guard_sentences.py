"""Guards that stand in prose: a small closed grammar over Markdown. Whatever it does not match guards nothing.

*Units.* A paragraph, list item, table row, heading, line of a plain fence or HTML comment is read alone, as sentences.
Code spans, links and words shaped like paths become one character each, so that a sentence is a few words around
paths (``guards/flat.py``). Quotes, questions, reports of what others said and rules that "used to" hold say nothing.

*Sentence* (``guards/sentence.py``, words in ``verbs bans conditions nouns``)::

    claim     = ban [conditions] | ask | avoid | allow | state | note
    ban       = negation {adverb} verb {"," verb} object       never edit P; do not move or delete P
              | object negation "be" participle                P must not be changed
              | object state | state ":" object                P is read-only; Off limits: P
              | "no files in" P "may be" participle | "instead of" verb-ing P "by hand"
              | "leave" object "alone" | "no changes to" object | object of a ban in another language
    ask       = "ask before" verb object | object "requires approval"
    avoid     = "avoid" verb-ing object
    allow     = "only" verb object | "keep changes within" object | negation verb "outside" object
    note      = object "is generated"                          never a warning
    object    = {noun preposition} P {"," P} | pronoun | nothing
    exception = "except" P | "but not" P | "the exception is P"

*Object.* A path right after the verb, or the topic before it. A path that follows "from", "by", "use", "edit" is where
something comes from or the way to go, and never the object. ``noun in P`` means P itself only for nouns that name
files and a P that is a folder: "the version field in P", "public names in P" make a note. Without an object in the
sentence: the outputs or the topic of the sentence before, the row's path, the heading's path, the list that follows,
or the instruction file ("this file", a comment).

*Level.* ``forbid``; ``ask`` with "unless", "without approval", "raise it with"; ``avoid`` with "casually", "if
possible"; ``note``, which never warns, with any other condition ("without running", "before", "while", "if"), a part
of a file, or a contradiction. "Existing", "already applied" and "append-only" leave new files free.

*Lists.* A heading or an introduction that bans without a path ("Off limits", "must not be edited:") bans the paths
that the items, rows or lines under it start with, until the next heading or the end of the list; under "Never" and
"Ask first" items are read as if these words stood before them. A table column such as "Edit?" bans by its value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.document import Document
from guidechain.core.guards import patterns
from guidechain.core.guards.blocks import Walk, read_blocks
from guidechain.core.guards.flat import PATH, Flat
from guidechain.core.guards.units import Bound
from guidechain.core.model import Guard, Span
from guidechain.core.snapshot import finished

_IN_FOLDER = re.compile(rf"\s(?:files?\s)?(?:in|under|inside|within|below|beneath)\s(?:the\s)?(?P<at>{PATH})")
"""``*.sql`` files in ``db/``."""


def guards_in(
    document: Document, path: str, root: str, exists: Callable[[str], bool] = lambda path: False
) -> tuple[Guard, ...]:
    """``read_guards`` without pauses."""
    return finished(read_guards(document, path, root, exists))


def read_guards(
    document: Document, path: str, root: str, exists: Callable[[str], bool]
) -> Generator[None, None, tuple[Guard, ...]]:
    """The guards that the sentences of the instruction file at ``path`` set up, in the order of the text.

    Patterns start at ``root``. ``exists`` answers for absolute paths. Levels as in ``Guard``: a ``note`` may be
    mentioned and is no warning.
    """
    at = paths.relative(paths.parent(path), root) if paths.is_below(path, root) else ""

    def relative_exists(written: str) -> bool:
        inner = written.strip("/")
        return bool(inner) and (exists(paths.join(root, inner)) or exists(paths.join(paths.join(root, at), inner)))

    walk = Walk(document, path, at, relative_exists)
    yield from read_blocks(walk)
    found = list[Guard]()
    for guard in _guards(walk, root, lambda inner: bool(inner) and exists(paths.join(root, inner))):
        found.append(guard)
        yield
    return tuple(found)


def _guards(walk: Walk, root: str, exists: Callable[[str], bool]) -> Iterator[Guard]:
    allowed: list[tuple[Guard, tuple[str, ...]]] = []
    for bound, start, end in walk.found:
        guard = _guard(walk, bound, start, end, root, exists)
        if guard is None:
            continue
        if bound.claim.allow:
            allowed.append((guard, guard.patterns))
        else:
            yield guard
    if allowed:
        everything = f"/{walk.at}/**" if walk.at else "/**"
        yield replace(
            allowed[0][0], patterns=(everything,), except_=tuple(each for _, ones in allowed for each in ones)
        )


def _guard(walk: Walk, bound: Bound, start: int, end: int, root: str, exists: Callable[[str], bool]) -> Guard | None:
    claim, flat = bound.claim, bound.flat
    covered: list[str] = []
    places: list[Span] = []
    if bound.self_:
        covered.append("/" + paths.relative(walk.path, root))
    if bound.folder and walk.at:
        covered.append(f"/{walk.at}/")
    for at in claim.paths:
        token = flat.tokens[at]
        ones = _covered(walk, flat, at, exists)
        covered += patterns.suffixes(bound.ending, ones) if bound.ending else ones
        places.append(walk.document.span(token.start, token.end))
    if not covered:
        return None
    excepted: list[str] = []
    for at in claim.except_:
        text = flat.tokens[at].text
        if re.fullmatch(r"\*?\.[\w.]+", text) and "/" not in text:
            excepted += patterns.suffixes(text, tuple(covered))
        else:
            excepted += _covered(walk, flat, at, exists)
            if "/" not in text.rstrip("/"):
                excepted += [f"{each.rstrip('*/')}/**/{text}" for each in covered if each.endswith(("/", "*"))]
                excepted += [f"{each.rpartition('/')[0]}/{text}" for each in covered if not each.endswith("/")]
    return Guard(
        patterns=tuple(covered),
        base=root,
        path=walk.path,
        span=walk.document.span(start, end),
        except_=tuple(excepted),
        level=claim.level,
        origin="prose",
        sentence=_said(walk.document, start, end, claim.above),
        instead=bound.instead,
        existing_only=claim.existing,
        places=tuple(places),
        acts=claim.acts,
    )


_MOST_ROWS = 200
"""How far above a row its table's titles are looked for."""


def _said(document: Document, start: int, end: int, above: str) -> str:
    """The words that guard, as written: a row with the titles of its columns, a listed path after the heading or the
    introduction that says what holds for it."""
    line = bisect_right(document.line_starts, start) - 1
    rows = [_line(document, line)]
    if rows[0].startswith("|"):
        while len(rows) <= min(line, _MOST_ROWS) and (before := _line(document, line - len(rows))).startswith("|"):
            rows.append(before)
        has_titles = len(rows) > 2 and re.fullmatch(r"[\s|:-]+", rows[-2]) is not None
        text = " | ".join(_titled(_cells(rows[0]), _cells(rows[-1]) if has_titles else []))
    else:
        text = " ".join(document.text[start:end].split())
    return f"{above}: {text}" if above else text


def _titled(cells: list[str], titles: list[str]) -> Iterator[str]:
    for index, cell in enumerate(cells):
        title = titles[index] if 0 < index < len(titles) else ""
        yield f"{title}{'' if title.endswith('?') else ':'} {cell}" if title and cell else cell


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip("|"))]


def _line(document: Document, number: int) -> str:
    start, *rest = document.line_starts[number:][:2]
    return document.text[start : rest[0] if rest else None].strip()


def _covered(walk: Walk, flat: Flat, at: int, exists: Callable[[str], bool]) -> tuple[str, ...]:
    token = flat.tokens[at]
    after = flat.text[at + 1 :]
    place = _IN_FOLDER.match(after)
    if place and token.text.startswith("*") and "/" not in token.text:
        inside = at + 1 + place.start("at")
        return patterns.suffixes(token.text, _covered(walk, flat, inside, exists)) if inside in flat.tokens else ()
    many = re.match(r"\s(?:sub)?(?:folders|directories|dirs)\b", after) is not None and "/" not in token.text.rstrip(
        "/"
    )
    return patterns.placed(token.text, walk.at, exists, anywhere=many)
