"""A file whose name differs from the one that hosts look for in capitals only.

Names are compared exactly: on a file system that tells capitals apart (Linux, most CI machines, containers) the file
is not found, although it works on the machine of whoever wrote it.

What to do: rename the file. A lower-case name among other lower-case Markdown files is taken for documentation and
not reported.
"""

from __future__ import annotations

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Fix, Settings, Severity
from guidechain.core.queries.chains import chain_for
from guidechain.core.queries.inventory import InstructionFile, Standing, take_inventory
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

CODE = "wrong-case"
SEVERITY: Severity = "warning"
PLACE = "the first characters of the file"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for file in concerned(snapshot, inventory, CODE):
        finding = _finding(snapshot, settings, file)
        if finding and not _is_documentation(snapshot, file.path):
            found.append(finding)
        yield
    return tuple(found)


def _finding(snapshot: Snapshot, settings: Settings, file: InstructionFile) -> Finding | None:
    wrong = [each for each in file.standings if each.reason and each.reason.why == "wrong-case"]
    if not wrong or any(trial.loaded for each in file.standings for trial in each.trials):
        return None
    hosts = words.listed(words.versioned(settings, each.host) for each in wrong)
    finds = "finds" if len(wrong) == 1 else "find"
    right = file.right_name or "the name in other capitals"
    fix = _fix(snapshot, file, wrong)
    return Finding(
        CODE,
        SEVERITY,
        file.path,
        words.first_line(snapshot, file.path),
        f"{hosts} {finds} this file only where the file system ignores capitals: the name must be {right}. Rename it.",
        tuple(each.host.id for each in wrong),
        fixes=(fix,) if fix else (),
    )


def _fix(snapshot: Snapshot, file: InstructionFile, wrong: list[Standing]) -> Fix | None:
    """The right name, if a host then loads the file: the host itself is asked."""
    if not file.right_name:
        return None
    place = paths.join(paths.parent(file.path), file.right_name)
    imagined = with_file(snapshot, place, snapshot.text(file.path) or "")
    for standing in wrong:
        for trial in standing.trials:
            for touch in (None, words.probe_of(place)):
                chain = chain_for(imagined, standing.host, trial.launch, touch)
                if any(each.path == place for each in chain.loaded):
                    return Fix(f"Rename it to {file.right_name}", renames=((file.path, place),))
    return None


def _is_documentation(snapshot: Snapshot, path: str) -> bool:
    """Whether a lower-case ``path`` stands among other lower-case Markdown files."""
    name = paths.name(path)
    others = [each for each in snapshot.listdir(paths.parent(path)) if each != name and each.endswith((".md", ".mdx"))]
    return name.islower() and any(each.islower() for each in others)
