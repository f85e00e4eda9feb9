"""Guards in words: what editor, command line and findings say. Plain text without a final full stop."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from guidechain.core.explain import shown
from guidechain.core.model import Guard, Settings
from guidechain.core.queries.guard_reach import Enforcement
from guidechain.core.queries.guards import ENFORCING, force_of

LONGEST = 160
"""Characters of a sentence that are quoted."""


def place(settings: Settings, guard: Guard) -> str:
    """Where the guard is written: "AGENTS.md:3"."""
    return f"{shown(settings, guard.path)}:{guard.span.start.line + 1}"


def scope(guard: Guard) -> str:
    """The guarded paths as written, without the slash that marks the root."""
    found = [each.lstrip("/") or "everything" for each in guard.patterns]
    found = ["everything" if each == "**" else each for each in found]
    some = ", ".join(found[:3]) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
    spared = ", ".join(list(dict.fromkeys(each.lstrip("/") for each in guard.except_))[:3])
    return f"{some} except {spared}" if spared else some


def says(settings: Settings, guard: Guard) -> str:
    """The words of the guard with their place, and the file that brings it in."""
    cut = quoted(guard)
    via = f" (imported by {shown(settings, guard.via)})" if guard.via else ""
    if guard.origin in ("settings", "tool"):
        return f"{cut or scope(guard)} in {place(settings, guard)}"
    if not cut:
        return f"{place(settings, guard)} guards {scope(guard)}"
    return f"{place(settings, guard)}{via}: {cut}"


def quoted(guard: Guard) -> str:
    """The words of the guard on one line, without emphasis, cut where they are long; "" when it has none."""
    sentence = " ".join(guard.sentence.split())
    sentence = re.sub(r"\*\*|__", "", sentence) if guard.origin == "prose" else sentence
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 3].rstrip() + "..."


def ended(words: str) -> str:
    """``words`` with a full stop, unless they end a sentence already; without the colon before a list."""
    words = words.rstrip(" :,;")
    return words if words.endswith((".", "!", "?", "。", "…")) else f"{words}."


def instead(guard: Guard) -> str:
    """A sentence that says what to do in place of an edit, to stand behind ``says``; "" where that has said it."""
    return f" Instead: {guard.instead}." if guard.instead and guard.instead not in quoted(guard) else ""


def force(settings: Settings, guard: Guard) -> str:
    """What becomes of an edit: "blocked by Claude Code (.claude/settings.json:4)", "guidance only"."""
    kind = force_of(guard)
    if guard.origin == "tool" and not guard.also:
        return f"{'blocked' if kind == 'blocks' else 'asked about'} in {guard.enforced_by} only"
    if kind == "guidance only":
        return kind
    by = [each for each in (guard, *guard.also) if each.enforced_by and each.origin in ENFORCING]
    named = (f"{each.enforced_by}" if each is guard else f"{each.enforced_by} ({place(settings, each)})" for each in by)
    names = _listed(named) or str(guard.enforced_by)
    return f"blocked by {names}" if kind == "blocks" else f"asked about by {names}"


def worth(settings: Settings, guard: Guard, known: Enforcement) -> str:
    """``force`` for all that a guard covers: what enforces the whole of it, or a part."""
    if guard.enforced_by or not known.by:
        return force(settings, guard)
    whole = force(settings, replace(guard, enforced_by=known.by[0].enforced_by, also=known.by))
    return f"partly {whole}" if known.open else whole


def lines(settings: Settings, guard: Guard) -> tuple[str, ...]:
    """All that there is to say: force, words, what to do instead."""
    found = [f"{force(settings, guard)}: {says(settings, guard)}"]
    found += [f"instead: {guard.instead}"] if guard.instead else []
    found += [also(settings, each) for each in guard.also if each.origin not in ENFORCING]
    return tuple(found)


def also(settings: Settings, guard: Guard) -> str:
    """What another guard of the same paths says; what another tool does by itself."""
    words = says(settings, guard)
    return f"{force(settings, guard)}: {words}" if guard.origin == "tool" else words


def _listed(words: Iterable[str]) -> str:
    rows = list(dict.fromkeys(words))
    return " and ".join([", ".join(rows[:-1]), rows[-1]] if len(rows) > 1 else rows)
