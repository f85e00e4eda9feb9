"""The quick look passes nothing over: what a pattern of the grammar takes, ``may_guard`` has seen."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as some

from guidechain.core.guards import bans, headings, languages, prefixes, tables
from guidechain.core.guards.signs import may_guard
from guidechain.core.lazy_regex import LazyRegex

PATTERNS = {
    **{name: value for name, value in vars(bans).items() if isinstance(value, LazyRegex) and name != "ALLOW_OFF"},
    **{f"language-{each.name}": each.ban for each in languages.LANGUAGES},
    **{f"heading-{prefix}": pattern for pattern, prefix in prefixes.PREFIXES},
    "heading-named": headings._NAMED,
    **{f"cell-{name}": getattr(tables, f"_{name}") for name in ("NEVER", "ASK", "AVOID", "NO")},
}


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(some.data())
def test_quick_look_sees_what_the_grammar_takes(name, data):
    # Without lookarounds, which no generator of strings heeds; what they would keep out is of no harm.
    pattern = re.compile(PATTERNS[name].pattern)
    text = data.draw(some.from_regex(pattern, fullmatch=True))
    assume(pattern.search(text))
    assert may_guard(text)
