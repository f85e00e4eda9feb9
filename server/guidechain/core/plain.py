"""Answers as plain values, for JSON: one documented shape for the command line, the server and MCP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from guidechain.core import explain, paths
from guidechain.core.model import FileChain, Finding, Import, Settings, Span

if TYPE_CHECKING:
    from guidechain.core.queries.governed import Governed
    from guidechain.core.queries.inventory import InstructionFile, Standing


def chains_answer(settings: Settings, target: str, found: tuple[FileChain, ...]) -> dict[str, object]:
    """What each host loads for ``target``, version 1.

    ``{"version", "root", "target", "chains": [{"host", "title", "host_version", "launch",
    "loaded": [{"path", "when", "via", "acts", "bytes", "kept"}], "not_loaded": [{"path", "why", "culprit"}],
    "decided_by": [], "refused"}]}``. ``bytes`` is a file's size, ``kept`` what of it arrives; ``launch`` and ``target``
    are "" for the root itself. A version that was read
    from the disk has ``"installed": true`` beside it, one in an interval that nobody observed ``"unknown"``, which says
    between which releases.
    """
    return {
        "version": 1,
        "root": settings.root,
        "target": written(settings, target),
        "chains": [_chain_json(settings, chain) for chain in found],
    }


def _chain_json(settings: Settings, chain: FileChain) -> dict[str, object]:
    return {
        "host": chain.host.id,
        "title": chain.host.title,
        "host_version": explain.version(chain.host, chain.launch),
        **_version_notes(settings, chain),
        "launch": written(settings, chain.launch.cwd),
        "loaded": [
            {
                "path": written(settings, file.loaded.path),
                "when": file.loaded.when,
                "via": written(settings, file.loaded.via.path) if file.loaded.via else None,
                "acts": list(file.acts),
                "bytes": file.loaded.size,
                "kept": file.loaded.size if file.loaded.kept is None else file.loaded.kept,
            }
            for file in chain.files
        ],
        "not_loaded": [
            {
                "path": written(settings, passed.path),
                "why": passed.why,
                "culprit": written(settings, passed.culprit) if passed.culprit else None,
            }
            for passed in chain.not_loaded
        ],
        "decided_by": [written(settings, decider) for decider in chain.decided_by],
        "refused": chain.refused,
    }


def _version_notes(settings: Settings, chain: FileChain) -> dict[str, object]:
    gap = explain.gap_words(chain.host, chain.launch.version)
    notes: dict[str, object] = {"installed": True} if explain.is_installed(settings, chain.host) else {}
    return notes | ({"unknown": gap} if gap else {})


def written(settings: Settings, path: str) -> str:
    """A path as every answer states it: relative to the root ("" itself), ``~/...`` below home, else absolute.

    A culprit that is no path (a setting's name) stands for itself.
    """
    if path == settings.root:
        return ""
    return paths.shown(path, settings.root, settings.home) if paths.is_absolute(path) else path


def findings_answer(settings: Settings, findings: Iterable[Finding]) -> dict[str, object]:
    """Findings, version 1: zero-based lines, ``character`` in code points.

    ``{"version", "findings": [{"code", "severity", "hosts", "path", "range": {"start": {"line", "character"}, "end"},
    "message", "related": [{"path", "range", "message"}], "fixes": [{"title"}]}]}``.
    """
    return {"version": 1, "findings": [_finding_json(settings, finding) for finding in findings]}


def _finding_json(settings: Settings, finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "hosts": list(finding.hosts),
        "path": written(settings, finding.path),
        "range": _range_json(finding.span),
        "message": finding.message,
        "related": [
            {"path": written(settings, each.path), "range": _range_json(each.span), "message": each.message}
            for each in finding.related
        ],
        "fixes": [{"title": fix.title} for fix in finding.fixes],
    }


def _range_json(span: Span) -> dict[str, object]:
    return {
        "start": {"line": span.start.line, "character": span.start.column},
        "end": {"line": span.end.line, "character": span.end.column},
    }


def files_answer(
    settings: Settings,
    files: Iterable[InstructionFile],
    incomplete: str | None,
    reach: Mapping[str, tuple[tuple[Import, ...], Governed]] | None = None,
) -> dict[str, object]:
    """Instruction files and how they stand, version 1; ``incomplete`` says why some may be missing, else null.

    ``{"version", "root", "incomplete", "files": [{"path", "foreign", "hosts": [{"host", "title", "state", "why",
    "culprit", "launches": [{"launch", "loaded", "when", "act"}]}]}]}``. ``state`` is active, scoped,
    launch-dependent, duplicate, shadowed or dead; ``foreign`` marks vendored code, fixtures and templates. Files in
    ``reach`` have also ``"importers": [{"path", "line"}]``, lines from 0, and ``"governs": {"files": number,
    "folders": [{"path", "files": number}]}``.
    """
    return {
        "version": 1,
        "root": settings.root,
        "incomplete": incomplete,
        "files": [
            {
                "path": written(settings, each.path),
                "foreign": each.foreign,
                "hosts": [_standing_json(settings, standing) for standing in each.standings],
                **(_reach_json(settings, *reach[each.path]) if reach and each.path in reach else {}),
            }
            for each in files
        ],
    }


def _reach_json(settings: Settings, importers: tuple[Import, ...], governed: Governed) -> dict[str, object]:
    return {
        "importers": [{"path": written(settings, each.path), "line": each.span.start.line} for each in importers],
        "governs": {
            "files": governed.files,
            "folders": [{"path": written(settings, each.path), "files": len(each.names)} for each in governed.folders],
        },
    }


def _standing_json(settings: Settings, standing: Standing) -> dict[str, object]:
    reason = standing.reason if not any(trial.loaded for trial in standing.trials) else None
    return {
        "host": standing.host.id,
        "title": standing.host.title,
        "state": standing.state,
        "why": reason.why if reason else None,
        "culprit": written(settings, reason.culprit) if reason and reason.culprit else None,
        "launches": [
            {
                "launch": written(settings, trial.launch.cwd),
                "loaded": trial.loaded is not None,
                "when": trial.loaded.when if trial.loaded else None,
                "act": trial.act,
            }
            for trial in standing.trials
        ],
    }
