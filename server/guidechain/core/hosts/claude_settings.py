"""The settings files of Claude Code: which are read, which are void, how they add up (CC-100 to CC-104)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts.claude_launch import Start
from guidechain.core.hosts.claude_settings_types import misfit
from guidechain.core.hosts.claude_versions import LOCAL_OF_ROOT, VOID
from guidechain.core.snapshot import Snapshot

Scope = Literal["user", "project", "local", "flags", "managed"]
MANAGED_TEXT = "<managed-settings>"
"""The name under which the text of the managed setting ``claudeMd`` is shown (CC-3)."""


@dataclass(frozen=True)
class Source:
    """One source of settings. ``folder`` is where patterns with a leading slash start (CC-112)."""

    scope: Scope
    path: str
    folder: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Void:
    """A settings file that counts for nothing, or a managed key that does, and what is wrong with it."""

    path: str
    problem: str


def settings(snapshot: Snapshot, start: Start) -> tuple[tuple[Source, ...], tuple[Void, ...]]:
    """The sources in force, weakest first, and the void files (CC-100 to CC-103)."""
    sources: list[Source] = []
    void: list[Void] = []
    for scope, path, folder in _files(snapshot, start):
        text = start.settings if path == "--settings" else snapshot.text(path)
        if text is None:
            continue
        values, problem = _read(text)
        wrong = {key: expected for key in values if (expected := misfit(key, values[key], start.version))}
        problems = [problem] if problem else [f"{key}: {expected} expected" for key, expected in wrong.items()]
        void += [Void(path, each) for each in problems]
        if problem or (wrong and scope != "managed" and start.has(VOID)):
            continue
        sources.append(Source(scope, path, folder, {key: values[key] for key in values if key not in wrong}))
    return tuple(sources), tuple(void)


def _files(snapshot: Snapshot, start: Start) -> Iterator[tuple[Scope, str, str]]:
    """Scope, path and anchor of each source, weakest first."""
    if start.config and start.reads("user") and not start.managed_only:
        yield "user", paths.join(start.config, "settings.json"), start.config
    if start.reads("project") and not start.managed_only:
        yield "project", paths.join(start.cwd, ".claude/settings.json"), start.cwd
    if start.reads("local") and not start.managed_only:
        folders = [start.git_root] if start.git_root and start.has(LOCAL_OF_ROOT) else []
        for folder in dict.fromkeys([*folders, start.cwd]):
            yield "local", paths.join(folder, ".claude/settings.local.json"), start.cwd
    if start.settings is not None:
        if start.settings.lstrip().startswith("{"):
            yield "flags", "--settings", start.cwd
        else:
            path = paths.join(start.cwd, start.settings)
            yield "flags", path, paths.parent(path)
    yield "managed", paths.join(start.managed, "managed-settings.json"), start.cwd
    folder = paths.join(start.managed, "managed-settings.d")
    for name in sorted(snapshot.listdir(folder)):
        if name.endswith(".json"):
            yield "managed", paths.join(folder, name), start.cwd


def _read(text: str) -> tuple[dict[str, Any], str]:
    """The object in a strict JSON text, and what is wrong with it."""

    import json  # Here, since most folders hold no such file.

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON")

    try:
        found = json.loads(text.removeprefix("\ufeff"), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        return {}, f"no valid JSON: {error}"
    return (found, "") if isinstance(found, dict) else ({}, "an object expected")


def state(snapshot: Snapshot, start: Start) -> tuple[str, Mapping[str, Any]]:
    """The state file and what it holds on this project (CC-51); an empty object when it holds nothing."""
    path = paths.join(start.home, ".claude.json") if start.home else ""
    text = snapshot.text(path) if path else None
    values = _read(text)[0] if text else {}
    projects = values.get("projects")
    entry = projects.get(start.project) if isinstance(projects, dict) else None
    return path, entry if isinstance(entry, dict) else {}


def joined(sources: tuple[Source, ...], *keys: str) -> Iterator[tuple[Any, Source]]:
    """The items of the list at ``keys`` of all sources, with their source."""
    for source in sources:
        found = _at(source.values, keys)
        for item in found if isinstance(found, list) else ():
            yield item, source


def single(
    sources: tuple[Source, ...], *keys: str, scopes: tuple[Scope, ...] | None = None
) -> tuple[Any, Source] | None:
    """The value at ``keys`` of the strongest source (of ``scopes``) that has one."""
    for source in reversed(sources):
        if (scopes is None or source.scope in scopes) and (found := _at(source.values, keys)) is not None:
            return found, source
    return None


def _at(values: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        values = values.get(key) if isinstance(values, dict) else None
    return values
