"""The import tokens of a file, for hover, definition and links: each token once per host."""

from __future__ import annotations

from guidechain.core.model import Host, Import, Position, Settings, Span
from guidechain.core.queries.imports import imports_in
from guidechain.lsp.convert import is_inside
from guidechain.lsp.session import Session


def imports_of(session: Session, settings: Settings, path: str) -> list[tuple[Host, Import]]:
    """Every import token in ``path`` per host; of several launch folders one where the token is live."""
    if not session.snapshot.is_file(path):
        return []
    found: dict[tuple[str, Span], tuple[Host, Import]] = {}
    for each in imports_in(session.snapshot, settings, path):
        for token in each.imports:
            known = found.get((each.host.id, token.span))
            if known is None or (known[1].why and not token.why):
                found[each.host.id, token.span] = (each.host, token)
    return list(found.values())


def imports_at(session: Session, settings: Settings, path: str, position: Position) -> list[tuple[Host, Import]]:
    """The import token at ``position`` as each host reads it."""
    return [(host, token) for host, token in imports_of(session, settings, path) if is_inside(position, token.span)]
