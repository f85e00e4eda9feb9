"""When an edit reaches a Codex session that runs already, or one that is resumed (CX-27, CX-29, V-12, V-14)."""

from __future__ import annotations

from typing import Literal

from guidechain.core.hosts.codex import chain
from guidechain.core.hosts.codex_launch import start
from guidechain.core.hosts.codex_text import compose, is_global
from guidechain.core.hosts.codex_versions import GLOBAL_REREAD, RESUME_CHANGED, RESUME_KEEPS, RESUME_READS
from guidechain.core.hosts.versions import holds
from guidechain.core.model import Launch, Loaded
from guidechain.core.snapshot import Snapshot

Event = Literal["request", "resume"]
"""The next request of a running session, or the first one of a resumed session."""
Sent = tuple[Loaded, str]


def sent_again(before: Snapshot, after: Snapshot, launch: Launch, event: Event) -> tuple[Loaded, ...]:
    """The files of the message that a session started on ``before`` gets once the files are as in ``after``.

    Empty when no message is sent, and when one is sent that only takes the earlier instructions back.
    """
    begin = start(before, launch)
    old, new = _sent(before, launch), _sent(after, launch)
    if event == "request":
        # CX-29, V-12: only the global file is read again; the project text of the start goes along with it.
        kept = [each for each in old if not is_global(begin, old[0][0], each[0])]
        fresh = [each for each in new if is_global(begin, new[0][0], each[0])]
        new = [*fresh, *kept] if holds(begin.version, GLOBAL_REREAD) else old
        changed = _texts(old) != _texts(new)
    elif holds(begin.version, RESUME_CHANGED):
        changed = _texts(old) != _texts(new)
    else:
        changed = holds(begin.version, RESUME_READS) and not holds(begin.version, RESUME_KEEPS)
    return tuple(loaded for loaded, _ in new) if changed else ()


def _sent(snapshot: Snapshot, launch: Launch) -> list[Sent]:
    found = chain(snapshot, launch, None)
    texts = [part.text for part in compose(snapshot, found) if part.path]
    return list(zip(found.loaded, texts, strict=True))


def _texts(sent: list[Sent]) -> list[str]:
    return [text for _, text in sent]
