"""A picture of the real Neovim over a guarded file: ``picture.py NVIM TREE FILE LINE OUT.png``.

Runs NVIM in a terminal of its own with the shipped runtime files, on a copy of TREE, edits LINE of FILE (not saved) as
picture.lua says, and has xterm.js in a browser draw what the terminal got. NODE, PLAYWRIGHT, CHROMIUM and CODE_SERVER
name the programs that ../vscode/setup.sh sets up; ``guidechain`` is on PATH.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
COLUMNS, ROWS, SECONDS = 146, 20, 180


def recorded(nvim: str, file: Path, environment: dict[str, str], ready: Path) -> bytes:
    """What a terminal gets until ``ready`` is there."""
    command = [nvim, "-i", "NONE", "-n", "-u", str(HERE / "init.lua"), "-c", f"luafile {HERE}/picture.lua", str(file)]
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(environment["TREE"])
        os.execve(nvim, command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    found, end = b"", time.monotonic() + SECONDS
    while time.monotonic() < end and not ready.exists():
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                found += os.read(terminal, 65536)
            except OSError:
                raise SystemExit(f"Neovim has ended: {found.decode(errors='replace')}") from None
    os.kill(process, 9)
    os.waitpid(process, 0)
    os.close(terminal)
    if not ready.exists():
        raise SystemExit(f"not ready after {SECONDS} s")
    if problem := ready.read_text():
        raise SystemExit(problem)
    return found


def main() -> int:
    """See the module."""
    nvim, tree, file, line, out = sys.argv[1:]
    with tempfile.TemporaryDirectory() as box:
        copy = Path(box) / Path(tree).name
        shutil.copytree(tree, copy, symlinks=True)
        ready, stream = Path(box) / "ready", Path(box) / "stream"
        (Path(box) / "home").mkdir()
        more = {"HOME": f"{box}/home", "XDG_STATE_HOME": f"{box}/state", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        environment = {**os.environ, **more, "TREE": str(copy), "LINE": line, "READY": str(ready)}
        environment.pop("GUIDECHAIN", None)
        stream.write_bytes(recorded(str(Path(nvim).resolve()), copy / file, environment, ready))
        drawing = [os.environ["NODE"], HERE / "picture.mjs", stream, str(COLUMNS), str(ROWS), out]
        return subprocess.run(drawing, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
