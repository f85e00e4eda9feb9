"""One sentence: the claims that it makes about paths, and what it leaves open.

A claim binds a ban to the paths that are its object: after the verb ("never edit P"), before it ("P must not be
edited"), or nowhere in the sentence, when it speaks of "it", "these files" or nothing at all. What the object is
called decides whether the file or only a part of it is meant: "the version field in P" guards nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from guidechain.core.guards import lexicon as words
from guidechain.core.guards.flat import CODE, COMMAND, PATH, Flat, Token
from guidechain.core.guards.lexicon import Act
from guidechain.core.model import Level

Refers = Literal["", "earlier", "following", "self", "folder", "generic"]
"""Where the object stands when the sentence does not name it."""


@dataclass(frozen=True)
class Claim:
    """What a sentence says of ``paths`` (positions in the flat text); ``allow``: they alone may be edited.

    ``start`` and ``end`` bound the words that say so. Without paths, ``refers`` says where to look for them.
    """

    start: int
    end: int
    paths: tuple[int, ...] = ()
    level: Level = "forbid"
    acts: tuple[Act, ...] = ("edit",)
    except_: tuple[int, ...] = ()
    existing: bool = False
    allow: bool = False
    refers: Refers = ""


@dataclass(frozen=True)
class Group:
    """Paths joined by commas and conjunctions."""

    start: int
    end: int
    paths: tuple[int, ...]


@dataclass(frozen=True)
class Sentence:
    """A read sentence: its text with quotes blanked, path groups with their roles, claims."""

    start: int
    text: str
    groups: tuple[Group, ...] = ()
    roles: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    exceptions: tuple[int, ...] = field(default=())

    def topics(self, before: int | None = None, *, heads: bool = False) -> list[Group]:
        """Groups that the sentence is about, not those that something comes from or that are the way to go; ``heads``:
        only those that are no first half of a longer English name."""
        return [
            group
            for group, role in zip(self.groups, self.roles, strict=True)
            if role == "topic"
            and (before is None or group.end <= before)
            and (not heads or _HEAD.match(self.text, group.end))
        ]

    def outputs(self) -> list[Group]:
        """Groups that something is written to."""
        return [group for group, role in zip(self.groups, self.roles, strict=True) if role == "output"]


@dataclass(frozen=True)
class _Match:
    start: int
    end: int
    level: Level
    acts: tuple[Act, ...]
    side: words.Side
    object: tuple[int, int] | None = None
    existing: bool = False
    foreign: bool = False


_FILE_NOUNS = (
    r"(?:files?|code|sources?|pages?|templates?|translations?|migrations?|snapshots?|fixtures?|typings|types|bindings?|clients?|schemas?|assets?|"
    r"stubs?|docs?|documents?|documentation|payloads?|outputs?|artifacts?|artefacts?|bundles?|builds?|packages?|modules?|librar(?:y|ies)|scripts?|"
    r"workflows?|configs?|configurations?|tests?|images?|icons?|data|resources?|lockfiles?|specs?|definitions?|protos?|models?|contents?|things?|"
    r"stuff|anything|everything|something|folders?|director(?:y|ies)|subfolders?|subdirectories|json|yaml|mocks?|goldens?|results?|reports?|"
    r"examples?|samples?|vectors?|recordings?|cassettes?|dumps?|sql|css|html|markdown|posts?|entries|records?|changesets?|adrs?|decisions?|rfcs?|"
    r"chapters?|plugins?|patches|headers|dependencies|deps|submodules?|checkouts?|copies|copy|manifests?|charts?|locales?|components?|themes?|"
    r"stylesheets?|fonts?|media|certificates?|secrets|credentials|ones?|material|trees?|sdks?|apis? files|js|ts|typescript|javascript|python|go|rust)"
)
_WHOLE = re.compile(
    r"(?:(?:the|a|an|any|all|of|these|those|this|that|our|your|its|every|each|existing|generated|auto-?generated|vendored|root|top-level|whole|entire|"
    r"actual|real|compiled|checked-in|committed|already|files?|contents?|anything|everything|something|folders?|director(?:y|ies)|in|under|file named|"
    r"lock|config|configuration|manifest|lockfiles?|copy|copies|copied|snapshots?|schema|legacy|shared|and|or|of|e\.?g\.?|i\.?e\.?|such as|like|namely|including|especially)\b[,.]?\s*)*"
)
_PREPOSITION = re.compile(
    r"(?:^|[\s(])(in|under|inside|within|below|beneath|of|at|to|into|on|from|matching|across|throughout)\s+(?:the\s+|our\s+|your\s+|its\s+|any\s+)?$"
)
_EXAMPLES = re.compile(
    r"(?:\(\s*|,\s*|\s)(?:e\.?g\.?,?|i\.?e\.?,?|such as|like|namely|including|for example,?|for instance,?|especially|mainly)\s+(?:the\s+)?$|\(\s*(?:in |under |the )?$"
)
_BOUNDARY = re.compile(r"[;.!?。！？；]|\s[—–-]+\s|[—–]|\s-\s|，")
_STOP = re.compile(
    r"\b(?:instead|use|using|run|running|because|since|but|if|when|unless|without|except|rather|so|which|via|through|by|with|outside|"
    r"(?:generated|built|made|copied|derived|produced|compiled|imported|created) (?:from|by)|than|after|before|until|while|for(?! (?:example|instance))|(?<!such )as|sondern|stattdessen|sino|mais|mas|pero|но|а)\b"
)
_THAT_LIVE = re.compile(
    r"\b(?:that|which) (?:live|lives|are|is|sit|sits|reside|resides|exist|exists) (?=in|under|inside|below|within)"
)
_ADVERBS = re.compile(
    r"\b(?:by hand|manually|directly|yourself|in place|locally|casually|lightly|ever|here|again|on your own|unnecessarily|needlessly|blindly|at all|in any way|either|too)\b"
)
_SEPARATOR = r"\s*(?:,|，|、|/|\+|&|\band\b|\bor\b|\bnor\b|\bplus\b|\bas well as\b|\bund\b|\boder\b|\bet\b|\bou\b|\bni\b|\bu\b|\by\b|\bo\b|\be\b|\bи\b|\bили\b|\bed?\b|\bof\b|\bi\b|和|或|与|及|以及|と|や|および|및|또는|와|과)\s*"
_BETWEEN = re.compile(
    rf"(?:(?:\s(?:files?|folders?|director(?:y|ies)|trees?|pages?))?(?:\s?\([^()]{{0,60}}\))?{_SEPARATOR})(?:{_SEPARATOR})*"
    r"(?:(?:the|any|all|your|our|its|root|top-level|whole|entire|files?|anything|everything|in|under|inside|below|of|generated|archivos|fichiers|dateien|файлы|de|dans|en|di|in der)\s+)*$"
)
_SOURCE = re.compile(
    r"(?:\b(?:from|by|via|using|with|through|see|than|instead of|like|based on|mirrors?|against|per|after|when you (?:change|edit)|reads?|parses?|compiles?|über|aus|depuis|à partir de|desde|из|через|da|uit)"
    r"|(?:^|[;,:.—–(]\s*|\s-\s|\b(?:and|then|please|always|just|instead|must|should|to|only)\s+)(?:edit|change|update|modify|run|use|rerun|re-run|regenerate|rebuild|read|check|copy|open|prefer|add|create|bump|fix|put|work in))"
    r"\s+(?:(?:the|a|an|its|your|our|new|in|files?|sources?|under|source|schema|template|one|instead|config|script|den|la|le|el|die|das|der)\s+)*$"
)
_OUTPUT = re.compile(
    r"\b(?:writes?|outputs?|emits?|generates?|produces?|creates?|puts?|renders?|dumps?|builds?|compiles?|regenerates?|written|output|emitted|generated|rendered|lands?|goes|go)\b[^;.]{0,40}?(?:\b(?:to|into|in|under)\b\s*)?(?:the\s+)?(?:files?\s+)?(?:in\s+)?$"
)
_REFERRING = re.compile(
    r"(?:(?:any of|all of|either of|any|all)\s+)?(?:it|them|these|those|this|that|its contents?|there|here|one|"
    rf"(?:these|those|this|that|such|(?:the )?following)\s+(?:\w+\s+)?(?:\w+\s+)?{_FILE_NOUNS}|"
    r"(?:(?:the|its|any|all|generated|auto-?generated|vendored|compiled|built|resulting|emitted|json|yaml|whole|entire)\s+)*"
    r"(?:files?|folders?|director(?:y|ies)|outputs?|contents?|results?|copy|copies|anything|everything)|"
    rf"(?:the |its )(?:generated|auto-?generated|vendored|compiled|resulting|emitted) {_FILE_NOUNS})?"
    r"\s*(?:there|here|below|above|in it|in there|inside)?"
)
_QUANTITY = re.compile(r"\b(?:one|two|three|four|five|more than|multiple|several|many|\d+)\b")
_FOLLOWS = re.compile(
    r"\s*(?:$|[^\sa-z]|(?:by|yourself|yourselves|in|on|at|from|to|files?|folders?|director(?:y|ies)|trees?|pages?|is|are|was|were|must|should|may|can|will|"
    r"gets?|comes?|ha(?:s|ve)|and|or|nor|but|either|ever|again|with|without|unless|except|instead|because|since|as|when|if|while|before|after|until|for|"
    r"via|through|under|outside|inside|within|that|which|please|itself|themselves|alone|during|once|even|any|only|too|so|it|they|there|here|now|then|than|"
    r"not|never|always|no|other|apart|besides|be|untouched|unchanged|contents?|code|subdirectories|subfolders|today|yet|like|this|these|just|rather|aside|save)\b|\w+ly\b)"
)
_HEAD = re.compile(
    r"\s*(?:$|[^\sa-z/]|(?:and|or|but|by|in|on|under|from|with|for|to|at|so|do|don|never|must|should|may|can|will|without|which|that|also|not|as|it|they|then|are|were|have|get|come|live|hold|contain|stay|remain|belong|files?|folders?|director(?:y|ies)|trees?|pages?|subdirectories)\b|\w+(?:s|ed|ly)\b)"
)
"""What may follow a path that is itself the thing spoken of, and not the first half of a name such as "P commands"."""
_SPEAKER = re.compile(r"\W*(?:user|assistant|human|customer|reviewer|bot|agent)\s*:")
_OWN_PART = re.compile(
    r"^(?:this|these|that|the) (?:table|section|block|part|line|lines|region|header|paragraph|list|heading|row|rows)\b"
)


def read(flat: Flat, start: int, end: int) -> Sentence:
    """The sentence that stands from ``start`` to ``end`` of ``flat``."""
    text = words.QUOTED.sub(lambda found: " " * len(found[0]), flat.text[start:end])
    groups = tuple(_groups(text))
    roles = tuple(_role(text, groups, index) for index in range(len(groups)))
    bare = Sentence(start, text, groups, roles)
    if (
        text.rstrip(" *_)").endswith("?")
        or _SPEAKER.match(text)
        or words.LIFTED.search(text)
        or words.REPORTED.search(text)
    ):
        return bare
    exceptions = tuple(_exceptions(text, groups)) if groups else ()
    if not words.TRIGGER.search(text):
        return replace(bare, claims=tuple(_notes(bare)), exceptions=exceptions)
    claims: list[Claim] = []
    taken: list[tuple[int, int]] = []
    for claim in _allowed(text, groups, flat, start):
        claims.append(claim)
        taken.append((claim.start, claim.end))
    matches = sorted(_without_overlap(_matches(text), taken), key=lambda match: match.start)
    for index, match in enumerate(matches):
        until = matches[index + 1].start if index + 1 < len(matches) else len(text)
        claim = _bound(bare, match, until, flat, exceptions)
        if claim is not None:
            claims.append(claim)
    claims += _elliptic(bare, claims)
    kept = _with_exceptions(claims, exceptions)
    if not any(claim.paths for claim in kept):
        kept += _notes(bare)
    return replace(bare, claims=tuple(kept), exceptions=exceptions)


def _notes(sentence: Sentence) -> Iterator[Claim]:
    """A path that is only said to be generated."""
    if sentence.topics() and words.NOTE.search(sentence.text):
        yield Claim(0, len(sentence.text), sentence.topics()[0].paths, "note")


def _groups(text: str) -> Iterator[Group]:
    paths: list[int] = []
    for found in re.finditer(PATH, text):
        if paths and not _BETWEEN.fullmatch(text[paths[-1] + 1 : found.start()]):
            yield Group(paths[0], paths[-1] + 1, tuple(paths))
            paths = []
        paths.append(found.start())
    if paths:
        yield Group(paths[0], paths[-1] + 1, tuple(paths))


def _role(text: str, groups: tuple[Group, ...], index: int) -> str:
    before = text[groups[index - 1].end if index else 0 : groups[index].start]
    if _SOURCE.search(before):
        return "source"
    return "output" if _OUTPUT.search(before) else "topic"


def _exceptions(text: str, groups: tuple[Group, ...]) -> Iterator[int]:
    starts = {group.start: group for group in groups}
    for found in words.EXCEPT.finditer(text):
        if found.end() in starts:
            yield from starts[found.end()].paths
    for found in words.AFTERWARDS_EXCEPT.finditer(text):
        yield found.start("at")


def _with_exceptions(claims: list[Claim], exceptions: tuple[int, ...]) -> list[Claim]:
    if not exceptions:
        return claims
    found = []
    for claim in claims:
        left = tuple(at for at in claim.paths if at not in exceptions)
        if left or not claim.paths:
            found.append(replace(claim, paths=left, except_=tuple(at for at in exceptions if at not in left)))
    return found


def _matches(text: str) -> Iterator[_Match]:
    for found in words.ASK.finditer(text):
        parts = found.groupdict()
        acts = words.acts_of(parts["verbs"] or "")
        yield _Match(
            found.start(), found.end(), "ask", acts, "after" if parts["verbs"] else "before", _object(found, "object")
        )
    for found in words.AVOID.finditer(text):
        yield _Match(found.start(), found.end(), "avoid", words.acts_of(found["verbs"]), "after")
    for found in words.BAN_ACTIVE.finditer(text):
        if not words.SUBJECT.search(text[: found.start()]):
            continue
        yield _Match(found.start(), found.end(), "forbid", words.acts_of(found["verbs"]), "after")
    for found in words.BAN_PASSIVE.finditer(text):
        yield _Match(found.start(), found.end(), "forbid", words.acts_of(found["verbs"] or found["verbs2"]), "before")
    for found in words.BAN_LEAVE.finditer(text):
        side: words.Side = (
            "before"
            if re.match(r"(?:must|should|has|have|need|stay|remain)s?\b(?! (?:out|away))", found[0])
            else "after"
        )
        yield _Match(found.start(), found.end(), "forbid", ("edit",), side, _object(found, "object", "object2"))
    for found in words.BAN_NOUN.finditer(text):
        yield _Match(found.start(), found.end(), "forbid", ("edit",), "either", _object(found, "object", "object2"))
    for found in words.BAN_STATE.finditer(text):
        yield _Match(found.start(), found.end(), "forbid", ("edit",), "before")
    for found in words.ONLY_PASSIVE.finditer(text):
        yield _Match(found.start(), found.end(), "forbid", ("edit",), "before")
    for found in words.APPEND_ONLY.finditer(text):
        yield _Match(found.start(), found.end(), "forbid", ("edit",), "before", existing=True)
    for language in words.LANGUAGES:
        for found in language.ban.finditer(text):
            inside = found.span() if PATH in found[0] else None
            yield _Match(found.start(), found.end(), "forbid", ("edit",), language.side, inside, foreign=True)


def _object(found: re.Match[str], *names: str) -> tuple[int, int] | None:
    return next((found.span(name) for name in names if found[name] is not None and PATH in found[name]), None)


def _without_overlap(matches: Iterator[_Match], taken: list[tuple[int, int]]) -> Iterator[_Match]:
    spans = list(taken)
    for match in matches:
        if all(match.end <= start or end <= match.start for start, end in spans):
            spans.append((match.start, match.end))
            yield match


def _allowed(text: str, groups: tuple[Group, ...], flat: Flat, start: int) -> Iterator[Claim]:
    for found in words.ALLOW.finditer(text):
        at = next(found.start(name) for name in ("at", "at2", "at3", "at4", "at5", "at6") if found[name])
        group = next(group for group in groups if at in group.paths)
        head = text[: found.start()]
        lead = re.sub(r"\b(?:may|must|should|can|shall|will|only|ever)\s+", "", head)
        if not words.SUBJECT.search(lead) or any(
            pattern.search(head) for pattern in (words.BAN_ACTIVE, words.BAN_PASSIVE)
        ):
            continue
        rest = text[group.end :]
        if re.search(r"\b(?:work|tasks?|for|when|if|while|during|phase|step|stage|mode|changes|not)\b", re.split(r"[.;]\s", head)[-1]):
            continue
        if words.ALLOW_OFF.match(rest):
            yield Claim(found.start(), group.end, group.paths, "note")
            continue
        folders = all(_is_folder(flat.tokens[start + each]) for each in group.paths)
        if not folders and re.match(rf"\W*(?:and )?(?:never|not)\b[^.;]{{0,20}}{PATH}", rest):
            continue
        yield Claim(found.start(), group.end, group.paths, allow=True)


def _bound(sentence: Sentence, match: _Match, until: int, flat: Flat, exceptions: tuple[int, ...]) -> Claim | None:
    """The claim of one ban, with its object, level and conditions; None when it is about something else."""
    text = sentence.text
    level = match.level
    group, whole, refers = _find_object(sentence, match, flat, exceptions)
    if group is None and not refers:
        return None
    if group and group.start >= match.end:
        group = _with_later_items(sentence, group)
    past = group.end if group and group.start >= match.start else match.end
    level = _level(text, match, past, until, level)
    if match.existing and group and not _is_folder(flat.tokens[sentence.start + group.start]):
        whole = False
    if not whole or (group and words.CONTRADICTS.search(text) and group.end <= match.start):
        level = "note"
    existing = match.existing or words.EXISTING.search(text) is not None
    end = max(match.end, group.end if group else 0)
    start = min(match.start, group.start if group else match.start)
    return Claim(start, end, group.paths if group else (), level, match.acts, (), existing, refers=refers)


def _with_later_items(sentence: Sentence, group: Group) -> Group:
    """``never edit A, skip lists, or B``: a list in which some items are no paths."""
    for later in sentence.groups:
        between = sentence.text[group.end : later.start]
        if later.start > group.end and re.fullmatch(r"(?:,\s[\w -]{2,25}){1,3},?\s(?:or|and|nor)\s(?:the\s|any\s)?", between):
            if not _STOP.search(between) and not re.search(r"\b(?:edit|run|change|see|do|use|update)\b", between):
                return Group(group.start, later.end, (*group.paths, *later.paths))
    return group


def _find_object(
    sentence: Sentence, match: _Match, flat: Flat, exceptions: tuple[int, ...]
) -> tuple[Group | None, bool, Refers]:
    """The object of a ban, whether it is meant as a whole, and where to look when it is not in the sentence."""
    text = sentence.text
    groups = [group for group in sentence.groups if not set(group.paths) & set(exceptions)]
    if match.object:
        group = next(each for each in groups or sentence.groups if match.object[0] <= each.start < match.object[1])
        return group, _is_whole(text[match.object[0] : group.start], group, sentence, flat), ""
    if match.side == "after" or (match.side == "either" and not match.foreign):
        return _object_after(sentence, match, groups, flat)
    if not match.foreign and not _speaks_of_path(text[: match.start]):
        return None, True, ""
    before = _subject(sentence, match, groups, flat)
    if match.foreign and match.side == "either":
        found = _object_after(sentence, match, groups, flat)
        if found[0] or not before[0]:
            return found if found[0] else (before if before[0] else (None, True, "earlier"))
    if before[0]:
        return before
    after = next((group for group in groups if group.start >= match.end), None)
    if after and re.fullmatch(
        r"[\s)*]*(?:by (?:hand|agents?|anyone|you|tools|any agent)\s*|manually\s*|directly\s*)?[:：][\s*]*(?:(?:the|files?|in|under|all|everything|anything)\s+)*",
        text[match.end : after.start],
    ):
        return after, True, ""
    head = text[: match.start]
    if words.SELF.search(head):
        return None, True, "self"
    if match.foreign or (_STANDS_FOR.search(head) and (not _CONJOINED.search(head) or _OPENING.match(head))):
        these = words.THESE.search(text) or text.rstrip(" *_").endswith((":", "："))
        return None, True, "following" if these else "earlier"
    return None, True, ""


_STANDS_FOR = re.compile(
    r"(?:^|[^\w\s]|\b(?:and|but|so|then|also|they|it|these|those|this|that|which|should|must|be|to|are|is|treat|as|please|never|always|both|all))\s*$"
    rf"|\b(?:these|those|such|following|the|this|that)\s+(?:generated |auto-?generated |vendored |output |compiled |resulting |following )*"
    r"(?:files?|folders?|director(?:y|ies)|outputs?|pages?|trees?)(?: (?:there|below|above))?\s*$"
    rf"|\b(?:these|those|such|following)\s+(?:\w+\s+)?(?:{_FILE_NOUNS})\s*$"
)
"""A subject that points to something named elsewhere."""
_CONJOINED = re.compile(r"\w\W+\w+.*\b(?:and|but|so|then|also|should|must|be|to|are|is|never|always)\s*$", re.DOTALL)
_OPENING = re.compile(
    r"\W*(?:it|they|these|those|this|that|both|please|always|note|important|warning|generated|auto-?generated|produced|built|vendored|machine|compiled|imported|"
    r"synced|managed|owned|written|checked|the following|the (?:generated |output |resulting |vendored )?(?:files?|folders?|director(?:y|ies)|outputs?|pages?|trees?))\b"
)
"""How a sentence opens whose subject, further on left out ("... and must not be edited"), points elsewhere."""


def _speaks_of_path(head: str) -> bool:
    """Whether the subject right before "is read-only" or "must not be edited" can be a path or stand for one."""
    head = re.sub(
        r"\s(?:that|which) (?:was|were|is|are|have|has)\b(?: already)?(?: been)?(?: \w+){1,3}\s*$",
        " ",
        head.rstrip() + " ",
    )
    last = re.search(r"([\w'’-]+)\s*$", head)
    if (
        last
        and re.fullmatch(_FILE_NOUNS, last[1])
        and not re.fullmatch(r"(?:files?|folders?|director(?:y|ies)|pages?|trees?)", last[1])
    ):
        return (
            re.search(
                rf"(?:{PATH}\s|\b(?:these|those|this|all|such|following|both)\s(?:\w+\s)?){re.escape(last[1])}\s*$",
                head,
            )
            is not None
        )
    return (
        last is None
        or re.fullmatch(
            rf"and|or|but|so|then|also|always|therefore|should|must|to|be|been|are|is|it|they|these|this|those|that|which|all|both|treat|considered|file|files|{_FILE_NOUNS}|"
            r"never|treated|stays?|as|strictly|please|manually|by|hand|note|important|warning|there|here|means|hence|thus|edited|folder|lists?",
            last[1],
        )
        is not None
    )


def _object_after(
    sentence: Sentence, match: _Match, groups: list[Group], flat: Flat
) -> tuple[Group | None, bool, Refers]:
    text = sentence.text
    rest = text[match.end :]
    bound = _BOUNDARY.search(rest)
    clause = rest[: bound.start() if bound else len(rest)]
    colon = re.search(r"[:：]", clause)
    stretch = clause[: colon.start()] if colon else clause
    group = next((each for each in groups if match.end <= each.start < match.end + len(stretch)), None)
    middle = _THAT_LIVE.sub(
        " ", _ADVERBS.sub(" ", text[match.end : group.start if group else match.end + len(stretch)])
    )
    stop = _STOP.search(middle)
    if group and not stop and COMMAND not in middle and middle.count("(") - middle.count(")") < 2:
        after = text[group.end :]
        if (
            words.NOT_A_PATH.match(after)
            and len(group.paths) == 1
            and "." not in flat.tokens[sentence.start + group.start].text[1:]
        ):
            return None, True, ""
        return group, _is_whole(middle, group, sentence, flat, match.foreign, follows=not match.foreign), ""
    phrase = re.sub(r"\([^()]*\)?", " ", middle[: stop.start() if stop else len(middle)])
    phrase = phrase.split(",")[0].strip(" ,*_()\"'。")
    if (
        colon
        and not group
        and re.fullmatch(
            r"(?:any of )?(?:(?:the|these|those|following|generated)\s*)*(?:files?|paths?|folders?|director(?:y|ies))?",
            phrase,
        )
    ):
        after = next((each for each in groups if each.start >= match.end + colon.end()), None)
        if (
            not sentence.topics(match.start)
            and after
            and re.fullmatch(
                r"[\s*_)]*(?:(?:the|files?|in|under|all|everything|anything)\s+)*",
                text[match.end + colon.end() : after.start],
            )
        ):
            return after, True, ""
    if _OWN_PART.match(phrase) or CODE in phrase:
        return None, True, ""
    if words.HERE.search(phrase + " ") and not group:
        return None, True, "folder"
    if re.fullmatch(
        rf"(?:(?:the |any )?(?:contents? of|anything in|parts? of)\s)?(?:{words.SELF.pattern})", phrase
    ) or (words.SELF.search(text[: match.start]) and not sentence.topics(match.start)):
        return None, True, "self"
    if words.GENERIC.fullmatch(phrase):
        subject = _subject(sentence, match, groups, flat)
        return subject if subject[0] else (None, True, "generic")
    if not _REFERRING.fullmatch(phrase) and not match.foreign:
        place = (
            next((each for each in groups if each.start > match.end), None) if words.EXISTING.search(phrase) else None
        )
        if (
            place
            and re.search(r"\b(?:in|to|under|into)\s+$", text[: place.start])
            and _is_folder(flat.tokens[sentence.start + place.start])
        ):
            return place, True, ""
        return None, True, ""
    subject = _subject(sentence, match, groups, flat)
    if subject[0]:
        return subject
    following = (
        (words.THESE.search(phrase) is not None
        and text.rstrip(" *_").endswith((":", "：")))
        or (colon is not None and not rest[colon.end() :].strip(" *_"))
    )
    return None, True, "following" if following else "earlier"


def _subject(sentence: Sentence, match: _Match, groups: list[Group], flat: Flat) -> tuple[Group | None, bool, Refers]:
    """What a ban without an object of its own is about: the nearest topic of its clause, else the sentence's first."""
    text = sentence.text
    topics = [
        group
        for group in sentence.topics(match.start, heads=not match.foreign)
        if group in groups and not _aside(text, group)
    ]
    topics = topics or [group for group in sentence.outputs() if group.end <= match.start and group in groups]
    if not topics:
        return None, True, ""
    clause = max((found.end() for found in _BOUNDARY.finditer(text, 0, match.start)), default=0)
    near = [group for group in topics if group.start >= clause]
    group = near[-1] if near else topics[0]
    behind = max((found.end() for found in re.finditer(r"[;:.—–,]\s", text[: group.start])), default=0)
    after = text[group.end :]
    if words.NOT_A_PATH.match(after) and "." not in flat.tokens[sentence.start + group.start].text[1:]:
        return None, True, ""
    return group, _is_whole(text[behind : group.start], group, sentence, flat, match.foreign), ""


