"""The message in which Codex's model sees its instructions, byte for byte (CX-25)."""

from __future__ import annotations

from guidechain.core import paths
from guidechain.core.hosts.codex_launch import WHITE, Start, start
from guidechain.core.hosts.codex_versions import BARE_HEADING, WRAPPER
from guidechain.core.hosts.versions import holds
from guidechain.core.model import Chain, Loaded, Part
from guidechain.core.snapshot import Snapshot

PROJECT_STARTS = "\n\n--- project-doc ---\n\n"
NEXT_FILE = "\n\n"


def compose(snapshot: Snapshot, chain: Chain) -> tuple[Part, ...]:
    """The one message that carries the chain; nothing when the chain is empty. No part names a file (CX-25)."""
    if not chain.loaded:
        return ()
    begin = start(snapshot, chain.launch)
    first = chain.loaded[0]
    parts: list[Part] = []
    separator = PROJECT_STARTS if is_global(begin, first, first) else NEXT_FILE
    for loaded in chain.loaded:
        if parts:
            parts.append(Part(separator))
            separator = NEXT_FILE
        parts.append(Part(_text(snapshot, loaded, is_global(begin, first, loaded)), loaded.path))
    before, after = _wrapper(begin, not is_global(begin, first, chain.loaded[-1]))
    return (Part(before), *parts, Part(after))


def is_global(begin: Start, first: Loaded, loaded: Loaded) -> bool:
    """Whether ``loaded`` is the global file of the chain that starts with ``first``.

    Only the first file can be it, and a chain that holds a file of the Codex home begins with the global one, also
    where the session starts in that folder (CX-24).
    """
    return loaded is first and paths.parent(first.path) == begin.home


def _text(snapshot: Snapshot, loaded: Loaded, is_trimmed: bool) -> str:
    """CX-2, CX-16, CX-23: the global text is trimmed, the project's is cut at a byte and decoded with replacement."""
    content = (snapshot.read(loaded.path) or b"")[: loaded.kept]
    text = content.decode("utf-8", "replace")
    return text.strip(WHITE) if is_trimmed else text


def _wrapper(begin: Start, has_project: bool) -> tuple[str, str]:
    if not holds(begin.version, WRAPPER):
        return "<user_instructions>\n\n", "\n\n</user_instructions>"
    named = has_project or not holds(begin.version, BARE_HEADING)
    heading = f"# AGENTS.md instructions for {begin.cwd}" if named else "# AGENTS.md instructions"
    return f"{heading}\n\n<INSTRUCTIONS>\n", "\n</INSTRUCTIONS>"
