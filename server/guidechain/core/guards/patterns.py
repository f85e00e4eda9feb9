"""What a path written in guidance covers: gitignore-style patterns from the root of the workspace.

``./x`` and ``../x`` count from the instruction file's folder, ``/x`` from the root. Any other path counts from the
file's folder or from the root, whichever exists; from the root, when it repeats the file's own folder; else from the
file's folder. ``<name>`` stands for any name, ``[name]`` for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from guidechain.core import paths
from guidechain.core.lazy_regex import lazy_regex

ANYWHERE = frozenset(("node_modules", "__pycache__", "__snapshots__", "__generated__", ".turbo", ".next", ".venv"))
"""Folder names that stand for every folder of that name."""
_MACHINE = lazy_regex(
    r"/(?:srv|etc|usr|home|var|opt|tmp|root|mnt|proc|sys|dev|boot|run|users|library|private|volumes|system|"
    r"applications)(?:/|$)",
    re.I,
)


def placed(written: str, at: str, exists: Callable[[str], bool], *, anywhere: bool = False) -> tuple[str, ...]:
    """The patterns of ``written`` in a file of the folder ``at`` (relative to the root, "" for the root itself).

    ``exists`` answers for paths relative to the root. Nothing for what lies outside the workspace. ``anywhere``: the
    sentence means every folder of that name.
    """
    at = "/".join(_project(at.split("/")))
    text = re.sub(r"(?:…|\.\.\.)$", "", written.strip())
    text = re.sub(r"\\(?=\w)", "/", text)
    text = re.sub(r"<[^<>/]*>|\{[^{},/]*\}|\$\{?\w+\}?", "*", text)
    if text.startswith("~") or re.match(r"[A-Za-z]:/", text) or "://" in text or not text.strip("./*"):
        return ()
    if text.startswith("/") and _MACHINE.match(text) and not exists(_fixed(text[1:])):
        return ()
    inner = text.removeprefix("./").rstrip("/")
    glob = "*" in inner
    name_only = "/" not in inner and not text.startswith(("./", "/"))
    anywhere = anywhere or inner.split("/")[0] in ANYWHERE
    if ((name_only and (glob or anywhere)) or inner.split("/")[0] in ANYWHERE) or text.startswith("**/"):
        return expanded(f"{_folder(at)}{'' if text.startswith('**/') else '**/'}{text}")
    return expanded(_from_root(text, at, exists))


def _project(parts: list[str]) -> list[str]:
    """The folder that paths in a file below a dot folder (``.claude/rules``) count from: the one that holds it."""
    return next((parts[:index] for index, part in enumerate(parts) if part.startswith(".")), parts)


def suffixes(ending: str, folders: tuple[str, ...]) -> tuple[str, ...]:
    """Files that end in ``ending`` below the patterns ``folders``, else anywhere."""
    tail = ending if ending.startswith("*") else f"*{ending}"
    return tuple(f"{folder.rstrip('*').rstrip('/')}/**/{tail}" for folder in folders) or (f"**/{tail}",)


def _from_root(text: str, at: str, exists: Callable[[str], bool]) -> str:
    if text.startswith("/"):
        return text
    if text.startswith(("./", "../")):
        path = paths.normal(f"/{at}/{text}")
        return path + "/" if text.endswith("/") and path != "/" else path
    if at:
        fixed = _fixed(text)
        here, top = max(_depth(f"{at}/{fixed}", exists) - at.count("/") - 1, 0), _depth(fixed, exists)
        if here < top or (here == top and paths.is_below(f"/{fixed}", f"/{at}")):
            return f"/{text}"
    return f"{_folder(at)}{text}"


def _depth(path: str, exists: Callable[[str], bool]) -> int:
    """How many leading parts of ``path`` exist."""
    parts = path.split("/")
    return next((count for count in range(len(parts), 0, -1) if exists("/".join(parts[:count]))), 0)


def _folder(at: str) -> str:
    return f"/{_literal(at)}/" if at else "/"


def _fixed(text: str) -> str:
    """The folders of a pattern before its first wildcard."""
    head = re.split(r"[*?{]", text)[0]
    return (head if head == text else head.rpartition("/")[0]).rstrip("/")


def _literal(text: str) -> str:
    return re.sub(r"([\[\]?*!])", r"\\\1", text)


def expanded(pattern: str) -> tuple[str, ...]:
    """One pattern for each choice of ``{a,b}``; brackets that are no range stand for themselves."""
    found = re.search(r"\{([^{}]*,[^{}]*)\}", pattern)
    if found:
        head, tail = pattern[: found.start()], pattern[found.end() :]
        return tuple(each for choice in found[1].split(",")[:50] for each in expanded(head + choice.strip() + tail))
    return (re.sub(r"(?<!\\)\[(?![!^]?\w-\w\])([^\[\]]*)\]", r"\\[\1\\]", pattern),)