def follows(sentence: Sentence, group: Group, flat: Flat) -> bool:
    """Whether what stands after a path leaves it whole: no field, label or other noun that it only qualifies."""
    after = sentence.text[group.end :]
    if _FOLLOWS.match(after) and not re.match(rf"\s?['’]s\b|\s*{CODE}", after):
        return True
    folder = _is_folder(flat.tokens[sentence.start + group.start])
    return folder and re.match(rf"\s+(?:\w+\s)?{_FILE_NOUNS}\b", after) is not None


def _aside(text: str, group: Group) -> bool:
    """Whether the path stands in parentheses after more than a short noun phrase: it is then a remark."""
    opened = text.rfind("(", 0, group.start)
    if opened < 0 or ")" in text[opened : group.start] or ")" not in text[group.end :]:
        return False
    clause = re.split(r"[;:.—–,]\s|\s-\s", text[:opened])[-1]
    return (
        re.fullmatch(r"\W*(?:[\w-]+\s){1,5}", clause) is None
        or re.search(r"\b(?:is|are|was|were|has|have|gets?|must|should|run|use)\b", clause) is not None
    )


def _is_whole(
    middle: str, group: Group, sentence: Sentence, flat: Flat, foreign: bool = False, follows: bool = False
) -> bool:
    """Whether words that lead to a path ("the translations under") mean all of it and not a part of a file."""
    token = flat.tokens[sentence.start + group.start]
    folder = _is_folder(token)
    after = sentence.text[group.end :]
    if re.match(rf"\s?['’]s\b|\s*{CODE}", after) or (
        not folder and re.match(rf"\s+(?:{words.PART.pattern[2:-2]})\b", after)
    ):
        return False
    if CODE in middle or COMMAND in middle or _QUANTITY.search(middle):
        return False
    if follows and not _FOLLOWS.match(after) and not re.match(rf"\s+(?:\w+\s)?{_FILE_NOUNS}\b", after if folder else ""):
        return False
    if foreign:
        return folder or words.PART.search(middle) is None
    lead = re.sub(r"\b(?:by hand|manually|directly|ever|please)\b", " ", middle).strip(" *_:")
    lead = re.sub(r"\b(?:any )?(?:changes|edits|updates|modifications) (?:to|in)$", "", lead)
    lead = f"{lead} " if lead else ""
    if not _PREPOSITION.search(lead):
        lead = re.sub(r"^.*\b(?:or|and|nor)\s+", "", lead)
    examples = _EXAMPLES.search(lead)
    if examples:
        return folder or words.PART.search(lead[: examples.start()]) is None
    preposition = _PREPOSITION.search(lead)
    if preposition is None:
        return (
            words.PART.search(lead) is None
            or (folder
            and re.search(rf"{_FILE_NOUNS}\s*$", lead) is not None)
            or _WHOLE.fullmatch(lead) is not None
        )
    noun = re.sub(
        r"\s(?:live|lives|are|is|sit|sits|reside|stored|kept|found|located|that|which)\b.*$",
        "",
        lead[: preposition.start()].strip(),
    )
    if not noun or _WHOLE.fullmatch(noun + " "):
        return True
    if re.search(r"\b(?:public|exported|external|visible|wire)\b", noun):
        return False
    content = r"(?:code|types|typings|contents?|definitions|bindings|declarations|translations|data|snapshots|fixtures|models)"
    return re.search(rf"\b{_FILE_NOUNS if folder else content}$", noun) is not None


