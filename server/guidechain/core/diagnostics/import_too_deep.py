"""An import further down than the host follows.

A host follows imports of imports only so far below the file that it loads; what is deeper is left out without a word.

What to do: import the file from one nearer to the top.
"""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import explain
from guidechain.core.diagnostics import tokens, words
from guidechain.core.model import Finding, Host, Launch, Related, Settings, Severity
from guidechain.core.queries.inventory import DeadImport, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "import-too-deep"
SEVERITY: Severity = "warning"
PLACE = "the import"
CONCERNS = "those with imports"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per import at which a host stops."""
    inventory = yield from take_inventory(snapshot, settings)
    found: dict[str, list[DeadImport]] = {}
    for dead in tokens.dead_imports(snapshot, settings, inventory, CODE):
        if not dead.followed and all(miss.why == "too-deep" for _, miss in dead.misses):
            found.setdefault(dead.misses[0][1].path, []).append(dead)
        yield
    findings = []
    for group in found.values():
        findings.append((yield from _finding(snapshot, settings, group)))
    return tuple(findings)


def _finding(snapshot: Snapshot, settings: Settings, group: list[DeadImport]) -> Generator[None, None, Finding]:
    dead = group[0]
    launch, miss = dead.misses[0]
    below = yield from _below(snapshot, dead.host, launch, miss.path)
    detail = f" ({miss.detail})" if miss.detail else ""
    rest = f" With it {len(below)} more file{'s are' if len(below) > 1 else ' is'} lost." if below else ""
    return Finding(
        CODE,
        SEVERITY,
        dead.token.path,
        dead.token.span,
        f"{words.versioned(settings, dead.host)} does not import {explain.shown(settings, miss.path)}: it does not "
        f"follow imports this far down{detail}.{rest} Import it from a file nearer to the top.",
        (dead.host.id,),
        (
            *(Related(each.token.path, each.token.span, "too deep as well") for each in group[1:]),
            *(yield from words.related_files(snapshot, ((each, "not loaded") for each in (miss.path, *below)))),
        ),
    )


def _below(snapshot: Snapshot, host: Host, launch: Launch, path: str) -> Generator[None, None, list[str]]:
    """The files that ``path`` would bring, nearest first."""
    found, waiting = dict[str, None](), [path]
    for each in waiting:
        for token in snapshot.query(host.imports, launch, each) if host.imports else ():
            if token.target and token.why is None and token.target != path and token.target not in found:
                found[token.target] = None
                waiting.append(token.target)
        yield
    return list(found)
