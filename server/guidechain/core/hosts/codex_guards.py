"""The permission profile of Codex as guards: what it keeps from edits (CX-60).

The most specific entry decides, so that a writable path inside a read-only one is an exception. ``.rules`` files judge
words of commands and hooks are programs (CX-62, CX-63): neither names paths, so neither is a guard here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from guidechain.core import paths
from guidechain.core.globs import expand_braces
from guidechain.core.hosts.codex_config import Config, load
from guidechain.core.hosts.codex_launch import Start, start
from guidechain.core.hosts.codex_permissions import CLOSED, Rule, profile, rules_of, switched_off
from guidechain.core.model import Guard, Launch, Span
from guidechain.core.snapshot import Snapshot
from guidechain.core.toml_places import TOP, key_span

TITLE = "Codex"


def guards(snapshot: Snapshot, launch: Launch) -> tuple[Guard, ...]:
    """What the selected profile closes to edits; what is written for one that is off or not selected is without effect.

    ``Guard.void`` says why.
    """
    return snapshot.query(_guards, launch)


def _guards(snapshot: Snapshot, launch: Launch) -> tuple[Guard, ...]:
    begin = start(snapshot, launch)
    config = load(snapshot, begin)
    if config.refused or begin.refused:
        return ()
    limits = profile(begin, config)
    if limits:
        return tuple(_each(snapshot, begin, config, limits.rules))
    selected = config.value("default_permissions")[0]
    written = [layer.values.get("permissions") for layer in config.layers]
    names = dict.fromkeys(name for table in written if isinstance(table, dict) for name in table)
    found = []
    for name in [selected] if isinstance(selected, str) else names:
        void = switched_off(begin, config) or f'no default_permissions = "{name}" selects this profile'
        for guard in _each(snapshot, begin, config, rules_of(begin, config, name)):
            found.append(replace(guard, patterns=(), except_=(), enforced_by=None, void=void))
    return tuple(found)


def _each(snapshot: Snapshot, begin: Start, config: Config, rules: tuple[Rule, ...]) -> Iterator[Guard]:
    for rule in rules:
        if rule.access not in CLOSED or rule.path == "/" or not rule.keys:
            continue
        base = begin.cwd if paths.is_below(rule.path, begin.cwd) else "/"
        opened = [each for each in rules if each.access not in CLOSED and _is_inside(each, rule)]
        source, span = _place(snapshot, config, rule)
        yield Guard(
            tuple(_patterns(rule, base)),
            base,
            source,
            span,
            except_=tuple(pattern for each in opened for pattern in _patterns(each, base)),
            origin="settings",
            sentence=f'"{rule.keys[-1]}" = "{rule.access}"',
            enforced_by=TITLE,
            acts=("edit",) if rule.access == "read" else ("read", "edit"),
            host=TITLE,
        )


def _is_inside(rule: Rule, outer: Rule) -> bool:
    return rule.path != outer.path and not outer.is_glob and paths.is_below(rule.path, outer.path)


def _patterns(rule: Rule, base: str) -> Iterator[str]:
    below = paths.relative(rule.path, base)
    if not rule.is_glob:
        yield "/" + re.sub(r"([\\*?\[\]!#])", r"\\\1", below)
        return
    for _, each in expand_braces([below]):
        yield "/" + each


def _place(snapshot: Snapshot, config: Config, rule: Rule) -> tuple[str, Span]:
    """The file that sets ``rule``, and where."""
    for layer in reversed(config.layers):
        value: Any = layer.values
        for key in rule.keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None:
            text = snapshot.text(layer.source) if paths.is_absolute(layer.source) else None
            return layer.source, key_span(text, rule.keys) if text else TOP
    return config.layers[-1].source if config.layers else "", TOP
