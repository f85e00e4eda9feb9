"""The paths of a sentence: which of them stand together, and which are sources, outputs or exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core.guards.bans import BAN_NONE
from guidechain.core.guards.claims import Group
from guidechain.core.guards.conditions import AFTERWARDS_EXCEPT, EXCEPT, PERMITTED_PATH
from guidechain.core.guards.flat import PATH
from guidechain.core.lazy_regex import lazy_regex

_SEPARATOR = (
    r"\s*(?:,|，|、|/|\+|&|\band\b|\bor\b|\bnor\b|\bplus\b|\bas well as\b|\bund\b|\boder\b|\bet\b|"
    r"\bou\b|\bni\b|\bu\b|\by\b|\bo\b|\be\b|\bи\b|\bили\b|\bed?\b|\bof\b|\bi\b|和|或|与|及|以及|と|や|および|및|"
    r"또는|와|과)\s*"
)


_BETWEEN = lazy_regex(
    r"(?:(?:\s(?:files?|folders?|director(?:y|ies)|trees?|"
    rf"pages?))?(?:\s?\([^()]{{0,60}}\))?{_SEPARATOR})(?:{_SEPARATOR})*"
    r"(?:(?:the|any|all|your|our|its|root|top-level|whole|entire|files?|anything|everything|in|under|inside|"
    r"below|of|generated|archivos|fichiers|dateien|файлы|de|dans|en|di|in der|los|las|les|den|os|as|gli|le|la)\s+)*$"
)


_SOURCE = lazy_regex(
    r"(?:\b(?:(?:from|by|via|using|with|through)(?:\s+(?!(?:and|or|but|not|never|hand|is|are|must|in|under|into|to|"
    r"for|if|when)\b)[\w-]+){1,4}\s+(?:in|under|at|of)"
    r"|from|by|via|using|with|through|see|than|instead of|like|based on|mirrors?|against|per|after|when "
    r"you (?:change|edit)|reads?|parses?|compiles?|(?:sym)?links? (?:in)?to|points? to|über|aus|depuis|"
    r"à partir de|desde|из|через|da|uit)"
    r"|\bsources?(?: of truth)?(?: files?)? (?:is|are|lives?|sits?|:)(?:\s+(?:in|at|under))?"
    r"|(?:^|[;,:.—–(]\s*|\s-\s|\b(?:and|then|please|always|just|instead|must|should|to|only)\s+)(?:edit|change|"
    r"update|modify|run|use|rerun|re-run|regenerate|rebuild|read|check|copy|open|prefer|add|create|bump|fix|"
    r"put|work in))"
    r"\s+(?:(?:the|a|an|its|your|our|new|in|files?|sources?|under|source|schema|template|one|instead|config|"
    r"script|den|la|le|el|die|das|der)\s+)*$"
)


_OUTPUT = lazy_regex(
    r"\b(?:writes?|outputs?|emits?|generates?|produces?|creates?|puts?|renders?|dumps?|builds?|compiles?|"
    r"regenerates?|written|output|emitted|generated|rendered|lands?|goes|go)\b[^;.]{0,40}?(?:\b(?:to|into|in|"
    r"under)\b\s*)?(?:(?:the|its|their)\s+)?(?:own\s+)?(?:files?\s+)?(?:in\s+)?$"
)


def groups_in(text: str) -> Iterator[Group]:
    """Paths joined by commas and conjunctions, in order."""
    paths: list[int] = []
    for found in re.finditer(PATH, text):
        if paths and not _BETWEEN.fullmatch(text[paths[-1] + 1 : found.start()]):
            yield Group(paths[0], paths[-1] + 1, tuple(paths))
            paths = []
        paths.append(found.start())
    if paths:
        yield Group(paths[0], paths[-1] + 1, tuple(paths))


def role_of(text: str, groups: tuple[Group, ...], index: int) -> str:
    """What the group at ``index`` is in its sentence: ``topic``, ``source`` or the way to go, or ``output``."""
    before = text[groups[index - 1].end if index else 0 : groups[index].start]
    if re.search(r"\bread\s(?:from\s|the\s)*$", before) and re.match(r"[\s,]*but\b", text[groups[index].end :]):
        return "topic"
    if _SOURCE.search(before):
        return "source"
    return "output" if _OUTPUT.search(before) else "topic"


def exceptions_in(text: str, groups: tuple[Group, ...]) -> Iterator[int]:
    """The paths that a sentence takes out of what it says."""
    starts = {group.start: group for group in groups}
    for found in EXCEPT.finditer(text):
        if found.end() in starts:
            yield from starts[found.end()].paths
    for found in () if BAN_NONE.search(text) else PERMITTED_PATH.finditer(text):
        yield from next((group.paths for group in groups if group.end == found.start() + 1), ())
    for found in AFTERWARDS_EXCEPT.finditer(text):
        yield found.start("at")
