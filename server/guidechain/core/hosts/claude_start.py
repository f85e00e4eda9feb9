"""The start of a Claude Code session: managed, user, the way, added folders, AGENTS.md, memory (CC-2 to CC-11)."""

from __future__ import annotations

from dataclasses import replace

from guidechain.core import paths
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_agents import agents_at_start
from guidechain.core.hosts.claude_facts import Facts
from guidechain.core.hosts.claude_launch import ADD_DIR_VARIABLE
from guidechain.core.hosts.claude_memory import memory
from guidechain.core.hosts.claude_rules import RuleFile, rule_files
from guidechain.core.hosts.claude_settings import MANAGED_TEXT, joined, single
from guidechain.core.hosts.claude_walk import AGENTS_NAMES, LOCAL_NAME, PROJECT_NAMES, RULES, Walk
from guidechain.core.model import Loaded, NotLoaded
from guidechain.core.snapshot import Snapshot

_CLAIMING = ("CLAUDE.md", LOCAL_NAME)
"""A file of the way with such a name switches AGENTS.md off, also an unconditional rule (observed on 2.1.332, case
``agents-off-rule-named-claude-md``)."""


def started(snapshot: Snapshot, known: Facts) -> Walk:
    """The walk after the start of the session (CC-2)."""
    walk = Walk(snapshot, known)
    _managed(walk)
    _user(walk)
    for folder in known.start.way:
        _of_the_way(walk, folder)
    _added(walk)
    agents_at_start(walk)
    memory(walk)
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
    given, before = [], len(walk.rows)
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
    given += [row.path for _, row in walk.rows[before:] if row.via is None and paths.name(row.path) in _CLAIMING]
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
