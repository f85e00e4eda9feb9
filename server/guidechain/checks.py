"""Running the commands that a contract requires. They come from the contract, never from prose."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Literal

from guidechain import workspace
from guidechain.core import paths
from guidechain.core.model import Receipt, RequiredCheck
from guidechain.git import Content, content_now

TICK = 10.0
"""Seconds between two signs of life of a long command."""

LOOK = 0.2
"""Seconds after which somebody who asked to end is heard."""

INTERRUPTED = "it was interrupted"

GRACE = 2.0
"""Seconds that an interrupted command has to end by itself, and again after it was told to."""

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
    folder = paths.join(root, check.cwd or root)
    if paths.is_below(workspace.Disk().entry(folder).real, top):
        code, reason = _run(folder, check.run, output, lambda: progress(time.monotonic() - started))
    else:
        code, reason = None, f"its folder {check.cwd or root} leads out of the repository"
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
        stream = output.fileno()
    except (OSError, ValueError):
        stream = subprocess.DEVNULL  # Closed, or no file: nobody reads it.
    with _requests_to_end() as asked:
        try:
            process = subprocess.Popen(
                command, shell=True, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=stream,
                process_group=0 if _is_alone() else None,
            )  # fmt: skip
        except OSError as error:
            return None, f"it could not be started in {folder}: {error.strerror}"
        except ValueError as error:
            return None, f"it could not be started: {error}"
        code = _ended(process, asked, tick)
    if asked:
        return None, INTERRUPTED
    return (code, "") if code >= 0 else (None, f"it was ended by signal {-code}")


def _ended(process: subprocess.Popen[bytes], asked: list[int], tick: Callable[[], None]) -> int:
    """The exit status of ``process``, which is made to end when somebody has ``asked``."""
    told = time.monotonic()
    while True:
        try:
            return process.wait(LOOK)
        except subprocess.TimeoutExpired:
            if asked:
                return _end(process)
            if time.monotonic() - told >= TICK:
                told = time.monotonic()
                tick()


@contextmanager
def _requests_to_end() -> Iterator[list[int]]:
    """Note Ctrl-C, and the signal that a cancelled pipeline sends. Nothing is raised, since a check that is being
    started at this moment must be known to be ended."""
    asked: list[int] = []
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, lambda number, frame: asked.append(number))
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_alone() -> bool:
    """Whether no terminal is there, so that a command can have a group of processes that ends as one. At a terminal
    it must stay in the group in front: Ctrl-C reaches it there, and a command behind is stopped when it writes."""
    return os.name == "posix" and not any(map(os.isatty, range(3)))


def _end(process: subprocess.Popen[bytes]) -> int:
    """See to it that ``process`` ends, with what it started where it has a group: by itself, then told, then killed."""
    alone = _is_alone()
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            if alone:
                os.killpg(process.pid, number)
            elif number != signal.SIGINT:  # The terminal has sent this one.
                process.send_signal(number)
            process.wait(GRACE)
            if not alone:
                break
    return process.wait()


def _changed(before: Content, after: Content) -> tuple[str, ...]:
    names = before.entries.keys() | after.entries.keys()
    return tuple(sorted(name for name in names if before.entries.get(name) != after.entries.get(name)))
