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
from guidechain.core.queries.meant import is_prose
from guidechain.core.snapshot import Snapshot

CODE = "refused-import"
SEVERITY: Severity = "warning"
PLACE = "the import"
CONCERNS = "those with imports"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per refused word, and one per host without imports."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for dead in tokens.dead_imports(snapshot, settings, inventory, CODE):
        miss = dead.misses[0][1]
        if miss.why == "refused-type" and not dead.followed and snapshot.is_file(miss.path):
            found.append(_refused(settings, dead))
        yield
    plain: dict[Host, list[Import]] = {}
    for file in concerned(snapshot, inventory, CODE):
        found += _other_readings(snapshot, settings, file)
        for host, token in _plain_words(snapshot, settings, file):
            plain.setdefault(host, []).append(token)
        yield
    return (*found, *(_as_text(settings, host, rows) for host, rows in plain.items()))


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
            elif token.target is None and name.startswith("@//") and is_prose(name):
                message = (
                    f"{host} takes {name} for text: a path must not begin with two slashes. Write {name[0]}{name[2:]}."
                )
                yield Finding(CODE, SEVERITY, file.path, token.span, message, (standing.host.id,))


def _as_text(settings: Settings, host: Host, rows: list[Import]) -> Finding:
    """The words that ``host``, which has no imports, sends as they stand in the files that it loads."""
    first = rows[0]
    rest = f" So it is with {len(rows) - 1} more word{'s' if len(rows) > 2 else ''}." if len(rows) > 1 else ""
    return Finding(
        CODE,
        "information",
        first.path,
        first.span,
        f"{words.versioned(settings, host)} has no imports and sends {first.written} as text: "
        f"{explain.shown(settings, first.target or '')} is not brought in by it.{rest}",
        (host.id,),
        tuple(Related(each.path, each.span, "sent as text as well") for each in rows[1:]),
    )


def _plain_words(snapshot: Snapshot, settings: Settings, file: InstructionFile) -> Iterator[tuple[Host, Import]]:
    """The words of a file that other hosts would follow, for each host that loads it and has no imports."""
    plain = [each.host for each in file.standings if not each.host.imports and any(row.loaded for row in each.trials)]
    if plain and "@" in (snapshot.text(file.path) or ""):
        for token in _words(snapshot, settings, file.path):
            if token.why is None and token.target and snapshot.is_file(token.target):
                yield from ((host, token) for host in plain)


def _words(snapshot: Snapshot, settings: Settings, path: str) -> tuple[Import, ...]:
    """The import words of a file by the first host that has imports."""
    host: Host
    for host in HOSTS:
        if host.imports:
            return snapshot.query(host.imports, launch_for(settings, host, settings.root), path)
    return ()
