"""Cursor's rule files as other hosts read them: ``.cursor/rules/**/*.mdc`` and ``.cursorrules`` (CP-110).

The front matter is read line by line and not as YAML: people write globs such as ``*.ts`` without quotes, which
YAML takes for an alias.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import compile_globs
from guidechain.core.snapshot import Snapshot

MAX_DEPTH = 16
_FENCE = re.compile(r"\s*---[ \t]*(?:\r\n?|\n)(.*?)(?:^)---[ \t]*(?:\r\n?|\n|$)(.*)", re.DOTALL | re.MULTILINE)
_KEY = re.compile(r"^([A-Za-z]+):[ \t]*(.*?)[ \t\r]*$((?:\n[ \t]*-[ \t].*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """One rule: ``always`` in force, else by ``globs``, else offered by its ``description``, else by name only."""

    body: str
    always: bool = False
    globs: tuple[str, ...] = ()
    description: str = ""

    def match(self, relative: Iterable[str]) -> str | None:
        """The first glob that matches one of the paths, which are relative to the project root."""
        known = list(relative)
        for pattern in self.globs if not self.always else ():
            globs = compile_globs("absolute", [pattern] if "/" in pattern else [pattern, f"**/{pattern}"])
            if any(globs.match(path) for path in known):
                return pattern
        return None

    @property
    def reason(self) -> str:
        """Why the rule is not in the prompt, in a few words."""
        if self.globs:
            return f"globs {', '.join(self.globs)}"
        return "offered by its description" if self.description else "only when its name is mentioned"


def discover(snapshot: Snapshot, root: str) -> Iterator[tuple[str, Rule]]:
    """Every rule with text below ``root``, sorted by path, the single-file format last."""
    for path in sorted(_mdc(snapshot, paths.join(root, ".cursor/rules"), MAX_DEPTH)):
        rule = parse(snapshot.read(path) or b"")
        if rule is not None:
            yield path, rule
    legacy = paths.join(root, ".cursorrules")
    text = (snapshot.text(legacy) or "").strip()
    if text:
        yield legacy, Rule(text, always=True)


def parse(content: bytes) -> Rule | None:
    """The rule in a ``.mdc`` file; None without front matter or without text."""
    found = _FENCE.match(content.decode("utf-8", "replace").lstrip("\ufeff"))
    if found is None or not found[2].strip():
        return None
    keys = {key: (value, block) for key, value, block in _KEY.findall(found[1].replace("\r\n", "\n"))}
    always = _scalar(keys.get("alwaysApply", ("", ""))[0]).lower() in ("true", "yes", "on")
    description = _scalar(keys.get("description", ("", ""))[0])
    return Rule(found[2].strip(), always, _globs(*keys.get("globs", ("", ""))), description)


def _globs(value: str, block: str) -> tuple[str, ...]:
    if not value or value.startswith("#"):
        lines = [line.strip().removeprefix("-") for line in block.split("\n")]
        return tuple(filter(None, map(_scalar, lines)))
    listed = re.fullmatch(r"\[(.*)\]\s*(?:#.*)?", value)
    inner = listed[1] if listed else _scalar(value)
    return tuple(filter(None, map(_scalar, re.split(r",(?![^{]*\})", inner))))


def _scalar(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].strip()
    return re.split(r"\s#", value)[0].strip()


def _mdc(snapshot: Snapshot, folder: str, depth: int) -> Iterator[str]:
    if depth == 0 or snapshot.entry(folder).kind != "directory":
        return
    for name, kind in snapshot.listdir(folder).items():
        path = paths.join(folder, name)
        if kind == "directory" and name not in ("node_modules", ".git"):
            yield from _mdc(snapshot, path, depth - 1)
        elif kind == "file" and name.endswith(".mdc"):
            yield path
