"""Codex cases: the launch is the ``codex exec`` command line that the cases were observed with."""

from __future__ import annotations

from collections.abc import Iterator

from conformance import compare as rows
from conformance.case import Comparison, Reader
from conformance.world import World
from guidechain.core.hosts.codex import HOST
from guidechain.core.hosts.codex_text import compose
from guidechain.core.model import Chain, Launch, Touch
from guidechain.core.snapshot import Snapshot


def launch(case: Reader, world: World) -> Launch:
    """The case's launch: ``bypass`` false keeps the host's own sandbox settings."""
    flags = [] if case.whole("bypass") is False else ["--dangerously-bypass-approvals-and-sandbox"]
    args = ["exec", *map(world.expand, case.whole("args") or []), "--skip-git-repo-check", *flags]
    env = {name: world.expand(value) for name, value in (case.whole("env") or {}).items()}
    return Launch(
        cwd=world.path(case.whole("cwd")),
        home=world.home,
        version=case["host_version"],
        args=tuple(args),
        env=tuple(env.items()),
    )


def compare(case: Reader, world: World) -> Iterator[Comparison]:
    """The chain, and what arrives of each file in the composed message, against the case."""
    target = case.whole("target")
    act = "edit" if case.whole("turn") else "read"
    snapshot = Snapshot(world.files)
    chain = HOST.chain(snapshot, launch(case, world), Touch(world.path(target), act) if target else None)  # type: ignore[arg-type]
    found = arrived(world, snapshot, chain)
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
