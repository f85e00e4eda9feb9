"""Table rows: sentences in cells, and columns whose value says who may edit the path of the row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from guidechain.core.document import Block
from guidechain.core.guards.claims import Claim, Group
from guidechain.core.guards.flat import Flat
from guidechain.core.guards.headings import bare_ban
from guidechain.core.guards.prefixes import prefix_of, prefixed
from guidechain.core.guards.units import Bound, Unit, alternative, read_unit
from guidechain.core.lazy_regex import lazy_regex
from guidechain.core.model import Level

_EDITING = lazy_regex(
    r"\W*(?:edit\w*(?: by hand| manually| directly)?|touch|modify|writ(?:e|able)|write access|(?:\w+\s)?(?:can|may|"
    r"ok to|should)\s(?:\w+\s)?(?:edit|touch|modify|change|write)(?: it)?|changes?|allowed|agents? may edit|"
    r"(?:may|can|should|to) be (?:edited|modified|changed|touched)(?: by \w+)?)\W*"
)
_ACCESS = lazy_regex(
    r"\W*(?:access|permissions?|policy|rule|rules|rights|mode|level|status|agent access|agents?|who)\W*"
)
_NO = lazy_regex(r"\W*(?:no|none|nope)\b\W*(?:$|[,;(—-].*)|\s*[❌✗✘🚫⛔🔒]\ufe0f?\s*(?:no|never)?\s*")
_NEVER = lazy_regex(
    r"\W*(?:never(?=\W*(?:$|[—–(,;:.-])|\s(?:edit|touch|modify|change|by hand)\b)|forbidden|prohibited|denied|"
    r"off[- ]limits|read[- ]?only|no access|hands off|locked|frozen|do not (?:edit|touch|modify|change)|"
    r"don['’]t (?:edit|touch|modify|change)|not allowed)\b(?!\s(?:needed|required|used|empty|null))"
)
_ASK = lazy_regex(
    r"\W*(?:ask\b|on request|with (?:approval|permission)|(?:needs?|requires?) (?:approval|review|permission)|"
    r"approval|confirm(?=\W*(?:$|[—–(,;:.-])|\s(?:first|with)\b))"
)
_AVOID = lazy_regex(r"\W*(?:avoid|rarely|sparingly|only if needed|with care)\b")
_WRITES = lazy_regex(r"\W*(?:write|rw|read[-/ ]write|full)\W*")
_YES = lazy_regex(r"\W*(?:yes|full|free|ok|okay|sure|allowed|read[-/ ]write|write|rw)\b|\s*[✅✔]")


def row_claims(cells: Sequence[tuple[Block, Flat]], above: Claim | None) -> Iterator[Bound]:
    """The claims of a table's rows. ``above``: what the heading or introduction says of every row."""
    headers = {block.column: flat.text.strip() for block, flat in cells if block.row == 0}
    bans = {block.column: bare_ban(flat) for block, flat in cells if block.row == 0 and block.column}
    prefixes = {column: prefix_of(title) for column, title in headers.items()}
    for row in sorted({block.row for block, _ in cells if block.row > 0}):
        here = [(each.column, prefixed(flat, prefixes.get(each.column, ""))) for each, flat in cells if each.row == row]
        yield from _row(here, headers, above)
        for column, flat in here:
            ban, leading = bans.get(column), read_unit(flat).leading()
            if ban and leading:
                yield Bound(replace(ban, paths=leading.paths), flat)


def _row(cells: Sequence[tuple[int, Flat]], headers: dict[int, str], above: Claim | None) -> Iterator[Bound]:
    units = [(column, read_unit(flat)) for column, flat in cells]
    topic = next(((unit.flat, group) for _, unit in units if (group := unit.leading())), None)
    found = [] if any(_WRITES.fullmatch(unit.flat.text) for _, unit in units) else list(_own(units, topic))
    level = next((level for column, unit in units if (level := _value(headers.get(column, ""), unit.flat.text))), None)
    if topic and level in ("forbid", "ask", "avoid") and not any(bound.claim.level != "note" for bound in found):
        found = [Bound(Claim(0, len(topic[0].text), topic[1].paths, level), topic[0])]  # type: ignore[arg-type]
    if topic and above and level != "yes" and not any(bound.claim.level != "note" for bound in found):
        found = [Bound(replace(above, paths=topic[1].paths), topic[0])]
    for bound in found:
        others = (alternative(bound, unit.flat) for _, unit in units)
        yield replace(bound, instead=bound.instead or next(filter(None, others), None))


def _own(units: Sequence[tuple[int, Unit]], topic: tuple[Flat, Group] | None) -> Iterator[Bound]:
    for _, unit in units:
        bound = read_unit(unit.flat, topic).bound if topic and unit.flat is not topic[0] else unit.bound
        yield from bound


def _value(header: str, value: str) -> Level | str | None:
    """What the value of an access column says: a level, "yes" or nothing."""
    editing, access = _EDITING.fullmatch(header), _ACCESS.fullmatch(header)
    if not editing and not access:
        return None
    if _NEVER.match(value) or (access and re.fullmatch(r"\W*none\W*", value)) or (editing and _NO.match(value)):
        return "forbid"
    if _ASK.match(value):
        return "ask"
    if _AVOID.match(value):
        return "avoid"
    return "yes" if _YES.match(value) else None
