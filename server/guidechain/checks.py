"""Running the commands that a contract requires. They come from the contract, never from prose."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from typing import IO, Literal

from guidechain.core import paths
from guidechain.core.model import Receipt, RequiredCheck
from guidechain.git import Content, content_now

TICK = 10.0
"""Seconds between two signs of life of a long command."""

_HOOK = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE")
"""What git sets for a hook; a command that runs git elsewhere must not inherit it."""


def run_check(
    root: str, top: str, check: RequiredCheck, output: IO[str], progress: Callable[[float], None]
) -> tuple[Receipt, tuple[str, ...]]:
    """Run ``check`` in its folder below ``root`` by the machine's shell; its output goes to ``output`` as it comes.

    ``top`` is the repository's root, and ``progress`` is told the seconds so far now and then. The answer is the
    receipt and the paths that changed while the command ran (relative to ``top``). Raises GitError.
    """
    before = content_now(top)
    started = time.monotonic()
    code, reason = _run(
        paths.join(root, check.cwd or root), check.run, output, lambda: progress(time.monotonic() - started)
    )
    seconds = round(time.monotonic() - started, 3)
    after = content_now(top)
    status: Literal["passed", "failed"] = "passed" if code == 0 else "failed"
    receipt = Receipt(check.name, check.run, check.cwd, status, code, seconds, before.tree, after.tree, reason)
    return receipt, _changed(before, after)


def skip_check(top: str, check: RequiredCheck, reason: str) -> Receipt:
    """A receipt that says honestly that ``check`` was not run."""
    tree = content_now(top).tree
    return Receipt(check.name, check.run, check.cwd, "skipped", None, 0.0, tree, tree, reason)


def _run(folder: str, command: str, output: IO[str], tick: Callable[[], None]) -> tuple[int | None, str]:
    """The exit status, or None and the reason why there is none."""
    output.flush()
    env = {name: value for name, value in os.environ.items() if name not in _HOOK}
    try:
        process = subprocess.Popen(
            command, shell=True, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=output.fileno()
        )
    except OSError as error:
        return None, f"it could not be started in {folder}: {error.strerror}"
    except ValueError as error:
        return None, f"it could not be started: {error}"
    try:
        while True:
            try:
                code = process.wait(TICK)
                break
            except subprocess.TimeoutExpired:
                tick()
    except KeyboardInterrupt:
        process.wait()
        return None, "it was interrupted"
    return (code, "") if code >= 0 else (None, f"it was ended by signal {-code}")


def _changed(before: Content, after: Content) -> tuple[str, ...]:
    names = before.entries.keys() | after.entries.keys()
    return tuple(sorted(name for name in names if before.entries.get(name) != after.entries.get(name)))
