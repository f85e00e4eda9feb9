"""The object of a ban: after its verb, before it, or in another sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass

from guidechain.core.guards.claims import Group, Match, Refers, Sentence
from guidechain.core.guards.conditions import EXISTING
from guidechain.core.guards.flat import CODE, COMMAND, Flat
from guidechain.core.guards.nouns import (
    FOLLOWING,
    GENERIC,
    HERE,
    LABELLED,
    NOT_A_PATH,
    OWN_PART,
    REFERRING,
    SELF,
    THESE,
    is_aside,
    is_folder,
    is_whole,
)
from guidechain.core.guards.subjects import has_own_thing, points_elsewhere, speaks_of_path
from guidechain.core.guards.verbs import OTHERS, forms
from guidechain.core.lazy_regex import lazy_regex

_BOUNDARY = lazy_regex(r"[;.!?。！？；]|\s&\s(?!\ue000)|\s[—–-]+\s|[—–]|\s-\s|，")


_STOP = lazy_regex(
    r"\b(?:instead|even|use|using|run|running|because|since|but|if|when|unless|without|except|rather|so|which|via|"
    r"through|by|with|outside|per|see|"
    r"(?:generated|built|made|copied|derived|produced|compiled|imported|created) (?:from|by)|than|after|before|"
    r"until|while|for(?! (?:example|instance))|(?<!such )as|(?:or|and|nor) "
    rf"(?:{forms(0)}|{OTHERS[0]}|push)|"
    r"sondern|stattdessen|sino|mais|mas|pero|но|а)\b"
)


_THAT_LIVE = lazy_regex(
    r"\b(?:that|which) (?:live|lives|are|is|sit|sits|reside|resides|exist|exists) (?=in|under|inside|below|within)"
)


_ADVERBS = lazy_regex(
    r"\b(?:by hand|manually|directly|yourself|in place|locally|casually|lightly|ever|here|again|on your own|"
    r"unnecessarily|needlessly|blindly|at all|in any way|either|too)\b"
)


_ITEMS = lazy_regex(
    r"(?:,\s(?!(?:edit|run|change|see|do|use|update)\b)[\w \ue002-]{1,25}){1,3},?\s(?:or|and|nor)\s(?:the\s|any\s)?"
)
_LABEL = lazy_regex(
    r"[\s)*]*(?:(?:by|for) (?:hand|agents?|anyone|everyone|you|tools|any agent)\s*|manually\s*|directly\s*)?[:：][\s*]*"
    r"(?:(?:the|files?|in|under|all|everything|anything)\s+)*"
)
_LIST_NOUN = lazy_regex(
    r"(?:any of )?(?:(?:the|these|those|following|generated)\s*)*(?:files?|paths?|folders?|director(?:y|ies))?"
)
_OPENS_LIST = lazy_regex(r"[\s*_)]*(?:(?:the|files?|in|under|all|everything|anything)\s+)*")
_OF_SELF = lazy_regex(rf"(?:(?:the |any )?(?:contents? of|anything in|parts? of)\s)?(?:{SELF.pattern})")


@dataclass(frozen=True)
class Target:
    """What a ban is about: ``group``, ``whole`` or a part of it; else where to look for it (``refers``, ``named``,
    ``every`` as in ``Claim``); neither when it is about something else."""

    group: Group | None = None
    whole: bool = True
    refers: Refers = ""
    named: str = ""
    every: bool = False


_OTHER = Target()


@dataclass(frozen=True)
class _Ban:
    """A ban in its sentence. ``groups`` are the paths that may be its object."""

    sentence: Sentence
    match: Match
    groups: list[Group]
    flat: Flat

    @property
    def head(self) -> str:
        return self.sentence.text[: self.match.start]

    @property
    def tail(self) -> str:
        return self.sentence.text[self.match.end :]

    def between(self, group: Group) -> str:
        """The text from the ban to a group after it."""
        return self.sentence.text[self.match.end : group.start]

    def names_no_path(self, group: Group) -> bool:
        """Whether a noun after a bare word says that it is a label, branch, table and the like."""
        token = self.flat.tokens[self.sentence.start + group.start]
        if LABELLED.search(self.sentence.text[: group.start]):
            return True
        return NOT_A_PATH.match(self.sentence.text[group.end :]) is not None and "." not in token.text[1:]

    def opens_list(self) -> bool:
        return self.sentence.text.rstrip(" *_").endswith((":", "："))


def find_object(sentence: Sentence, match: Match, flat: Flat, exceptions: tuple[int, ...]) -> Target:
    """The object of the ban ``match`` in ``sentence``."""
    ban = _Ban(sentence, match, [each for each in sentence.groups if not set(each.paths) & set(exceptions)], flat)
    if match.object:
        start, end = match.object
        group = next((each for each in ban.groups if start <= each.start < end), None)
        return Target(group, is_whole(sentence.text[start : group.start], group, sentence, flat)) if group else _OTHER
    if match.foreign and match.side == "either":
        after = _after(ban)
        before = _subject(ban)
        return after if after.group else before if before.group else Target(refers=after.refers or "earlier")
    return _after(ban) if match.side in ("after", "either") else _before(ban)


def _before(ban: _Ban) -> Target:
    """The object of "P must not be edited", "P is read-only", "Read-only: P"."""
    if not ban.match.foreign and not speaks_of_path(ban.sentence.text, ban.match.start, bare=not ban.sentence.groups):
        return _OTHER
    subject = _subject(ban)
    if subject.group:
        return subject
    after = next((each for each in ban.groups if each.start >= ban.match.end), None)
    if after and _LABEL.fullmatch(ban.between(after)):
        return Target(after)
    if SELF.search(ban.head):
        return Target(refers="self")
    if re.search(rf"(?<!\bthe )(?<!\bthis )(?<!\bthese )(?<!\bthose )(?:{GENERIC.pattern})\s*$", ban.head):
        return Target(refers="generic")
    if ban.match.foreign or points_elsewhere(ban.head):
        return Target(refers="following" if ban.opens_list() or FOLLOWING.search(ban.sentence.text) else "earlier")
    return _OTHER


def _after(ban: _Ban) -> Target:
    """The object of "never edit P", or what "never edit it" and "never edit:" refer to."""
    clause = _BOUNDARY.split(ban.tail, maxsplit=1)[0]
    stretch = re.split(r"[:：]", clause, maxsplit=1)[0]
    end = ban.match.end + len(stretch)
    group = next((each for each in ban.groups if ban.match.end <= each.start < end), None)
    middle = _THAT_LIVE.sub(" ", _ADVERBS.sub(" ", ban.between(group) if group else stretch))
    stop = _STOP.search(middle)
    if group and not stop and COMMAND not in middle and middle.count("(") - middle.count(")") < 2:
        if ban.names_no_path(group) and len(group.paths) == 1:
            return _OTHER
        english = not ban.match.foreign
        return Target(group, is_whole(middle, group, ban.sentence, ban.flat, not english, follows=english))
    if stop and stop[0] == "outside":
        return _OTHER
    phrase = re.sub(r"\([^()]*\)?", " ", middle[: stop.start() if stop else len(middle)])
    phrase = phrase.split(",")[0].strip(" ,*_()\"'。")
    colon = end if len(stretch) < len(clause) else None
    if colon is not None and not group and _LIST_NOUN.fullmatch(phrase) and not ban.sentence.topics(ban.match.start):
        listed = next((each for each in ban.groups if each.start > colon), None)
        if listed and _OPENS_LIST.fullmatch(ban.sentence.text[colon + 1 : listed.start]):
            return Target(listed)
    return _referred(ban, phrase, named=group is not None, colon=colon)


def _referred(ban: _Ban, phrase: str, *, named: bool, colon: int | None) -> Target:
    """The object of a ban after which ``phrase`` stands and no path."""
    if OWN_PART.match(phrase) or CODE in phrase or re.search(r"\b(?:else|rest)\b", phrase):
        return _OTHER
    if HERE.search(phrase + " ") and not named:
        return Target(refers="folder")
    if _OF_SELF.fullmatch(phrase) and re.search(r"\bsub-?\s?agents?\s*$", ban.head):
        return _OTHER
    if _OF_SELF.fullmatch(phrase) or (SELF.search(ban.head) and not ban.sentence.topics(ban.match.start)):
        return Target(refers="self")
    if GENERIC.fullmatch(phrase):
        subject = _subject(ban)
        return subject if subject.group else Target(refers="generic")
    if not REFERRING.fullmatch(phrase) and not ban.match.foreign:
        return _place_of_existing(ban, phrase)
    subject = _subject(ban)
    if subject.group:
        return subject
    written = next((each for each in ban.sentence.outputs() if each.start > ban.match.end and each in ban.groups), None)
    if written and GENERIC.search(phrase) and _WRITES.search(ban.between(written)):
        return Target(written)
    ends = colon is not None and not ban.sentence.text[colon + 1 :].strip(" *_")
    following = ends or (THESE.search(phrase) is not None and ban.opens_list())
    if not ban.match.foreign and has_own_thing(ban.head):
        return _OTHER
    if not phrase and ban.match.acts == ("commit",):
        return _OTHER
    many = re.match(r"these|those|both", phrase) is not None
    return Target(refers="following" if following else "earlier", every=many)


_WRITES = lazy_regex(r"\b(?:generate|write|emit|produce|create|render)s?\b[^;.]*$")
_EXISTING_NOUN = lazy_regex(r"(?:\S+ )+?(?:(?:ones?|files?)|(?P<noun>\w+?)(?:s|es)?(?: files?)?)")


def _place_of_existing(ban: _Ban, phrase: str) -> Target:
    """``do not edit an applied migration: add another in P``; ``P holds migrations; never edit an existing one``."""
    found = _EXISTING_NOUN.fullmatch(phrase)
    if not EXISTING.search(f"{phrase} file") or not found:
        return _OTHER
    place = next((each for each in ban.groups if each.start > ban.match.end), None)
    if place and re.search(r"\b(?:in|to|under|into)\s+$", ban.sentence.text[: place.start]):
        return Target(place) if is_folder(ban.flat.tokens[ban.sentence.start + place.start]) else _OTHER
    noun = found["noun"] or ""
    subject = _subject(ban)
    if subject.group:
        return subject if names(ban.sentence, subject.group, noun, ban.flat) else _OTHER
    return Target(refers="earlier", named=noun)


def names(sentence: Sentence, group: Group, noun: str, flat: Flat) -> bool:
    """Whether the paths are those of the things called ``noun``: by their name, or as the folder that the sentence
    gives them."""
    token = flat.tokens[sentence.start + group.start]
    return noun[:5] in token.text.lower() or (is_folder(token) and noun in sentence.text[: group.start])


def _subject(ban: _Ban) -> Target:
    """What a ban without an object of its own is about: the nearest topic of its clause, else the sentence's first."""
    text, start = ban.sentence.text, ban.match.start
    topics = ban.sentence.topics(start, heads=not ban.match.foreign)
    topics = [each for each in topics if each in ban.groups and not is_aside(text, each)]
    topics = topics or [each for each in ban.sentence.outputs() if each.end <= start and each in ban.groups]
    if not topics:
        return _OTHER
    opened = text.rfind("(", 0, start)
    if opened >= 0 and ")" not in text[opened:start]:
        before = [each for each in ban.sentence.groups if each.end <= opened]
        if before and before[-1] not in topics and not any(each.start > opened for each in topics):
            return _OTHER
    clause = max((found.end() for found in _BOUNDARY.finditer(text, 0, start)), default=0)
    near = [each for each in topics if each.start >= clause]
    if _PRONOUN.match(ban.tail) and near and re.search(r"\b(?:it|them)\b", text[clause : near[-1].start]):
        return _OTHER
    group = near[-1] if near else topics[0]
    if ban.names_no_path(group):
        return _OTHER
    behind = max((found.end() for found in _BEHIND.finditer(text[: group.start])), default=0)
    return Target(group, is_whole(text[behind : group.start], group, ban.sentence, ban.flat, ban.match.foreign))


_PRONOUN = lazy_regex(r"\s(?:it|them)\b")
_BEHIND = lazy_regex(r"[;:.—–,]\s|\b(?:re)?(?:generat|build|writ|creat|emit|produc)(?:e|es|s)?\s")
"""What ends the words before those that lead to a subject."""


def with_later_items(sentence: Sentence, group: Group) -> Group:
    """``never edit A, skip lists, or B``: a list in which some items are no paths."""
    for later in sentence.groups:
        between = sentence.text[group.end : later.start]
        if later.start > group.end and _ITEMS.fullmatch(between) and not _STOP.search(between):
            return Group(group.start, later.end, (*group.paths, *later.paths))
    return group
