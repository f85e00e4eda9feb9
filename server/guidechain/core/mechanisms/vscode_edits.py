"""VS Code's ``chat.tools.edits.autoApprove`` in ``.vscode/settings.json``: files whose edits its chat asks about.

Its keys are globs, the last that matches decides, and false asks (VS-70). Only keys that start with ``**/`` are read:
they match at any depth whatever the others are relative to. VS Code itself heeds it in trusted workspaces (VS-74).
"""

from __future__ import annotations

import json
import re

from guidechain.core import paths
from guidechain.core.guards.patterns import expanded
from guidechain.core.model import Guard, Position, Span
from guidechain.core.snapshot import Snapshot

TOOL = "VS Code"
FILE = ".vscode/settings.json"
SETTING = "chat.tools.edits.autoApprove"


def guards(snapshot: Snapshot, root: str) -> tuple[Guard, ...]:
    """One guard for each key that asks; keys after it that approve are its exceptions."""
    path = paths.join(root, FILE)
    text = snapshot.text(path) if snapshot.entry(path).kind == "file" else None
    if not text or SETTING not in text:
        return ()
    rows = [(key, value) for key, value in _setting(text).items() if key.startswith("**/")]
    found = []
    for index, (key, value) in enumerate(rows):
        if value is False:
            freed = [each for later, approves in rows[index + 1 :] if approves is True for each in expanded(later)]
            globs = expanded(key)
            freed += [f"{each}/**" for each in globs if not each.endswith("*")]  # A glob does not take what is below.
            found.append(
                Guard(
                    globs,
                    root,
                    path,
                    _place(text, key),
                    except_=tuple(freed),
                    level="ask",
                    origin="tool",
                    sentence=key,
                    enforced_by=TOOL,
                    host=TOOL,
                )
            )
    return tuple(found)


def _setting(text: str) -> dict[str, object]:
    import jsonc  # Only where the setting is written: it takes longer to load than most answers.

    try:
        settings = jsonc.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return {}
    found = settings.get(SETTING) if isinstance(settings, dict) else None
    return {key: value for key, value in found.items() if isinstance(key, str)} if isinstance(found, dict) else {}


def _place(text: str, key: str) -> Span:
    """Where ``key`` is written; a key with escapes is found at the setting itself."""
    start = text.find(SETTING)
    at = text.find(json.dumps(key, ensure_ascii=False), start)
    at = start if at < 0 else at
    lines = re.split(r"\r\n|\r|\n", text[:at])
    here = Position(len(lines) - 1, len(lines[-1]))
    return Span(here, Position(here.line, here.column + len(key) + 2))
