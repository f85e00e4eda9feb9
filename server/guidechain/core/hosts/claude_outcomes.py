"""What Claude Code answers to a tool call by its permission rules and its mode (CC-110 to CC-118); hooks are left out.

Print mode is assumed: whatever would be asked is refused (CC-117).
"""

from __future__ import annotations

import re
from typing import Literal

from guidechain.core import paths
from guidechain.core.globs import compile_globs
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_facts import Facts, facts
from guidechain.core.hosts.claude_permissions import Kind, Rule, added_folders, covering
from guidechain.core.hosts.claude_settings import single
from guidechain.core.hosts.claude_shell import file_acts
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot

Outcome = Literal["ok", "denied", "read-deny", "asks", "protected", "not-offered", "error"]
"""``read-deny``: a Read rule refuses an edit; ``not-offered``: the model does not see the tool; ``error``: the tool
itself fails."""
EDITORS = ("Edit", "Write", "NotebookEdit")
BYPASS = ("--dangerously-skip-permissions", "bypassPermissions")
PROTECTED = (
    *("/.git/", "**/.git/", "**/.config/git/", ".vscode/", ".idea/", ".husky/", ".cargo/", ".devcontainer/", ".yarn/"),
    *(".mvn/", ".claude/*", "**/.claude/*", "!/.claude/worktrees/", ".gitconfig", ".gitmodules", ".bashrc"),
    *(".bash_profile", ".bash_login", ".bash_logout", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin"),
    *(".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".envrc", ".npmrc", ".yarnrc*", ".pnp.*"),
    *(".pnpmfile.cjs", "bunfig.toml", ".bazelrc", ".bazelversion", ".pre-commit-config.yaml", "lefthook.*"),
    *("gradle-wrapper.properties", "maven-wrapper.properties", ".devcontainer.json", ".ripgreprc"),
    *("pyrightconfig.json", ".mcp.json", ".claude.json"),
)
"""What no mode but bypass accepts by itself, and no allow rule opens (CC-118), in git's terms."""
OWN_SETTINGS = (".claude/settings.json", ".claude/settings.local.json")
"""The host asks about its own settings files in other words than about protected ones."""


def outcome(
    snapshot: Snapshot, launch: Launch, tool: str, argument: str, read: frozenset[str] = frozenset()
) -> Outcome:
    """What becomes of a call of ``tool`` with the absolute path ``argument``, or with a command for ``Bash``.

    ``read`` are the paths that the session was shown before: by a read, a mention, a plain shell read, a touch that
    brought them, or its own edits (observed on 2.1.197, case ``guard-unread``).
    """
    known = facts(snapshot, launch)
    if any(rule.kind == "deny" and rule.names(tool) and rule.content is None for rule in known.permissions):
        return "not-offered"
    if tool == "Bash":
        return _shell(snapshot, known, argument)
    if tool not in ("Read", *EDITORS):
        return _by_name(known, tool)
    return _on_path(snapshot, known, tool, argument, read)


def _on_path(snapshot: Snapshot, known: Facts, tool: str, path: str, read: frozenset[str]) -> Outcome:
    entry = snapshot.entry(path)
    names = (path, entry.real)
    edits = tool in EDITORS
    if _hit(known, "deny", "Edit" if edits else "Read", names):
        return "denied"
    unread = edits and entry.kind == "file" and path not in read
    if unread and not known.start.has(since.EDIT_UNREAD):
        return "error"
    if edits and _hit(known, "deny", "Read", names):
        return "read-deny"
    if unread and tool != "Write" and not _inside(known, path):
        return "error"  # Outside its folders the host edits only what it has read (case guard-outside).
    if unread and _hit(known, "ask", "Read", names):
        return "error"  # It must be read first (observed on 2.1.332, case guard-read-ask-before-edit).
    if _hit(known, "ask", "Edit" if edits else "Read", names):
        return "asks"
    allowed = _allowed(known, tool, names)
    verdict: Outcome = "ok"
    if edits and (refusal := _protected(known, path)):
        verdict = refusal
    elif not allowed and not _accepted(known, path, edits=edits):
        verdict = "asks"
    failing = entry.kind == "directory" or (entry.kind == "missing" and tool == "Read")
    return "error" if verdict == "ok" and failing else verdict


def _hit(known: Facts, kind: Kind, tool: str, names: tuple[str, ...]) -> Rule | None:
    return next(covering((rule for rule in known.permissions if rule.kind == kind), tool, names), None)


def _allowed(known: Facts, tool: str, names: tuple[str, ...]) -> bool:
    """Whether an allow rule covers the path and its target (CC-115); a project's counts in trusted folders (CC-104)."""
    tools = ("Edit", tool) if tool in EDITORS else (tool,)
    return any(
        rule.kind == "allow"
        and (rule.source.scope != "project" or known.trusted)
        and (rule.content is None or rule.tool in ("Edit", "Read"))
        and rule.tool in tools
        and all(rule.covers(name) for name in names)
        for rule in known.permissions
    )


def _mode(known: Facts) -> str:
    if BYPASS[0] in known.start.launch.args:
        return BYPASS[1]
    given = single(known.sources, "permissions", "defaultMode")
    return known.start.mode or (str(given[0]) if given else "default")


def _accepted(known: Facts, path: str, *, edits: bool) -> bool:
    """Whether the mode lets a call on ``path`` go ahead without a rule."""
    mode = _mode(known)
    return mode == BYPASS[1] or (_inside(known, path) and (not edits or mode == "acceptEdits"))


def _inside(known: Facts, path: str) -> bool:
    """Whether ``path`` lies in a folder that the session works in."""
    folders = (known.start.cwd, *added_folders(known.start, known.sources))
    return any(paths.is_below(path, folder) for folder in folders)


def _protected(known: Facts, path: str) -> Outcome | None:
    if _mode(known) == BYPASS[1]:
        return None
    inside = paths.is_below(path, known.start.cwd)
    name = paths.relative(path, known.start.cwd) if inside else path.lstrip("/")
    if name in OWN_SETTINGS:
        return "asks"
    return "protected" if compile_globs("gitignore-nocase", PROTECTED).match(name) else None


def _shell(snapshot: Snapshot, known: Facts, command: str) -> Outcome:
    """A Bash call: rules on its text, and path rules on the files that it is seen to read or write (CC-116)."""
    begun = known.start
    kinds: tuple[Kind, ...] = ("deny", "ask")
    for kind in kinds:
        if _text_rules(known, kind, command):
            return "denied" if kind == "deny" else "asks"
        for tool, path, by_input in file_acts(command, begun.cwd):
            needed = since.DENY_INPUT if tool == "Read" else since.DENY_TEE_INPUT
            if by_input and not begun.has(needed):
                continue
            if _hit(known, kind, tool, (path, snapshot.entry(path).real)):
                return "denied" if kind == "deny" else "asks"
    if _text_rules(known, "allow", command) or _mode(known) == BYPASS[1]:
        return "ok"
    return "asks"


def _text_rules(known: Facts, kind: Kind, command: str) -> bool:
    return any(
        rule.kind == kind and rule.names("Bash") and _covers_command(rule.content, command)
        for rule in known.permissions
    )


def _covers_command(content: str | None, command: str) -> bool:
    """Whether a Bash rule covers ``command``: ``*`` is any text, a final `` *`` or ``:*`` also stands for nothing."""
    if content is None:
        return True
    text = content[:-2] + " *" if content.endswith(":*") else content
    open_end = text.endswith(" *")
    parts = map(re.escape, (text[:-2] if open_end else text).split("*"))
    return re.fullmatch(".*".join(parts) + ("(?: .*)?" if open_end else ""), command.strip(), re.DOTALL) is not None


def _by_name(known: Facts, tool: str) -> Outcome:
    """Tools without a path: rules by name only."""
    for kind, found in (("deny", "denied"), ("ask", "asks")):
        if any(rule.kind == kind and rule.names(tool) for rule in known.permissions):
            return "denied" if found == "denied" else "asks"
    named = any(rule.kind == "allow" and rule.tool == tool for rule in known.permissions)
    return "ok" if named or _mode(known) == BYPASS[1] else "asks"
