"""The sentences of one paragraph, item, cell or comment together: what "it" and "these files" mean, and what they offer
in place of an edit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from guidechain.core.guards.claims import Claim, Group, Sentence
from guidechain.core.guards.conditions import DECLARED, EXISTING, NEW_INSTEAD, PERMITTED
from guidechain.core.guards.flat import CODE, COMMAND, PATH, PROGRAMS, Flat
from guidechain.core.guards.nouns import HERE, SELF, follows, is_folder
from guidechain.core.guards.objects import names
from guidechain.core.guards.sentence import read
from guidechain.core.lazy_regex import lazy_regex

_END = lazy_regex(r"(?<![\s(]e\.g)(?<![\s(]i\.e)(?<!\betc)(?<!\bvs)[.!?]+[*_)\"”’]*(?=\s|$)|[。！？]")
_ASK_NEXT = lazy_regex(
    r"^\W*(?:please\s+|always\s+)?(?:ask|raise|check with|talk to|open an issue|get (?:approval|permission)|"
    r"discuss|flag)\b"
)
_CANCEL = lazy_regex(
    r"\b(?:that|this)(?: rule| ban| restriction)? (?:is over|was lifted|is gone|is lifted|is history|does not "
    r"apply|no longer applies)"
    r"|\b(?:edit|change) (?:it|them) freely|\bfeel free to (?:edit|change) (?:it|them)\b|\byou (?:can|may) "
    r"(?:now )?(?:edit|change) (?:it|them)\b"
)
_KIND = lazy_regex(
    r"\b(json|ya?ml|toml|sql|ts|tsx|js|css|html|md|markdown|proto|go|rs|py|xml|csv|typescript|javascript|"
    r"python)\s+files?\s+(?:there|in it|in there|inside)\b"
)
_ENDINGS = {"markdown": "md", "typescript": "ts", "javascript": "js", "python": "py"}
_PLAIN_COMMAND = lazy_regex(
    r"\b(?:run|rerun|re-run|rebuild|regenerate|using|via|with|by)\b:?\s+(?:it\s+|them\s+)?(?:with\s+|"
    rf"by\s+)?((?:{'|'.join(sorted(map(re.escape, PROGRAMS), key=len, reverse=True))})\s[\w:./-]+)"
)
_WAY = lazy_regex(
    r"\b(?:use|edit|change|update|modify|run|see|is in|lives in|source:|from)\s+(?:(?:the|a|its|sources?|in|"
    rf"files?|under|instead)\s+)*(?={PATH})"
)


_OPEN = (("following", "generic", "earlier"), ("following",))
"""What a ban, and a permission, may leave to the list that follows."""


@dataclass(frozen=True)
class Bound:
    """A claim whose paths are known: positions in ``flat``. ``self_`` means the instruction file, ``folder`` the folder
    it stands in; ``ending`` narrows folders to files of one kind."""

    claim: Claim
    flat: Flat
    instead: str | None = None
    self_: bool = False
    folder: bool = False
    ending: str = ""


@dataclass(frozen=True)
class Unit:
    """What a unit says (``bound``), and what it says of the list, table or fence after it (``pending``)."""

    flat: Flat
    sentences: tuple[Sentence, ...]
    bound: tuple[Bound, ...] = ()
    pending: Claim | None = None

    def leading(self) -> Group | None:
        """The paths that the unit starts with, after a label or words such as "files under"."""
        if not self.sentences:
            return None
        text = self.sentences[0].text
        group = self.sentences[0].groups[0] if self.sentences[0].groups else None
        if (
            group
            and re.fullmatch(
                r"[^\w\ue000-\ue002]*(?:(?!(?:sources?|generators?|inputs?|templates?|see|run|use|instead|edit|"
                r"owners?|docs?|why|reason|command|from|by|exceptions?)\b)[\w /&-]{2,40}:[\s*_]*)?(?:(?:the|"
                r"all|any|every|everything|anything|files?|folders?|contents?|code|in|under|inside|of|below|"
                r"generated|vendored|root)\s+)*[^\w\ue000-\ue002]*",
                text[: group.start],
            )
            and follows(self.sentences[0], group, self.flat)
        ):
            return group
        return None


def split(flat: Flat) -> tuple[Sentence, ...]:
    """The sentences of ``flat``."""
    found, at = [], 0
    for end in [*(match.end() for match in _END.finditer(flat.text)), len(flat.text)]:
        if flat.text[at:end].strip():
            found.append(read(flat, at, end))
        at = end
    return tuple(found)


def read_unit(flat: Flat, topic: tuple[Flat, Group] | None = None) -> Unit:
    """Read ``flat``; ``topic`` is what a ban without an object is about when the unit names nothing itself."""
    sentences = split(flat)
    bound: list[Bound] = []
    pending = None
    for index, sentence in enumerate(sentences):
        if _CANCEL.search(sentence.text):
            bound.clear()
            continue
        following = sentences[index + 1] if index + 1 < len(sentences) else None
        found = []
        for claim in sentence.claims:
            moved = _moved(claim, sentence.start)
            if following and _ASK_NEXT.search(following.text) and claim.level == "forbid":
                moved = replace(moved, level="ask")
            if claim.paths:
                found.append(Bound(moved, flat))
                continue
            each = _resolved(moved, sentences, index, flat, topic)
            if each:
                found.append(each)
            elif claim.refers in _OPEN[claim.allow] and index + 1 == len(sentences):
                pending = claim
        if bound and all(claim.level == "note" for claim in sentence.claims):
            bound = [_excepted(each, sentence) for each in bound]
        bound += found
    known = tuple(replace(each, instead=alternative(each, flat)) for each in bound)
    return Unit(flat, sentences, known, pending)


def _moved(claim: Claim, by: int) -> Claim:
    return replace(
        claim,
        start=claim.start + by,
        end=claim.end + by,
        paths=tuple(at + by for at in claim.paths),
        except_=tuple(at + by for at in claim.except_),
    )


def _resolved(
    claim: Claim, sentences: tuple[Sentence, ...], index: int, flat: Flat, topic: tuple[Flat, Group] | None
) -> Bound | None:
    """The claim with the paths that "it", "these files", "this file" or nothing stand for."""
    if claim.refers == "folder":
        named = [*sentences[index - 1].outputs(), *sentences[index - 1].topics(heads=True)] if index else []
        if named and is_folder(flat.tokens[sentences[index - 1].start + named[0].start]):
            return _with_paths(claim, sentences[index - 1], named[:1], flat)
        return Bound(claim, flat, folder=True)
    if claim.refers == "generic" and index + 1 < len(sentences):
        after = sentences[index + 1]
        if DECLARED.search(after.text) and after.topics():
            return _with_paths(claim, after, after.topics()[:1], flat)
    if claim.refers in ("earlier", "self", "generic"):
        kind = _KIND.search(sentences[index].text)
        for sentence in reversed(sentences[max(index - 2, 0) : index]):
            groups = sentence.outputs() or sentence.topics(
                heads=not re.search(r"[\u00c0-\u1fff\u3040-\ud7ff]", sentence.text)
            )
            if claim.allow:
                groups = [each for each in sentence.groups if is_folder(flat.tokens[sentence.start + each.start])]
            groups = [each for each in groups if names(sentence, each, claim.named, flat)]
            if groups and claim.refers != "generic":
                bound = _with_paths(claim, sentence, groups if claim.every else groups[:1], flat)
                return replace(bound, ending=f".{_ENDINGS.get(kind[1], kind[1])}") if kind else bound
            if claim.named or claim.allow:
                continue
            if SELF.search(sentence.text):
                return Bound(replace(claim, paths=()), flat, self_=True)
            if HERE.search(sentence.text):
                return Bound(claim, flat, folder=True)
    if claim.refers == "self" and not topic:
        return Bound(claim, flat, self_=True)
    if topic and claim.refers in ("earlier", "self", "generic"):
        if claim.named[:5] not in topic[0].tokens[topic[1].start].text.lower():
            return None
        return Bound(replace(claim, paths=topic[1].paths), topic[0])
    return None


def _with_paths(claim: Claim, sentence: Sentence, groups: Sequence[Group], flat: Flat) -> Bound:
    existing = claim.existing or EXISTING.search(sentence.text) is not None
    found = tuple(at + sentence.start for group in groups for at in group.paths)
    return Bound(replace(claim, paths=found, existing=existing), flat)


def _excepted(bound: Bound, sentence: Sentence) -> Bound:
    """``bound`` without what a later sentence takes out of it."""
    found = list(sentence.exceptions)
    if PERMITTED.search(sentence.text):
        found += [at for group in sentence.topics() for at in group.paths]
    fresh = tuple(at + sentence.start for at in found if at + sentence.start not in bound.claim.paths)
    return replace(bound, claim=replace(bound.claim, except_=bound.claim.except_ + fresh)) if fresh else bound


def alternative(bound: Bound, flat: Flat) -> str | None:
    """What the unit offers in place of the edit: a command, else another path, else "a new one"."""
    past = bound.claim.end if bound.flat is flat else 0
    commands = [at for at in flat.tokens if flat.text[at] == COMMAND]
    if commands:
        return flat.tokens[next((at for at in commands if at >= past), commands[0])].text
    plain = _PLAIN_COMMAND.search(flat.text)
    if plain:
        return plain[1].rstrip(".")
    if bound.claim.existing and NEW_INSTEAD.search(flat.text):
        return "new migration" if "migration" in flat.text else "a new one"
    for found in _WAY.finditer(flat.text):
        if found.end() not in bound.claim.paths and found.start() >= min(past, len(flat.text)) - 1:
            return flat.tokens[found.end()].text
    return None


__all__ = ["CODE", "PATH", "Bound", "Unit", "alternative", "read_unit", "split"]
