"""Governing files as the custom request answers them."""

from __future__ import annotations

from guidechain.core.document import parse
from guidechain.core.model import Governing, Settings
from guidechain.core.plain import written
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.convert import to_uri
from guidechain.lsp.session import Session


def first_line(snapshot: Snapshot, path: str) -> int:
    """The zero-based line where the guidance of ``path`` begins: behind its front matter."""
    return snapshot.query(_first_line, path)


def _first_line(snapshot: Snapshot, path: str) -> int:
    document = parse(snapshot.text(path) or "")
    return document.position(document.body).line if document.front_matter else 0


def governing_answer(session: Session, settings: Settings, found: tuple[Governing, ...]) -> dict[str, object]:
    """The answer to ``guidechain/governing``; its shape stands there."""
    return {
        "files": [
            {
                "path": written(settings, each.path),
                "uri": session.uri(each.path) or to_uri(each.path),
                "line": first_line(session.snapshot, each.path),
                "hosts": [
                    {
                        "host": chain.host.id,
                        "title": chain.host.title,
                        "launch": written(settings, chain.launch.cwd),
                        "when": file.loaded.when,
                        "acts": list(file.acts),
                        "bytes": file.loaded.size,
                        "kept": file.loaded.size if file.loaded.kept is None else file.loaded.kept,
                        "via": written(settings, file.loaded.via.path) if file.loaded.via else None,
                    }
                    for chain, file in each.uses
                ],
            }
            for each in found
        ]
    }
