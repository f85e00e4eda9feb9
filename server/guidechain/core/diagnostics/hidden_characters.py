"""Characters that people do not see and models do.

Zero-width characters, marks that change the direction of writing, tag characters and control characters can carry text
that no reviewer sees. They come in by copying from web pages, and by attack. Joiners inside emoji and between letters
of scripts that need them are left alone, as is a byte order mark at the very start.

What to do: delete the character. Each kind is reported once per file, with every place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.places import Places, guidance
from guidechain.core.model import Edit, Finding, Fix, Related, Settings, Severity
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "hidden-characters"
SEVERITY: Severity = "warning"
PLACE = "the characters"
CONCERNS = "all"

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_JOINERS = "\u200c\u200d"
_DIRECTION_MARKS = "\u200e\u200f\u061c"
_TAGS = range(0xE0020, 0xE0080)
_FLAG = "\U0001f3f4"
_SHOWN = 20
"""How many places of one kind are listed."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file and kind of character."""
    inventory = yield from take_inventory(snapshot, settings)
    found: list[Finding] = []
    for file, _ in guidance(snapshot, inventory, CODE):
        found += snapshot.query(_in_file, file.path)
        yield
    return tuple(found)


def _in_file(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    text = snapshot.text(path) or ""
    kinds: dict[str, list[int]] = {}
    for offset in hidden(text):
        kinds.setdefault(text[offset], []).append(offset)
    places = Places(text) if kinds else None
    return tuple(_finding(path, places, character, offsets) for character, offsets in kinds.items() if places)


def hidden(text: str) -> Iterator[int]:
    """The offsets of the hidden characters of ``text`` that have no business there."""
    for found in _HIDDEN.finditer(text):
        offset = found.start()
        if not _is_welcome(text, offset):
            yield offset


def _is_welcome(text: str, offset: int) -> bool:
    character = text[offset]
    before, after = text[offset - 1 : offset], text[offset + 1 : offset + 2]
    if character == "\ufeff":
        return offset == 0
    if character in _JOINERS:
        return _joins(before) and _joins(after)
    if character in _DIRECTION_MARKS:
        return any(
            unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in text[max(0, offset - 20) : offset + 20]
        )
    if ord(character) in _TAGS:
        return _FLAG in text[max(0, offset - 8) : offset]
    return False


def _joins(neighbour: str) -> bool:
    """Whether ``neighbour`` is part of an emoji or a letter or mark of a script that uses joiners."""
    if not neighbour or neighbour.isascii() or neighbour.isspace():
        return False
    return unicodedata.category(neighbour) in ("So", "Sk", "Lo", "Mn", "Mc", "Cf")


def _finding(path: str, places: Places, character: str, offsets: list[int]) -> Finding:
    name = unicodedata.name(character, "control character").lower()
    spans = [places.span(offset, offset + 1) for offset in offsets]
    rest = (
        f" It stands at {len(spans) - 1} more place{'s' if len(spans) > 2 else ''} of this file." if spans[1:] else ""
    )
    return Finding(
        CODE,
        SEVERITY,
        path,
        spans[0],
        f"A character that nobody sees and every model reads: U+{ord(character):04X} ({name}). Delete it.{rest}",
        related=tuple(Related(path, span, "the same character") for span in spans[1 : _SHOWN + 1]),
        fixes=(
            Fix(f"Delete every U+{ord(character):04X} of this file", tuple(Edit(path, span, "") for span in spans)),
        ),
    )
