"""A file that was meant to be a link and holds the other file's name as its text.

A checkout without support for symbolic links (Windows, some archives and copy tools) writes a link as a small text file
with the path of its target. Hosts then send that path to the model, and nothing of the other file.

What to do: where the host follows imports, replace the text by an import of the file; else make it a link again, or
copy the text.
"""

from __future__ import annotations

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.diagnostics.places import Places
from guidechain.core.model import Edit, Finding, Fix, Host, Settings, Severity
from guidechain.core.queries.chains import chain_for
from guidechain.core.queries.inventory import InstructionFile, take_inventory
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

CODE = "link-as-text"
SEVERITY: Severity = "warning"
PLACE = "the name of the other file"
CONCERNS = "all"

LONGEST = 200


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for file in concerned(snapshot, inventory, CODE):
        target = named_file(snapshot, file.path) if file.candidate else None
        if target:
            found.append(_finding(snapshot, settings, file, target))
        yield
    return tuple(found)


def named_file(snapshot: Snapshot, path: str) -> str | None:
    """The existing file whose relative path is the whole text of ``path``."""
    if snapshot.entry(path).size > LONGEST:
        return None
    written = (snapshot.text(path) or "").strip()
    if not written or len(written.split()) != 1 or paths.is_absolute(written) or "." not in written:
        return None
    target = paths.join(paths.parent(path), written.replace("\\", "/"))
    return target if target != path and snapshot.is_file(target) else None


def _finding(snapshot: Snapshot, settings: Settings, file: InstructionFile, target: str) -> Finding:
    text = snapshot.text(file.path) or ""
    written = text.strip()
    start = text.index(written)
    hosts = [each.host for each in file.standings if any(trial.loaded for trial in each.trials)]
    importing = [host for host in hosts if _imports(snapshot, file, host, f"@{written}\n", target)]
    whole = Places(text).span(0, len(text))
    fix = Fix(f"Replace the text by @{written}", (Edit(file.path, whole, f"@{written}\n"),))
    advice = f"Replace the text by @{written}." if importing else "Make it a link again, or copy the text."
    named = words.listed(words.versioned(settings, host) for host in hosts) or "A host"
    return Finding(
        CODE,
        SEVERITY,
        file.path,
        Places(text).span(start, start + len(written)),
        f"The whole text of this file is the name of {explain.shown(settings, target)}, as of a link that was checked "
        f"out as text: {named} would get these {len(written)} characters and nothing else. {advice}",
        tuple(host.id for host in hosts),
        (words.related(snapshot, target, "the file that it names"),),
        (fix,) if importing else (),
    )


def _imports(snapshot: Snapshot, file: InstructionFile, host: Host, text: str, target: str) -> bool:
    """Whether ``host`` would load ``target`` if ``text`` were the whole file."""
    trials = [trial for each in file.standings if each.host is host for trial in each.trials if trial.loaded]
    imagined = with_file(snapshot, file.path, text)
    return any(
        each.path == target and each.via and each.via.path == file.path
        for trial in trials
        for each in chain_for(imagined, host, trial.launch, words.touch_of(trial, file.path)).loaded
    )
