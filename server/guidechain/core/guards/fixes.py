"""Changes that give a guard its effect, or take a path out of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import tomli

from guidechain.core import paths
from guidechain.core.contract import read_contract
from guidechain.core.explain import shown
from guidechain.core.guards.said import place
from guidechain.core.model import Edit, Fix, Guard, Position, Settings, Span
from guidechain.core.path_rules import pattern_problem
from guidechain.core.queries.chains import hosts_for, launch_for
from guidechain.core.queries.guards import covering, sentences
from guidechain.core.snapshot import Snapshot, finished
from guidechain.core.toml_places import places
from guidechain.core.what_if import with_file

FILE = "guidechain.toml"
_TOP = Span(Position(0, 0), Position(0, 0))


def into_contract(snapshot: Snapshot, settings: Settings, guard: Guard) -> tuple[Fix, ...]:
    """The addition of ``guard`` to the workspace's contract; none for what a contract cannot say."""
    patterns = [_from_root(each, guard.base, settings.root) for each in guard.patterns]
    spared = [_from_root(each, guard.base, settings.root) for each in guard.except_]
    if guard.existing_only or None in patterns or None in spared or not settings.in_force:
        return ()
    path, table = _contract_file(snapshot, settings)
    reason = f"{place(settings, guard)}: {guard.sentence}" if guard.sentence else place(settings, guard)
    rows = [f"[[{table}]]", f"paths = {json.dumps(patterns, ensure_ascii=False)}"]
    rows += [f"except = {json.dumps(spared, ensure_ascii=False)}"] if spared else []
    rows += [f"reason = {_quoted(reason)}"]
    rows += [f"instead = {_quoted(guard.instead)}"] if guard.instead else []
    rows += ['severity = "ask"'] if guard.level == "ask" else []
    block = "\n".join(rows) + "\n"
    text = snapshot.text(path) if snapshot.entry(path).kind == "file" else ""
    if text is None or not _is_toml(f"{text}\n\n{block}".removeprefix("\ufeff")):
        return ()
    gap = "" if not text.strip() else "\n" if re.search(r"[\r\n]$", text) else "\n\n"
    end = _end(text)
    name = paths.relative(path, settings.root)
    return (
        Fix(
            f"Add the guard to {name}, so that guidechain check fails on it", (Edit(path, Span(end, end), gap + block),)
        ),
    )


def into_settings(snapshot: Snapshot, settings: Settings, guard: Guard) -> tuple[Fix, ...]:
    """For each configured host that can act on ``guard``: the change of its settings file."""
    folder = (settings.launches or (settings.root,))[0]
    found = []
    for host in hosts_for(snapshot, settings):
        fix = host.enforce(snapshot, launch_for(settings, host, folder), guard) if host.enforce else None
        found += [fix] if fix else []
    return tuple(found)


def _contract_file(snapshot: Snapshot, settings: Settings) -> tuple[str, str]:
    """The file that holds the workspace's settings, and the name of the table of guards in it."""
    file, project = paths.join(settings.root, FILE), paths.join(settings.root, "pyproject.toml")
    if snapshot.entry(file).kind == "missing" and re.search(
        r"^\s*\[+\s*tool\s*\.\s*guidechain\b", snapshot.text(project) or "", re.MULTILINE
    ):
        return project, "tool.guidechain.guard"
    return file, "guard"


def _from_root(pattern: str, base: str, root: str) -> str | None:
    """``pattern`` of ``base`` as one of ``root``; None where it cannot be said there."""
    if pattern_problem(pattern):
        return None
    if base == root:
        return pattern
    if paths.is_below(base, root):
        body = pattern if "/" in pattern.rstrip("/") else f"**/{pattern}"
        return f"/{paths.relative(base, root)}/{body.lstrip('/')}"
    below = f"/{paths.relative(root, base)}/"
    return pattern[len(below) - 1 :] if pattern.startswith(below) and paths.is_below(root, base) else None


