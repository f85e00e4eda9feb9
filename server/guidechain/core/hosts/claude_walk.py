"""The record of one Claude Code session: what it read, what it passed over, and the names it looks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from guidechain.core import paths
from guidechain.core.hosts.claude_facts import Facts, Scope, grammar, kept_out
from guidechain.core.hosts.claude_rules import Conditional, RuleFile, conditional, rule_files
from guidechain.core.hosts.claude_versions import RULE_LINK_NAMES
from guidechain.core.hosts.imports import Grammar, follow
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


@dataclass
class Walk:
    """What a session met so far. ``seen`` maps the real paths of files that were sent, or visited at start, to their
    first name; ``rows`` are the files sent, each with the folder of the way that it belongs to; ``waiting`` the
    conditional rules; ``culprit`` is the file that switches AGENTS.md off in the default mode (CC-82); ``grammars``
    holds those made for ``snapshot``, by scope and whether the file comes on a touch. ``shown`` are the files that the
    session's own acts have shown, ``read`` those of them that a read or a mention has: no touch brings them again
    (CC-75; observed on 2.1.332, case ``nested-shown-before``)."""

    snapshot: Snapshot
    known: Facts
    seen: dict[str, str] = field(default_factory=dict)
    rows: list[tuple[str, Loaded]] = field(default_factory=list)
    passed: list[NotLoaded] = field(default_factory=list)
    waiting: list[Conditional] = field(default_factory=list)
    searched: dict[str, None] = field(default_factory=dict)
    culprit: str | None = None
    shown: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    grammars: dict[tuple[Scope, bool], Grammar] = field(default_factory=dict)

    def take(self, path: str, scope: Scope, folder: str, when: When = "start", shown: set[str] | None = None) -> bool:
        """Read the file at ``path`` with its imports, apart from files ``shown``; whether it was sent itself."""
        sent = False
        for event in self._events(path, scope, when, self.shown if shown is None else shown):
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
            elif begun.has(RULE_LINK_NAMES) and (
                refusal := kept_out(self.known, scope, item.path, self.snapshot.entry(item.path))
            ):
                self.passed.append(NotLoaded(item.path, refusal.why, refusal.culprit, detail=refusal.detail))
            elif when == "start" and scope != "managed" and self.known.mode == "managed-only":
                found += self._late(item, scope, base)
            else:
                for event in self._events(item.real, scope, when, self.shown):
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

    def _events(self, path: str, scope: Scope, when: When, shown: set[str]) -> Iterator[Loaded | NotLoaded]:
        for event in follow(self.snapshot, self._grammar(scope, when), path, self.seen, when):
            if isinstance(event, Loaded) and event.path in shown:
                yield NotLoaded(event.path, "duplicate", event.path, event.via, "the session has shown it already")
            else:
                yield event

    def _grammar(self, scope: Scope, when: When) -> Grammar:
        key = (scope, when != "start")
        if key not in self.grammars:
            self.grammars[key] = grammar(self.snapshot, self.known, scope, on_demand=key[1])
        return self.grammars[key]

    def _late(self, item: RuleFile, scope: Scope, base: str) -> Iterator[Conditional]:
        """In the mode managed-only no rule comes at start, and one that waits for a match still waits (CC-87; observed
        on 2.1.332, case ``agents-mode-managed-only-rules``)."""
        entry = self.snapshot.entry(item.real)
        loaded = Loaded(item.real, entry.real, size=entry.size)
        waits = conditional(self.snapshot, self.known.start, loaded, scope, base, linked=item.linked)
        refusal = self._grammar(scope, "on-touch" if waits else "start").admit(item.real, entry, None)
        if refusal:
            self.passed.append(NotLoaded(item.real, refusal.why, refusal.culprit, detail=refusal.detail))
        elif waits:
            yield waits

    def _linked(self, item: RuleFile, when: When) -> NotLoaded:
        """A rule that a link brings from outside the launch folder (CC-70)."""
        detail = f"the link leads to {item.real}, outside the launch folder {self.known.start.cwd}"
        return NotLoaded(item.path, "not-approved" if when == "start" else "outside-root", item.real, detail=detail)

    def pass_names(self, folder: str) -> None:
        """Note the names in ``folder`` that only look as if they were read (CC-8, CC-81).

        Not above the project: to list a home folder is to depend on every file that comes and goes there.
        """
        if paths.is_below(folder, self.known.start.project):
            self.passed += self.snapshot.query(_odd_names, folder, bool(self.known.agents_off))

    def pass_all(self, folder: str, names: tuple[str, ...], row: NotLoaded) -> None:
        """Note that the files ``names`` of ``folder`` are passed over for the reason in ``row``."""
        for name in names:
            path = paths.join(folder, name)
            if self.snapshot.is_file(path):
                self.passed.append(replace(row, path=path))


def _odd_names(snapshot: Snapshot, folder: str, agents_off: bool) -> tuple[NotLoaded, ...]:
    """The files of ``folder`` whose names only look as if they were read, once for all launches."""
    found, there = [], snapshot.listdir(folder)
    for name in (*NEVER_READ, *(() if agents_off else NEVER_READ_AGENTS)):
        if name.partition("/")[0] in there and snapshot.is_file(path := paths.join(folder, name)):
            found.append(NotLoaded(path, "unknown-name"))
    for name, right in OTHER_CASE.items():
        if name.partition("/")[0] not in there or (right in AGENTS_NAMES and agents_off):
            continue
        path, exact = paths.join(folder, name), paths.join(folder, right)
        if snapshot.is_file(path) and snapshot.entry(exact).kind == "missing":
            found.append(NotLoaded(path, "wrong-case", detail=f"the name must be {right}"))
    return tuple(found)
