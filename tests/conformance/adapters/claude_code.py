"""Claude Code cases: the session of a case is its prompt's mentions and then each scripted tool call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance import compare as rows
from conformance.case import Comparison, Reader
from conformance.world import World

from guidechain.core import paths
from guidechain.core.hosts.claude_code import HOST, imports, session
from guidechain.core.hosts.claude_outcomes import outcome
from guidechain.core.hosts.claude_shell import plain_reads
from guidechain.core.hosts.claude_text import content
from guidechain.core.hosts.versions import parse
from guidechain.core.model import Act, Chain, Launch, Touch
from guidechain.core.snapshot import Snapshot

ACTS: dict[str, Act] = {"Read": "read", "Edit": "edit", "Write": "write", "NotebookEdit": "edit"}
UNHEARD = "2.0.77"
"""This release does not tell who imports a file, and its cases do not always say."""
_MENTION = re.compile(r"(?:^|\s)@(\S+)")
_SHELL_WORD = re.compile(r"[^\s()<>|&;'\"]+")


class _Places(World):
    """These cases have no place between the tree and the system."""

    def label(self, path: str) -> str:
        """The label of an absolute path: tree, home or system."""
        found = super().label(path)
        return f"system:{path}" if found.startswith("outer:") else found


def compare(case: Reader, world: World) -> Iterator[Comparison]:
    """Loading, imports, patterns, texts; ``outcomes`` are those of permission rules."""
    world = _Places(world.files, world.tree, world.home)
    snapshot, launch = Snapshot(world.files), _launch(case, world)
    touches = tuple(_touches(case, world, snapshot, launch))
    chain = session(snapshot, launch, touches)
    if len(touches) < 2:
        alone = HOST.chain(snapshot, launch, touches[0] if touches else None)
        yield Comparison("loaded(chain)", list(chain.loaded), list(alone.loaded))
    found = [rows.row(world, each) for each in chain.loaded]
    columns = ("file", "when") if case.whole("host_version") == UNHEARD else ("file", "when", "via")
    yield from rows.loaded(case, found, columns)
    yield from rows.not_loaded(case, world, chain, found)
    if "imports" in case:
        yield from _imports(case, world, snapshot, launch)
    if "patterns" in case:
        yield from _patterns(case, world, snapshot)
    if "texts" in case:
        yield from _texts(case, world, snapshot, chain)
    if "outcomes" in case:
        yield Comparison("outcomes", case.whole("outcomes"), list(_outcomes(case, world, snapshot, launch)))
    case.whole("rule")


def _launch(case: Reader, world: World) -> Launch:
    given: dict[str, Any] = case.whole("launch") or {}
    cwd = case.whole("cwd_abs") or world.path(case.whole("cwd") or ".")
    mentions = [paths.join(cwd, name) for name in _MENTION.findall(given.get("prompt", ""))]
    return Launch(
        cwd=cwd,
        home=world.home,
        version=case.whole("host_version"),
        args=tuple(world.expand(word) for word in given.get("args", [])),
        env=tuple((name, world.expand(value)) for name, value in given.get("env", {}).items()),
        mentions=tuple(mentions),
    )


def _touches(case: Reader, world: World, snapshot: Snapshot, launch: Launch) -> Iterator[Touch]:
    target, turn = case.whole("target"), case.whole("turn")
    if turn is None:
        turn = [[{"name": "Read", "input": {"file_path": f"tree:{target}"}}]] if target else []
    for step in turn:
        for call in step:
            given = call["input"]
            if call["name"] == "Bash":
                words = [paths.join(launch.cwd, word) for word in _SHELL_WORD.findall(given["command"])]
                named = [
                    word
                    for word in words
                    if word != launch.cwd and snapshot.entry(paths.parent(word)).kind == "directory"
                ]
                for path in dict.fromkeys(named):
                    yield Touch(path, "shell", given["command"])
            elif call["name"] in ACTS:
                yield Touch(world.path(given["file_path"]), ACTS[call["name"]])


def _outcomes(case: Reader, world: World, snapshot: Snapshot, launch: Launch) -> Iterator[str]:
    """What becomes of each scripted call; the cases start the host with these tools allowed unless they say not."""
    if not (case.whole("launch") or {}).get("no_allow"):
        launch = replace(launch, args=(*launch.args, "--allowedTools", "Read,Edit,Write,Glob,Grep,Bash"))
    read, done = set(launch.mentions), list[Touch]()
    for step in case.whole("turn"):
        for call in step:
            given = call["input"]
            argument = given["command"] if call["name"] == "Bash" else world.path(given["file_path"])
            found = outcome(snapshot, launch, call["name"], argument, frozenset(read))
            yield found
            if found != "ok":
                continue
            if call["name"] == "Bash":
                read.update(plain_reads(argument, launch.cwd, launch.home))
                continue
            read.add(argument)
            done.append(Touch(argument, ACTS[call["name"]]))
            read.update(row.path for row in session(snapshot, launch, done).loaded if row.when != "start")


def _imports(case: Reader, world: World, snapshot: Snapshot, launch: Launch) -> Iterator[Comparison]:
    """A row holds when the tokens on its lines lead to its target, or none of them does."""
    for index, each in enumerate(case["imports"]):
        file, first = each["in"], each["line"] - 1
        last = first + each.whole("source").count("\n")
        live = {
            found.target
            for found in imports(snapshot, launch, world.path(file))
            if found.why is None and first <= found.span.start.line <= last
        }
        yield Comparison(f"imports[{index}] {each['target']}", each["live"], world.path(each["target"]) in live)


def _patterns(case: Reader, world: World, snapshot: Snapshot) -> Iterator[Comparison]:
    """The patterns as the front matter has them between double quotes."""
    wanted = case["patterns"]
    for file in wanted:
        found = content(snapshot, world.path(file), parse(case.whole("host_version")))
        expected = json.loads(f'"{wanted[file]}"').strip()
        yield Comparison(f"patterns[{file}]", (expected,), found.paths if found else None)


def _texts(case: Reader, world: World, snapshot: Snapshot, chain: Chain) -> Iterator[Comparison]:
    """Each text without the line ends around it, as the cases were read off; null: no such text."""
    parts = HOST.compose(snapshot, chain) if HOST.compose else ()
    sent = {world.label(part.path): part.text.strip("\n") for part in parts if part.path}
    wanted = case["texts"]
    for file in wanted:
        yield Comparison(f"texts[{file}]", wanted[file], sent.get(file))
