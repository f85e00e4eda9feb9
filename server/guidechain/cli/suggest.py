"""What ``guidechain check --suggest`` prints: entries for the contract from the commands that loaded guidance demands.

Nothing of it runs or counts until a person has put it into the contract.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from guidechain.core import explain
from guidechain.core.document import parse
from guidechain.core.model import NamedCheck, Settings
from guidechain.core.path_rules import pattern_problem
from guidechain.core.queries.checks import named_checks
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot, finished


def suggestions(snapshot: Snapshot, settings: Settings) -> str:
    """TOML for the settings file: a ``[checks.NAME]`` for each demanded command that the contract does not require."""
    known = {(check.run, check.cwd) for check in settings.contract.checks} if settings.contract else set()
    names = {check.name for check in settings.contract.checks} if settings.contract else set()
    tables = []
    for check in _demanded(snapshot, settings):
        if (check.command, check.cwd) not in known:
            known.add((check.command, check.cwd))
            names.add(name := _free(check.kind, names))
            tables.append(_table(settings, name, check))
    return "\n".join(tables) or "# Guidance demands no command that the contract does not require.\n"


def _demanded(snapshot: Snapshot, settings: Settings) -> Iterator[NamedCheck]:
    for file in finished(take_inventory(snapshot, settings)).files:
        loaded = any(trial.loaded for standing in file.standings for trial in standing.trials)
        text = snapshot.text(file.path) if loaded and not file.foreign else None
        for check in named_checks(parse(text), file.path, settings.root) if text else ():
            if check.required and not check.placeholder:
                yield check


def _free(kind: str, names: set[str]) -> str:
    number = 1
    while (name := kind if number == 1 else f"{kind}-{number}") in names:
        number += 1
    return name


def _table(settings: Settings, name: str, check: NamedCheck) -> str:
    lines = [
        f"# {explain.shown(settings, check.path)}:{check.span.start.line + 1}",
        f"[checks.{name}]",
        f"run = {_string(check.command)}",
    ]
    if check.cwd:
        lines.append(f"cwd = {_string(check.cwd)}")
    if check.scope and not pattern_problem(check.scope):
        lines.append(f"when = [{_string(check.scope)}]")
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    """A TOML string; those of JSON are, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
