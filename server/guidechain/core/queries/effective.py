"""The text that a host's model sees for work on a path, for the preview: the host's own words, order and cuts."""

from __future__ import annotations

from dataclasses import replace

from guidechain.core import explain, paths
from guidechain.core.model import Act, Chain, Host, Launch, Loaded, Part, Settings, Touch
from guidechain.core.queries.chains import chain_for
from guidechain.core.snapshot import Snapshot


def effective_parts(
    snapshot: Snapshot,
    settings: Settings,
    host: Host,
    launch: Launch,
    path: str,
    act: Act = "read",
    show_outside: bool = False,
) -> tuple[Part, ...]:
    """What the model of ``host`` has read once ``act`` was done to ``path``; a launch folder as ``path``: at start.

    Imports that lead outside the workspace are named in place of their text unless ``show_outside``. Empty for a host
    that shows nothing or would not start.
    """
    if host.compose is None:
        return ()
    chain = chain_for(snapshot, host, launch, None if path == launch.cwd else Touch(path, act))
    if chain.refused:
        return ()
    parts = host.compose(snapshot, chain)
    return parts if show_outside else tuple(_without_outside(settings, chain, parts))


def effective_text(parts: tuple[Part, ...]) -> str:
    """The parts for reading: a line between the messages of different roles, each file on lines of its own."""
    text, role = "", parts[0].role if parts else ""
    for part in parts:
        if part.role != role:
            role = part.role
            text += f"{'' if text.endswith(chr(10)) else chr(10)}──── {role} ────\n"
        elif part.path and text and not text.endswith("\n"):
            text += "\n"
        text += part.text
    return text


def _without_outside(settings: Settings, chain: Chain, parts: tuple[Part, ...]) -> list[Part]:
    outside = {each.path: each for each in chain.loaded if _is_outside(settings, each)}
    return [
        replace(part, text=_named(settings, outside[part.path])) if part.path in outside else part for part in parts
    ]


def _is_outside(settings: Settings, loaded: Loaded) -> bool:
    return loaded.via is not None and not paths.is_below(loaded.real, settings.root)


def _named(settings: Settings, loaded: Loaded) -> str:
    """A line in place of the text of a file outside the workspace."""
    place = explain.shown(settings, loaded.path)
    return f"[{place}, {loaded.size:,} bytes, is imported from outside the workspace and not shown here]\n"
