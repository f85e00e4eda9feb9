"""An import word that a host takes for text, or follows in another way than it reads.

Some hosts follow imports only to files of certain kinds (by extension), refuse names that begin with `//` or hold a
`#`, or bring the whole file where a section was meant. Some have no imports at all and send the word as it stands.
The file is there in all these cases; its text does not arrive.

What to do: give the file an extension that the host takes, write the path another way, or copy what matters.
"""

from __future__ import annotations

from collections.abc import Iterator

from guidechain.core import explain
from guidechain.core.diagnostics import tokens, words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.hosts import HOSTS
from guidechain.core.model import Finding, Host, Import, Related, Settings, Severity
from guidechain.core.queries.chains import launch_for
from guidechain.core.queries.inventory import DeadImport, InstructionFile, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "refused-import"
SEVERITY: Severity = "warning"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per refused word, and one per file and host without imports."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for dead in tokens.dead_imports(snapshot, settings, inventory, CODE):
        miss = dead.misses[0][1]
        if miss.why == "refused-type" and not dead.followed and snapshot.is_file(miss.path):
            found.append(_refused(settings, dead))
        yield
    for file in concerned(snapshot, inventory, CODE):
        found += _as_text(snapshot, settings, file)
        found += _other_readings(snapshot, settings, file)
        yield
    return tuple(found)


def _refused(settings: Settings, dead: DeadImport) -> Finding:
    miss = dead.misses[0][1]
    target = explain.shown(settings, miss.path)
    return Finding(
        CODE,
        SEVERITY,
        dead.token.path,
        dead.token.span,
        f"{words.versioned(settings, dead.host)} imports nothing here: {explain.reason(settings, dead.host, miss)}. "
        f"Give {target} another extension, .md for example, or copy what matters.",
        (dead.host.id,),
    )


def _other_readings(snapshot: Snapshot, settings: Settings, file: InstructionFile) -> Iterator[Finding]:
    """Words that a host with imports reads in another way than they look: ``#section`` and ``//path``."""
    for standing in file.standings:
        trial = next((each for each in standing.trials if each.loaded), None)
        if trial is None or standing.host.imports is None:
            continue
        host = words.versioned(settings, standing.host)
        for token in snapshot.query(standing.host.imports, trial.launch, file.path):
            name, mark, section = token.written.partition("#")
            if token.why is None and token.target and mark and section:
                message = f"{host} imports the whole of {explain.shown(settings, token.target)}: #{section} is dropped."
                yield Finding(CODE, "information", file.path, token.span, message, (standing.host.id,))
            elif token.target is None and name.startswith("@//") and tokens.is_prose(name):
                message = (
                    f"{host} takes {name} for text: a path must not begin with two slashes. Write {name[0]}{name[2:]}."
                )
                yield Finding(CODE, SEVERITY, file.path, token.span, message, (standing.host.id,))


def _as_text(snapshot: Snapshot, settings: Settings, file: InstructionFile) -> Iterator[Finding]:
    """The words of a file that other hosts would follow, for each host that loads it and has no imports."""
    reading = [each.host for each in file.standings if any(trial.loaded for trial in each.trials)]
    plain = [host for host in reading if host.imports is None]
    if not plain or "@" not in (snapshot.text(file.path) or ""):
        return
    rows = [each for each in _words(snapshot, settings, file.path) if each.why is None and each.target]
    rows = [each for each in rows if snapshot.is_file(each.target or "")]
    if rows:
        names = words.listed(words.versioned(settings, host) for host in plain)
        has, sends = ("has", "sends") if len(plain) == 1 else ("have", "send")
        yield Finding(
            CODE,
            "information",
            file.path,
            rows[0].span,
            f"{names} {has} no imports and {sends} {rows[0].written} as text: "
            f"{explain.shown(settings, rows[0].target or '')} is not brought in by it."
            + (f" So it is with {len(rows) - 1} more words of this file." if len(rows) > 1 else ""),
            tuple(host.id for host in plain),
            tuple(Related(file.path, each.span, "text as well") for each in rows[1:]),
        )


def _words(snapshot: Snapshot, settings: Settings, path: str) -> tuple[Import, ...]:
    """The import words of a file by the first host that has imports."""
    host: Host
    for host in HOSTS:
        if host.imports:
            return snapshot.query(host.imports, launch_for(settings, host, settings.root), path)
    return ()
