"""The words that are shown for a guard make sense alone: a listed path comes with what stands above the list."""

from __future__ import annotations

import pytest

from guidechain.core.document import parse
from guidechain.core.queries.guard_sentences import guards_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Never edit `a/`.", "Never edit `a/`."),
        ("## Off limits\n\n- `a/`, made by a tool", "Off limits: `a/`, made by a tool"),
        ("## Never\n\n- Edit `a/`", "Never: Edit `a/`"),
        ("Hello. Do not edit **these files**:\n\n- `a/`", "Do not edit **these files**: `a/`"),
        ("These must not be edited:\n\n```\na/b.ts   # made\n```", "These must not be edited: a/b.ts # made"),
        ("| Path | Access |\n|---|---|\n| `a/` | never |", "`a/` | Access: never"),
        ("| Path | Edit? | Why |\n|---|---|---|\n| `a/` | no | |", "`a/` | Edit? no | "),
        ("### Do not touch\n\n| File | Why |\n|---|---|\n| `a/` | bought |", "Do not touch: `a/` | Why: bought"),
    ],
)
def test_words_of_a_guard(text, words):
    (guard,) = guards_in(parse(text), "/w/AGENTS.md", "/w")
    assert guard.sentence == words
