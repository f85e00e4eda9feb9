"""Findings: one module per code. A new check is one module here and one line in ``CHECKS``.

A check's module has ``CODE``, ``SEVERITY`` (the default), ``PLACE`` and ``CONCERNS`` (in words: where its findings
stand, and which hosts it is about), a docstring that is the documentation for users, and
``check(snapshot, settings)``, which yields where it may be paused and returns its findings.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from typing import Protocol, cast

from guidechain.core.diagnostics import (
    bad_front_matter,
    broken_import,
    chain_lost,
    dead_file,
    drifted_copies,
    duplicate_text,
    empty_file,
    glob_never_applies,
    guard_drift,
    guard_without_effect,
    guarded_edit,
    guarded_file,
    hidden_by_adapter,
    hidden_characters,
    import_cycle,
    import_token,
    import_too_deep,
    launch_dependent,
    link_as_text,
    outside_import,
    over_budget,
    prose_only_guard,
    refused_import,
    secret_in_guidance,
    settings_voided,
    shadowed_file,
    stale_command,
    stale_guard,
    stale_path,
    unknown_setting,
    unmatched_glob,
    wrong_case,
)
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.diagnostics.words import Findings
from guidechain.core.hosts import HOSTS
from guidechain.core.model import Finding, Settings, Severity
from guidechain.core.snapshot import Snapshot


class Check(Protocol):
    """A module of this package."""

    CODE: str
    SEVERITY: Severity
    PLACE: str
    CONCERNS: str

    def check(self, snapshot: Snapshot, settings: Settings) -> Findings:
        """Its findings, after steps that may be paused."""


CHECKS: tuple[Check, ...] = (
    dead_file,
    launch_dependent,
    hidden_by_adapter,
    shadowed_file,
    broken_import,
    import_token,
    refused_import,
    outside_import,
    import_cycle,
    import_too_deep,
    over_budget,
    empty_file,
    wrong_case,
    chain_lost,
    unmatched_glob,
    glob_never_applies,
    bad_front_matter,
    settings_voided,
    link_as_text,
    duplicate_text,
    drifted_copies,
    hidden_characters,
    secret_in_guidance,
    stale_path,
    stale_command,
    unknown_setting,
    guard_without_effect,
    guard_drift,
    stale_guard,
    prose_only_guard,
    guarded_edit,
    guarded_file,
)
"""In the order in which documentation lists them."""


def findings(snapshot: Snapshot, settings: Settings) -> Iterator[Finding | None]:
    """Every finding of the workspace by path and place; None is a place to pause.

    A second asking of the same revision, or of a later one that changed nothing of consequence, answers at once.
    """
    steps = snapshot.gradual(_findings, settings)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            yield from cast("tuple[Finding, ...]", stop.value)
            return
        yield None


def findings_by_file(
    snapshot: Snapshot, settings: Settings
) -> Generator[None, None, Mapping[str, tuple[Finding, ...]]]:
    """The findings of the workspace per file that has some, in steps that may be paused."""
    grouped: dict[str, list[Finding]] = {}
    for finding in (yield from snapshot.gradual(_findings, settings)):
        grouped.setdefault(finding.path, []).append(finding)
    return {path: tuple(found) for path, found in grouped.items()}


def _findings(snapshot: Snapshot, settings: Settings) -> Findings:
    severities = dict(settings.severities)
    found: list[Finding] = []
    for each in CHECKS:
        if severities.get(each.CODE) != "off":
            found += yield from snapshot.gradual(each.check, settings)
            yield
    kept = []
    order = [host.id for host in HOSTS]
    for finding in found:
        severity = severities.get(finding.code, finding.severity)
        if severity != "off" and finding.code not in ignored_codes(snapshot, finding.path):
            hosts = tuple(sorted(finding.hosts, key=order.index))
            kept.append(replace(finding, severity=cast("Severity", severity), hosts=hosts))
        yield
    return tuple(sorted(kept, key=lambda each: (each.path, each.span, each.code, each.hosts)))
