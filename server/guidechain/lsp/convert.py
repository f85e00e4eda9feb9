"""Between the core's terms and the protocol's: addresses, severities, findings. Positions are those of ``text``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, unquote_to_bytes, urlsplit

from lsprotocol import types as lsp

from guidechain.core import paths
from guidechain.core.model import Finding, Position, Related, Severity, Span
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.text import text_of

SEVERITIES: dict[Severity, lsp.DiagnosticSeverity] = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "information": lsp.DiagnosticSeverity.Information,
    "hint": lsp.DiagnosticSeverity.Hint,
}
START = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
"""The very beginning of a text."""

_DRIVE = re.compile(r"/([A-Za-z])[:|](?=/|$)")


def to_path(uri: str) -> str | None:
    """The path that ``uri`` names; None for every scheme but ``file``, for other machines and for nonsense.

    However the client spells it (``c%3A`` or ``C:``, ``%20`` or a space), one file has one path.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    path = unquote_to_bytes(parts.path).decode("utf-8", "surrogateescape")
    if not path.startswith("/") or "\0" in path:
        return None
    drive = _DRIVE.match(path)
    return paths.normal(f"{drive[1].upper()}:{path[drive.end() :]}" if drive else path)


def to_uri(path: str) -> str:
    """The ``file`` address of ``path``."""
    shown = path if path.startswith("/") else f"/{path}"
    return "file://" + quote(shown.encode("utf-8", "surrogateescape"), safe="/:@!$&'()*+,;=~")


def to_location(snapshot: Snapshot, path: str, span: Span, encoding: str, uri: str | None = None) -> lsp.Location:
    """A place in a file; ``uri`` is the client's own spelling where it has one."""
    return lsp.Location(uri or to_uri(path), text_of(snapshot, path).span(span, encoding))


def is_inside(position: Position, span: Span) -> bool:
    """Whether ``position`` touches ``span``, its end included."""
    return span.start <= position <= span.end


def to_diagnostic(
    snapshot: Snapshot,
    finding: Finding,
    encoding: str,
    related: list[lsp.DiagnosticRelatedInformation],
    *,
    tags: bool,
) -> lsp.Diagnostic:
    """A finding as the editor shows it, with the ``related`` places; ``tags`` says whether the client can show them."""
    return lsp.Diagnostic(
        range=to_range(snapshot, finding.path, finding.span, encoding),
        message=finding.message,
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        source="guidechain",
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.unnecessary and tags else None,
        related_information=related or None,
    )


def to_related(snapshot: Snapshot, finding: Finding, place: Related, encoding: str) -> lsp.DiagnosticRelatedInformation:
    """A further place that ``finding`` speaks of as the editor shows it."""
    location = to_location(snapshot, place.path, place.span, encoding)
    return lsp.DiagnosticRelatedInformation(location, _placed(finding.path, place))


def to_faded(
    snapshot: Snapshot, finding: Finding, encoding: str, *, related: bool
) -> Iterator[tuple[str, lsp.Diagnostic]]:
    """The text that ``finding`` says is never seen in other files than its own: each path, with a hint that has
    editors fade the text and leads to the finding."""
    for each in finding.related:
        if each.unnecessary and each.path != finding.path:
            place = to_location(snapshot, finding.path, finding.span, encoding)
            cause = lsp.DiagnosticRelatedInformation(place, finding.message)
            yield (
                each.path,
                lsp.Diagnostic(
                    range=to_range(snapshot, each.path, each.span, encoding),
                    message=each.message,
                    severity=lsp.DiagnosticSeverity.Hint,
                    code=finding.code,
                    source="guidechain",
                    tags=[lsp.DiagnosticTag.Unnecessary],
                    related_information=[cause] if related else None,
                ),
            )


def _placed(path: str, related: Related) -> str:
    """The message of a place with the folder of its file, where that is another one: editors show the bare name."""
    folder = next(each for each in paths.ancestors(path) if paths.is_below(related.path, each) or paths.is_root(each))
    place = paths.relative(related.path, folder)
    return f"{place}: {related.message}" if "/" in place else related.message


def to_range(snapshot: Snapshot, path: str, span: Span, encoding: str) -> lsp.Range:
    """A span in ``path`` as the editor's range."""
    return text_of(snapshot, path).span(span, encoding)
