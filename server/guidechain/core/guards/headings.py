"""What headings and the titles of columns say of the paths that stand under them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from guidechain.core.guards.bans import AVOID, BAN_ACTIVE, BAN_PASSIVE, BAN_STATE
from guidechain.core.guards.claims import Claim
from guidechain.core.guards.flat import PATH, Flat
from guidechain.core.guards.prefixes import prefix_of
from guidechain.core.guards.subjects import speaks_of_path
from guidechain.core.guards.units import Unit
from guidechain.core.guards.verbs import acts_of
from guidechain.core.lazy_regex import lazy_regex

_NAMED = lazy_regex(
    r"\W*(?:protected|forbidden|untouchable|locked|restricted|read[- ]only|off[- ]limits|no[- ]go) (?:files?|"
    r"paths?|folders?|director(?:y|ies)|areas?|zones?)(?: and \w+)?\W*(?:\([^()]*\)\W*)?"
)
_PERMIT = lazy_regex(r"\b(?:allowed|permitted|safe to|free to|ok to|okay to|may edit|can edit|editable|yours)\b|✅")
_MARKED = lazy_regex(
    r"red lines?|forbid|never|do not|don['’]t|off[- ]limits|protect|touch|\bedit|modif|boundar|no-go|"
    r"permission|access|allowed|rules"
)


@dataclass(frozen=True)
class Context:
    """What the words above say of the paths in a list, table or fence; ``prefix`` is put before items that start
    with a verb. ``words`` are these words."""

    claim: Claim | None = None
    prefix: str = ""
    marked: bool = False
    words: str = ""


def heading_context(flat: Flat, unit: Unit) -> Context | None:
    """What a heading says; None when it says nothing and an outer one counts."""
    text = flat.text.strip()
    prefix = prefix_of(text)
    if prefix:
        return Context(Claim(0, len(text), level="ask") if prefix == "ask before " else None, prefix, marked=True)
    claims = [claim for sentence in unit.sentences for claim in sentence.claims if claim.level != "note"]
    if claims and not any(claim.paths for claim in claims):
        return Context(claims[0])
    if _NAMED.fullmatch(text):
        return Context(Claim(0, len(text)))
    bare = bare_ban(flat)
    if bare:
        return Context(bare)
    if _PERMIT.search(text):
        return Context()
    return Context(marked=True) if _MARKED.search(text) else None


def bare_ban(flat: Flat) -> Claim | None:
    """The ban in a heading such as "Files you must not edit", whose object is a noun and not a path."""
    if PATH in flat.text:
        return None
    for pattern in (AVOID, BAN_ACTIVE, BAN_PASSIVE, BAN_STATE):
        found = pattern.search(flat.text)
        if found and pattern is BAN_STATE and not speaks_of_path(flat.text, found.start(), bare=True):
            continue
        if found and re.fullmatch(
            r"\W*(?:(?:by hand|manually|directly|these|the following|files?|paths?|folders?|director(?:y|ies)|"
            r"generated|vendored|code|list|areas?|and|anything below|below|them|it|for (?:you|agents?|ai))\W*)*",
            re.sub(r"\([^()]*\)", " ", flat.text[found.end() :]),
        ):
            level = "avoid" if pattern is AVOID else "forbid"
            verbs = found.groupdict().get("verbs") or ""
            return Claim(found.start(), found.end(), level=level, acts=acts_of(verbs))  # type: ignore[arg-type]
    return None
