"""What a permission profile lets the AGENTS.md search see (CX-13, CX-60)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import compile_globs
from guidechain.core.hosts.codex_config import Config
from guidechain.core.hosts.codex_launch import Start
from guidechain.core.hosts.codex_versions import PERMISSIONS
from guidechain.core.hosts.versions import holds

Sight = Literal["seen", "hidden", "denied"]
_ROOTS = (":workspace_roots", ":project_roots")
_BUILT_IN = {":workspace": "read", ":read-only": "read", ":danger-full-access": "write"}
_DENIED = ("deny", "none")
CLOSED = ("read", *_DENIED)
"""What an entry grants when it keeps edits out."""


@dataclass(frozen=True)
class Rule:
    """One entry of a profile: an absolute path, or a glob, and what it grants; ``keys`` are the way to it in the
    configuration, empty for what a built-in profile grants."""

    path: str
    access: str
    is_glob: bool
    keys: tuple[str, ...] = ()

    def meets(self, path: str) -> bool:
        """Whether this rule speaks of ``path``."""
        if self.is_glob:
            globs = compile_globs("absolute", (self.path,))
            return any(globs.match(each) for each in paths.ancestors(path))
        return paths.is_below(path, self.path)


@dataclass(frozen=True)
class Sandbox:
    """The read limits in force. ``source`` is the file that selects the profile."""

    rules: tuple[Rule, ...]
    source: str | None

    def sight(self, path: str) -> Sight:
        """How a read of ``path`` ends: it works, the path seems absent, or the error stops the session.

        The most specific rule decides; of two alike, the refusal. What no rule grants is absent.
        """
        best, depth = "", -1
        for rule in self.rules:
            if rule.meets(path):
                weight = len(path) if rule.is_glob else len(rule.path.rstrip("/"))
                if weight > depth or (weight == depth and rule.access in _DENIED):
                    best, depth = rule.access, weight
        if best in _DENIED:
            return "denied" if depth > 0 else "hidden"
        return "seen" if best else "hidden"


def sandbox(start: Start, config: Config) -> Sandbox | None:
    """The limits of the selected profile; None when nothing limits reading."""
    limits = profile(start, config)
    if limits is None or not limits.rules:
        return None
    free = limits.sight("/") == "seen" and not any(rule.access in _DENIED for rule in limits.rules)
    return None if free else limits


def profile(start: Start, config: Config) -> Sandbox | None:
    """The rules of the selected profile; None without one, or when profiles are off."""
    name, source = config.value("default_permissions")
    if not isinstance(name, str) or switched_off(start, config):
        return None
    return Sandbox(rules_of(start, config, name), source)


def switched_off(start: Start, config: Config) -> str:
    """What switches profiles off: ``sandbox_mode`` or a sandbox flag anywhere (CX-60), a release before 0.149 (V-9)."""
    if not holds(start.version, PERMISSIONS):
        return "this release has no permission profiles yet"
    source = config.value("sandbox_mode")[1]
    if source:
        return f"sandbox_mode in {source} switches permission profiles off"
    return "the sandbox flag switches permission profiles off" if start.sandbox else ""


def rules_of(start: Start, config: Config, name: str) -> tuple[Rule, ...]:
    """The rules of the profile ``name``, those that it extends first."""
    rules: list[Rule] = []
    for each in reversed(_lineage(config, name)):
        if each in _BUILT_IN:
            rules.append(Rule("/", _BUILT_IN[each], False))
        else:
            own = _rules(start, _table(config, each))
            rules += (replace(rule, keys=("permissions", each, "filesystem", *rule.keys)) for rule in own)
    return tuple(rules)


def _lineage(config: Config, name: str) -> list[str]:
    found = [name]
    while found[-1] not in _BUILT_IN:
        above = _table(config, found[-1]).get("extends")
        if not isinstance(above, str) or above in found:
            break
        found.append(above)
    return found


def _table(config: Config, name: str) -> Mapping[str, Any]:
    """The profile's table, entries of higher layers over those of lower ones."""
    merged: dict[str, Any] = {}
    for layer in config.layers:
        profiles = layer.values.get("permissions")
        profile = profiles.get(name) if isinstance(profiles, dict) else None
        if isinstance(profile, dict):
            merged = _merged(merged, profile)
    return merged


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(below)
    for key, value in above.items():
        known = result.get(key)
        both = isinstance(known, dict) and isinstance(value, dict)
        result[key] = _merged(known, value) if both else value  # type: ignore[arg-type]
    return result


def _rules(start: Start, profile: Mapping[str, Any]) -> Iterator[Rule]:
    roots = [start.cwd]
    more = profile.get("workspace_roots")
    roots += [_path(start, path) for path, on in more.items() if on is True] if isinstance(more, dict) else []
    entries = profile.get("filesystem")
    for key, value in entries.items() if isinstance(entries, dict) else ():
        if key in _ROOTS and isinstance(value, dict):
            for root in roots:
                yield from _below(root, value, key)
        elif key == ":root":
            yield Rule("/", str(value), False, (key,))
        elif isinstance(value, dict) and not key.startswith(":"):
            yield from _below(_path(start, key), value, key)
        elif isinstance(value, str) and not key.startswith(":"):
            yield Rule(_path(start, key), value, _is_glob(key), (key,))


def _below(root: str, entries: Mapping[str, Any], above: str) -> Iterator[Rule]:
    for key, value in entries.items():
        if isinstance(value, str):
            yield Rule(paths.join(root, key), value, _is_glob(key), (above, key))


def _is_glob(key: str) -> bool:
    return any(mark in key for mark in "*?[{")


def _path(start: Start, key: str) -> str:
    if key.startswith("~/") and start.home:
        return paths.join(paths.parent(start.home), key[2:])
    return paths.join(start.cwd, key)
