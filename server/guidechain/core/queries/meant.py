"""Which ``@`` words were meant as imports: a host tries many that are handles, decorators or packages."""

from __future__ import annotations

import re

from guidechain.core import paths
from guidechain.core.model import Import
from guidechain.core.snapshot import Snapshot

_PROSE = (".md", ".mdx", ".mdc", ".markdown", ".txt", ".rst", ".adoc", ".asciidoc")
_DATA = (".json", ".jsonc", ".yaml", ".yml", ".toml")
_MENTION = re.compile(r"@[\w-]+(?:/[\w.-]+)?(?:\(.*)?$")
"""A handle, a decorator, a package of a scope: words with an at sign that are no paths."""


def is_meant(snapshot: Snapshot, token: Import, target: str) -> bool:
    """Whether somebody who wrote ``token`` meant a file: it is spelt like a path, and not like a handle or package."""
    name = target.lower().rstrip(",.:;!?)]}\"'>")
    if is_prose(name) or token.written.startswith(("@./", "@../", "@~/")):
        return True
    first = token.written[1:].partition("/")[0]
    beside = paths.join(paths.parent(token.path), first)
    inside = bool(first) and "/" in token.written and snapshot.entry(beside).kind == "directory"
    if name.endswith(_DATA):
        return inside or not _MENTION.match(token.written)
    return inside and "." in paths.name(name)


def is_prose(name: str) -> bool:
    """Whether ``name`` ends like a text for people."""
    return name.lower().endswith(_PROSE)
