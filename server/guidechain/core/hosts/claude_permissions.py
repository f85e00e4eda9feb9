"""The permission rules of Claude Code: their grammar and the paths they cover (CC-110 to CC-115).

``claude_outcomes.py`` builds on it; here a rule is read, and asked whether it covers a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import Globs, claude_pattern, compile_globs
from guidechain.core.hosts.claude_launch import Start
from guidechain.core.hosts.claude_settings import Source, joined, single
from guidechain.core.hosts.claude_versions import ALLOW_ANCHORED

Kind = Literal["deny", "ask", "allow"]
KINDS: tuple[Kind, ...] = ("deny", "ask", "allow")
"""In the order in which they are asked (CC-110)."""
PATH_TOOLS = ("Read", "Edit")
"""The tools whose rules hold a path pattern (CC-111)."""
_RULE = re.compile(r"([A-Z*][A-Za-z0-9_*-]*|mcp__[\w*-]+)(?:\((.*)\))?", re.DOTALL)
_NEVER = re.compile(r"^\s|^!|\\|[{}]|,|(?:^|/)\.\.(?:/|$)")

_ENDS = re.compile(r"(?<=[^/])(/?)/*\s*$")
"""Slashes after a slash and blanks at the end of a pattern, which do not count (observed on 2.1.332, case
``guard-pattern-ends``)."""


@dataclass(frozen=True)
class Rule:
    """One permission rule. ``content`` is the text in the parentheses, None without any or for ``*``; ``source`` is
    where it stands. For a path rule ``anchor`` is the folder its pattern starts at, ``pattern`` the pattern in git's
    terms and ``globs`` the same compiled, None when it can match nothing."""

    kind: Kind
    tool: str
    content: str | None
    written: str
    source: Source
    anchor: str = ""
    globs: Globs | None = None
    pattern: str = ""

    def covers(self, path: str) -> bool:
        """Whether this rule of a path tool covers ``path``; a bare rule covers everything."""
        if self.content is None:
            return True
        if self.globs is None or path == self.anchor or not paths.is_below(path, self.anchor):
            return False
        return self.globs.match(paths.relative(path, self.anchor))


def rules(start: Start, sources: tuple[Source, ...]) -> tuple[Rule, ...]:
    """Every valid rule: those of the settings and those of the flags, deny first; bad entries are skipped (CC-114)."""
    flags = Source("flags", "command line", start.cwd)
    only = single(sources, "allowManagedPermissionRulesOnly", scopes=("managed",))
    found = []
    for kind in KINDS:
        given: list[tuple[Any, Source]] = list(joined(sources, "permissions", kind))
        given += [(text, flags) for text in {"deny": start.deny, "allow": start.allow}.get(kind, ())]
        for text, source in given:
            if only and only[0] and source.scope != "managed":
                continue
            if isinstance(text, str) and (rule := parse_rule(start, kind, text, source)):
                found.append(rule)
    return tuple(found)


def parse_rule(start: Start, kind: Kind, written: str, source: Source) -> Rule | None:
    """The rule in ``written``; None when it is none and the host skips it."""
    match = _RULE.fullmatch(written)
    if not match or (written.endswith(")") and match[2] is None):
        return None
    tool, content = match[1], match[2]
    if content in (None, "*"):
        return Rule(kind, tool, None, written, source)
    if tool not in PATH_TOOLS or not content:
        return Rule(kind, tool, content, written, source)
    anchor, pattern = _anchored(start, kind, _ENDS.sub(r"\1", content), source)
    line = None if _NEVER.search(content) else claude_pattern(pattern)
    globs = None if line is None else compile_globs("gitignore-nocase", [line])
    return Rule(kind, tool, content, written, source, anchor, globs, line or pattern)


def _anchored(start: Start, kind: Kind, content: str, source: Source) -> tuple[str, str]:
    """Where a path pattern starts, and the pattern in git's terms below it (CC-112, CC-113)."""
    if content.startswith("//"):
        return "/", content[1:].removesuffix("/**") or "/**"
    if content.startswith("~/"):
        return start.home or "\0", content[1:].removesuffix("/**") or "/**"
    if content.startswith("/"):
        return source.folder, content.removesuffix("/**") or "/**"
    pattern = content.removeprefix("./")
    if pattern.endswith("/**") and pattern != "**/**":
        pattern = pattern.removesuffix("/**")
        if kind == "allow" and start.has(ALLOW_ANCHORED) and "/" not in pattern:
            pattern = "/" + pattern
    return start.cwd, pattern


def covering(candidates: Iterable[Rule], tool: str, names: Iterable[str]) -> Iterator[Rule]:
    """Of ``candidates`` those for ``tool`` that cover one of ``names`` (the path and its target, CC-115)."""
    names = tuple(names)
    for rule in candidates:
        if rule.tool == tool and any(rule.covers(name) for name in names):
            yield rule
