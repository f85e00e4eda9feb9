"""Front matter that a host does not read as it was meant.

Keys of other hosts (`globs`, `applyTo`) do not scope a rule of this one; a value that is no YAML (an unquoted `*` at
the start of a list item), a blank line before the opening `---` or a missing end make a scoped rule apply everywhere,
or never. `paths` in a file that is no rule filters nothing.

What to do: write the key and the value in the form that the message names.
"""

from __future__ import annotations

from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Problem, Settings, Severity
from guidechain.core.queries.inventory import Standing, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "bad-front-matter"
SEVERITY: Severity = "warning"
PLACE = "the key or value"
CONCERNS = "those with scoped rules"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per problem and host."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for file in concerned(snapshot, inventory, CODE):
        for standing in file.standings:
            host = words.versioned(settings, standing.host)
            found += [_finding(host, standing.host.id, each) for each in problems(snapshot, standing, file.path)]
        yield
    return tuple(found)


def problems(snapshot: Snapshot, standing: Standing, path: str) -> tuple[Problem, ...]:
    """What is wrong with the front matter of ``path`` for the host of ``standing``."""
    read = standing.host.front_matter
    return snapshot.query(read, standing.trials[0].launch, path) if read and standing.trials else ()


def _finding(host: str, host_id: str, problem: Problem) -> Finding:
    fixes = words.mended(problem)
    return Finding(
        CODE, problem.severity, problem.path, problem.span, f"{host} {problem.message}.", (host_id,), fixes=fixes
    )
