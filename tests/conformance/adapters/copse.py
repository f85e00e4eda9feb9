"""Copse cases: each turn is played call by call on the case's tree; the host's own chain must agree with it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace

from conformance import compare as rows
from conformance.case import Comparison, Reader
from conformance.world import World

from guidechain.core import paths
from guidechain.core.hosts.copse import HOST
from guidechain.core.hosts.copse_files import MAX_PATHS, Source
from guidechain.core.model import Act, Launch, Touch
from guidechain.core.snapshot import Snapshot
from guidechain.core.turn import EDIT_TOOLS, Call, Turn, act, begin, states

ACTS: dict[str, Act] = {"list_dir": "list", "search_code": "search", "search_codebase": "search", "run_shell": "shell"}
"""Tools in the words of Guidechain; other reading tools read, editing tools edit."""


def compare(case: Reader, world: World) -> Iterator[Comparison]:
    """Every turn in order, then what the chain passes over and the state of each source."""
    cwd = case.whole("cwd")
    root = world.path(case.whole("project_root") or cwd)
    trusted = case.whole("trusted")
    for index, earlier in enumerate(case.get("earlier_turns", [])):
        launch = _launch(earlier, root, world, trusted=earlier.whole("trusted", trusted))
        for each in _play(earlier, world, launch, []):
            yield replace(each, field=f"earlier_turns[{index}].{each.field}")
    launch = _launch(case, root, world, trusted=trusted)
    ended: list[Turn] = []
    yield from _play(case, world, launch, ended)
    turn, after = ended[0], Snapshot(world.files)
    found = [_row(world, each) for each in turn.injected]
    yield from rows.not_loaded(case, world, HOST.chain(after, launch, _touch(case, root)), found)
    context = [paths.join(root, each) for each in case.whole("in_context")]
    yield Comparison("in_context", sorted(context[:MAX_PATHS]), sorted(turn.context))
    shown = {world.label(path): state for path, state in states(after, turn)[0].items()}
    yield Comparison("sources_state", case.whole("sources_state"), shown)


def _launch(turn: Reader, root: str, world: World, *, trusted: bool) -> Launch:
    named = [*turn.whole("prompt_paths", []), *turn.whole("attachments", [])]
    options = (("copse.trusted", "true" if trusted else "false"),)
    return Launch(cwd=root, home=world.home, options=options, mentions=tuple(named))


def _touch(case: Reader, root: str) -> Touch | None:
    target, steps = case.whole("target"), [each for each in case.whole("steps") or [] if "tool" in each]
    if not target or not steps:
        return None
    return Touch(paths.join(root, target), _act(steps[-1]["tool"]))


def _act(tool: str) -> Act:
    return ACTS.get(tool, "edit" if tool in EDIT_TOOLS else "read")


def _play(case: Reader, world: World, launch: Launch, ended: list[Turn]) -> Iterator[Comparison]:
    """Play one turn on the world's files; the turn as it ends goes into ``ended``."""
    snapshot = Snapshot(world.files)
    turn = begin(snapshot, launch)
    start = [each.loaded for each in turn.injected]
    yield Comparison("loaded(chain at start)", list(HOST.chain(snapshot, launch, None).loaded), start)
    calls: list[tuple[str, bool]] = []
    steps = case.get("steps", [])
    yield Comparison("steps", [], [])
    for index, step in enumerate(steps):
        targets = [paths.join(launch.cwd, step[key]) for key in ("path", "to") if key in step]
        if "external" in step:
            _carry_out(world, {"write": "write_file", "delete": "delete_file"}[step["external"]], targets, step)
            continue
        snapshot = Snapshot(world.files)
        call = Call(step["tool"], tuple(targets), step.get("via", "agent"))
        done = act(snapshot, turn, call)
        yield Comparison(f"steps[{index}].deferred", step["deferred"], done.deferred)
        yield Comparison(
            f"steps[{index}].adds", step.whole("adds"), [world.label(each.loaded.path) for each in done.adds]
        )
        if index == 0 and len(targets) == 1 and call.by == "agent":
            chain = HOST.chain(snapshot, launch, Touch(targets[0], _act(call.tool)))
            yield Comparison(
                "loaded(chain of the first call)", list(chain.loaded), [each.loaded for each in done.turn.injected]
            )
        if not done.deferred:
            _carry_out(world, call.tool, targets, step)
        turn = done.turn
        calls.append((call.tool, done.deferred))
    if "first_action" in case or "deferred" in case:
        tool, deferred = calls[0]
        yield Comparison("first_action", case["first_action"], "edit" if tool in EDIT_TOOLS else "other")
        yield Comparison("deferred", case["deferred"], deferred)
    yield from rows.loaded(case, [_row(world, each) for each in turn.injected])
    ended.append(turn)


def _row(world: World, source: Source) -> dict[str, object]:
    found = {**rows.row(world, source.loaded), "text": source.text}
    return found | {"truncated": True} if source.loaded.kept is not None else found


def _carry_out(world: World, tool: str, targets: list[str], step: Reader) -> None:
    """Do to the world's files what the call does; ``command`` of a shell call does only what ``writes`` says."""
    step.whole("command")
    writes = step.get("writes")
    files = world.files
    if tool == "delete_file":
        files.remove(targets[0])
    elif tool == "make_directory":
        files.mkdir(targets[0])
    elif tool == "rename_file":
        old, new = targets
        moved = {path: node for path, node in files.nodes.items() if path == old or path.startswith(old + "/")}
        files.remove(old)
        files.mkdir(posixpath.dirname(new))
        files.nodes |= {new + path[len(old) :]: node for path, node in moved.items()}
    elif writes is not None or tool == "write_file":
        files.write(targets[0], "written\n" if writes is None else writes)
