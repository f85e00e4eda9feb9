"""A workspace in one string, and an in-memory file system with links, modes and a case rule.

``parse`` reads sections ``-- path --`` followed by the file's text. A trailing ``/`` is an empty folder,
``-- a -> b --`` a link, and ``<CURSOR>`` the position under test. Paths are relative to ``ROOT`` unless they
start with ``/`` or ``~/`` (below ``HOME``).
"""

from __future__ import annotations

import posixpath
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field

from guidechain.core.model import Entry

ROOT = "/work/project"
HOME = "/home/dev"
CURSOR = "<CURSOR>"
_SECTION = re.compile(r"^-- (?P<path>.+?)(?: -> (?P<target>.+?))? --$")


@dataclass(frozen=True)
class Node:
    """One thing in a Tree: text or bytes, a link's target, or a special file; ``mode`` 0 makes it unreadable."""

    kind: str
    content: bytes = b""
    target: str = ""
    mode: int = 0o644


@dataclass
class Tree:
    """An in-memory FileSystem. Folders exist through what they hold or by ``mkdir``."""

    nodes: dict[str, Node] = field(default_factory=dict)
    ignore_case: bool = False
    reads: list[str] = field(default_factory=list)

    def write(self, path: str, content: str | bytes, mode: int = 0o644) -> None:
        """Put a file at ``path`` and make the folders above it."""
        self.mkdir(posixpath.dirname(path))
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        self.nodes[path] = Node("file", data, mode=mode)

    def link(self, path: str, target: str) -> None:
        """Put a link at ``path``; ``target`` is relative to its folder or absolute."""
        self.mkdir(posixpath.dirname(path))
        self.nodes[path] = Node("link", target=target)

    def special(self, path: str) -> None:
        """Put a named pipe at ``path``."""
        self.mkdir(posixpath.dirname(path))
        self.nodes[path] = Node("special")

    def mkdir(self, path: str, mode: int = 0o755) -> None:
        """Make the folder ``path`` and those above it."""
        while path not in self.nodes or mode != 0o755:
            self.nodes[path] = Node("directory", mode=mode)
            mode = 0o755
            if path == "/":
                break
            path = posixpath.dirname(path)

    def remove(self, path: str) -> None:
        """Take ``path`` and everything below it away."""
        for known in [p for p in self.nodes if p == path or p.startswith(path + "/")]:
            del self.nodes[known]

    def chmod(self, path: str, mode: int) -> None:
        """Change the mode of ``path``; only "0 or not" matters."""
        node = self.nodes[path]
        self.nodes[path] = Node(node.kind, node.content, node.target, mode)

    def entry(self, path: str) -> Entry:
        """FileSystem: what stands at ``path``."""
        real, blocked = self._resolve(path)
        if blocked:
            return Entry("blocked", real)
        node = self.nodes.get(real)
        if node is None:
            return Entry("missing", real)
        if node.kind in ("file", "directory") and not node.mode & 0o444:
            return Entry("unreadable", real, len(node.content))
        return Entry(node.kind, real, len(node.content))  # type: ignore[arg-type]

    def read(self, path: str) -> bytes | None:
        """FileSystem: the content of ``path``."""
        self.reads.append(path)
        found = self.entry(path)
        return self.nodes[found.real].content if found.kind == "file" else None

    def listdir(self, path: str) -> Mapping[str, str]:
        """FileSystem: the names in ``path``, in the order they were made."""
        found = self.entry(path)
        if found.kind != "directory":
            return {}
        prefix = found.real.rstrip("/") + "/"
        below = (p for p in self.nodes if p.startswith(prefix) and p != prefix)
        return {p[len(prefix) :]: self.nodes[p].kind for p in below if "/" not in p[len(prefix) :]}

    def _resolve(self, path: str, hops: int = 0) -> tuple[str, bool]:
        done = "/"
        parts = [part for part in path.split("/") if part not in ("", ".")]
        for index, part in enumerate(parts):
            if part == "..":
                done = posixpath.dirname(done)
                continue
            here = self.nodes.get(done)
            if here is not None and here.kind == "directory" and not here.mode & 0o111:
                return path, True
            step = self._named(done, part)
            node = self.nodes.get(step)
            if node is not None and node.kind == "link":
                if hops > 40:
                    return path, True
                rest = "/".join(parts[index + 1 :])
                return self._resolve(posixpath.join(done, node.target, rest), hops + 1)
            done = step
        return done, False

    def _named(self, folder: str, name: str) -> str:
        exact = posixpath.join(folder, name)
        if not self.ignore_case or exact in self.nodes:
            return exact
        prefix = folder.rstrip("/") + "/"
        for path in self.nodes:
            if path.startswith(prefix) and path[len(prefix) :].lower() == name.lower():
                return path
        return exact


@dataclass(frozen=True)
class Workspace:
    """A parsed fixture: the tree, and the cursor's path, line and column (code points) if there is one."""

    tree: Tree
    cursor: tuple[str, int, int] | None


def absolute(path: str) -> str:
    """A fixture's path as an absolute one."""
    if path.startswith("~/"):
        return posixpath.join(HOME, path[2:])
    return posixpath.normpath(posixpath.join(ROOT, path))


def parse(text: str, *, ignore_case: bool = False) -> Workspace:
    """Read a workspace; line ends in its files are ``\\n``, every file ends with one unless it is empty."""
    tree = Tree(ignore_case=ignore_case)
    tree.mkdir(ROOT)
    tree.mkdir(HOME)
    cursor = None
    path, lines = "", list[str]()
    for line in [*textwrap.dedent(text).strip("\n").split("\n"), "-- end/ --"]:
        section = _SECTION.match(line)
        if not section:
            lines.append(line)
            continue
        if path:
            content = "".join(f"{each}\n" for each in lines)
            if CURSOR in content:
                before = content.split(CURSOR)[0]
                cursor = (path, before.count("\n"), len(before) - (before.rfind("\n") + 1))
                content = content.replace(CURSOR, "")
            tree.write(path, content)
        path, lines = "", []
        if section["target"]:
            tree.link(absolute(section["path"]), section["target"])
        elif section["path"].endswith("/"):
            if section["path"] != "end/":
                tree.mkdir(absolute(section["path"].rstrip("/")))
        else:
            path = absolute(section["path"])
    return Workspace(tree, cursor)
