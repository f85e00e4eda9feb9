"""Settings of one workspace folder, from ``guidechain.toml`` (or ``[tool.guidechain]``) and from an editor.

Nothing here raises for what a user wrote: a value that cannot be used is left out, and ``Settings.problems``
says where it stands, what was expected and what was found. Files are read through a Snapshot, so that unsaved
buffers count and queries that rest on the settings are notified. What reads TOML is imported where a file is there to
be read: most commands run where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts import HOSTS
from guidechain.core.model import Finding, Pairs, Position, Settings, Span
from guidechain.core.snapshot import Snapshot

FILE = "guidechain.toml"
PYPROJECT = "pyproject.toml"
PROBLEM = "unknown-setting"
SEVERITIES = ("error", "warning", "information", "hint", "off")
OPTIONS = {"copse": ("trusted",)}
"""Facts about a host that no file holds, by host id: true-or-false keys of the table of that name."""

EDITOR_NAMES = {"launchFolders": "launch", "hostVersions": "host_versions"}
"""Names of an editor's configuration that differ from those in the file."""

_VERSION = re.compile(r"\d+(\.\d+)*([-+.][0-9A-Za-z.+-]+)?")
_LINE_AND_COLUMN = re.compile(r"\(at line (\d+), column (\d+)\)")

_START = Span(Position(0, 0), Position(0, 0))

Keys = tuple[str, ...]


def read_settings(
    snapshot: Snapshot,
    root: str,
    *,
    home: str | None = None,
    env: Pairs = (),
    platform: str = "linux",
    codes: Collection[str] | None = None,
) -> Settings:
    """The settings in force for the workspace folder ``root``.

    ``codes`` are the diagnostics that ``[severity]`` may name; None accepts any name.
    """
    settings = Settings(root, home=home, env=env, platform=platform)
    file, project = paths.join(root, FILE), paths.join(root, PYPROJECT)
    problems: list[Finding] = []
    above: Keys = ()
    content = b""
    if snapshot.entry(file).kind == "missing":
        content = snapshot.read(project) or b""
        if b"guidechain" not in content:
            return settings
        file, above = project, ("tool", "guidechain")
    table, text = _table(snapshot, file, problems)
    if problems and above and b"[tool.guidechain" not in content:
        return settings  # A broken pyproject.toml that says nothing to us is for its other readers to report.
    settings = replace(settings, in_force=not problems)
    for key in above:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    settings = _Reading(snapshot, codes, _reporter(problems, file, text, above)).apply(settings, table)
    settings = _with_contract(settings, table, text, file, problems, ".".join(above))
    return replace(settings, problems=tuple(problems))


