"""Running the commands that a contract requires. They come from the contract, never from prose."""

from __future__ import annotations

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
    try:
        process = subprocess.Popen(
            command, shell=True, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=stream,
            process_group=0 if _is_alone() else None,
        )  # fmt: skip
    except OSError as error:
        return None, f"it could not be started in {folder}: {error.strerror}"
    except ValueError as error:
        return None, f"it could not be started: {error}"
    with _told_to_end():
        try:
            while True:
                try:
                    code = process.wait(TICK)
                    break
                except subprocess.TimeoutExpired:
                    tick()
        except KeyboardInterrupt:
            _end(process)
            return None, "it was interrupted"
    return (code, "") if code >= 0 else (None, f"it was ended by signal {-code}")


@contextmanager
def _told_to_end() -> Iterator[None]:
    """Take the request to end, which a cancelled pipeline sends, for Ctrl-C: a check must not run on by itself."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _is_alone() -> bool:
    """Whether no terminal is there, so that a command can have a group of processes that ends as one. At a terminal
    it must stay in the group in front: Ctrl-C reaches it there, and a command behind is stopped when it writes."""
    return os.name == "posix" and not any(map(os.isatty, range(3)))


def _end(process: subprocess.Popen[bytes]) -> None:
    """See to it that ``process`` ends, with what it started where it has a group: by itself, then told, then killed."""
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        try:
            if not _is_alone():
                if number != signal.SIGINT:  # The terminal has sent this one.
                    process.send_signal(number)
            else:
                os.killpg(process.pid, number)
            process.wait(GRACE)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            continue
        except OSError:
            return
        if not _is_alone():
            return


def _changed(before: Content, after: Content) -> tuple[str, ...]:
    names = before.entries.keys() | after.entries.keys()
    return tuple(sorted(name for name in names if before.entries.get(name) != after.entries.get(name)))