def _quoted(text: str) -> str:
    """``text`` as a TOML string."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False).replace("\x7f", "\\u007F")


def _is_toml(text: str) -> bool:
    try:
        tomli.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError):
        return False
    return True


def _end(text: str) -> Position:
    lines = re.split(r"\r\n|\r|\n", text)
    return Position(len(lines) - 1, len(lines[-1]))


def exception_for(snapshot: Snapshot, settings: Settings, guard: Guard, path: str) -> Fix | None:
    """The change of the contract or of the sentence that takes ``path`` out of ``guard``.

    None where there is none that works: rules of hosts have no exceptions, marks are for their generators to change,
    a guard of this one path would guard nothing, and a sentence is changed only if the grammar then reads it so.
    """
    text = snapshot.text(guard.path)
    if text is None or guard.origin not in ("contract", "prose") or not paths.is_below(guard.path, settings.root):
        return None
    if path in (paths.join(guard.base, each.strip("/")) for each in guard.patterns):
        return None
    changes = _in_contract(guard, text, path) if guard.origin == "contract" else _in_sentence(snapshot, guard, path)
    for place_, new in changes:
        offset = _offset(text, place_)
        edited = text[:offset] + new + text[offset:]
        if _is_free(with_file(snapshot, guard.path, edited), settings, guard, path, edited):
            title = f"Except {paths.name(path)} from the guard in {shown(settings, guard.path)}"
            return Fix(title, (Edit(guard.path, Span(place_, place_), new),))
    return None


def _in_contract(guard: Guard, text: str, path: str) -> Iterator[tuple[Position, str]]:
    """Insertions into the ``[[guard]]`` table of ``guard``."""
    quoted = json.dumps("/" + paths.relative(path, guard.base), ensure_ascii=False)
    written = places(text)
    mine = next((each for each in written if each.key == "paths" and each.span == guard.span), None)
    header = [
        each for each in written if mine and not each.key and (each.table, each.index) == (mine.table, mine.index)
    ]
    if mine and header:
        spared = [each for each in written if (each.table, each.index, each.key) == (mine.table, mine.index, "except")]
        if spared:
            yield spared[-1].span.end, f", {quoted}"
        else:
            yield header[0].span.end, f"\nexcept = [{quoted}]"


def _in_sentence(snapshot: Snapshot, guard: Guard, path: str) -> Iterator[tuple[Position, str]]:
    """Insertions behind the guarded path, else behind the sentence."""
    folder = paths.parent(guard.path)
    below = paths.relative(path, folder if paths.is_below(path, folder) else guard.base)
    index = covering(snapshot, guard, path) or 0
    if guard.places:
        yield guard.places[min(index, len(guard.places) - 1)].end, f", except `{below}`"
    yield guard.span.end, f" The exception is `{below}`."


def _is_free(imagined: Snapshot, settings: Settings, guard: Guard, path: str, text: str) -> bool:
    """Whether the changed text guards ``path`` no more, and what it guarded beside it still."""
    if guard.origin == "contract":
        try:
            table = tomli.loads(text.replace("\r\n", "\n"))
        except (ValueError, RecursionError):
            return False
        for key in ("tool", "guidechain") if paths.name(guard.path) != FILE else ():
            table = table.get(key, {})
        contract, _ = read_contract(table, text, guard.path, "")
        now = contract.guards if contract else ()
    else:
        now = finished(sentences(imagined, guard.path, guard.base))
    before = {each for each in guard.patterns}
    kept = [each for each in now if before <= set(each.patterns)]
    lines = range(guard.span.start.line, guard.span.end.line + 1)
    here = [each for each in now if each.origin == guard.origin and each.span.start.line in lines]
    return bool(kept) and not any(
        each.level != "note" and covering(imagined, each, path) is not None for each in (*here, *kept)
    )


def _offset(text: str, place_: Position) -> int:
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]
    return starts[place_.line] + place_.column
