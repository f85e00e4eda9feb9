"""Judges ``diagnostic`` cases: the findings of a tree against topics in neutral words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance import world
from conformance.case import Reader
from conformance.world import World

from guidechain.core import plain
from guidechain.core.diagnostics import CHECKS, findings
from guidechain.core.hosts import HOSTS
from guidechain.core.model import Edit, Finding, Position, Settings
from guidechain.core.snapshot import Snapshot

TOPICS: dict[str, tuple[str, ...]] = {
    "dead-file": ("dead-file",),
    "never-loaded": ("dead-file", "hidden-by-adapter"),
    "launch-dependent": ("launch-dependent",),
    "hidden-by-adapter": ("hidden-by-adapter",),
    "shadows": ("shadowed-file",),
    "shadowed": ("shadowed-file",),
    "broken-import": ("broken-import",),
    "import-token": ("import-token",),
    "import-refused": ("refused-import",),
    "import-not-supported": ("refused-import",),
    "outside-import": ("outside-import",),
    "import-cycle": ("import-cycle",),
    "import-too-deep": ("import-too-deep",),
    "over-budget": ("over-budget",),
    "empty-file": ("empty-file",),
    "wrong-case": ("wrong-case",),
    "chain-lost": ("chain-lost",),
    "pattern-matches-nothing": ("unmatched-glob", "glob-never-applies"),
    "bad-front-matter": ("bad-front-matter",),
    "settings-voided": ("settings-voided",),
    "duplicate": ("duplicate-text",),
    "drifted": ("drifted-copies",),
    "link-as-text": ("link-as-text",),
    "hidden-character": ("hidden-characters",),
    "secret": ("secret-in-guidance",),
    "stale-path": ("stale-path",),
    "stale-command": ("stale-command",),
}
"""The product's codes for each topic."""


def problems(case: Reader) -> Iterator[str]:
    """What is wrong with the findings of the case's tree."""
    codes = {check.CODE for check in CHECKS}
    unmapped = {code for mapped in TOPICS.values() for code in mapped} - codes
    assert not unmapped, f"TOPICS names codes that no check has: {unmapped}"
    here = build(case)
    found = found_in(here, settings_of(case, here))
    check = case["check"]
    expected = list(check.get("findings", []))
    for index, each in enumerate(expected):
        if not _matches(here, found, each):
            yield f"findings[{index}]: none of\n    " + "\n    ".join(_shown(here, one) for one in found or ())
    if "findings" in check and not expected and found:
        yield "findings: expected none, found\n    " + "\n    ".join(_shown(here, one) for one in found)
    for index, each in enumerate(check.get("absent", [])):
        for one in _matches(here, found, each):
            yield f"absent[{index}]: {_shown(here, one)}"
    if "count" in check and check["count"] != len(found):
        yield f"count: expected {check['count']}, found\n    " + "\n    ".join(_shown(here, one) for one in found)
    if "fix" in check:
        yield from _fix_problems(here, found, check["fix"])
    for text in check.whole("never_output", []):
        if text in repr(found) or text in str(plain.findings_answer(Settings(here.tree), found)):
            yield f"never_output: {text!r} is in the output"


def build(case: Reader) -> World:
    """The case's world: a git repository at the tree's root, then the shell commands of ``setup``."""
    values = {key: case.whole(key) for key in ("tree", "home", "outer") if key in case}
    return world.build(Reader({**values, "git_root": "", "commands": case.whole("setup", [])}))


def settings_of(case: Reader, here: World) -> Settings:
    """The settings that ``config`` stands for; hosts that Guidechain does not have are left out."""
    config = case.whole("config", {})
    unknown = set(config) - {"hosts", "launch"}
    assert not unknown, f"config: nobody reads {unknown}"
    known = {host.id for host in HOSTS}
    return Settings(
        here.tree,
        tuple(each for each in config.get("hosts", []) if each in known),
        tuple(here.path(each) for each in config.get("launch", [])),
        home=here.home,
    )


def found_in(here: World, settings: Settings) -> tuple[Finding, ...]:
    """Every finding of the workspace."""
    return tuple(each for each in findings(Snapshot(here.files), settings) if each)


def _matches(here: World, found: tuple[Finding, ...], wanted: Reader) -> list[Finding]:
    """The findings that a row speaks of; every key of the row is compared."""
    path = here.path(wanted["file"])
    codes = TOPICS[wanted["topic"]]
    rows = [each for each in found if each.code in codes and path in _places(each)]
    if "line" in wanted:
        rows = [each for each in rows if each.path == path and each.span.start.line + 1 == wanted["line"]]
    if "range" in wanted:
        rows = [each for each in rows if _range(here, each) == wanted.whole("range")]
    if "host" in wanted:
        rows = [each for each in rows if wanted["host"] in each.hosts]
    if "culprit" in wanted:
        rows = [each for each in rows if here.path(wanted["culprit"]) in _places(each)]
    if "kept_bytes" in wanted:
        rows = [each for each in rows if re.search(rf"\b{wanted['kept_bytes']}\b", each.message)]
    mentions = wanted.whole("mentions", [])
    return [each for each in rows if all(word in each.message for word in mentions)]


def _places(finding: Finding) -> list[str]:
    """The files that a finding speaks of: where it stands, and those that share its cause."""
    return [finding.path, *(each.path for each in finding.related)]


def _range(here: World, finding: Finding) -> list[int]:
    """First and last column in UTF-16."""
    start, end = finding.span.start, finding.span.end
    lines = re.split(r"\r\n|\r|\n", (here.files.read(finding.path) or b"").decode("utf-8", "replace"))
    return [len(lines[each.line][: each.column].encode("utf-16-le")) // 2 for each in (start, end)]


def _fix_problems(here: World, found: tuple[Finding, ...], wanted: Reader) -> Iterator[str]:
    edits = [edit for finding in found for fix in finding.fixes for edit in fix.edits]
    if "file" in wanted:
        edits = [each for each in edits if each.path == here.path(wanted["file"])]
    if "replaces" in wanted:
        edits = [each for each in edits if _text_at(here, each) == wanted["replaces"] and each.text == wanted["with"]]
    if "becomes" in wanted:
        edits = [each for each in edits if applied(here, each) == wanted["becomes"]]
    if not edits:
        offered = [edit for finding in found for fix in finding.fixes for edit in fix.edits]
        yield f"fix: expected {dict(wanted._values)}, offered {offered}"


def applied(here: World, edit: Edit) -> str:
    """The file of ``edit`` after it."""
    text = (here.files.read(edit.path) or b"").decode()
    return text[: _offset(text, edit.span.start)] + edit.text + text[_offset(text, edit.span.end) :]


def _text_at(here: World, edit: Edit) -> str:
    text = (here.files.read(edit.path) or b"").decode()
    return text[_offset(text, edit.span.start) : _offset(text, edit.span.end)]


def _offset(text: str, position: Position) -> int:
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]
    return starts[position.line] + position.column


def _shown(here: World, finding: Finding) -> str:
    hosts = ",".join(finding.hosts)
    return f"{here.label(finding.path)}:{finding.span.start.line + 1} {finding.code} {hosts}: {finding.message}"
