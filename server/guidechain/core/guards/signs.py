"""The quick look before the grammar: text without any of these words guards nothing, so nobody reads it closely.

Most paragraphs of guidance speak of other things; whole files do. Each pattern of the grammar needs one of ``SIGNS``,
which a test proves on strings made from the patterns.
"""

from __future__ import annotations

import re

_BANS = """
    not don dont donts donot isnot arenot cannot mustnot shouldnot maynot shallnot oughtnot t never isnever arenever
    donever cannever mustnever shouldnever maynever shallnever oughtnever no nos nobody none nope nor nothing forbidden
    prohibited denied rejected avoid refrain rarely sparingly care only solely exclusively restrict restricted limit
    limits confine keep kept scope outside leave left stay stays steer remain remains readonly hands untouchable
    immutable frozen locked protected closed editable bounds instead rather consider except
"""
_APPROVAL = """
    ask asking check confirm confirmation consult consent talk discuss discussion clear stop get obtain request seek
    approval permission sign signoff review ahead
"""
_GENERATED = """
    produced built compiled written created rendered made emitted overwritten automatisch generado generada
    generados generadas gerado gerada gerados geradas
"""
_LANGUAGES = """
    nicht nie niemals keinesfalls keinen finger tabu keine n ne interdit lecture pas nunca prohibido lectura jamais
    proibido leitura non mai vietato lettura niet nooit alleen odczytu nigdy salt elle asla dokunma
"""
SIGNS = frozenset(f"{_BANS} {_APPROVAL} {_GENERATED} {_LANGUAGES}".split())
"""In lower case, and only the letters of ASCII: ``don't`` is ``don`` and ``t``."""

_WORD = re.compile("[a-z]+")
_BEYOND = re.compile(r"[^\W\x00-\x7f]|[❌🚫⛔✗✘🔒]")
"""A letter of another script or with an accent, which may begin a ban of another language; a mark."""


def may_guard(text: str) -> bool:
    """Whether some pattern of the grammar may take a part of ``text``, Markdown or flat."""
    low = text.lower()
    if "generated" in low or "vendored" in low or not SIGNS.isdisjoint(_WORD.findall(low)):
        return True
    return not text.isascii() and _BEYOND.search(text) is not None
