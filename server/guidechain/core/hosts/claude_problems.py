"""What Claude Code reads otherwise than it looks: front matter (CC-24, CC-62, CC-63) and void settings (CC-103)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core import paths
from guidechain.core.document import Document, parse
from guidechain.core.hosts.claude_facts import facts
from guidechain.core.hosts.claude_text import rule_paths, split
from guidechain.core.model import Edit, Launch, Position, Problem, Span
from guidechain.core.snapshot import Snapshot

_KEY = re.compile(r"^(globs|applyTo|path|Paths)(?=[ \t]*:)", re.MULTILINE)
"""Keys of other hosts and slips of the pen, which filter nothing (CC-62)."""
_PATHS = re.compile(r"^(paths)[ \t]*:[ \t]*(.*)$", re.MULTILINE)
_BARE_ITEM = re.compile(r"^([ \t]*-[ \t]+)(\*[^\r\n#]*?)[ \t]*$", re.MULTILINE)
_PLACE = re.compile(r":? line (\d+) column (\d+) \(char \d+\)")
_TOP = Span(Position(0, 0), Position(0, 3))


def front_matter_problems(snapshot: Snapshot, launch: Launch, path: str) -> tuple[Problem, ...]:
    """What is wrong with the front matter of the instruction file at ``path``."""
    text = snapshot.text(path) or ""
    if "---" not in text:
        return ()
    found = list(_problems(path, text, "/.claude/rules/" in path))
    return tuple(found)


def _problems(path: str, text: str, is_rule: bool) -> Iterator[Problem]:
    fences, _ = split(text)
    if fences is None:
        opened = text.removeprefix("\ufeff").lstrip()
        if is_rule and opened.startswith("---") and _PATHS.search(opened[:2000]):
            where = "a blank line before it" if opened != text.removeprefix("\ufeff") else "no closing --- line"
            yield Problem(path, _TOP, f"sees no front matter, because of {where}: the rule applies everywhere")
        return
    parsed, (start_at, end) = parse(text), fences
    inner = text[start_at:end]
    key, filters = _PATHS.search(inner), rule_paths(inner)
    other = _KEY.search(inner)
    if not is_rule:
        if key or other:
            named = key or other
            assert named is not None
            span = _span(parsed, start_at, named)
            yield Problem(path, span, f"does not filter by {named[1]} here, only in rules: the file applies everywhere")
    elif other and not key:
        span = _span(parsed, start_at, other)
        message = f"ignores the key {other[1]}: the rule applies everywhere; the key is paths"
        yield Problem(path, span, message, (Edit(path, span, "paths"),))
    elif key and filters is None:
        yield from _unfiltered(path, parsed, start_at, inner, key)
    elif key and filters and any(re.search(r"\s", each) for each in filters):
        span = _span(parsed, start_at, key)
        yield Problem(path, span, "takes patterns with white space between them for one: write a list, or commas")


def _unfiltered(path: str, parsed: Document, offset: int, inner: str, key: re.Match[str]) -> Iterator[Problem]:
    """A ``paths:`` that filters nothing although it has a value."""
    bare = list(_BARE_ITEM.finditer(inner, key.end()))
    value = inner[key.start(2) :].strip(" \t\r\n-[]\"'")
    if bare:
        edits = tuple(
            Edit(path, _span(parsed, offset, each, 2), '"' + each[2].replace('"', '\\"') + '"') for each in bare
        )
        span = _span(parsed, offset, bare[0], 2)
        yield Problem(path, span, "cannot read an unquoted * in a list: the rule applies everywhere", edits)
    elif value and not re.fullmatch(r"(?:null|~|\{\}|[\d.]+|[\s\"',/*\[\]-]*)", value.split("\n")[0].strip()):
        span = _span(parsed, offset, key)
        yield Problem(path, span, "cannot read the value of paths: the rule applies everywhere")


def _span(parsed: Document, offset: int, found: re.Match[str], group: int = 1) -> Span:
    return parsed.span(offset + found.start(group), offset + found.end(group))


def void_settings(snapshot: Snapshot, launch: Launch) -> tuple[Problem, ...]:
    """The settings files that a launch reads and that count for nothing (CC-103)."""
    rows = []
    for void in facts(snapshot, launch).void:
        text = snapshot.text(void.path) if paths.is_absolute(void.path) else None
        if text is not None:
            off = _denials(text)
            lost = f", {off} deny rule{'s' if off > 1 else ''} included" if off else ""
            message = f"drops every setting of this file{lost}: {_PLACE.sub('', void.problem)}"
            rows.append(Problem(void.path, _fault(text, void.problem), message, severity="error"))
    return tuple(rows)


def _denials(text: str) -> int:
    """How many deny rules a settings text holds, comments and trailing commas forgiven."""
    import jsonc  # Only for a void file: it takes longer to load than most answers.

    try:
        found = jsonc.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return 0
    permissions = found.get("permissions") if isinstance(found, dict) else None
    denied = permissions.get("deny") if isinstance(permissions, dict) else None
    return len(denied) if isinstance(denied, list) else 0


def _fault(text: str, problem: str) -> Span:
    """Where ``problem`` stands: the place that it names, or the key that it begins with."""
    place = _PLACE.search(problem)
    if place:
        at = Position(int(place[1]) - 1, int(place[2]) - 1)
        return Span(at, Position(at.line, at.column + 1))
    key = re.search(rf'"{re.escape(problem.partition(":")[0])}"(?=\s*:)', text)
    return parse(text).span(*key.span()) if key else _TOP
