"""Labelled guard lines: each line's text stands in an instruction file of its own.

A line passes when every path in ``hits`` is warned about for its act, none in ``misses`` or ``new_ok`` (as a new file)
is, every path in ``noted`` is mentioned, and the other guards in ``also`` hold at their level. A false ban is a warning
on a path in ``misses`` or ``new_ok``, or any warning by a line that guards nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from guidechain.core import paths
from guidechain.core.document import parse
from guidechain.core.model import Guard
from guidechain.core.path_rules import ban, permission
from guidechain.core.queries.guard_sentences import guards_in

ROOT = "/work/project"
WARNS = ("forbid", "ask", "avoid")


@dataclass(frozen=True)
class Verdict:
    """What is wrong with the answer for one line; ``false_bans`` are the worst of it. ``level`` and ``instead`` are
    None where the line does not say."""

    id: str
    problems: tuple[str, ...]
    false_bans: int
    level: bool | None
    instead: bool | None


def guards_of(line: Mapping[str, Any]) -> tuple[Guard, ...]:
    """The guards that the line's text sets up."""
    at = line.get("at") or ""
    path = paths.join(ROOT, "/".join(filter(None, [at, line.get("file") or "AGENTS.md"])))
    known = {paths.join(ROOT, each) for each in line.get("exists", [])}
    known |= {folder for each in known for folder in paths.ancestors(each)}
    return guards_in(parse(line["text"]), path, ROOT, lambda each: each in known)


def covers(guard: Guard, path: str, act: str) -> bool:
    """Whether ``guard`` speaks of ``act`` on ``path``, which is relative to the root."""
    if act not in guard.acts or ban(guard.patterns)(path) is None:
        return False
    return permission(guard.except_)(path) is None


def warned(guards: Sequence[Guard], path: str, act: str, *, new: bool = False) -> Guard | None:
    """The guard by which ``act`` on ``path`` is warned about."""
    found = (guard for guard in guards if guard.level in WARNS and covers(guard, path, act))
    return next((guard for guard in found if not (new and guard.existing_only)), None)


def judge(line: Mapping[str, Any]) -> Verdict:
    """Compare the answer for one line with its labels."""
    guards, act = guards_of(line), line["act"]
    hits = [path for path in line["hits"] if not warned(guards, path, act)]
    missed = [f"no warning on {path}" for path in hits]
    false = [f"FALSE BAN on {path}" for path in line["misses"] if warned(guards, path, act)]
    false += [f"FALSE BAN on the new {path}" for path in line.get("new_ok", []) if warned(guards, path, act, new=True)]
    if line["severity"] == "none" or (not line["hits"] and line["severity"] != "note" and not line.get("outside")):
        false += [f"FALSE BAN {guard.patterns}" for guard in guards if guard.level in WARNS]
    noted = [path for path in line.get("noted", []) if not any(covers(guard, path, act) for guard in guards)]
    missed += [f"no note on {path}" for path in noted]
    first = next(filter(None, (warned(guards, path, act) for path in line["hits"])), None)
    level = None if first is None else first.level == line["severity"]
    wanted = line.get("instead")
    instead = None if first is None or not wanted else wanted in (first.instead or "")
    return Verdict(line["id"], tuple(missed + false), len(false), level, instead)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The labelled lines of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def main(path: Path) -> int:
    """Judge every line of the file and print what is wrong."""
    lines = read_lines(path)
    verdicts = [judge(line) for line in lines]
    for line, verdict in zip(lines, verdicts, strict=True):
        if verdict.problems:
            print(f"FAILED {verdict.id} {line['text']!r}")
            for problem in verdict.problems:
                print(f"  {problem}")
            for guard in guards_of(line):
                print(f"  answer: {guard.level} {guard.acts} {guard.patterns} except {guard.except_}")
    for name in ("level", "instead"):
        known = [verdict for verdict in verdicts if getattr(verdict, name) is not None]
        wrong = [verdict.id for verdict in known if not getattr(verdict, name)]
        print(f"{name}: {len(known) - len(wrong)} of {len(known)} right{': not ' + ' '.join(wrong) if wrong else ''}")
    failed = sum(1 for verdict in verdicts if verdict.problems)
    print(f"{len(verdicts) - failed} passed, {failed} failed, {sum(each.false_bans for each in verdicts)} false bans")
    return 1 if failed else 0
