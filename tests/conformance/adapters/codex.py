"""Codex cases: the launch is the ``codex exec`` command line that the cases were observed with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance import compare as rows
from conformance.case import Comparison, Reader
from conformance.world import World
from fixture import Tree

from guidechain.core.hosts.codex import HOST
from guidechain.core.hosts.codex_sessions import sent_again
from guidechain.core.hosts.codex_text import compose
from guidechain.core.model import Act, Chain, Launch, Touch
from guidechain.core.snapshot import Snapshot


def launch(case: Reader, world: World) -> Launch:
    """The case's launch: ``bypass`` false keeps the host's own sandbox settings."""
    flags = [] if case.whole("bypass") is False else ["--dangerously-bypass-approvals-and-sandbox"]
    args = ["exec", *map(world.expand, case.whole("args") or []), "--skip-git-repo-check", *flags]
    env = {name: world.expand(value) for name, value in (case.whole("env") or {}).items()}
    return Launch(
        cwd=world.path(case.whole("cwd") or ""),
        home=world.home,
        version=case["host_version"],
        args=tuple(args),
        env=tuple(env.items()),
    )


def compare(case: Reader, world: World) -> Iterator[Comparison]:
    """The chain, what arrives of each file in the composed message, and what later messages bring, against the case."""
    target = case.whole("target")
    act: Act = "edit" if case.whole("turn") else "read"
    begin = launch(case, world)
    snapshot = Snapshot(world.files)
    chain = HOST.chain(snapshot, begin, Touch(world.path(target), act) if target else None)
    found = [*arrived(world, snapshot, chain), *_later(case, world, snapshot, begin)]
    yield from rows.loaded(case, found)
    yield from rows.not_loaded(case, world, chain, found)
    if "refused" in case:
        said = chain.refused or ""
        yield Comparison("refused", case["refused"], case["refused"] if case["refused"] in said else said)


def arrived(world: World, snapshot: Snapshot, chain: Chain) -> list[dict[str, object]]:
    """The rows of ``loaded`` with the columns that only the message shows: ``bytes`` counts whole characters."""
    texts = [part.text for part in compose(snapshot, chain) if part.path]
    found = []
    for loaded, text in zip(chain.loaded, texts, strict=True):
        row = rows.row(world, loaded)
        whole = (snapshot.read(loaded.path) or b"").decode("utf-8", "replace")
        if loaded.kept is not None:
            intact = text.rstrip("\ufffd")
            row["bytes"] = len(intact.encode())
            row["replacement_chars"] = len(text) - len(intact)
        elif text != whole and text == whole.strip():
            row["trimmed"] = True
        found.append(row)
    return found


def _later(case: Reader, world: World, before: Snapshot, begin: Launch) -> list[dict[str, object]]:
    """What one further request (``between`` within a turn) or a resumed session (``turns``) brings."""
    turns, between = case.whole("turns", 1), case.whole("between") or {}
    if turns == 1 and not between:
        return []
    later = World(Tree(dict(world.files.nodes)), world.tree, world.home)
    for label, value in between.items():
        later.files.remove(later.path(label))
        if value is not None:
            later.files.write(later.path(label), later.expand(value))
    after = Snapshot(later.files)
    sent = sent_again(before, after, begin, "request" if turns == 1 else "resume")
    found = arrived(later, after, replace(HOST.chain(after, begin, None), loaded=sent))
    for row in found:
        row["when"] = "on-touch" if turns == 1 else "next-turn"
        row["file"] = f"{row['file']}#2" if row["file"] in between else row["file"]
    return found
