"""The walk of one Claude Code session: what it met, and the start-up files (CC-2 to CC-12, CC-80 to CC-84)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from guidechain.core import paths
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_facts import DEFAULT_MODE, Facts, Scope, grammar
from guidechain.core.hosts.claude_launch import ADD_DIR_VARIABLE, MEMORY_VARIABLE
from guidechain.core.hosts.claude_rules import Conditional, RuleFile, conditional, rule_files
from guidechain.core.hosts.claude_settings import MANAGED_TEXT, joined, single
from guidechain.core.hosts.claude_text import sent_text
from guidechain.core.hosts.imports import follow
from guidechain.core.model import Loaded, NotLoaded, When
from guidechain.core.snapshot import Snapshot

PROJECT_NAMES = ("CLAUDE.md", ".claude/CLAUDE.md")
LOCAL_NAME = "CLAUDE.local.md"
RULES = ".claude/rules"
AGENTS_NAMES = ("AGENTS.md", ".claude/AGENTS.md")
NEVER_READ = (".claude/CLAUDE.local.md", "CLAUDE.override.md", ".claude/rules.md")
NEVER_READ_AGENTS = ("AGENTS.override.md", "AGENTS.local.md", "AGENT.md")
"""Names that look as if they were read (CC-8, CC-81)."""
OTHER_CASE = {
    "claude.md": "CLAUDE.md",
    "Claude.md": "CLAUDE.md",
    "CLAUDE.MD": "CLAUDE.md",
    "CLAUDE.local.MD": "CLAUDE.local.md",
    ".claude/claude.md": ".claude/CLAUDE.md",
    "agents.md": "AGENTS.md",
    "Agents.md": "AGENTS.md",
}
MEMORY_LINES = 200
MEMORY_BYTES = 25_000
"""What of MEMORY.md is sent (CC-12)."""
_MEMORY_HEAD = re.compile(rf"(?:[^\r\n]*(?:\r\n|\r|\n)){{{MEMORY_LINES}}}")


@dataclass
class Walk:
    """What a session met so far. ``seen`` maps the real paths of files that were sent, or visited at start, to their
    first name; ``rows`` are the files sent, each with the folder of the way that it belongs to; ``waiting`` the
    conditional rules; ``culprit`` is the file that switches AGENTS.md off in the default mode (CC-82)."""

    snapshot: Snapshot
    known: Facts
    seen: dict[str, str] = field(default_factory=dict)
    rows: list[tuple[str, Loaded]] = field(default_factory=list)
    passed: list[NotLoaded] = field(default_factory=list)
    waiting: list[Conditional] = field(default_factory=list)
    searched: dict[str, None] = field(default_factory=dict)
    culprit: str | None = None

    def take(
        self, path: str, scope: Scope, folder: str, when: When = "start", seen: dict[str, str] | None = None
    ) -> bool:
        """Read the file at ``path`` with its imports; whether it was sent itself."""
        sent = False
        for event in self._events(path, scope, when, self.seen if seen is None else seen):
            if isinstance(event, NotLoaded):
                self.passed.append(event)
            else:
                self.rows.append((folder, event))
                sent = sent or event.path == path
        return sent

    def take_rules(self, rules: str, scope: Scope, base: str, folder: str, when: When = "start") -> list[Conditional]:
        """Read a rules folder; patterns start at ``base``. Gives the files that wait for a match (CC-62, CC-69)."""
        begun, found = self.known.start, list[Conditional]()
        for item in rule_files(self.snapshot, begun, rules, trusted=scope == "user"):
            if isinstance(item, NotLoaded):
                self.passed.append(item)
            elif item.linked and (when != "start" or not self.known.approved):
                self.passed.append(self._linked(item, when))
            else:
                for event in self._events(item.real, scope, when, self.seen):
                    if isinstance(event, NotLoaded):
                        self.passed.append(event)
                        continue
                    linked = item.linked or (event.via is not None and event.via.external and scope != "user")
                    waits = conditional(self.snapshot, begun, event, scope, base, linked=linked)
                    if waits:
                        found.append(waits)
                    else:
                        self.rows.append((folder, event))
        return found

    def _events(self, path: str, scope: Scope, when: When, seen: dict[str, str]) -> Iterator[Loaded | NotLoaded]:
        return follow(
            self.snapshot, grammar(self.snapshot, self.known, scope, on_demand=when != "start"), path, seen, when
        )

    def _linked(self, item: RuleFile, when: When) -> NotLoaded:
        """A rule that a link brings from outside the launch folder (CC-70)."""
        detail = f"the link leads to {item.real}, outside the launch folder {self.known.start.cwd}"
        return NotLoaded(item.path, "not-approved" if when == "start" else "outside-root", item.real, detail=detail)

    def pass_names(self, folder: str) -> None:
        """Note the names in ``folder`` that only look as if they were read (CC-8, CC-81)."""
        agents = () if self.known.agents_off else NEVER_READ_AGENTS
        for name in (*NEVER_READ, *agents):
            if self.snapshot.is_file(path := paths.join(folder, name)):
                self.passed.append(NotLoaded(path, "unknown-name"))
        for name, right in OTHER_CASE.items():
            if right in AGENTS_NAMES and self.known.agents_off:
                continue
            path, exact = paths.join(folder, name), paths.join(folder, right)
            if self.snapshot.is_file(path) and self.snapshot.entry(exact).kind == "missing":
                self.passed.append(NotLoaded(path, "wrong-case", detail=f"the name must be {right}"))

    def pass_all(self, folder: str, names: tuple[str, ...], row: NotLoaded) -> None:
        """Note that the files ``names`` of ``folder`` are passed over for the reason in ``row``."""
        for name in names:
            path = paths.join(folder, name)
            if self.snapshot.is_file(path):
                self.passed.append(replace(row, path=path))


def started(snapshot: Snapshot, known: Facts) -> Walk:
    """The walk after the start of the session (CC-2)."""
    walk = Walk(snapshot, known)
    _managed(walk)
    _user(walk)
    for folder in known.start.way:
        _of_the_way(walk, folder)
    _added(walk)
    _agents_at_start(walk)
    _memory(walk)
    for each in walk.waiting:
        walk.seen.pop(each.loaded.real, None)
    return walk


def _managed(walk: Walk) -> None:
    """CC-3."""
    begun = walk.known.start
    walk.searched[begun.managed] = None
    walk.take(paths.join(begun.managed, "CLAUDE.md"), "managed", "")
    given = single(walk.known.sources, "claudeMd", scopes=("managed",))
    if given and given[0].strip() and begun.has(since.MANAGED_TEXT):
        text, source = given
        if begun.off:
            walk.passed.append(NotLoaded(MANAGED_TEXT, "disabled", begun.off))
        else:
            walk.rows.append(("", Loaded(MANAGED_TEXT, source.path, size=len(text.encode("utf-8", "replace")))))
    walk.waiting += walk.take_rules(paths.join(begun.managed, RULES), "managed", begun.cwd, "")
    names = (*AGENTS_NAMES, LOCAL_NAME, ".claude/CLAUDE.md")
    walk.pass_all(begun.managed, names, NotLoaded("", "unknown-name", detail="no managed name"))
    for name in walk.snapshot.listdir(paths.join(begun.managed, "rules")):
        path = paths.join(begun.managed, f"rules/{name}")
        walk.passed.append(NotLoaded(path, "outside-search", detail=f"managed rules stand in {RULES}"))


def _user(walk: Walk) -> None:
    """CC-4."""
    begun = walk.known.start
    if begun.config:
        walk.searched[begun.config] = None
        walk.take(paths.join(begun.config, "CLAUDE.md"), "user", "")
        walk.waiting += walk.take_rules(paths.join(begun.config, "rules"), "user", begun.cwd, "")
        walk.pass_all(begun.config, ("AGENTS.md", LOCAL_NAME), NotLoaded("", "unknown-name", detail="no user name"))


def _of_the_way(walk: Walk, folder: str) -> None:
    """The project and local files of one folder of the way (CC-5, CC-9)."""
    begun = walk.known.start
    walk.searched[folder] = None
    own = [paths.join(folder, name) for name in PROJECT_NAMES]
    given = []
    if begun.left_out(folder):
        detail = f"of the main checkout around the worktree {begun.git_root}"
        row = NotLoaded("", "outside-search", f"{begun.git_root}/.git", detail=detail)
        walk.pass_all(folder, PROJECT_NAMES, row)
        for item in rule_files(walk.snapshot, begun, paths.join(folder, RULES), trusted=True):
            if isinstance(item, RuleFile):
                walk.passed.append(replace(row, path=item.path))
    else:
        given = [path for path in own if walk.take(path, "project", folder)]
        if paths.join(folder, ".claude") != begun.config:
            walk.waiting += walk.take_rules(paths.join(folder, RULES), "project", folder, folder)
    local = paths.join(folder, LOCAL_NAME)
    given += [local] if walk.take(local, "local", folder) else []
    walk.culprit = walk.culprit or next(iter(given), None)
    walk.pass_names(folder)


def _added(walk: Walk) -> None:
    """CC-11."""
    begun = walk.known.start
    enabled = begun.is_on(ADD_DIR_VARIABLE) and begun.has(since.ADD_DIR)
    names = (*PROJECT_NAMES, LOCAL_NAME)
    for folder in begun.add_dirs:
        if not enabled:
            walk.pass_all(folder, names, NotLoaded("", "disabled", ADD_DIR_VARIABLE))
            continue
        walk.searched[folder] = None
        for name in PROJECT_NAMES:
            walk.take(paths.join(folder, name), "project", folder)
        walk.waiting += walk.take_rules(paths.join(folder, RULES), "project", folder, folder)
        walk.take(paths.join(folder, LOCAL_NAME), "local", folder)
        walk.pass_all(folder, AGENTS_NAMES, NotLoaded("", "outside-search", "--add-dir"))
    for folder, source in joined(walk.known.sources, "permissions", "additionalDirectories"):
        if isinstance(folder, str) and folder:
            row = NotLoaded("", "outside-search", source.path, detail="only --add-dir brings instruction files")
            walk.pass_all(paths.join(begun.cwd, folder), names, row)


def _agents_at_start(walk: Walk) -> None:
    """The AGENTS.md files of the way, after everything else is known (CC-80 to CC-86)."""
    known, begun = walk.known, walk.known.start
    for folder in begun.way:
        if begun.left_out(folder):
            detail = f"of the main checkout around the worktree {begun.git_root}"
            walk.pass_all(
                folder, AGENTS_NAMES, NotLoaded("", "outside-search", f"{begun.git_root}/.git", detail=detail)
            )
            continue
        block = len(walk.rows)
        for name in AGENTS_NAMES:
            take_agents(walk, paths.join(folder, name), folder, walk.culprit, "start")
        if known.mode != DEFAULT_MODE:
            after = [
                index for index, (own, _) in enumerate(walk.rows[:block]) if own in ("", *_up_to(begun.way, folder))
            ]
            at = after[-1] + 1 if after else 0
            walk.rows[at:] = [*walk.rows[block:], *walk.rows[at:block]]


def _up_to(way: tuple[str, ...], folder: str) -> tuple[str, ...]:
    return way[: way.index(folder) + 1]


def take_agents(walk: Walk, path: str, folder: str, culprit: str | None, when: When) -> None:
    """Read one AGENTS.md unless the release, the mode, ``culprit`` or an equal file keeps it out."""
    known = walk.known
    entry = walk.snapshot.entry(path)
    if entry.kind == "missing":
        return
    if entry.real in walk.seen:
        walk.passed.append(NotLoaded(path, "duplicate", walk.seen[entry.real]))
    elif known.agents_off:
        walk.passed.append(NotLoaded(path, "disabled", known.mode_by, detail=known.agents_off))
    elif known.mode == DEFAULT_MODE and culprit:
        walk.passed.append(NotLoaded(path, "shadowed", culprit))
    elif known.mode != DEFAULT_MODE and (equal := _equal(walk, path)):
        walk.passed.append(NotLoaded(path, "duplicate", equal, detail="equal in content"))
    else:
        walk.take(path, "project", folder, when)


def _equal(walk: Walk, path: str) -> str | None:
    """A file sent already whose text is that of ``path`` (CC-86)."""
    text = sent_text(walk.snapshot, path).strip()
    same = (row.path for _, row in walk.rows if row.path != MANAGED_TEXT)
    return next((each for each in same if text and sent_text(walk.snapshot, each).strip() == text), None)


def _memory(walk: Walk) -> None:
    """MEMORY.md of the project's auto memory (CC-12, CC-93)."""
    begun, sources = walk.known.start, walk.known.sources
    if not begun.config:
        return
    key = re.sub(r"[^A-Za-z0-9]", "-", begun.project)
    usual = paths.join(begun.config, f"projects/{key}/memory/MEMORY.md")
    moved = single(tuple(s for s in sources if s.scope != "project" or walk.known.trusted), "autoMemoryDirectory")
    path, culprit = usual, None
    if moved and (folder := _memory_folder(moved[0], begun.home)):
        path, culprit = paths.join(folder, "MEMORY.md"), moved[1].path
    enabled = single(sources, "autoMemoryEnabled")
    if begun.off:
        off = begun.off
    elif begun.is_on(MEMORY_VARIABLE):
        off = MEMORY_VARIABLE
    else:
        off = enabled[1].path if enabled and enabled[0] is False else ""
    for each in dict.fromkeys([usual, path]):
        if not walk.snapshot.is_file(each):
            continue
        if not begun.has(since.MEMORY):
            walk.passed.append(NotLoaded(each, "disabled", detail="this release has no auto memory"))
        elif off:
            walk.passed.append(NotLoaded(each, "disabled", off))
        elif each != path:
            walk.passed.append(
                NotLoaded(each, "outside-search", culprit, detail=f"autoMemoryDirectory {moved and moved[0]}")
            )
        else:
            _take_memory(walk, each)


