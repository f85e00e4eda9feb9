"""The permission rules of Claude Code as guards: what they keep from edits, and what has no effect (CC-110 to CC-114).

A rule blocks or asks whatever the mode; only ``Edit`` and ``Read`` with a pattern guard paths. A bare ``Edit`` takes
the tool away and names no path, so it is no guard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from guidechain.core import paths
from guidechain.core.hosts.claude_facts import Facts, facts
from guidechain.core.hosts.claude_permissions import PATH_TOOLS, Rule, parse_rule
from guidechain.core.hosts.claude_settings import Source, joined, single
from guidechain.core.json_places import Keys, json_insertion, json_places
from guidechain.core.model import Edit, Fix, Guard, Launch, Level, Position, Span
from guidechain.core.path_rules import pattern_problem
from guidechain.core.snapshot import Snapshot

TITLE = "Claude Code"
FILE = ".claude/settings.json"
_LEVELS: dict[str, Level] = {"deny": "forbid", "ask": "ask"}
_WRITERS = {"Write": "Edit", "MultiEdit": "Edit", "NotebookEdit": "Edit", "Glob": "Read", "Grep": "Read"}
"""Tools whose path rules are never consulted, and the tool whose rules are (CC-111)."""
_TOOLS = {each.lower(): each for each in (*PATH_TOOLS, *_WRITERS)}
_ALMOST = re.compile(r"\s*(?P<tool>[A-Za-z]+)\s*\((?P<content>[^()]*)\)?(?P<rest>.*)", re.DOTALL)
_MACHINE = re.compile(r"/(?:home|Users|root|etc|usr|var|opt|tmp|mnt|srv|private|Volumes|[A-Za-z]:)(?:/|$)")
_TOP = Span(Position(0, 0), Position(0, 0))


def guards(snapshot: Snapshot, launch: Launch) -> tuple[Guard, ...]:
    """The guards of every settings file in force, deny rules first, those without effect included (``Guard.void``)."""
    known = facts(snapshot, launch)
    only = single(known.sources, "allowManagedPermissionRulesOnly", scopes=("managed",))
    found: list[Guard] = []
    kinds: tuple[Literal["deny", "ask"], ...] = ("deny", "ask")
    for kind in kinds:
        seen: dict[tuple[str, str], int] = {}
        for written, source in joined(known.sources, "permissions", kind):
            key = (source.scope, source.path)
            index = seen[key] = seen.get(key, -1) + 1
            if not (only and only[0]) or source.scope == "managed":
                span = _place(snapshot, source, kind, index)
                found += _guard(snapshot, known, kind, written, source, span)
    return tuple(found)


def _place(snapshot: Snapshot, source: Source, kind: str, index: int) -> Span:
    known = snapshot.query(_places, source.path) if paths.is_absolute(source.path) else {}
    return known.get(("permissions", kind, index), _TOP)


def _places(snapshot: Snapshot, path: str) -> Mapping[Keys, Span]:
    return json_places(snapshot.text(path) or "")


def _guard(
    snapshot: Snapshot, known: Facts, kind: Literal["deny", "ask"], written: object, source: Source, span: Span
) -> Iterator[Guard]:
    base = Guard(
        (), source.folder, source.path, span, level=_LEVELS[kind], origin="settings", host=TITLE, places=(span,)
    )
    if not isinstance(written, str):
        yield replace(base, sentence=str(written), void="a rule is a text in quotes, so this entry is skipped")
        return
    base = replace(base, sentence=written, enforced_by=TITLE)
    rule = parse_rule(known.start, kind, written, source)
    void, repair = _skipped(written) if rule is None else _idle(snapshot, known, rule)
    if void:
        yield replace(base, enforced_by=None, void=void, repair=repair)
    elif rule and rule.globs and paths.is_absolute(rule.anchor):
        acts = ("read", "edit") if rule.tool == "Read" and kind == "deny" else (rule.tool.lower(),)
        yield replace(base, patterns=(rule.pattern,), base=rule.anchor, acts=acts)


def _skipped(written: str) -> tuple[str, str | None]:
    """Why an entry that is no rule is skipped, if it was meant for paths, and how it is written (CC-114)."""
    almost = _ALMOST.fullmatch(written)
    tool = _TOOLS.get(almost["tool"].lower()) if almost else None
    if not almost or not tool:
        return ("an empty rule is skipped", None) if not written.strip() else ("", None)
    tool = _WRITERS.get(tool, tool)
    right = f"{tool}({almost['content'].strip()})" if almost["content"].strip() else None
    if almost["rest"].strip():
        return "there is text behind the parentheses, so the rule is skipped", right
    if almost["tool"] != _TOOLS[almost["tool"].lower()]:
        return f"tools are written with capitals ({tool}), so the rule is skipped", right
    return "the rule is not written Tool(pattern), so it is skipped", right


def _idle(snapshot: Snapshot, known: Facts, rule: Rule) -> tuple[str, str | None]:
    """Why a valid rule for paths never matches, and what would (CC-111, CC-112, CC-114)."""
    content = rule.content
    if content is None:
        return "", None
    if rule.tool in _WRITERS:
        right = _WRITERS[rule.tool]
        return f"rules for {rule.tool} with a path are never consulted; {right} rules are", f"{right}({content})"
    if rule.tool not in PATH_TOOLS:
        meant = next((tool for tool in reversed(PATH_TOOLS) if "*" in rule.tool and rule.names(tool)), None)
        return (f"a path counts only behind a whole name, {meant}", f"{meant}({content})") if meant else ("", None)
    if rule.globs is None:
        return _never(rule.tool, content)
    if content.startswith("/") and not content.startswith("//"):
        return _absolute(snapshot, known, rule.tool, content, rule.source)
    return "", None


def _never(tool: str, content: str) -> tuple[str, str | None]:
    if content != content.strip():
        return "blanks count inside the parentheses, so this matches nothing", f"{tool}({content.strip()})"
    if "\\" in content:
        slashes = content.replace("\\", "/")
        drive = re.match(r"([A-Za-z]):/", slashes)
        right = f"//{drive[1].lower()}/{slashes[3:]}" if drive else slashes
        return "a backslash matches nothing; folders are separated by /", f"{tool}({right})"
    if content.startswith("!"):
        return "there is no negation in rules: a deny rule has no exceptions", None
    if "{" in content or "}" in content:
        return "braces match nothing; write one rule for each choice", None
    if "," in content:
        return "a comma is part of the name; write one rule for each path", None
    return "a pattern with .. matches nothing; // starts at the root of the disk, ~/ at home", None


def _absolute(snapshot: Snapshot, known: Facts, tool: str, content: str, source: Source) -> tuple[str, str | None]:
    """Whether a pattern with one leading slash was meant from the root of the disk (CC-112)."""
    top = "/" + content[1:].partition("/")[0]
    inside = snapshot.entry(paths.join(source.folder, top[1:])).kind != "missing" if top != "/" else True
    meant = next((each for each in (known.start.cwd, known.start.home) if each and paths.is_below(content, each)), None)
    if inside or not (meant or _MACHINE.match(content)):
        return "", None
    why = f"one leading slash starts at {source.folder}, not at the root of the disk, so this matches nothing there"
    return why, f"{tool}(/{content})"


def enforce(snapshot: Snapshot, launch: Launch, guard: Guard) -> Fix | None:
    """The change of the project's settings file that makes Claude Code act on ``guard``.

    None where no rule says the same: an exception or new files that stay allowed (a deny rule has no holes, CC-110), a
    pattern that rules cannot express (CC-114), a place outside the project, a settings file that counts for nothing.
    """
    known = facts(snapshot, launch)
    kind = {"forbid": "deny", "ask": "ask"}.get(guard.level)
    path = paths.join(known.start.cwd, FILE)
    if kind is None or guard.except_ or guard.existing_only or "edit" not in guard.acts:
        return None
    if any(each.path == path for each in known.void):
        return None
    rules = [_rule(each, guard.base, known.start.cwd) for each in guard.patterns]
    text = snapshot.text(path) if snapshot.entry(path).kind == "file" else None
    if not rules or None in rules or (text is None and snapshot.entry(path).kind != "missing"):
        return None
    edits = _inserted(path, text, kind, [each for each in rules if each])
    return (
        Fix(f"Have {TITLE} {'refuse' if kind == 'deny' else 'ask before'} such edits ({FILE})", edits)
        if edits
        else None
    )


def _rule(pattern: str, base: str, cwd: str) -> str | None:
    """A gitignore-style pattern below ``base`` as an Edit rule of the project file, which is anchored at ``cwd``."""
    if not paths.is_below(base, cwd) or pattern_problem(pattern) or pattern.startswith("!"):
        return None
    plain = pattern.removesuffix("/**").strip("/")
    if "/" not in pattern.rstrip("/"):
        plain = f"**/{plain}"
    body = "/" + "/".join(filter(None, (paths.relative(base, cwd), plain)))
    last = body.rpartition("/")[2]
    is_folder = pattern.endswith(("/", "/**")) or not ("." in last[1:] or "*" in last)
    written = f"{body.rstrip('/')}/**" if is_folder else body
    return None if re.search(r"\\|[{}]|,|^\s|\s$", written) else f"Edit({written})"


def _inserted(path: str, text: str | None, kind: str, rules: list[str]) -> tuple[Edit, ...]:
    if text is None:
        listed = ",\n      ".join(f'"{each}"' for each in rules)
        whole = f'{{\n  "permissions": {{\n    "{kind}": [\n      {listed}\n    ]\n  }}\n}}\n'
        return (Edit(path, _TOP, whole),)
    mark = 1 if text.startswith("\ufeff") else 0
    edited, edits = text[mark:], []
    for rule in rules:
        found = json_insertion(edited, ("permissions", kind), rule)
        if found is None:
            return ()
        at, new = found
        edited = edited[:at] + new + edited[at:]
        edits.append((at, new))
    start = min(at for at, _ in edits)
    new = edited[start : start + len(edited) - len(text) + mark]
    line = text.count("\n", 0, start + mark)
    column = start + mark - (text.rfind("\n", 0, start + mark) + 1)
    place = Position(line, column)
    return (Edit(path, Span(place, place), new),)
