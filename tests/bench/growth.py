"""How the CPU of ``guidechain lint`` grows with files, instruction files, hosts and launch folders.

    python tests/bench/growth.py [--runs 3] [--format json]

Each row doubles one thing and leaves the others; ``ratio`` is the CPU beside the row before it. Twice the input should
cost at most about twice as much: exit 1 when a doubling costs more than 2.5 times.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import monorepo
from measure import GUIDECHAIN, Run, in_turns, parser, ratio, show, summary

MOST = 2.5
ALL_HOSTS = ("codex", "claude-code", "copse")


def lint(*hosts: str) -> Sequence[str]:
    """The command for some hosts."""
    named = [word for host in hosts for word in ("--host", host)]
    return (*GUIDECHAIN, "lint", "--fail-on", "never", "--format", "json", *named)


def in_trees(trees: dict[str, Path], command: Sequence[str], runs: int) -> dict[str, list[Run]]:
    """Runs of one command in several trees, in turn."""
    found: dict[str, list[Run]] = {name: [] for name in trees}
    for _ in range(runs):
        for name, tree in trees.items():
            found[name] += in_turns({"lint": command}, tree, 1)["lint"]
    return found


def rows(what: str, found: dict[str, list[Run]]) -> list[dict[str, Any]]:
    """A row of the table for each size, with its ratio to the one before."""
    for name, runs in found.items():
        if any(each.code for each in runs):
            raise SystemExit(f"{what} {name}: exit code {runs[0].code}: {runs[0].out[-300:]}")
    table: list[dict[str, Any]] = []
    before: list[Run] | None = None
    for name, runs in found.items():
        table.append({"doubled": what, "size": name, **summary(runs), "ratio": ratio(runs, before) if before else ""})
        before = runs
    return table


def main() -> int:
    """See the module."""
    asked = parser(__doc__, 3).parse_args()
    table: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        sizes = {"5000": (5000, 400), "10000": (10000, 400), "20000": (20000, 400)}
        guidance = {"200": (20000, 200), "400": (20000, 400), "800": (20000, 800)}
        for what, steps in (("files", sizes), ("instruction files", guidance)):
            trees = {name: Path(folder, what.replace(" ", "-"), name) for name in steps}
            for name, (files, instructions) in steps.items():
                monorepo.generate(trees[name], files, instructions, git=False)
            table += rows(what, in_trees(trees, lint(*ALL_HOSTS[:2]), asked.runs))
        tree = Path(folder, "files", "20000")
        hosts = {str(count): lint(*ALL_HOSTS[:count]) for count in (1, 2, 3)}
        table += rows("hosts", in_turns(hosts, tree, asked.runs))
        trees = {}
        for count in (1, 2, 4, 8):
            trees[str(count)] = Path(folder, "launch", str(count))
            monorepo.generate(trees[str(count)], 5000, 400, git=False)
            launches = sorted(path.parent for path in trees[str(count)].glob("*/*-*/AGENTS.md"))[: count - 1]
            named = [".", *(str(path.relative_to(trees[str(count)])) for path in launches)]
            quoted = ", ".join(f'"{each}"' for each in named)
            Path(trees[str(count)], "guidechain.toml").write_text(f"launch = [{quoted}]\n")
        table += rows("launch folders", in_trees(trees, lint(*ALL_HOSTS[:2]), asked.runs))
    worst = max(row["ratio"] for row in table if row["ratio"])
    show(asked, table, {"worst_ratio": worst, "target": MOST})
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
