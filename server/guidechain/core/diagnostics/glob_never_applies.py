"""A glob that can match nothing, whatever files there are.

Hosts know fewer forms of globs than shells do: a path that begins with `./`, an absolute path, `~`, `..`, or a
kind of wildcard that the host does not know is accepted without a word and matches nothing.

What to do: write the glob relative to the folder that the message names, without `./`.
"""

from __future__ import annotations

from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.diagnostics.tokens import edited
from guidechain.core.model import Edit, Finding, Fix, Pattern, Settings, Severity
from guidechain.core.queries.inventory import Standing, take_inventory
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

CODE = "glob-never-applies"
SEVERITY: Severity = "warning"
PLACE = "the glob"
CONCERNS = "those with scoped rules"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per glob."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for file in concerned(snapshot, inventory, CODE):
        for standing in file.standings:
            if standing.host.patterns and standing.trials:
                patterns = standing.host.patterns(snapshot, standing.trials[0].launch, file.path)
                found += [_finding(snapshot, settings, standing, each) for each in patterns if each.why]
        yield
    return tuple(found)


def _finding(snapshot: Snapshot, settings: Settings, standing: Standing, pattern: Pattern) -> Finding:
    better = _better(snapshot, standing, pattern)
    advice = f"Write {better}." if better else "Correct or delete it."
    fix = Fix(f"Write {better}", (Edit(pattern.path, pattern.span, better or ""),))
    return Finding(
        CODE,
        SEVERITY,
        pattern.path,
        pattern.span,
        f"{words.versioned(settings, standing.host)} never matches {pattern.written}: {pattern.why}. {advice}",
        (standing.host.id,),
        (),
        (fix,) if better else (),
    )


def _better(snapshot: Snapshot, standing: Standing, pattern: Pattern) -> str | None:
    """The glob without what keeps it from matching, if the host then takes it."""
    for prefix in ("./", pattern.folder.rstrip("/") + "/"):
        written = pattern.written.removeprefix(prefix)
        text = edited(snapshot.text(pattern.path) or "", pattern.span, written)
        if written and written != pattern.written and standing.host.patterns:
            imagined = with_file(snapshot, pattern.path, text)
            rows = standing.host.patterns(imagined, standing.trials[0].launch, pattern.path)
            if any(each.written == written and not each.why for each in rows):
                return written
    return None
