"""The rules of Claude Code, ``.claude/rules/**/*.md``: which files there are and which fire (CC-60 to CC-70)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import BRACE_BUDGET, Globs, compile_globs
from guidechain.core.hosts.claude_launch import Start
from guidechain.core.hosts.claude_text import content
from guidechain.core.hosts.claude_versions import BRACE_LIMIT, LINKED_FOLDER, LINKED_RULES
from guidechain.core.hosts.versions import Version, holds
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
    a link leads there, for ``rule_files`` to a place outside the launch folder."""

    path: str
    real: str
    linked: bool


@dataclass(frozen=True)
class Filter:
    """The ``paths:`` of one file, compiled, and what is noted of the file while nothing matches them."""

    globs: Globs
    miss: NotLoaded


@dataclass(frozen=True)
class Conditional:
    """A file with ``paths:`` that waits for a match: ``base`` is the folder its patterns start at; ``linked`` ones
    never fire. ``scope`` is that of the rule."""

    loaded: Loaded
    scope: str
    base: str
    filter: Filter
    linked: bool

    def decided_by(self, path: str) -> str | None:
        """The pattern that matches ``path``, None when none does."""
        below = paths.is_below(path, self.base) and path != self.base
        return self.filter.globs.decided_by(paths.relative(path, self.base)) if below else None

    def miss(self, detail: str = "") -> NotLoaded:
        """What is noted when nothing that matches was touched; ``detail`` says it in place of the patterns."""
        miss, via = self.filter.miss, self.loaded.via
        return replace(miss, via=via, detail=detail or miss.detail) if detail or via else miss


def rule_files(snapshot: Snapshot, start: Start, folder: str, *, trusted: bool) -> Iterator[RuleFile | NotLoaded]:
    """The files of the rules folder ``folder`` in directory order, a subfolder's in its place (CC-60, CC-61).

    ``trusted`` folders (the user's) may link anywhere. Files with another extension come as refused.
    """
    home = paths.parent(folder) if start.has(LINKED_FOLDER) else snapshot.entry(paths.parent(folder)).real
    for item in snapshot.query(_files_below, folder, paths.join(home, paths.name(folder)), ()):
        if isinstance(item, RuleFile) and item.linked:
            matters = not trusted and start.has(LINKED_RULES) and not paths.is_below(item.real, start.cwd)
            yield replace(item, linked=matters)
        else:
            yield item


def _files_below(
    snapshot: Snapshot, folder: str, expected: str, above: tuple[str, ...]
) -> tuple[RuleFile | NotLoaded, ...]:
    """Each file below ``folder``, once for all launches; ``expected`` is what the folder's name is without links."""
    found: list[RuleFile | NotLoaded] = []
    real = snapshot.entry(folder).real
    for name in snapshot.listdir(folder) if real not in above else ():
        path, own = paths.join(folder, name), paths.join(expected, name)
        entry = snapshot.entry(path)
        if entry.kind == "directory":
            found += _files_below(snapshot, path, own, (*above, real))
        elif not path.endswith(".md"):
            found.append(NotLoaded(path, "refused-type", detail="the name must end in .md"))
        else:
            found.append(RuleFile(path, entry.real, entry.real != own))
    return tuple(found)


def conditional(
    snapshot: Snapshot, start: Start, loaded: Loaded, scope: str, base: str, *, linked: bool
) -> Conditional | None:
    """``loaded`` as a file that waits, when its front matter has ``paths:`` that filter; else None."""
    found = snapshot.query(_filter, loaded.path, start.version)
    return Conditional(loaded, scope, base, found, linked) if found else None


def _filter(snapshot: Snapshot, path: str, version: Version | None) -> Filter | None:
    """The filter of a file, once for all launches; None when it has none."""
    found = content(snapshot, path, version)
    if found is None or found.paths is None:
        return None
    budget = BRACE_BUDGET if holds(version, BRACE_LIMIT) else NO_BUDGET
    miss = NotLoaded(path, "no-match", detail=f"paths: {', '.join(found.paths)}")
    return Filter(compile_globs("claude-paths", found.paths, budget), miss)


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
