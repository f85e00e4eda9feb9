"""What a touch brings into a Claude Code session: files below the launch folder, rules that match (CC-68 to CC-75)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_agents import take_agents
from guidechain.core.hosts.claude_facts import DEFAULT_MODE, Scope, grammar
from guidechain.core.hosts.claude_launch import Start
from guidechain.core.hosts.claude_permissions import Rule, covering
from guidechain.core.hosts.claude_rules import Conditional
from guidechain.core.hosts.claude_walk import AGENTS_NAMES, LOCAL_NAME, PROJECT_NAMES, RULES, Walk
from guidechain.core.hosts.versions import Boundary
from guidechain.core.model import NotLoaded, Touch

NAMES: tuple[tuple[str, Scope], ...] = (*((name, "project") for name in PROJECT_NAMES), (LOCAL_NAME, "local"))
"""In the order of a touch, which is not that of the start (CC-72)."""
_NEEDS: dict[str, Boundary] = {"edit": since.TOUCH_EDIT, "write": since.TOUCH_EDIT, "shell": since.TOUCH_SHELL}


def touched(walk: Walk, touch: Touch) -> None:
    """Add what ``touch`` brings to ``walk`` (CC-71 to CC-73, CC-85)."""
    begun = walk.known.start
    path = _seen_from(begun, touch.path)
    denied = _denied(walk, touch, path)
    why_not = denied.written if denied else _shows_nothing(walk, touch, path)
    there = touch.assumed or walk.snapshot.is_file(path)
    if not why_not and (there or touch.act == "write"):
        walk.shown.add(path)
        walk.read |= {path} if touch.act in ("read", "mention") else set()
    why_not = why_not or _too_early(begun, touch, there=there)
    if not paths.is_below(path, begun.cwd) or path == begun.cwd:
        _outside(walk, path)
        return
    folders = paths.between(begun.cwd, paths.parent(path))[1:]
    walk.searched.update(dict.fromkeys(folders))
    if why_not:
        _all_passed(
            walk, folders, path, NotLoaded("", "wrong-touch", denied.source.path if denied else None, detail=why_not)
        )
        return
    place = len(walk.rows)
    _fire(walk, [each for each in walk.waiting if each.scope in ("managed", "user")], path)
    for folder in folders:
        _nested(walk, folder, path)
    _fire(walk, [each for each in walk.waiting if each.scope not in ("managed", "user")], path)
    agents = len(walk.rows)
    for folder in folders:
        _agents(walk, folder, touch, there=there)
    if not begun.has(since.CLAUDE_FIRST):
        walk.rows[place:] = [*walk.rows[agents:], *walk.rows[place:agents]]


def _seen_from(begun: Start, path: str) -> str:
    """``path`` below the real launch folder when it was given below the launch folder as written."""
    given = begun.launch.cwd
    return paths.join(begun.cwd, paths.relative(path, given)) if paths.is_below(path, given) else paths.normal(path)


def _denied(walk: Walk, touch: Touch, path: str) -> Rule | None:
    """The deny rule because of which the act does not happen (CC-110, CC-111)."""
    tools = {
        "read": ("Read",),
        "mention": ("Read",),
        "shell": ("Read",),
        "edit": ("Edit", "Read"),
        "write": ("Edit", "Read"),
    }
    denying = [rule for rule in walk.known.permissions if rule.kind == "deny"]
    names = (path, walk.snapshot.entry(path).real)
    return next((rule for tool in tools.get(touch.act, ()) for rule in covering(denying, tool, names)), None)


def _shows_nothing(walk: Walk, touch: Touch, path: str) -> str:
    """Why the act shows the session no file, in any release; "" when it does."""
    begun, kind = walk.known.start, walk.snapshot.entry(path).kind
    if touch.act in ("list", "search"):
        return f"{touch.act} is no trigger"
    if touch.act == "shell" and touch.command is not None and path not in _reads(touch.command, begun):
        return "the command is no plain read of the file"
    missing = kind == "missing" and not touch.assumed
    if kind == "directory" or (missing and touch.act in ("mention", "edit", "shell")):
        return "no file is touched"
    unread = touch.act in ("edit", "write") and kind == "file" and path not in walk.shown
    if unread and not begun.has(since.EDIT_UNREAD):
        return f"before {since.EDIT_UNREAD.new} a file is read before it is edited"
    return ""


def _too_early(begun: Start, touch: Touch, *, there: bool) -> str:
    """Why an act that shows a file brings nothing in this release, "" when it does."""
    needed = _NEEDS.get(touch.act)
    if not begun.has(since.ON_DEMAND):
        return "this release brings nothing on a touch"
    if needed and not begun.has(needed):
        return f"{touch.act} is no trigger before {needed.new}"
    if touch.act == "read" and not there and not begun.has(since.TOUCH_MISSING):
        return f"reading a missing file is no trigger before {since.TOUCH_MISSING.new}"
    return ""


def _reads(command: str, begun: Start) -> tuple[str, ...]:
    from guidechain.core.hosts.claude_shell import plain_reads  # Only for shell acts.

    return plain_reads(command, begun.cwd, begun.home)


def _outside(walk: Walk, path: str) -> None:
    """A touch outside the launch folder brings nothing (CC-73)."""
    begun = walk.known.start
    row = NotLoaded("", "outside-search", begun.cwd, detail="the file lies outside the launch folder")
    for folder in reversed(paths.ancestors(paths.parent(path)) if path != begun.cwd else []):
        if folder not in begun.way and not paths.is_root(folder):
            walk.pass_all(folder, (*PROJECT_NAMES, LOCAL_NAME, *AGENTS_NAMES), row)
    walk.passed += [each.miss("the file lies outside the launch folder") for each in walk.waiting]


def _all_passed(walk: Walk, folders: list[str], path: str, row: NotLoaded) -> None:
    """Note what another act would bring for ``path``, with the reason in ``row``."""
    shadowed = walk.known.mode == DEFAULT_MODE and walk.culprit
    agents = NotLoaded("", "shadowed", walk.culprit) if shadowed else row
    for folder in folders:
        walk.pass_all(folder, (*PROJECT_NAMES, LOCAL_NAME), row)
        if not walk.known.agents_off:
            walk.pass_all(folder, AGENTS_NAMES, agents)
    for each in walk.waiting:
        matches = each.decided_by(path) is not None
        walk.passed.append(replace(row, path=each.loaded.path) if matches else each.miss())


def _nested(walk: Walk, folder: str, path: str) -> None:
    """The files of one folder below the launch folder (CC-72)."""
    for name, scope in NAMES:
        walk.take(paths.join(folder, name), scope, folder, "on-touch")
    waiting = walk.take_rules(paths.join(folder, RULES), "project", folder, folder, "on-touch")
    for each in waiting:
        walk.seen.pop(each.loaded.real, None)
    _fire(walk, waiting, path)
    walk.pass_names(folder)


def _fire(walk: Walk, waiting: Iterable[Conditional], path: str) -> None:
    """Send the conditional rules that match ``path`` and were not sent before (CC-68)."""
    sent = {row.real for _, row in walk.rows}
    for each in waiting:
        pattern = each.decided_by(path)
        if each.loaded.real in sent:
            continue
        if pattern is None:
            walk.passed.append(each.miss())
        elif each.loaded.path in walk.shown:
            detail = "the session has shown it already"
            walk.passed.append(NotLoaded(each.loaded.path, "duplicate", each.loaded.path, each.loaded.via, detail))
        elif each.linked:
            detail = "a conditional rule from outside the launch folder never fires"
            walk.passed.append(
                NotLoaded(each.loaded.path, "outside-root", walk.known.start.cwd, each.loaded.via, detail)
            )
        else:
            walk.seen[each.loaded.real] = each.loaded.path
            walk.rows.append((each.base, replace(each.loaded, when="on-match", pattern=pattern)))


def wait(walk: Walk) -> None:
    """Note the conditional rules of a session in which nothing was touched."""
    walk.passed += [each.miss() for each in walk.waiting]


def _agents(walk: Walk, folder: str, touch: Touch, *, there: bool) -> None:
    """The AGENTS.md of a folder below the launch folder: only a read or a mention of a file that is ``there`` brings
    it (CC-85; observed on 2.1.332, case ``agents-nested-not-on-missing-file``)."""
    known, begun = walk.known, walk.known.start
    brings = (touch.act == "read" and there) or (touch.act == "mention" and begun.has(since.AGENTS_ON_MENTION))
    culprit = walk.culprit or _claimed(walk, folder)
    shadowed = known.mode == DEFAULT_MODE and culprit
    if not brings and not known.agents_off and not shadowed:
        walk.pass_all(folder, AGENTS_NAMES, NotLoaded("", "wrong-touch", detail="only a read or a mention brings it"))
        return
    for name in AGENTS_NAMES:
        take_agents(walk, paths.join(folder, name), folder, culprit, "on-touch")


def _claimed(walk: Walk, folder: str) -> str | None:
    """The file of ``folder`` that keeps its AGENTS.md out in the default mode."""
    for name, scope in NAMES:
        path = paths.join(folder, name)
        entry = walk.snapshot.entry(path)
        if entry.kind == "file" and not grammar(walk.snapshot, walk.known, scope, on_demand=True).admit(
            path, entry, None
        ):
            return path
    return None
