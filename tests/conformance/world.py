"""Builds the world of a case: an in-memory Tree at fixed places, with git and shell steps run for real.

``setup`` (git argument lists) and ``commands`` (shell) run in a temporary folder that mirrors the Tree; the result
is read back with the temporary prefix taken out of contents and links.
"""

from __future__ import annotations

import base64
import json
import os
import posixpath
import re
import stat
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.case import Reader
from fixture import Tree

TREE = "/srv/ws"
HOME = "/home/dev"
_VARIABLE = re.compile(r"\$?\{(TREE|HOME|OUTER)\}")
_GIT_INIT = {
    "HEAD": "ref: refs/heads/main\n",
    "config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
    "objects/info/": None,
    "objects/pack/": None,
    "refs/heads/": None,
    "refs/tags/": None,
}


@dataclass(frozen=True)
class World:
    """A case's files and the absolute places of its tree and home; ``outer`` is the folder above the tree."""

    files: Tree = field(default_factory=Tree)
    tree: str = TREE
    home: str = HOME

    @property
    def outer(self) -> str:
        """The folder that holds the tree."""
        return posixpath.dirname(self.tree)

    def path(self, label: str) -> str:
        """The absolute path of ``tree:x``, ``home:x``, ``outer:x``, ``system:/x`` or of a path relative to the tree."""
        kind, colon, rest = label.partition(":")
        base = {"tree": self.tree, "home": self.home, "outer": self.outer, "system": "/"}.get(kind if colon else "")
        base, rest = (self.tree, label) if base is None else (base, rest)
        return posixpath.normpath(posixpath.join(base, self.expand(rest)))

    def label(self, path: str) -> str:
        """The label of an absolute path; tree first, then home, outer and system."""
        for kind, base in (("tree", self.tree), ("home", self.home), ("outer", self.outer)):
            if path.startswith(base.rstrip("/") + "/") and base != "/":
                return f"{kind}:{path[len(base) + 1 :]}"
        return f"system:{path}"

    def expand(self, text: str) -> str:
        """``text`` with ``${TREE}``, ``{HOME}`` and the like replaced by the absolute folders."""
        places = {"TREE": self.tree, "HOME": self.home, "OUTER": self.outer}
        return _VARIABLE.sub(lambda found: places[found[1]], text)

    def plant(self, base: str, values: Mapping[str, Any]) -> None:
        """Put file values below the absolute folder ``base``; hard links are copies."""
        for name, value in values.items():
            path = posixpath.normpath(posixpath.join(base, name))
            if name.endswith("/"):
                self.files.mkdir(path)
            elif isinstance(value, dict) and "symlink" in value:
                self.files.link(path, self.expand(value["symlink"]))
            elif isinstance(value, dict) and "hardlink" in value:
                beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), value["hardlink"]))
                self.files.write(path, self.files.nodes[beside].content)
            else:
                self.files.write(path, self._content(value))

    def _content(self, value: Any) -> bytes:
        if isinstance(value, str):
            return self.expand(value).encode("utf-8", "surrogatepass")
        if "concat" in value:
            return b"".join(self._content(each) for each in value["concat"])
        if "repeat" in value:
            text = value.get("head", "") + value["repeat"] * value["times"] + value.get("tail", "")
            return self.expand(text).encode()
        if "base64" in value:
            return base64.b64decode(value["base64"])
        if "json" in value:
            return self.expand(json.dumps(value["json"], indent=2)).encode()
        if "text" in value:
            return self.expand(value["text"]).encode()
        raise ValueError(f"a file's value is text or one of repeat, concat, base64, json, symlink; found {value!r}")


def build(case: Reader) -> World:
    """The world of ``case`` at the moment of the launch."""
    tree = case.whole("tree_at", TREE)
    world = World(tree=tree, home=case.whole("home_at", HOME))
    for folder in (world.tree, world.home):
        world.files.mkdir(folder)
    groups = [(base, case.whole(key) or {}) for key, base in (("tree", tree), ("home", world.home))]
    groups += [(world.outer, case.whole(key) or {}) for key in ("outer", "outside")]
    groups.append(("/", case.whole("system") or {}))
    for base, values in groups:
        world.plant(base, values)
    git_root = case.whole("git_root")
    if git_root is not None:
        _git_init(world, posixpath.normpath(posixpath.join(tree, git_root)))
    _run_steps(world, case.whole("setup") or [], case.whole("commands") or [])
    world.plant(tree, case.whole("tree_after") or {})
    for base, values in groups:
        for name, value in values.items():
            if isinstance(value, dict) and "mode" in value:
                world.files.chmod(posixpath.normpath(posixpath.join(base, name)), int(value["mode"], 8))
    for label, mode in (case.whole("modes") or {}).items():
        world.files.chmod(world.path(label).rstrip("/"), int(mode, 8))
    return world


def _git_init(world: World, folder: str) -> None:
    if f"{folder}/.git" not in world.files.nodes or world.files.nodes[f"{folder}/.git"].kind == "directory":
        new = {name: value for name, value in _GIT_INIT.items() if f"{folder}/.git/{name}" not in world.files.nodes}
        world.plant(f"{folder}/.git", new)


def _run_steps(world: World, setup: list[list[str] | str], commands: list[str]) -> None:
    if not setup and not commands:
        return
    with tempfile.TemporaryDirectory(prefix="guidechain-case-") as place:
        place = os.path.realpath(place)
        here = World(world.files, place + world.tree, place + world.home)
        _write_out(world.files, place)
        names = ("GIT_AUTHOR", "GIT_COMMITTER")
        who = {
            f"{name}_{part}": value for name in names for part, value in (("NAME", "t"), ("EMAIL", "t@example.invalid"))
        }
        env = {"PATH": os.environ["PATH"], "HOME": here.home, "LANG": "C.UTF-8", **who}
        env |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
        steps = [["sh", "-c", step] if isinstance(step, str) else ["git", *step] for step in setup]
        steps += [["sh", "-c", command] for command in commands]
        for step in steps:
            words = [here.expand(word) for word in step]
            subprocess.run(words, cwd=here.tree, env=env, check=True, capture_output=True, timeout=60)
        world.files.nodes.clear()
        _read_back(world.files, place)


def _write_out(files: Tree, place: str) -> None:
    for path, node in files.nodes.items():
        real = place + path.rstrip("/")
        if node.kind == "directory":
            os.makedirs(real, exist_ok=True)
            continue
        os.makedirs(os.path.dirname(real), exist_ok=True)
        if node.kind == "link":
            os.symlink(place + node.target if node.target.startswith("/") else node.target, real)
        elif node.kind == "special":
            os.mkfifo(real)
        else:
            with open(real, "wb") as out:
                out.write(node.content)
            os.chmod(real, node.mode)


def _read_back(files: Tree, place: str) -> None:
    prefix = place.encode()
    for folder, names, others in os.walk(place):
        for name in ["", *sorted(names), *sorted(others)]:
            real = os.path.join(folder, name) if name else folder
            path = real[len(place) :] or "/"
            status = os.lstat(real)
            if stat.S_ISLNK(status.st_mode):
                files.link(path, os.readlink(real).removeprefix(place))
            elif stat.S_ISDIR(status.st_mode):
                files.mkdir(path)
            elif stat.S_ISREG(status.st_mode):
                os.chmod(real, stat.S_IMODE(status.st_mode) | stat.S_IRUSR)
                with open(real, "rb") as content:
                    files.write(path, content.read().replace(prefix, b""), stat.S_IMODE(status.st_mode))
            else:
                files.special(path)