def _is_folder(token: Token) -> bool:
    name = token.text.rstrip("/").rpartition("/")[2]
    return token.text.endswith("/") or "*" in token.text or not re.search(r"\w\.\w", name)


def _level(text: str, match: _Match, past: int, until: int, level: Level) -> Level:
    """The level after what follows (and precedes) the ban: approval, weak adverbs, conditions."""
    rest = text[past:until]
    head = text[: match.start]
    lead = re.match(r"\W*(?:without|unless|if|when|while|during|before|until)\b(?! in doubt)[^.;:]*?,", head)
    if lead and not re.fullmatch(r"\W*(?:(?:please|then|you|we|also|agents?|and|do)\s+)*", head[lead.end() :]):
        lead = None
    if words.TO_AVOID.search(text[match.start : until]) and level == "forbid":
        return "avoid"
    if (
        words.TO_ASK.search(text[match.end : until])
        or (lead and words.TO_ASK.search(lead[0]))
        or (match.foreign and words.TO_ASK.search(head))
    ):
        return "ask" if level != "note" else level
    stop = re.search(r"[;.:,，。；]|\s[—–-]\s|[—–]|\b(?:because|since|it is|they are|it['’]s|so that)\b", rest)
    between = text[match.end : past] if past > match.end else ""
    condition = rest[: stop.start() if stop else len(rest)]
    if (
        level == "forbid"
        and past > match.end
        and re.match(r"\s*(?:files? |contents? )?(?:that|whose|containing|inside an?|within an?)\b", rest)
        and not words.EXISTING.search(text)
    ):
        return "note"
    if level == "forbid" and (words.TO_NOTE.search(condition) or words.TO_NOTE.search(between) or lead):
        return "note"
    if match.foreign and level == "forbid" and words.TO_NOTE.search(head[-25:]):
        return "note"
    return level


def _elliptic(sentence: Sentence, claims: list[Claim]) -> Iterator[Claim]:
    """``never edit A and never B``; ``edit A, not B``."""
    for found in re.finditer(
        rf"(?:,|;|\band|\bor|\bbut|—)\s*(?:and |but )?(?:never|not)\s+(?:the |in |anything in |under )*(?={PATH})",
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
            rf"\b(?:edit|modify|change|touch|update)\s+(?:only\s+)?(?:the\s+|files in\s+)*{PATH}[^.;]{{0,30}}$", before
        ) and not re.search(words.NEG + r"[^.;]*$", before):
            yield Claim(found.start(), group.end, group.paths)
