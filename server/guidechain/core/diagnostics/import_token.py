"""Punctuation that became part of an import's name.

An import ends at white space and nothing is trimmed: `@docs/style.md,` names a file whose name ends in a comma. The
file without the punctuation exists, so that this is what was meant.

What to do: put a blank before the punctuation, or leave it out.
"""

from __future__ import annotations

from guidechain.core import explain
from guidechain.core.diagnostics import tokens, words
from guidechain.core.model import Edit, Finding, Fix, Settings, Severity, Span
from guidechain.core.queries.inventory import DeadImport, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "import-token"
SEVERITY: Severity = "warning"
PLACE = "the import"
CONCERNS = "those with imports"

PUNCTUATION = ",.:;!?)]}\"'>*_`"
MOST_FIXES = 30
"""Fixes that are tried out, and so offered, at a time: each takes another look at the whole file."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per place."""
    inventory = yield from take_inventory(snapshot, settings)
    found: dict[tuple[str, Span], list[DeadImport]] = {}
    for dead in tokens.dead_imports(snapshot, settings, inventory, CODE):
        miss = dead.misses[0][1]
        if miss.why == "missing" and not dead.followed and bare_target(snapshot, miss.path):
            found.setdefault((dead.token.path, dead.token.span), []).append(dead)
        yield
    rows = []
    for number, group in enumerate(found.values()):
        rows.append(_finding(snapshot, settings, group, number < MOST_FIXES))
        yield
    return tuple(rows)


def bare_target(snapshot: Snapshot, target: str) -> str | None:
    """The existing file that ``target`` is without its trailing punctuation."""
    bare = target.rstrip(PUNCTUATION)
    return bare if bare != target and snapshot.is_file(bare) else None


def _finding(snapshot: Snapshot, settings: Settings, group: list[DeadImport], with_fix: bool) -> Finding:
    dead = group[0]
    token, target = dead.token, dead.misses[0][1].path
    bare = bare_target(snapshot, target) or target
    tail = target[len(bare) :]
    written = token.written[: -len(tail)]
    cut = Span(tokens.before(token.span.end, len(tail)), tokens.before(token.span.end, len(tail)))
    works = with_fix and tokens.follows(snapshot, dead.host, dead.misses[0][0], token, f"{written} {tail}", bare)
    return Finding(
        CODE,
        SEVERITY,
        token.path,
        token.span,
        f"{words.listed(words.versioned(settings, each.host) for each in group)} reads {tail} as part of the name and "
        f"imports nothing; {explain.shown(settings, bare)} exists. Put a blank before {tail}, or leave it out.",
        tuple(each.host.id for each in group),
        (),
        (Fix(f"Put a blank before {tail}", (Edit(token.path, cut, " "),)),) if works else (),
    )
