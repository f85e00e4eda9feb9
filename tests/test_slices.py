"""Between two pauses little happens, however much there is: a request is answered in the pauses of the scan."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType

from fixture import HOME, ROOT, Tree

from guidechain.core.diagnostics import findings
from guidechain.core.model import Settings
from guidechain.core.snapshot import Snapshot

SETTINGS = Settings(ROOT, ("codex", "claude-code"), home=HOME)
FEW, MANY = 30, 120


def workspace(count: int) -> Tree:
    """A tree with ``count`` packages, each with guidance and faults of its own; one chain holds that of one package."""
    tree = Tree()
    tree.mkdir(f"{ROOT}/.git")
    tree.write(f"{ROOT}/CLAUDE.md", "Never edit `gen/`.\n\n@packages/g0/p0/docs.md @../out.md\n")
    tree.write(f"{ROOT}/AGENTS.md", "# Rules\n\nRun `make gone`.\n" * 3 + "Never edit `gen/`.\n\n" * count)
    tree.write(f"{ROOT}/Makefile", "test:\n")
    for number in range(count):
        package = f"{ROOT}/packages/g{number // 10}/p{number}"
        tree.write(f"{package}/a.py", "1\n")
        tree.write(f"{package}/AGENTS.md", f"Package {number}: see `docs/gone{number}.md`, run `make gone{number}`.\n")
        tree.write(f"{package}/.claude/CLAUDE.md", f"Package {number}.\n@gone.md @../docs.md\n")
        tree.write(f"{package}/docs.md", f"Text {number}.\n\n@../../g{(number + 1) // 10}/p{number + 1}/docs.md\n")
        tree.write(f"{package}/.claude/rules/r.md", f"---\npaths: gone{number}/**\n---\nRule {number}.\n")
    return tree


def work(tree: Tree) -> Iterator[int]:
    """The number of calls of our functions in each step of a scan."""
    steps = findings(Snapshot(tree), SETTINGS)
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call" and str(frame.f_globals.get("__name__")).startswith("guidechain.")

    ended = False
    while not ended:
        calls = 0
        sys.setprofile(count)
        try:
            ended = next(steps, "end") == "end"
        finally:
            sys.setprofile(None)
        yield calls


def test_no_step_grows_with_the_workspace():
    list(work(workspace(1)))  # What is compiled once is compiled now.
    assert max(work(workspace(MANY))) < 1.25 * max(work(workspace(FEW)))
