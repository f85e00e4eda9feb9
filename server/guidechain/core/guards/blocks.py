"""The walk through a document: headings, lists, tables, fences and comments, and what each says of what follows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from guidechain.core.document import Block, Document
from guidechain.core.guards.claims import Claim, Group
from guidechain.core.guards.conditions import PERMITTED, TO_ASK
from guidechain.core.guards.fences import fence_claims
from guidechain.core.guards.flat import Flat, flatten, flatten_text
from guidechain.core.guards.headings import Context, heading_context
from guidechain.core.guards.prefixes import prefixed
from guidechain.core.guards.signs import may_guard
from guidechain.core.guards.tables import row_claims
from guidechain.core.guards.units import Bound, Unit, alternative, read_unit
from guidechain.core.lazy_regex import lazy_regex
from guidechain.core.model import Level

_SELF_TITLE = lazy_regex(r"\W*(?:this |auto-?)?generated (?:file|document)\b|\W*this (?:file|document)\b")
_SELF_LINE = lazy_regex(
    r"\W*(?:this file\b|(?:auto-?\s?|machine-)?generated (?:by|from|with|using|file|automatically|document)\b)"
)
_OTHER_SUBJECT = lazy_regex(r"(?<!this )(?<!generated )\b(?:files|folders|directories|paths)\b")
_REGION = lazy_regex(r"\b(?:begin|start|end|below|above|between|section|block|table|region|part|marker|lines?)\b")


@dataclass
class Walk:
    """A walk through the blocks of ``document``: what was found so far, with its offsets, and what stands above.

    ``at`` is the folder of the file at ``path``, from the root; ``exists`` answers for written paths. ``named_items``
    are the lines of list items that start with a path, ``unread_items`` those that nobody has read so far.
    """

    document: Document
    path: str
    at: str
    exists: Callable[[str], bool]
    found: list[tuple[Bound, int, int]] = field(default_factory=list)
    headings: list[tuple[int, Context | None, tuple[Flat, Group] | None]] = field(default_factory=list)
    intro: tuple[tuple[int, ...], int, Claim] | None = None
    named_items: set[int] = field(default_factory=set)
    unread_items: dict[int, Block] = field(default_factory=dict)


MOST_PROSE = 10_000
"""Characters of a paragraph that somebody wrote; a longer one is machine-made, and reading it takes their square."""


def read_blocks(walk: Walk) -> Iterator[None]:
    """Read every block of the document in order, one step each."""
    index = 0
    while index < len(walk.document.blocks):
        index = _block(walk, walk.document.blocks, index)
        yield


def _block(walk: Walk, blocks: tuple[Block, ...], index: int) -> int:
    """Read the block at ``index``, or the whole table that starts there; the index of the next one."""
    block = blocks[index]
    if block.kind == "heading":
        _heading(walk, block)
    elif block.kind == "paragraph":
        _prose(walk, block, index)
    elif block.kind == "fence" and block.info.lower() in ("", "text", "txt", "tree", "plain", "plaintext"):
        context = _context(walk, block, index)
        for bound in fence_claims(walk.document.text, block, context.claim, context.marked, walk.at, walk.exists):
            walk.found.append((bound, *_extent(bound.flat)))
    elif block.kind == "html":
        _comment(walk, block.start, block.end)
    elif block.kind == "cell":
        end = index + 1
        while end < len(blocks) and blocks[end].kind == "cell" and blocks[end].row >= blocks[end - 1].row:
            end += 1
        context = _context(walk, block, index)
        flats = [(each, flatten(walk.document, each, walk.exists)) for each in blocks[index:end]]
        for bound in row_claims(flats, context.claim):
            walk.found.append((bound, *_extent(bound.flat)))
        return end
    return index + 1


def _heading(walk: Walk, block: Block) -> None:
    walk.headings = [each for each in walk.headings if each[0] < block.level]
    walk.intro = None
    flat = flatten(walk.document, block, walk.exists)
    unit = read_unit(flat)
    _take(walk, unit)
    group = unit.sentences[0].groups[0] if unit.sentences and len(unit.sentences[0].groups) == 1 else None
    topic = (flat, group) if group else None
    if block.level == 1 and _SELF_TITLE.match(flat.text) and not topic:
        walk.found += [(Bound(claim, flat, self_=True), *_extent(flat)) for claim in unit.sentences[0].claims[:1]]
        return
    context = heading_context(flat, unit)
    words = _words(walk.document, flat, 0)
    if context:
        claim = replace(context.claim, above=words) if context.claim else None
        context = replace(context, claim=claim, words=words)
    walk.headings.append((block.level, context, topic))


def _words(document: Document, flat: Flat, at: int) -> str:
    """The text from position ``at`` of ``flat`` on, as written, without marks around it."""
    if at >= len(flat.offsets):
        return ""
    words = " ".join(document.text[flat.offsets[at] : _extent(flat)[1]].split()).strip(":： ")
    wrapped = re.fullmatch(r"(\*\*|__|\*|_)(?P<inner>(?:(?!\1).)+)\1", words)
    return wrapped["inner"].strip(":： ") if wrapped else words


def _context(walk: Walk, block: Block, index: int) -> Context:
    """What stands above ``block``: the introduction of its list, else the innermost heading that says something."""
    if walk.intro is not None:
        items, at, claim = walk.intro
        deeper = len(block.items) > len(items) and block.items[: len(items)] == items
        if deeper or (block.kind in ("cell", "fence") and at == index - 1):
            return Context(claim)
    for _, context, _ in reversed(walk.headings):
        if context is not None:
            return context
    return Context()


def _prose(walk: Walk, block: Block, index: int) -> None:
    if walk.document.text.find("<!--", block.start, block.end) >= 0:
        for inline in walk.document.inlines(block):
            if inline.kind == "html" and walk.document.text.startswith("<!--", inline.start):
                _comment(walk, inline.start, inline.end)
    context = _context(walk, block, index)
    if block.end - block.start > MOST_PROSE:
        return
    if not context.claim and not context.prefix and not may_guard(walk.document.text[block.start : block.end]):
        if block.items:
            walk.unread_items[block.items[-1]] = block
        _end_intro(walk, block)
        return
    flat = flatten(walk.document, block, walk.exists)
    topic = next((topic for _, _, topic in reversed(walk.headings[-1:]) if topic), None)
    unit = read_unit(prefixed(flat, context.prefix), topic)
    if unit.flat is not flat:
        bound = (replace(each, claim=replace(each.claim, above=context.words)) for each in unit.bound)
        unit = replace(unit, bound=tuple(bound))
    acts = set(context.claim.acts) if context.claim else set()
    bans = [bound for bound in unit.bound if bound.claim.level != "note" and (not acts or acts & set(bound.claim.acts))]
    leading = unit.leading()
    nested = any(_is_named(walk, line) for line in block.items[:-1])
    if context.claim and not bans and leading and not nested and not _permits(unit):
        claim = replace(context.claim, paths=leading.paths, level=_item_level(unit, context.claim))
        walk.found.append((Bound(claim, unit.flat), *_extent(unit.flat)))
    elif context.marked and not bans and leading and re.match(r"\W*[❌🚫⛔✗✘]", flat.text):
        walk.found.append((Bound(Claim(0, leading.end, leading.paths), unit.flat), *_extent(unit.flat)))
    else:
        _take(walk, unit)
    lonely = not block.items and not [each for each in walk.headings if each[0] > 1]
    if (
        lonely
        and unit.pending
        and unit.pending.refers == "earlier"
        and not unit.bound
        and not leading
        and _SELF_LINE.match(flat.text)
    ):
        walk.found.append((Bound(unit.pending, flat, self_=True), *_extent(flat)))
    if leading and block.items:
        walk.named_items.add(block.items[-1])
    if unit.pending and (unit.flat.text.rstrip(" *_").endswith((":", "：")) or unit.pending.refers == "following"):
        words = _words(walk.document, flat, unit.sentences[-1].start if unit.flat is flat else 0)
        walk.intro = (block.items, index, replace(unit.pending, above=words))
    elif _ALLOW_LIST.search(flat.text):
        words = _words(walk.document, flat, 0)
        walk.intro = (block.items, index, Claim(0, len(flat.text), allow=True, above=words))
    else:
        _end_intro(walk, block)


def _end_intro(walk: Walk, block: Block) -> None:
    """Forget the introduction of a list when ``block`` stands no deeper than it does."""
    if walk.intro is not None and len(block.items) <= len(walk.intro[0]):
        walk.intro = None


def _is_named(walk: Walk, line: int) -> bool:
    """Whether the list item at ``line`` starts with a path."""
    unread = walk.unread_items.pop(line, None)
    if unread and read_unit(flatten(walk.document, unread, walk.exists)).leading():
        walk.named_items.add(line)
    return line in walk.named_items


_ALLOW_LIST = lazy_regex(
    r"\bonly (?:ever )?(?:edit|modify|change|touch|work in|work on)\s?(?:(?:the|these|following|files?|paths?|"
    r"folders?|in|under|code)\s*)*[:：][\s*_]*$"
)


def _item_level(unit: Unit, claim: Claim) -> Level:
    """The level of a listed path after what its own item adds."""
    text = unit.sentences[0].text
    if claim.level != "forbid":
        return claim.level
    if TO_ASK.search(text):
        return "ask"
    return "note" if re.search(r"\bwithout \w+ing\b|\bbefore \w+ing\b", text) else claim.level


def _permits(unit: Unit) -> bool:
    return PERMITTED.search(unit.sentences[0].text) is not None


def _comment(walk: Walk, start: int, end: int) -> None:
    text = walk.document.text
    for found in re.compile(r"<!--(.*?)-->", re.DOTALL).finditer(text, start, end):
        flat = flatten_text(text, found.start(1), found.end(1), walk.exists)
        unit = read_unit(flat)
        _take(walk, unit)
        open_ends = [
            claim
            for sentence in unit.sentences
            for claim in sentence.claims
            if not claim.paths and not _OTHER_SUBJECT.search(sentence.text[: claim.start])
        ]
        bound_to_self = any(bound.self_ for bound in unit.bound)
        if open_ends and not unit.bound and not bound_to_self and not _REGION.search(flat.text):
            bound = Bound(open_ends[0], flat, self_=True)
            walk.found.append((replace(bound, instead=alternative(bound, flat)), *_extent(flat)))


def _take(walk: Walk, unit: Unit) -> None:
    for bound in unit.bound:
        walk.found.append((bound, *_extent(unit.flat)))


def _extent(flat: Flat) -> tuple[int, int]:
    if not flat.offsets:
        return 0, 0
    last = flat.tokens.get(len(flat.text) - 1)
    return flat.offsets[0], last.end if last else flat.offsets[-1] + 1