def configured(
    snapshot: Snapshot, settings: Settings, configuration: object, codes: Collection[str] | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """``settings`` with an editor's configuration on top, and what could not be used of it, one sentence each.

    Names are ``hosts launchFolders hostVersions severity exclude`` and host tables; others belong to the client.
    A null or empty value leaves what the workspace's own file says.
    """
    if not isinstance(configuration, Mapping):
        return settings, ()
    found: list[str] = []
    known = {}
    for name, value in configuration.items():
        key = EDITOR_NAMES.get(name, name)
        ours = key in _READERS and name not in EDITOR_NAMES.values()
        if ours and value not in (None, "", [], {}):
            known[key] = value
    reading = _Reading(snapshot, codes, lambda keys, message: found.append(message))
    return reading.apply(settings, known), tuple(found)


@dataclass(frozen=True)
class _Reading:
    """One reading of one table; ``report`` takes the keys that lead to a value and what is wrong with it."""

    snapshot: Snapshot
    codes: Collection[str] | None
    report: Callable[[Keys, str], None]

    def apply(self, settings: Settings, table: object) -> Settings:
        """``settings`` with the usable values of ``table``."""
        if not isinstance(table, Mapping):
            self.expected((), "a table of settings", table)
            return settings
        for key, value in table.items():
            reader = _READERS.get(key)
            if reader is None and not _is_of_the_contract(key):
                self.report((key,), f"{key} is no setting; expected one of {', '.join(sorted(_READERS))}")
            elif reader:
                settings = reader(self, settings, key, value)
        return settings

    def expected(self, keys: Keys, what: str, found: object) -> None:
        """Report a value that is not ``what``."""
        self.report(keys, f"{'.'.join(keys) or 'guidechain'}: expected {what}, found {_shown(found)}")

    def strings(self, key: str, value: object, what: str) -> tuple[str, ...]:
        """``value`` as a list of strings; other things in it are reported and left out."""
        if not isinstance(value, list | tuple):
            self.expected((key,), f"a list of {what}", value)
            return ()
        for each in value:
            if not isinstance(each, str) or not each.strip():
                self.expected((key,), f"a list of {what}", each)
        return tuple(dict.fromkeys(each for each in value if isinstance(each, str) and each.strip()))

    def pairs(self, key: str, value: object, what: str) -> list[tuple[str, object]]:
        """``value`` as the pairs of a table."""
        if not isinstance(value, Mapping):
            self.expected((key,), f"a table of {what}", value)
            return []
        return [(str(name), each) for name, each in value.items()]

    def is_host(self, keys: Keys, host: str) -> bool:
        """Whether ``host`` is one of ours; reported when not."""
        ids = [each.id for each in HOSTS]
        if host not in ids:
            self.report(keys, f"{host} is no host; expected one of {', '.join(ids)}")
        return host in ids


def _hosts(reading: _Reading, settings: Settings, key: str, value: object) -> Settings:
    names = reading.strings(key, value, "host names")
    return replace(settings, hosts=tuple(name for name in names if reading.is_host((key,), name)))


def _launch(reading: _Reading, settings: Settings, key: str, value: object) -> Settings:
    folders = []
    for written in reading.strings(key, value, "folders inside the workspace"):
        folder = paths.join(settings.root, written.replace("\\", "/") if settings.platform == "win32" else written)
        problem = launch_problem(reading.snapshot, settings.root, folder)
        if problem:
            reading.report((key,), f"{key}: expected folders inside the workspace; {written} {problem}")
        else:
            folders.append(folder)
    return replace(settings, launches=tuple(dict.fromkeys(folders)))


def launch_problem(snapshot: Snapshot, root: str, folder: str) -> str | None:
    """Why ``folder`` cannot be a launch folder of the workspace ``root``, as a predicate; None when it can."""
    entry = snapshot.entry(folder)
    if entry.kind == "missing":
        return "does not exist"
    if entry.kind != "directory":
        return "is no folder" if entry.kind in ("file", "special") else "cannot be opened"
    if not paths.is_below(entry.real, snapshot.entry(root).real):
        return "lies outside it"
    return None


def _host_versions(reading: _Reading, settings: Settings, key: str, value: object) -> Settings:
    versions = dict(settings.versions)
    for host, version in reading.pairs(key, value, 'host = "version"'):
        if not reading.is_host((key, host), host):
            continue
        if is_version(version):
            versions[host] = str(version)
        else:
            reading.expected((key, host), 'a version as text, such as "1.2.3"', version)
    return replace(settings, versions=tuple(versions.items()))


def is_version(value: object) -> bool:
    """Whether ``value`` is a version that can be compared: numbers with dots, then an optional suffix."""
    return isinstance(value, str) and _VERSION.fullmatch(value) is not None


def _severity(reading: _Reading, settings: Settings, key: str, value: object) -> Settings:
    severities = dict(settings.severities)
    for code, severity in reading.pairs(key, value, 'code = "severity"'):
        if reading.codes is not None and code not in reading.codes:
            reading.report((key, code), f"{key}: {code} is no diagnostic; guidechain explain lists them")
        elif severity in SEVERITIES:
            severities[code] = str(severity)
        else:
            reading.expected((key, code), f"one of {', '.join(SEVERITIES)}", severity)
    return replace(settings, severities=tuple(severities.items()))


def _exclude(reading: _Reading, settings: Settings, key: str, value: object) -> Settings:
    return replace(settings, exclude=reading.strings(key, value, "patterns as in .gitignore"))


def _options(reading: _Reading, settings: Settings, key: str, value: object) -> Settings:
    options = dict(settings.options)
    for name, each in reading.pairs(key, value, "true-or-false values"):
        if name not in OPTIONS[key]:
            reading.report((key, name), f"{key}.{name} is no setting; expected one of {', '.join(OPTIONS[key])}")
        elif isinstance(each, bool):
            options[f"{key}.{name}"] = "true" if each else "false"
        else:
            reading.expected((key, name), "true or false", each)
    return replace(settings, options=tuple(options.items()))


def _is_of_the_contract(key: str) -> bool:
    from guidechain.core import contract

    return key in contract.KEYS


def _with_contract(
    settings: Settings, table: object, text: str, path: str, problems: list[Finding], above: str = ""
) -> Settings:
    from guidechain.core import contract

    found, wrong = contract.read_contract(table if isinstance(table, dict) else {}, text, path, PROBLEM, above)
    problems.extend(wrong)
    return replace(settings, contract=found)


_READERS: Mapping[str, Callable[[_Reading, Settings, str, object], Settings]] = {
    "hosts": _hosts,
    "launch": _launch,
    "host_versions": _host_versions,
    "severity": _severity,
    "exclude": _exclude,
    **dict.fromkeys(OPTIONS, _options),
}


def _table(snapshot: Snapshot, path: str, problems: list[Finding]) -> tuple[dict[str, Any], str]:
    """The parsed TOML file at ``path`` and its text; empty, with a problem, when it is none."""

    import tomli

    def broken(message: str, span: Span = _START) -> tuple[dict[str, Any], str]:
        problems.append(Finding(PROBLEM, "error", path, span, f"{message}; no setting of this file is in force"))
        return {}, ""

    content = snapshot.read(path)
    if content is None:
        return broken(f"expected a readable file, found one that is {snapshot.entry(path).kind}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start)
        return broken(f"expected UTF-8, found the byte 0x{content[error.start]:02x}", _on_line(line, 0, 0))
    try:
        return tomli.loads(text), text
    except (ValueError, RecursionError) as error:
        place = _LINE_AND_COLUMN.search(str(error))
        end = (text.count("\n"), len(text) - text.rfind("\n") - 1)
        line, column = (int(place[1]) - 1, int(place[2]) - 1) if place else end
        found = str(error).partition(" (at ")[0] or "nested too deeply"
        return broken(f"not valid TOML: {found}", _on_line(line, column, column + (place is not None)))


def _reporter(problems: list[Finding], path: str, text: str, above: Keys) -> Callable[[Keys, str], None]:
    """How to note a problem with the value that ``keys`` below the table ``above`` lead to."""

    from guidechain.core.toml_places import key_span

    def report(keys: Keys, message: str) -> None:
        problems.append(Finding(PROBLEM, "warning", path, key_span(text, above + keys), message))

    return report


def _on_line(line: int, start: int, end: int) -> Span:
    return Span(Position(line, start), Position(line, end))


def _shown(value: object) -> str:
    """A value for a message: its kind, and itself when that is short."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    written = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else str(value)
    return written if len(written) <= 40 else written[:37] + "..."
