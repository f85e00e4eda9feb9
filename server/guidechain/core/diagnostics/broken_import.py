"""An import of a file that is not there.

The host skips it without a word, so that the text which the author counts on never arrives. The usual reason is the
folder that a relative import starts from: it is the folder of the importing file, not the root of the repository and
not the folder in which the host is started. Where the file is found elsewhere, the message and the fix say how to
write the import.

E-mail addresses, `@scope/package`, decorators, handles and anything in code are no imports and are not reported.
"""

from __future__ import annotations

from guidechain.core import explain
from guidechain.core.diagnostics import tokens, words
from guidechain.core.diagnostics.import_token import bare_target
from guidechain.core.model import Finding, Fix, NotLoaded, Related, Settings, Severity, Why
from guidechain.core.queries.inventory import DeadImport, Inventory, take_inventory
from guidechain.core.queries.meant import is_meant
from guidechain.core.snapshot import Snapshot

CODE = "broken-import"
SEVERITY: Severity = "warning"
PLACE = "the import"
CONCERNS = "those with imports"

REASONS: tuple[Why, ...] = ("missing", "not-a-file", "unreadable", "too-large")


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file that is not there; further imports of it are in ``related``."""
    inventory = yield from take_inventory(snapshot, settings)
    causes: dict[str, list[DeadImport]] = {}
    for dead in tokens.dead_imports(snapshot, settings, inventory, CODE):
        miss = dead.misses[0][1]
        if _is_broken(snapshot, settings, dead, miss):
            causes.setdefault(miss.path, []).append(dead)
        yield
    found = []
    for group in causes.values():
        found.append(_finding(snapshot, settings, inventory, group))
        yield
    return tuple(found)


def _is_broken(snapshot: Snapshot, settings: Settings, dead: DeadImport, miss: NotLoaded) -> bool:
    if miss.why not in REASONS or dead.followed or tokens.leaves(settings, miss.path):
        return False
    return is_meant(snapshot, dead.token, miss.path) and bare_target(snapshot, miss.path) is None


def _finding(snapshot: Snapshot, settings: Settings, inventory: Inventory, group: list[DeadImport]) -> Finding:
    dead = group[0]
    token, (launch, miss) = dead.token, dead.misses[0]
    hosts = list(dict.fromkeys(each.host for each in group))
    names = words.listed(words.versioned(settings, host) for host in hosts)
    target = explain.shown(settings, miss.path)
    because = "does not exist" if miss.why == "missing" else explain.reason(settings, dead.host, miss)
    works = tokens.what_works(snapshot, settings, dead.host, launch, token, inventory.found)
    sentences = [f"{names} import{'s' if len(hosts) == 1 else ''} nothing here: {target} {because}."]
    if works:
        sentences.append(f"{explain.shown(settings, works[0])} does: write {works[1]}.")
    else:
        sentences.append("Write the file, correct the path, or put the word in a code span if it is no import.")
    rest = [each for each in group if each.token.path != token.path or each.token.span != token.span]
    return Finding(
        CODE,
        SEVERITY,
        token.path,
        token.span,
        " ".join(sentences) + words.more(len(rest), "import"),
        tuple(host.id for host in hosts),
        tuple(Related(each.token.path, each.token.span, "imports the same file") for each in rest),
        (Fix(f"Write {works[1]}", tokens.replaced(token, works[1])),) if works else (),
    )