def _take_memory(walk: Walk, path: str) -> None:
    entry = walk.snapshot.entry(path)
    text, cut = memory_text(walk.snapshot, path)
    if not text.strip():
        walk.passed.append(NotLoaded(path, "empty"))
        return
    kept = len(text.encode("utf-8", "replace")) if cut else None
    walk.rows.append(("", Loaded(path, entry.real, size=entry.size, kept=kept)))


def memory_text(snapshot: Snapshot, path: str) -> tuple[str, bool]:
    """What of a MEMORY.md is sent, and whether that is less than all of it."""
    text = (snapshot.text(path) or "").removeprefix("\ufeff")
    head = _MEMORY_HEAD.match(text)
    kept = head.group() if head else text
    encoded = kept.encode("utf-8", "replace")
    if len(encoded) > MEMORY_BYTES:
        kept = encoded[:MEMORY_BYTES].decode("utf-8", "ignore")
        kept = kept[: kept.rfind("\n") + 1] or kept
    return kept, kept != text


def _memory_folder(value: str, home: str | None) -> str | None:
    """The folder that autoMemoryDirectory names; None when it is neither absolute nor below ``~/``."""
    if value.startswith("~/"):
        return paths.join(home, "./" + value[2:]) if home else None
    return paths.normal(value) if paths.is_absolute(value) else None
