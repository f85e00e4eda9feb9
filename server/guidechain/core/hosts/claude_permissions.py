"""The permission rules of Claude Code: their grammar and the paths they cover (CC-110 to CC-115).

``claude_outcomes.py`` builds on it; here a rule is read, and asked whether it covers a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
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

_SLASHES = re.compile(r"(?<!^)//+")
"""Doubled slashes within a pattern count as one (case ``guard-doubled-slashes``); ``.//x`` is ``/x`` in the launch
folder."""
_ENDS = re.compile(r"(?<=[^/])(/?)/*\s*$")
"""Slashes after a slash and blanks at the end of a pattern, which do not count (observed on 2.1.332, case
``guard-pattern-ends``)."""


@dataclass(frozen=True)
class Rule:
    """One permission rule. ``content`` is the text in the parentheses, None without any or for ``*``; ``source`` is
    where it stands. For a path rule ``anchor`` is the folder its pattern starts at, ``pattern`` the pattern in git's
    terms and ``globs`` the same compiled, None when it can match nothing. ``others`` are further folders that it starts
    at."""

    kind: Kind
    tool: str
    content: str | None
    written: str
    source: Source
    anchor: str = ""
    globs: Globs | None = None
    pattern: str = ""
    others: tuple[str, ...] = ()

    def names(self, tool: str) -> bool:
        """Whether this rule is about ``tool``; ``*`` in a name of deny and ask is any text (case
        ``guard-star-in-name``)."""
        if self.kind == "allow" or "*" not in self.tool:
            return self.tool == tool
        return re.fullmatch(re.escape(self.tool).replace(r"\*", ".*"), tool) is not None

    def covers(self, path: str) -> bool:
        """Whether this rule of a path tool covers ``path``; a bare rule covers everything."""
        if self.content is None:
            return True
        globs = self.globs
        return globs is not None and any(
            path != anchor and paths.is_below(path, anchor) and globs.match(paths.relative(path, anchor))
            for anchor in (self.anchor, *self.others)
        )


def added_folders(start: Start, sources: tuple[Source, ...]) -> tuple[str, ...]:
    """The folders that a session may work in beside its own; those that a project adds itself are left out, since they
    count in trusted folders only (CC-104)."""
    listed = joined(sources, "permissions", "additionalDirectories")
    given = [folder for folder, source in listed if isinstance(folder, str) and folder and source.scope != "project"]
    home = start.home or "\0"
    named = (paths.join(home, each[2:]) if each.startswith("~/") else paths.join(start.cwd, each) for each in given)
    return tuple(dict.fromkeys((*start.add_dirs, *named)))


def rules(start: Start, sources: tuple[Source, ...]) -> tuple[Rule, ...]:
    """Every valid rule: those of the settings and those of the flags, deny first; bad entries are skipped (CC-114).

    Relative patterns of deny and ask also start at each added folder (case ``guard-added-folders``).
    """
    added = added_folders(start, sources)
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
                relative = rule.kind != "allow" and rule.globs and not (rule.content or "/").startswith(("/", "~/"))
                found.append(replace(rule, others=added) if relative and added else rule)
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
    written = _SLASHES.sub("/", content) if not content.startswith("./") else content
    if written.startswith("//"):
        return "/", written[1:].removesuffix("/**") or "/**"
    if written.startswith("~/"):
        return start.home or "\0", written[1:].removesuffix("/**") or "/**"
    if written.startswith("/"):
        return source.folder, written.removesuffix("/**") or "/**"
    pattern = re.sub("//+", "/", written.removeprefix("./"))
    if pattern.endswith("/**") and pattern != "**/**":
        pattern = pattern.removesuffix("/**")
        if kind == "allow" and start.has(ALLOW_ANCHORED) and "/" not in pattern:
            pattern = "/" + pattern
    return start.cwd, pattern


def covering(candidates: Iterable[Rule], tool: str, names: Iterable[str]) -> Iterator[Rule]:
    """Of ``candidates`` those for ``tool`` that cover one of ``names`` (the path and its target, CC-115)."""
    names = tuple(names)
    for rule in candidates:
        if rule.names(tool) and any(rule.covers(name) for name in names):
            yield rule
