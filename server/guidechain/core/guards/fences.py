"""Plain fences: folder trees and lists of paths with a remark on each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from guidechain.core.document import Block
from guidechain.core.guards.claims import Claim
from guidechain.core.guards.flat import Flat, Token, flatten_text, is_path
from guidechain.core.guards.units import Bound, split
from guidechain.core.lazy_regex import lazy_regex

_LINE = lazy_regex(r"(?P<lead>(?:[\s│├└─┬|+`\\]|--)*)(?P<mark>[❌🚫⛔✗✘✅✔]?)\ufe0f?\s*(?P<path>[^\s#(]+)(?P<rest>.*)")
_BRANCH = lazy_regex(r"[│├└]|[|+`\\]--")
_ROOT_LINE = lazy_regex(r"^[\w.@-]+(?:/|\.\w+(?!\S))", re.MULTILINE)
_INDENTED = lazy_regex(r"^[\w.-]+/[^\n]*\n[ \t]+[\w.@-]+", re.MULTILINE)
_OUTSIDE = lazy_regex(r"\s*(?:#+|//|—|–|-+|<-+|←|:|\()?\s*")
_FOLDERS = frozenset(
    [
        "src",
        "packages",
        "apps",
        "lib",
        "libs",
        "docs",
        "app",
        "server",
        "client",
        "web",
        "api",
        "crates",
        "pkg",
        "tests",
        "scripts",
        "ui",
        "frontend",
        "backend",
        "cmd",
        "internal",
        "infra",
    ]
)
"""First lines of a tree that are a folder of the project and not its own name."""


def fence_claims(
    text: str, block: Block, above: Claim | None, marked: bool, at_folder: str, exists: Callable[[str], bool]
) -> Iterator[Bound]:
    """The claims of each line: by its own remark, by a cross before it (``marked``), or by what stands ``above``."""
    stack: list[tuple[int, str]] = []
    start = text.find("\n", block.start, block.end) + 1 or block.end
    tree = _BRANCH.search(text, start, block.end) is not None or _INDENTED.search(text, start, block.end) is not None
    roots = len(_ROOT_LINE.findall(text, start, block.end))
    for line in re.compile(r"[^\r\n]+").finditer(text, start, block.end):
        found = _LINE.fullmatch(line[0])
        if not found or line[0].lstrip().startswith(("```", "~~~")):
            continue
        column, name = found.start("path"), found["path"].rstrip(",")
        while stack and stack[-1][0] >= column:
            stack.pop()
        if tree and not _BRANCH.search(found["lead"]) and column == 0:
            inside = name.strip("./")
            own = inside == at_folder.rpartition("/")[2] and not exists(f"{at_folder}/{inside}")
            stack = (
                [(-1, inside)] if not own and (roots > 1 or inside in _FOLDERS or (inside and exists(inside))) else []
            )
            if _remark(text, line.start() + found.start("rest"), line.end(), exists) is None:
                continue
        whole = "/".join([*(folder for _, folder in stack), name]) if tree else name
        if tree and (name.endswith("/") or "." not in name):
            stack.append((column, name.rstrip("/")))
        if not (tree or is_path(name)) or name.startswith("-"):
            continue
        at = line.start()
        claim = _remark(text, at + found.start("rest"), line.end(), exists)
        if claim is None and found["mark"] in ("❌", "🚫", "⛔", "✗", "✘") and marked:
            claim = Claim(0, 1)
        if (
            claim is None
            and above is not None
            and found["mark"] not in ("✅", "✔")
            and not _BRANCH.search(found["lead"])
        ):
            claim = above
        if claim is not None:
            token = Token("path", f"./{whole}" if tree else name, at + column, at + column + len(name))
            flat = Flat(
                "\ue000" + line[0][column + len(name) :].lower(), tuple(range(at + column, line.end())), {0: token}
            )
            yield Bound(replace(claim, paths=(0,), except_=()), flat)


def _remark(text: str, start: int, end: int, exists: Callable[[str], bool]) -> Claim | None:
    opening = _OUTSIDE.match(text, start, end)
    flat = flatten_text(text, opening.end() if opening else start, end, exists)
    for sentence in split(flat):
        for claim in sentence.claims:
            if not claim.paths and claim.refers:
                return claim
    return None
