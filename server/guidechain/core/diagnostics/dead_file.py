"""An instruction file that no host loads.

The file looks like an instruction file, and somebody wrote it to be followed, but none of the hosts in question ever
puts it into a prompt: not at start and not when files beside it are read or edited. With launch folders configured
(`launch` in guidechain.toml) those count; otherwise every folder does where somebody would start a host.

A file that one host loads and another never does is reported as information that names both.

What to do: move the file to the place that the message names, start the host where the file is found, or delete it.
Files of vendored code, fixtures and templates are left alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Settings, Severity, Why
from guidechain.core.queries.inventory import InstructionFile, Standing, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "dead-file"
SEVERITY: Severity = "warning"
PLACE = "the first characters of the file"
CONCERNS = "all"

REASONS: frozenset[Why] = frozenset(
    ("outside-search", "unknown-name", "missing", "not-a-file", "too-large", "refused-type", "outside-root", "disabled")
)
"""The reasons that this check speaks about; each other one has a check of its own, or is somebody's decision."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per cause: the hosts, the reason and what switched the files off."""
    inventory = yield from take_inventory(snapshot, settings)
    causes: dict[object, list[tuple[InstructionFile, tuple[Standing, ...]]]] = {}
    for file in concerned(snapshot, inventory, CODE):
        dead = tuple(_dead(file))
        if dead:
            alive = tuple(each.host.id for each in file.standings if each.state != "dead")
            cause = (alive, tuple((each.host.id, _why(each), each.reason and each.reason.culprit) for each in dead))
            causes.setdefault(cause, []).append((file, dead))
        yield
    found = []
    for affected in causes.values():
        found.append((yield from _finding(snapshot, settings, affected)))
        yield
    return tuple(found)


def _dead(file: InstructionFile) -> Iterator[Standing]:
    for standing in file.standings if file.candidate else ():
        if standing.state == "dead" and _why(standing) in REASONS and not any(row.refused for row in standing.trials):
            yield standing


def _why(standing: Standing) -> Why:
    return standing.reason.why if standing.reason else "outside-search"


def _finding(
    snapshot: Snapshot, settings: Settings, affected: list[tuple[InstructionFile, tuple[Standing, ...]]]
) -> Generator[None, None, Finding]:
    file, dead = affected[0]
    others = [each for each in file.standings if each.host.id not in {row.host.id for row in dead}]
    alive = [each for each in others if any(trial.loaded for trial in each.trials)]
    sentences = [_sentence(settings, each) for each in dead]
    if alive:
        sentences.append(f"{words.listed(words.versioned(settings, each.host) for each in alive)} loads it.")
    launches = tuple(trial.launch.cwd for trial in dead[0].trials)
    place = words.nearest_home(snapshot, settings, dead[0].host, file.path, launches)
    sentences.append(words.place_words(settings, snapshot, place, file.path))
    yield
    rest = ((each.path, "not loaded for the same reason") for each, _ in affected[1:])
    return Finding(
        CODE,
        "information" if alive else SEVERITY,
        file.path,
        words.first_line(snapshot, file.path),
        " ".join(sentences) + words.more(len(affected) - 1),
        tuple(each.host.id for each in dead),
        (yield from words.related_files(snapshot, rest)),
    )


def _sentence(settings: Settings, standing: Standing) -> str:
    host, trials = words.versioned(settings, standing.host), standing.trials
    if standing.reason and standing.reason.why != "outside-search":
        return f"{host} never loads this file: {explain.reason(settings, standing.host, standing.reason)}."
    where = f"started in {words.started(settings, trials)} it looks only in {words.searched(settings, trials)}"
    named = standing.reason and standing.reason.culprit
    because = f", because of {explain.shown(settings, named)}" if named and paths.is_absolute(named) else ""
    return f"{host} never loads this file: {where}{because}."
