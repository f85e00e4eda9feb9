"""What stands before a ban: can it be a path, stand for one that is named elsewhere, or is it something else?"""

from __future__ import annotations

import re

from guidechain.core.guards.flat import PATH
from guidechain.core.guards.nouns import FILE_NOUNS
from guidechain.core.lazy_regex import lazy_regex

_STANDS_FOR = lazy_regex(
    r"(?:^|[^\w\s]|\b(?:and|but|so|then|also|they|it|these|those|this|that|which|should|must|be|to|are|is|"
    r"treat|as|please|never|always|both|all))\s*$"
    r"|\b(?:these|those|such|following|the|this|that)\s+(?:generated |auto-?generated |vendored |output |"
    r"compiled |resulting |following )*"
    r"(?:files?|folders?|director(?:y|ies)|outputs?|pages?|trees?|paths?|areas?|places?)(?: (?:there|below|"
    r"above))?\s*$"
    rf"|\b(?:these|those|such|following)\s+(?:\w+\s+)?(?:{FILE_NOUNS})\s*$"
)
"""A subject that points to something named elsewhere."""


_CONJOINED = lazy_regex(r"\w\W+\w+.*\b(?:and|but|so|then|also|should|must|be|to|are|is|never|always)\s*$", re.DOTALL)


_OPENING = lazy_regex(
    r"\W*(?:it|they|these|those|this|that|both|please|always|note|important|warning|generated|auto-?generated|"
    r"produced|built|vendored|machine|compiled|imported|"
    r"synced|managed|owned|written|checked|the following|the (?:generated |output |resulting |vendored "
    r")?(?:files?|folders?|director(?:y|ies)|outputs?|pages?|trees?))\b"
)
"""How a sentence opens whose subject, further on left out ("... and must not be edited"), points elsewhere."""


_TITLED = lazy_regex(r"([\w'’-]+)\s*(?:\(|—|–|:|\s-\s)\s*$")
_THING = lazy_regex(r"\W*(?:the|a|an)\s((?:[\w'’-]+\s){1,4})")


def points_elsewhere(head: str) -> bool:
    """Whether the subject at the end of ``head`` stands for something that is named elsewhere."""
    return _STANDS_FOR.search(head) is not None and (
        _CONJOINED.search(head) is None or _OPENING.match(head) is not None
    )


def has_own_thing(head: str) -> bool:
    """Whether a sentence starts with a thing of its own that is no file ("The surface has a verdict; stay out of it"),
    for which a later "it" stands."""
    thing = _THING.match(head)
    if thing is None or re.search(r"\b(?:it|them)\b", head):
        return False
    return not any(re.fullmatch(FILE_NOUNS, word) for word in re.split(r"[\s-]", thing[1]))


def speaks_of_path(text: str, ban: int, *, bare: bool) -> bool:
    """Whether the subject right before "is read-only" or "must not be edited" (at ``ban``) can be a path or stand for
    one.

    ``bare``: the sentence names no path, so that "conventions (frozen)" is about conventions.
    """
    head = text[:ban]
    titled = _TITLED.search(text[: ban + 1]) if bare else None
    if titled:
        return re.fullmatch(rf"{FILE_NOUNS}|areas?|zones?|boundar(?:y|ies)|{_NO_NOUN.pattern}", titled[1]) is not None
    head = re.sub(r"\s(?:which|that)\s*$", " ", head)
    head = _RELATIVE.sub(" ", re.sub(rf"\s\([^(){PATH}]*\)\s*$", "", head).rstrip() + " ")
    last = re.search(r"([\w'’-]+)\s*$", head)
    if last is None:
        return True
    if re.fullmatch(FILE_NOUNS, last[1]) and not _FILES.fullmatch(last[1]):
        pointing = rf"(?:{PATH}\s|\b(?:these|those|this|all|such|following|both)\s(?:\w+\s)?){re.escape(last[1])}\s*$"
        return re.search(pointing, head) is not None
    return _FILES.fullmatch(last[1]) is not None or _NO_NOUN.fullmatch(last[1]) is not None


_RELATIVE = lazy_regex(r"\s(?:that|which) (?:was|were|is|are|have|has)\b(?: already)?(?: been)?(?: \w+){1,3}\s*$")
_FILES = lazy_regex(r"paths?|areas?|places?|files?|folders?|director(?:y|ies)|pages?|trees?|lists?")
_NO_NOUN = lazy_regex(
    r"and|or|but|so|then|also|always|therefore|should|must|to|be|been|are|is|it|they|these|this|those|that|"
    r"which|all|both|"
    r"treat|treated|considered|never|stays?|as|strictly|please|manually|by|hand|note|important|warning|there|"
    r"here|means|"
    r"hence|thus|edited"
)
