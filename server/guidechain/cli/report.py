"""Findings for reading, for programs, for SARIF viewers and for GitHub: four shapes of the same tuple."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

import guidechain
from guidechain.cli.style import Style
from guidechain.core import explain, paths, plain
from guidechain.core.model import Finding, Settings, Severity, Span

FORMATS = ("text", "json", "sarif", "github")
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "information", "hint")
"""Most serious first."""

RELATED_SHOWN = 5
"""How many further places of a finding the text names before it counts."""

SARIF_LEVELS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
GITHUB_LEVELS: Mapping[Severity, str] = {
    "error": "error", "warning": "warning", "information": "notice", "hint": "notice",
}  # fmt: skip
SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


@dataclass(frozen=True)
class Rule:
    """A code, its default severity, the page about it (a first sentence, then the rest), and in words where its
    findings stand and which hosts they are about."""

    code: str
    severity: Severity
    page: str
    place: str = ""
    hosts: str = ""

    @property
    def summary(self) -> str:
        """The first paragraph of the page in one line."""
        return " ".join(self.page.strip().split("\n\n")[0].split())


def render(kind: str, settings: Settings, findings: Sequence[Finding], rules: Iterable[Rule], style: Style) -> str:
    """``findings`` in the format ``kind``, one of ``FORMATS``, with the line end that closes it."""
    if kind == "json":
        return json.dumps(plain.findings_answer(settings, findings), indent=1) + "\n"
    if kind == "sarif":
        return json.dumps(_sarif(settings, findings, tuple(rules)), indent=1) + "\n"
    if kind == "github":
        return "".join(f"{_annotation(settings, finding)}\n" for finding in findings)
    return "".join(f"{line}\n" for line in _text(settings, findings, style))


def _text(settings: Settings, findings: Sequence[Finding], style: Style) -> Iterable[str]:
    colours = {"error": style.bad, "warning": style.warn}
    for finding in findings:
        severity = colours.get(finding.severity, style.dim)(finding.severity)
        message = explain.printable(finding.message)
        yield f"{_place(settings, finding.path, finding.span)}: {severity}: {message} {style.dim(f'[{finding.code}]')}"
        for related in finding.related[:RELATED_SHOWN]:
            yield f"    {_place(settings, related.path, related.span)}: {explain.printable(related.message)}"
        left = len(finding.related) - RELATED_SHOWN
        if left > 0:
            yield f"    and {left} more; --format json names them"
    if findings:
        yield ""
    yield _summary(findings)


def _summary(findings: Sequence[Finding]) -> str:
    counts = Counter(finding.severity for finding in findings)
    if not counts:
        return "nothing found"
    names = {"error": "error", "warning": "warning", "information": "remark", "hint": "hint"}
    parts = [f"{counts[each]} {names[each]}{'s' * (counts[each] > 1)}" for each in SEVERITIES if counts[each]]
    files = len({finding.path for finding in findings})
    return f"{', '.join(parts)} in {files} file{'s' * (files > 1)}"


def _place(settings: Settings, path: str, span: Span) -> str:
    """``path:line:column``, one-based, as editors and terminals follow it."""
    return f"{explain.shown(settings, path)}:{span.start.line + 1}:{span.start.column + 1}"


def _annotation(settings: Settings, finding: Finding) -> str:
    """A GitHub workflow command. A range over several lines takes no columns."""
    start, end = finding.span.start, finding.span.end
    where = {"file": plain.written(settings, finding.path), "line": start.line + 1, "endLine": end.line + 1}
    if start.line == end.line:
        where |= {"col": start.column + 1, "endColumn": max(end.column, start.column + 1)}
    where["title"] = finding.code
    properties = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in where.items())
    return f"::{GITHUB_LEVELS[finding.severity]} {properties}::{_escaped(finding.message)}"


def _escaped(text: str, more: str = "") -> str:
    for each in "%\r\n" + more:
        text = text.replace(each, f"%{ord(each):02X}")
    return text


def _sarif(settings: Settings, findings: Sequence[Finding], rules: tuple[Rule, ...]) -> dict[str, object]:
    """SARIF 2.1.0. Places are relative to the base ``%SRCROOT%`` (or ``HOME``), which the report leaves open, so that
    it names no folder of the machine."""
    index = {rule.code: number for number, rule in enumerate(rules)}
    driver = {
        "name": "Guidechain",
        "semanticVersion": guidechain.__version__,
        "rules": [
            {
                "id": rule.code,
                "shortDescription": {"text": rule.summary},
                "help": {"text": rule.page.strip()},
                "defaultConfiguration": {"level": SARIF_LEVELS[rule.severity]},
            }
            for rule in rules
        ],
    }
    results = [_sarif_result(settings, finding, index) for finding in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _sarif_result(settings: Settings, finding: Finding, index: Mapping[str, int]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code,
        "level": SARIF_LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _sarif_place(settings, finding.path, finding.span)}],
        "properties": {"hosts": list(finding.hosts)},
    }
    if finding.code in index:
        result["ruleIndex"] = index[finding.code]
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": related.message},
                "physicalLocation": _sarif_place(settings, related.path, related.span),
            }
            for number, related in enumerate(finding.related)
        ]
    return result


def _sarif_place(settings: Settings, path: str, span: Span) -> dict[str, object]:
    written = plain.written(settings, path)
    if written.startswith("~/"):
        artifact = {"uri": _uri(written[2:]), "uriBaseId": "HOME"}
    elif paths.is_absolute(written):
        artifact = {"uri": "file://" + _uri(written if written.startswith("/") else "/" + written)}
    else:
        artifact = {"uri": _uri(written), "uriBaseId": "%SRCROOT%"}
    region = {
        "startLine": span.start.line + 1,
        "startColumn": span.start.column + 1,
        "endLine": span.end.line + 1,
        "endColumn": span.end.column + 1,
    }
    return {"artifactLocation": artifact, "region": region}


def _uri(path: str) -> str:
    """A relative reference: percent-encoded bytes of the name, and no first part that reads as a scheme."""
    return quote(path, safe="/", errors="surrogateescape")
