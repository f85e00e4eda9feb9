"""Guards as plain values, for JSON: one documented shape for the command line and the server."""

from __future__ import annotations

from collections.abc import Iterable

from guidechain.core.model import Guard, Settings
from guidechain.core.plain import written
from guidechain.core.queries.guards import force_of


def guards_answer(settings: Settings, target: str | None, guards: Iterable[Guard]) -> dict[str, object]:
    """The guards over ``target``, strongest first, or those of the workspace (None), version 1.

    ``{"version", "root", "target", "guards": [{"force", "level", "origin", "host", "path", "line", "via", "patterns",
    "base", "except", "acts", "existingOnly", "sentence", "instead", "enforcedBy", "void", "also": [...]}]}``. ``force``
    is blocks, asks or "guidance only"; ``level`` forbid, ask, avoid or note; ``origin`` contract, settings, prose,
    marker or tool (the own mechanism of one that is no configured host); ``line`` is 1-based; ``patterns`` are
    gitignore-style below ``base``; ``void`` says why a rule has no effect, null for one that has; ``also`` are guards
    of the same shape that agree or enforce, without their own.
    """
    return {
        "version": 1,
        "root": settings.root,
        "target": None if target is None else written(settings, target),
        "guards": [
            {**_json(settings, guard), "also": [_json(settings, each) for each in guard.also]} for guard in guards
        ],
    }


def _json(settings: Settings, guard: Guard) -> dict[str, object]:
    return {
        "force": force_of(guard),
        "level": guard.level,
        "origin": guard.origin,
        "host": guard.host,
        "path": written(settings, guard.path),
        "line": guard.span.start.line + 1,
        "via": written(settings, guard.via) if guard.via else None,
        "patterns": list(guard.patterns),
        "base": written(settings, guard.base),
        "except": list(guard.except_),
        "acts": list(guard.acts),
        "existingOnly": guard.existing_only,
        "sentence": guard.sentence,
        "instead": guard.instead,
        "enforcedBy": guard.enforced_by,
        "void": guard.void or None,
    }
