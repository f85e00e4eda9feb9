"""Headings and table columns such as "Never", "Don't" and "Ask first", which stand before each item under them."""

from __future__ import annotations

import re

from guidechain.core.guards.flat import Flat
from guidechain.core.guards.verbs import forms
from guidechain.core.lazy_regex import lazy_regex

PREFIXES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        lazy_regex(
            r"\W*(?:never(?: do)?|do not|don['’]?ts?|never do this|forbidden|prohibited|must not|hard "
            r"nos?)\W*"
        ),
        "never ",
    ),
    (
        lazy_regex(
            r"\W*(?:ask (?:first|before(?: \w+)?|for approval)|(?:needs?|requires?) "
            r"(?:approval|permission|sign-?off)|approval (?:needed|required)|confirm first)\W*"
        ),
        "ask before ",
    ),
    (lazy_regex(r"\W*avoid\W*"), "avoid "),
)


def prefix_of(title: str) -> str:
    """The words that a heading or column title puts before what stands under it, "" for none."""
    return next((prefix for pattern, prefix in PREFIXES if pattern.fullmatch(title)), "")


def prefixed(flat: Flat, prefix: str) -> Flat:
    """An item or cell under "Never" that starts with a verb, read as "never edit ..."."""
    start = re.match(r"[^\w\ue000-\ue002]*", flat.text)
    at = start.end() if start else 0
    verb = forms(0 if prefix == "never " else 1)
    if prefix == "ask before " and re.match(rf"(?:before|when) (?:{verb})\b", flat.text[at:]):
        prefix = "ask "
        verb = rf"(?:before|when) (?:{verb})"
    changes = r"|(?:any )?(?:changes|edits|modifications) (?:to|in)" if prefix == "ask before " else ""
    if not prefix or not re.match(rf"(?:{verb}{changes})\b", flat.text[at:]):
        return flat
    added = len(prefix)
    moved = {place + added - (0 if place >= at else added): token for place, token in flat.tokens.items()}
    offset = flat.offsets[at]
    return Flat(
        flat.text[:at] + prefix + flat.text[at:],
        (*flat.offsets[:at], *[offset] * added, *flat.offsets[at:]),
        moved,
    )
