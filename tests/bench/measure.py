"""What the benchmarks share: processes measured in turn, a tree to run them on, and tables.

Only figures of one run are compared, as ratios of CPU seconds: the machine is busy with other things, and what disturbs
one command soon disturbs the other. The commands take turns and the median counts.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import monorepo


@dataclass(frozen=True)
class Run:
    """One run of a command: CPU and wall-clock seconds, MiB at its peak, exit code, what it printed."""

    cpu: float
    wall: float
    mib: float
    code: int
    out: str


def run(command: Sequence[str], cwd: Path, **variables: str) -> Run:
    """Run ``command`` with an empty home and a bare environment beside ``variables``."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as out:
        bare = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}
        since = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=cwd, env=bare | variables, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - since
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
    cpu = usage.ru_utime + usage.ru_stime
    return Run(cpu, wall, usage.ru_maxrss / 1024, process.returncode, text)


def in_turns(commands: Mapping[str, Sequence[str]], cwd: Path, runs: int, **variables: str) -> dict[str, list[Run]]:
    """``runs`` runs of each command, one after the other in turn, after one run of each that does not count."""
    for command in commands.values():
        run(command, cwd, **variables)
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            found[name].append(run(command, cwd, **variables))
    return found


def summary(runs: Sequence[Run]) -> dict[str, float]:
    """The medians of ``runs``, and the greatest memory."""
    return {
        "cpu_s": round(statistics.median(each.cpu for each in runs), 3),
        "wall_s": round(statistics.median(each.wall for each in runs), 3),
        "mib": round(max(each.mib for each in runs), 1),
    }


def ratio(one: Sequence[Run], other: Sequence[Run]) -> float:
    """The median of the CPU ratios of runs that followed each other."""
    return round(statistics.median(a.cpu / b.cpu for a, b in zip(one, other, strict=True)), 2)


def parser(doc: str | None, runs: int) -> argparse.ArgumentParser:
    """A parser with the options of every benchmark."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument(
        "--tree", type=Path, help="a tree of monorepo.py (default: 20,000 files are written for this run)"
    )
    made.add_argument("--runs", type=int, default=runs, help=f"how often each command runs (default: {runs})")
    made.add_argument("--format", choices=("text", "json"), default="text")
    return made


@contextmanager
def tree_of(asked: argparse.Namespace) -> Iterator[Path]:
    """The tree that ``--tree`` names, else one made for this run."""
    if asked.tree:
        yield asked.tree.resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        monorepo.generate(Path(folder, "mono"))
        yield Path(folder, "mono").resolve()


def truth_of(tree: Path) -> dict[str, Any]:
    """What is known of ``tree``."""
    truth: dict[str, Any] = json.loads(Path(f"{tree}.truth.json").read_text())
    return truth


def show(asked: argparse.Namespace, rows: Sequence[Mapping[str, Any]], notes: Mapping[str, Any]) -> None:
    """Print a table and what is to be said below it, or both as JSON."""
    if asked.format == "json":
        print(json.dumps({"rows": list(rows), **notes}, indent=1))
        return
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([str(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print("  ".join(_aligned(row, widths)).rstrip())
    for name, value in notes.items():
        print(f"{name.replace('_', ' ')}: {value}")


def _aligned(row: Sequence[str], widths: Iterable[int]) -> Iterator[str]:
    for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.rjust(width) if index else cell.ljust(width)


PYTHON = sys.executable
GUIDECHAIN = (PYTHON, "-m", "guidechain")
