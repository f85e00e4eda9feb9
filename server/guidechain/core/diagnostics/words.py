"""What the checks share: where a finding stands, how it names hosts and folders, where a lost file would live."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

from guidechain.core import explain, paths
from guidechain.core.explain import folder_shown, shown
from guidechain.core.model import Finding, Fix, Host, Position, Problem, Related, Settings, Span, Touch
from guidechain.core.queries.chains import chain_for, launch_for
from guidechain.core.queries.trials import PROBE, Trial
from guidechain.core.snapshot import Snapshot
from guidechain.core.what_if import with_file

Findings = Generator[None, None, tuple[Finding, ...]]
"""What a check is: steps that may be paused, then its findings."""

NAMED = 3
"""How many folders a sentence names before it counts."""


def versioned(settings: Settings, host: Host) -> str:
    """A host with the version that the answer is for, and what is to be said of that version."""
    return explain.versioned(settings, host, launch_for(settings, host, settings.root))


def listed(words: Iterable[str], last: str = "and", show: Callable[[str], str] = str) -> str:
    """ "a", "a and b", "a, b and c"; each once, as ``show`` writes it; many are counted."""
    found = list(dict.fromkeys(words))
    named = NAMED if len(found) > NAMED + 1 else len(found)
    rows = [show(each) for each in found[:named]]
    if named < len(found):
        rows.append(f"{len(found) - named} more")
    return f" {last} ".join([", ".join(rows[:-1]), rows[-1]] if len(rows) > 1 else rows)


def folders(settings: Settings, found: Iterable[str], last: str = "and") -> str:
    """Folders for a sentence."""
    return listed(found, last, lambda each: folder_shown(settings, each))


def started(settings: Settings, trials: Sequence[Trial]) -> str:
    """The launch folders of ``trials`` for a sentence: "./ or docs/"."""
    return folders(settings, (trial.launch.cwd for trial in trials), "or")


def searched(settings: Settings, trials: Sequence[Trial]) -> str:
    """The folders that the hosts looked into in ``trials``, those outside the workspace left out."""
    seen = [each for trial in trials for each in trial.searched if paths.is_below(each, settings.root)]
    return folders(settings, seen) or "no folder of the workspace"


def more(count: int, what: str = "file") -> str:
    """A sentence for the places that share a cause, or ""."""
    return f" {count} more {what}{'s have' if count > 1 else ' has'} the same cause." if count else ""


def first_line(snapshot: Snapshot, path: str) -> Span:
    """A few characters at the start of a file: enough to click on where the whole file is meant."""
    content = snapshot.read(path) or b""
    head = content[:12].decode("utf-8", "replace").removeprefix("\ufeff")
    width = min(3, len(head.split("\n")[0].split("\r")[0]))
    return Span(Position(0, 0), Position(0, width))


def related(snapshot: Snapshot, path: str, message: str) -> Related:
    """A further file that a finding speaks of, as a whole."""
    return Related(path, first_line(snapshot, path), message)


def related_files(snapshot: Snapshot, rows: Iterable[tuple[str, str]]) -> Generator[None, None, tuple[Related, ...]]:
    """Further files with what is to be said of each; one cause may have hundreds."""
    found = []
    for path, message in rows:
        found.append(related(snapshot, path, message))
        yield
    return tuple(found)


def nearest_home(
    snapshot: Snapshot, settings: Settings, host: Host, path: str, launch_folders: Sequence[str]
) -> str | None:
    """The nearest place above ``path`` where ``host`` would load a file of its name: asked of an imagined tree."""
    content = snapshot.text(path) or "-"
    launches = [launch_for(settings, host, folder) for folder in launch_folders]
    for folder in paths.ancestors(paths.parent(path))[1:]:
        if not paths.is_below(folder, settings.root):
            return None
        place = paths.join(folder, paths.name(path))
        imagined = with_file(snapshot, place, content) if snapshot.entry(place).kind == "missing" else snapshot
        touch = Touch(paths.join(folder, PROBE), "read", assumed=True)
        if any(
            each.path == place
            for launch in launches
            for asked in (None, touch)
            for each in chain_for(imagined, host, launch, asked).loaded
        ):
            return place
    return None


def place_words(settings: Settings, snapshot: Snapshot, place: str | None, path: str) -> str:
    """What to do with a file that nothing loads, given the nearest place where it would load."""
    if place is None:
        return "Delete it, or move its text into a file that is loaded."
    there = snapshot.entry(place).kind != "missing"
    verb = "Move its text into" if there else "Move it to"
    return f"{verb} {shown(settings, place)}, the nearest place where it is loaded."


def mended(problem: Problem) -> tuple[Fix, ...]:
    """The fix that writes what the host reads, if it is certain; its title has the words where they are few."""
    if not problem.edits:
        return ()
    one = problem.edits[0].text if len(problem.edits) == 1 else ""
    return (Fix(f"Write {one}" if one.strip() and "\n" not in one else "Write it as the host reads it", problem.edits),)


def touch_of(trial: Trial, path: str) -> Touch | None:
    """The touch by which ``trial`` brought ``path``: of an imaginary file beside it; None when it came at start."""
    return Touch(paths.join(paths.parent(path), PROBE), trial.act, assumed=True) if trial.act else None


def probe_of(path: str) -> Touch:
    """A reading touch of an imaginary file beside ``path``."""
    return Touch(paths.join(paths.parent(path), PROBE), "read", assumed=True)
