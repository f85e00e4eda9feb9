"""Codex cases: the launch is the ``codex exec`` command line that the cases were observed with."""

from __future__ import annotations

from collections.abc import Iterator

from conformance import compare as rows
from conformance.case import Comparison, Reader
from conformance.world import World
from guidechain.core.hosts.codex import HOST
from guidechain.core.model import Launch, Touch
from guidechain.core.snapshot import Snapshot


def launch(case: Reader, world: World) -> Launch:
    """The case's launch: ``bypass`` false keeps the host's own sandbox settings."""
    flags = [] if case.whole("bypass") is False else ["--dangerously-bypass-approvals-and-sandbox"]
    args = ["exec", *map(world.expand, case.whole("args") or []), "--skip-git-repo-check", *flags]
    env = {name: world.expand(value) for name, value in (case.whole("env") or {}).items()}
    return Launch(
        cwd=world.files.entry(world.path(case.whole("cwd"))).real,
        home=world.home,
        version=case["host_version"],
        args=tuple(args),
        env=tuple(env.items()),
    )


def compare(case: Reader, world: World) -> Iterator[Comparison]:
    """Chain and composed text against the case."""
    target = case.whole("target")
    touch = None
    if target:
        touch = Touch(world.path(target), "edit" if case.whole("turn") else "read")
    snapshot = Snapshot(world.files)
    chain = HOST.chain(snapshot, launch(case, world), touch)
    found = [rows.row(world, each) for each in chain.loaded]
    yield from rows.loaded(case, found)
    yield from rows.not_loaded(case, world, chain, found)
