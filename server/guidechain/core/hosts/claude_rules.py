"""The rules of Claude Code, ``.claude/rules/**/*.md``: which files there are and which fire (CC-60 to CC-70)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import BRACE_BUDGET, Globs, compile_globs
from guidechain.core.hosts.claude_launch import Start
from guidechain.core.hosts.claude_text import content
from guidechain.core.hosts.claude_versions import BRACE_LIMIT, LINKED_FOLDER, LINKED_RULES
from guidechain.core.model import Loaded, NotLoaded, Pattern
from guidechain.core.snapshot import Snapshot

_NEVER = (
    (re.compile(r"!?\./"), "a pattern does not start with ./"),
    (re.compile(r"!?~/"), "~ is no home folder here"),
    (re.compile(r"(?:^!?|.*/)\.\.(?:/|$)"), "a pattern cannot climb out of its folder"),
    (re.compile(r".*//"), "it holds an empty folder name"),
    (re.compile(r".*/\./"), "it holds a . folder"),
    (re.compile(r"#"), "a leading # makes it a comment"),
    (re.compile(r".*[+@?*!]\("), "there are no extended globs"),
    (re.compile(r".*(?<!\\)\[(?:\]|[^\]]*$)"), "its [ has no end, or nothing in it"),
    (re.compile(r".*\\[bBcdDfknpPrsStuvwWx0-9]"), "it holds a backslash before a letter"),
)
"""What can match nothing (CC-64)."""
NO_BUDGET = 100_000
"""Before the limit of CC-66 a list expanded without end; so much is computed."""


@dataclass(frozen=True)
class RuleFile:
    """A file of a rules folder: ``path`` is its name there, ``real`` the one it goes by (CC-70); ``linked`` says that
    a link leads there, to a place outside the launch folder."""

    path: str
    real: str
    linked: bool


@dataclass(frozen=True)
class Conditional:
    """A file with ``paths:`` that waits for a match: ``base`` is the folder its patterns start at, ``globs`` are
    compiled; ``linked`` ones never fire. ``scope`` is that of the rule."""

    loaded: Loaded
    scope: str
    base: str
    patterns: tuple[str, ...]
    globs: Globs
    linked: bool

    def decided_by(self, path: str) -> str | None:
        """The pattern that matches ``path``, None when none does."""
        below = paths.is_below(path, self.base) and path != self.base
        return self.globs.decided_by(paths.relative(path, self.base)) if below else None


def rule_files(snapshot: Snapshot, start: Start, folder: str, *, trusted: bool) -> Iterator[RuleFile | NotLoaded]:
    """The files of the rules folder ``folder`` in directory order, a subfolder's in its place (CC-60, CC-61).

    ``trusted`` folders (the user's) may link anywhere. Files with another extension come as refused.
    """
    home = paths.parent(folder) if start.has(LINKED_FOLDER) else snapshot.entry(paths.parent(folder)).real
    for path, real, own in snapshot.query(_files_below, folder, paths.join(home, paths.name(folder)), ()):
        if not path.endswith(".md"):
            yield NotLoaded(path, "refused-type", detail="the name must end in .md")
        else:
            leads_away = real != own and not trusted and start.has(LINKED_RULES)
            yield RuleFile(path, real, leads_away and not paths.is_below(real, start.cwd))


def _files_below(
    snapshot: Snapshot, folder: str, expected: str, above: tuple[str, ...]
) -> tuple[tuple[str, str, str], ...]:
    """Each file below ``folder``, once for all launches: its path, its real path, and what that is without links."""
    found: list[tuple[str, str, str]] = []
    real = snapshot.entry(folder).real
    for name in snapshot.listdir(folder) if real not in above else ():
        path, own = paths.join(folder, name), paths.join(expected, name)
        entry = snapshot.entry(path)
        if entry.kind == "directory":
            found += _files_below(snapshot, path, own, (*above, real))
        else:
            found.append((path, entry.real, own))
    return tuple(found)


def conditional(
    snapshot: Snapshot, start: Start, loaded: Loaded, scope: str, base: str, *, linked: bool
) -> Conditional | None:
    """``loaded`` as a file that waits, when its front matter has ``paths:`` that filter; else None."""
    found = content(snapshot, loaded.path, start.version)
    if found is None or found.paths is None:
        return None
    budget = BRACE_BUDGET if start.has(BRACE_LIMIT) else NO_BUDGET
    globs = snapshot.query(_globs, found.paths, budget)
    return Conditional(loaded, scope, base, found.paths, globs, linked)


def _globs(snapshot: Snapshot, patterns: tuple[str, ...], budget: int) -> Globs:
    """The compiled patterns of a file, once for all launches."""
    return compile_globs("claude-paths", patterns, budget)


def rule_patterns(snapshot: Snapshot, start: Start, path: str, base: str) -> tuple[Pattern, ...]:
    """The patterns of the file at ``path``, which start at ``base``; none when its front matter does not filter."""
    found = content(snapshot, path, start.version)
    return tuple(
        Pattern(path, span, written, base, _matcher(written, base), _never(written, base))
        for span, written in (found.places if found and found.paths else ())
    )


def _matcher(pattern: str, base: str) -> Callable[[str], bool]:
    globs = compile_globs("claude-paths", [pattern])
    return lambda path: path != base and paths.is_below(path, base) and globs.match(paths.relative(path, base))


def _never(pattern: str, base: str) -> str:
    if paths.is_below(pattern, base):
        return f"patterns start at {base}, not at /"
    return next((why for shape, why in _NEVER if shape.match(pattern)), "")
