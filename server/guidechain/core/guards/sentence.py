"""One sentence: the claims that it makes about paths, and what it leaves open.

A claim binds a ban to the paths that are its object: after the verb ("never edit P"), before it ("P must not be
edited"), or nowhere in the sentence, when it speaks of "it", "these files" or nothing at all. What the object is
called decides whether the file or only a part of it is meant: "the version field in P" guards nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from guidechain.core.guards.bans import (
    ALL_BUT,
    ALLOW,
    ALLOW_IT,
    ALLOW_OFF,
    APPEND_ONLY,
    ASK,
    AVOID,
    BAN_ACTIVE,
    BAN_INSTEAD,
    BAN_LEAVE,
    BAN_NONE,
    BAN_NOUN,
    BAN_PASSIVE,
    BAN_STATE,
    NOTE,
    ONLY_PASSIVE,
    Side,
)
from guidechain.core.guards.claims import Claim, Group, Match, Sentence
from guidechain.core.guards.conditions import (
    BY_HAND,
    CONTRADICTS,
    EXISTING,
    LIFTED,
    NEGATED,
    ORDERED,
    QUOTED,
    REPORTED,
    SPEAKER,
    softened,
)
from guidechain.core.guards.flat import CODE, PATH, Flat
from guidechain.core.guards.groups import exceptions_in, groups_in, role_of
from guidechain.core.guards.languages import foreign_bans
from guidechain.core.guards.nouns import is_folder
from guidechain.core.guards.objects import find_object, with_later_items
from guidechain.core.guards.signs import may_guard
from guidechain.core.guards.verbs import NEG, SUBJECT, acts_of
from guidechain.core.lazy_regex import lazy_regex

_IMPERSONAL = lazy_regex(r"\bit (?:is )?$")
_IMPERSONAL_BAN = lazy_regex(r"(?:is|not|never|forbidden|prohibited)\s(?:\w+\s)?(?:allowed|permitted|to|from)\b")
_MODAL = ("must", "should", "may", "shall", "can")
"""After a path these speak of what it does: "`a.py` must not edit P"."""

LONGEST = 2000
"""A longer sentence says nothing: nobody writes a rule so long, and reading it would take its square in time."""


def read(flat: Flat, start: int, end: int) -> Sentence:
    """The sentence that stands from ``start`` to ``end`` of ``flat``."""
    if end - start > LONGEST:
        return Sentence(start, flat.text[start:end])
    text = QUOTED.sub(lambda found: " " * len(found[0]), flat.text[start:end])
    groups = tuple(groups_in(text))
    roles = tuple(_role(text, groups, index, flat, start) for index in range(len(groups)))
    bare = Sentence(start, text, groups, roles)
    if text.rstrip(" *_)").endswith("?") or SPEAKER.match(text) or LIFTED.search(text) or REPORTED.search(text):
        return bare
    closed = tuple(_all_but(text, groups)) if groups else ()
    exceptions = tuple(at for at in exceptions_in(text, groups) if at not in closed) if groups else ()
    if not may_guard(text):
        return replace(bare, exceptions=exceptions)
    claims: list[Claim] = [Claim(0, len(text), closed)] if closed else []
    taken: list[tuple[int, int]] = []
    for claim in _allowed(text, groups, flat, start):
        claims.append(claim)
        taken.append((claim.start, claim.end))
    matches = sorted(_without_overlap(_matches(text), taken), key=lambda match: match.start)
    for index, match in enumerate(matches):
        until = matches[index + 1].start if index + 1 < len(matches) else len(text)
        bound = _bound(bare, match, until, flat, exceptions)
        claims += [bound] if bound else []
    claims += _elliptic(bare, claims)
    kept = _with_exceptions(claims, exceptions)
    if not any(claim.paths for claim in kept):
        kept += _notes(bare)
    return replace(bare, claims=tuple(kept), exceptions=exceptions)


def _role(text: str, groups: tuple[Group, ...], index: int, flat: Flat, start: int) -> str:
    page = all(flat.tokens[start + at].page for at in groups[index].paths)
    return "source" if page else role_of(text, groups, index)


def _notes(sentence: Sentence) -> Iterator[Claim]:
    """A path that is only said to be generated."""
    if sentence.topics() and NOTE.search(sentence.text):
        yield Claim(0, len(sentence.text), sentence.topics()[0].paths, "note")


def _with_exceptions(claims: list[Claim], exceptions: tuple[int, ...]) -> list[Claim]:
    if not exceptions:
        return claims
    found = []
    for claim in claims:
        left = tuple(at for at in claim.paths if at not in exceptions)
        if left or not claim.paths:
            found.append(replace(claim, paths=left, except_=tuple(at for at in exceptions if at not in left)))
    return found


def _matches(text: str) -> Iterator[Match]:
    for found in ASK.finditer(text):
        parts = found.groupdict()
        acts = acts_of(parts["verbs"] or "")
        yield Match(found.start(), found.end(), "ask", acts, _asked_side(found), _object(found, "object"))
    for found in AVOID.finditer(text):
        if not NEGATED.search(text[: found.start()]):
            yield Match(found.start(), found.end(), "avoid", acts_of(found["verbs"]), "after")
    for found in BAN_ACTIVE.finditer(text):
        if _addressed(text[: found.start()], found[0]):
            yield Match(found.start(), found.end(), "forbid", acts_of(found["verbs"]), "after")
    for found in BAN_PASSIVE.finditer(text):
        yield Match(found.start(), found.end(), "forbid", acts_of(next(filter(None, found.groups()))), "before")
    for found in BAN_NONE.finditer(text):
        yield Match(found.start(), found.end(), "forbid", acts_of(found["verbs"]), "before", found.span("object"))
    for found in BAN_INSTEAD.finditer(text):
        if ORDERED.match(text[: found.start()]) and BY_HAND.match(text[found.end() :]):
            yield Match(found.start(), found.end(), "forbid", acts_of(found["verbs"]), "after")
    for found in BAN_LEAVE.finditer(text):
        words = found["object"] or found["object2"] or ""
        told = SUBJECT.search(text[: found.start()]) is not None or not re.match(r"(?:leave|keep|consider)\b", found[0])
        if not told or re.search(r"\b(?:else|rest|working)\b", words) or NEGATED.search(text[: found.start()]):
            continue
        if (CODE in words and PATH not in words) or re.search(r"\bor\s*$", text[: found.start()]):
            continue
        side: Side = (
            "before"
            if re.match(r"(?:must|should|has|have|need|stay|remain)s?\b(?! (?:out|away))", found[0])
            else "after"
        )
        yield Match(found.start(), found.end(), "forbid", ("edit",), side, _object(found, "object", "object2"))
    for found in BAN_NOUN.finditer(text):
        yield Match(found.start(), found.end(), "forbid", ("edit",), "either", _object(found, "object", "object2"))
    for found in BAN_STATE.finditer(text):
        yield Match(found.start(), found.end(), "forbid", ("edit",), "before")
    for found in ONLY_PASSIVE.finditer(text):
        yield Match(found.start(), found.end(), "forbid", ("edit",), "before")
    for found in APPEND_ONLY.finditer(text):
        yield Match(found.start(), found.end(), "forbid", ("edit",), "before", existing=True)
    yield from foreign_bans(text)


def _addressed(head: str, ban: str) -> bool:
    """Whether a ban with an active verb speaks to the reader: "you must not", but not "`a.py` must not"."""
    if _IMPERSONAL_BAN.match(ban):
        head = _IMPERSONAL.sub("", head)
    return SUBJECT.search(head) is not None and not (head.endswith(f"{PATH} ") and ban.startswith(_MODAL))


def _asked_side(found: re.Match[str]) -> Side:
    """Where the object of ``ASK`` stands: after a verb, which may also end the words: "need permission to edit"."""
    return "after" if found["verbs"] else "either" if re.search(r"(?:to|for) \w+$", found[0]) else "before"


def _object(found: re.Match[str], *names: str) -> tuple[int, int] | None:
    return next((found.span(name) for name in names if found[name] is not None and PATH in found[name]), None)


def _without_overlap(matches: Iterator[Match], taken: list[tuple[int, int]]) -> Iterator[Match]:
    spans = list(taken)
    for match in matches:
        if all(match.end <= start or end <= match.start for start, end in spans):
            spans.append((match.start, match.end))
            yield match


def _all_but(text: str, groups: tuple[Group, ...]) -> Iterator[int]:
    """The paths that alone may not be edited."""
    for found in ALL_BUT.finditer(text):
        if SUBJECT.search(re.sub(r"\b(?:can|may|should|free to)\s*$", "", text[: found.start()])):
            yield from next(group.paths for group in groups if found.start("at") in group.paths)


def _allowed(text: str, groups: tuple[Group, ...], flat: Flat, start: int) -> Iterator[Claim]:
    for found in ALLOW_IT.finditer(text):
        ends = re.match(r"\s*(?:$|[.;,)!—–:])", text[found.end() :])
        if ends and SUBJECT.search(text[: found.start()]):
            listed = text.rstrip(" *_").endswith((":", "："))
            near = [group for group in groups if group.end <= found.start()][:1]
            paths = near[0].paths if near and is_folder(flat.tokens[start + near[0].start]) else ()
            yield Claim(found.start(), found.end(), paths, allow=True, refers="following" if listed else "earlier")
    for found in ALLOW.finditer(text):
        at = next(
            found.start(name)
            for name in ("at", "at2", "at3", "at4", "at5", "at6", "at7", "at8", "at9", "at10")
            if found[name]
        )
        group = next(group for group in groups if at in group.paths)
        head = text[: found.start()]
        lead = re.sub(r"\b(?:are|may|must|should|can|shall|will|only|ever)\s+", "", head)
        if not SUBJECT.search(lead) or any(pattern.search(head) for pattern in (BAN_ACTIVE, BAN_PASSIVE)):
            continue
        rest = text[group.end :]
        if re.match(r"\W*(?:in order )?to \w+|.*\bto\s*$", lead) or re.search(
            r"\b(?:work|tasks?|for|when|if|while|during|phase|step|stage|mode|changes|not)\b",
            re.split(r"[.;]\s", head)[-1],
        ):
            continue
        if ALLOW_OFF.match(rest):
            yield Claim(found.start(), group.end, group.paths, "note")
            continue
        folders = all(is_folder(flat.tokens[start + each]) for each in group.paths)
        if not folders and re.match(rf"\W*(?:and )?(?:never|not)\b[^.;]{{0,20}}{PATH}", rest):
            continue
        yield Claim(found.start(), group.end, group.paths, allow=True)


def _bound(sentence: Sentence, match: Match, until: int, flat: Flat, exceptions: tuple[int, ...]) -> Claim | None:
    """The claim of one ban, with its object, level and conditions; None when it is about something else."""
    text = sentence.text
    level = match.level
    target = find_object(sentence, match, flat, exceptions)
    group, whole = target.group, target.whole
    if group is None and not target.refers:
        return None
    if group and group.start >= match.end:
        group = with_later_items(sentence, group)
    past = group.end if group and group.start >= match.start else match.end
    level = softened(text, match, past, until, level)
    if match.existing and group and not is_folder(flat.tokens[sentence.start + group.start]):
        whole = False
    if not whole or (group and CONTRADICTS.search(text) and group.end <= match.start):
        level = "note"
    existing = match.existing or EXISTING.search(text) is not None
    end = max(match.end, group.end if group else 0)
    start = min(match.start, group.start if group else match.start)
    paths = group.paths if group else ()
    claim = Claim(start, end, paths, level, match.acts, existing=existing)
    return replace(claim, refers=target.refers, named=target.named, every=target.every)


def _elliptic(sentence: Sentence, claims: list[Claim]) -> Iterator[Claim]:
    """``never edit A and never B``; ``edit A, not B``."""
    for found in re.finditer(
        rf"(?:,|;|\band|\bor|\bbut|—)\s*(?:and |but )?(?:never|not)\s+(?:the |generated |rendered |built |"
        rf"compiled |in |"
        rf"anything in |under )*(?={PATH})",
        sentence.text,
    ):
        group = next((each for each in sentence.groups if each.start == found.end()), None)
        if group is None or any(set(group.paths) & set(claim.paths) for claim in claims):
            continue
        before = sentence.text[: found.start()]
        earlier = [claim for claim in claims if claim.end <= found.start() and claim.level == "forbid"]
        if earlier and not re.search(r"\bbut\b", found[0]):
            yield Claim(found.start(), group.end, group.paths, earlier[-1].level, earlier[-1].acts)
        elif re.search(
            r"\b(?:edit|modify|change|touch|update)\s+(?:only\s+)?(?:the\s+|"
            rf"files in\s+)*(?:{PATH}|(?:sources?|templates?|schemas?|generators?|originals?|"
            rf"specs?)\b)[^.;]{{0,30}}$",
            before,
        ) and not re.search(NEG + r"[^.;]*$", before):
            yield Claim(found.start(), group.end, group.paths)
