"""The configuration of Codex as far as it decides about loading: layers, types, trust (CX-30, CX-40 to CX-44)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts import walk
from guidechain.core.hosts.codex_launch import Start, parse_toml
from guidechain.core.hosts.codex_trust import LEVELS, Marks, Trust, counts
from guidechain.core.hosts.codex_versions import FALLBACK, MARKERS, PROFILE_FILE, PROJECT_CONFIG
from guidechain.core.hosts.versions import Boundary, holds
from guidechain.core.snapshot import Snapshot

SYSTEM_CONFIG = "/etc/codex/config.toml"
MANAGED_CONFIG = "/etc/codex/managed_config.toml"
LIMIT, FALLBACKS, ROOT_MARKERS = "project_doc_max_bytes", "project_doc_fallback_filenames", "project_root_markers"
DEFAULT_LIMIT = 32768
DEFAULT_MARKERS = (".git",)
ARGUMENT = "-c"
"""The source of a value that came from the command line."""


@dataclass(frozen=True)
class Layer:
    """One source of values: a file's path or ``-c``, its top-level table, and what keeps Codex from using it."""

    source: str
    values: Mapping[str, Any]
    problem: str | None = None
    is_project: bool = False


@dataclass(frozen=True)
class Config:
    """The merged configuration. ``root`` and ``marker`` are the project root and what makes it one (CX-5, CX-6).

    ``layers`` go from the lowest precedence to the highest. ``refused`` says why Codex would not start; ``culprit`` is
    the file (or ``-c``) behind that. ``trust`` is the launch folder's mark and ``trust_source`` where it stands.
    """

    layers: tuple[Layer, ...]
    limit: int
    fallbacks: tuple[str, ...]
    markers: tuple[str, ...]
    root: str | None
    marker: str | None
    trust: Trust | None
    trust_source: str | None
    refused: str | None
    culprit: str | None

    def value(self, key: str) -> tuple[Any, str | None]:
        """The value of highest precedence and its source; (None, None) when nobody sets it."""
        return _value(self.layers, key)


def load(snapshot: Snapshot, start: Start) -> Config:
    """Read every layer that counts for ``start`` (CX-40)."""
    below, above = _layers(snapshot, start)
    fixed = (*below, *above)
    markers = _value(fixed, ROOT_MARKERS)[0] if holds(start.version, MARKERS) else None
    names = DEFAULT_MARKERS if markers is None else _strings(markers)
    found = walk.nearest(snapshot, start.cwd, names)
    root, marker = found or (None, None)
    tables = ((layer.source, layer.values) for layer in fixed)
    marks = Marks(snapshot, start, tables, start.trusts(_value(fixed, "sandbox_mode")[0]))
    project: list[Layer] = []
    if holds(start.version, PROJECT_CONFIG):
        counted = walk.nearest(snapshot, start.cwd, names, lambda path: counts(snapshot, path))
        top = counted[0] if counted else start.cwd
        for folder in paths.between(top, start.cwd):
            if marks.config(folder, top)[0] == "trusted":
                layer = _file(snapshot, paths.join(folder, ".codex/config.toml"), True)
                project += [layer] if layer and paths.parent(layer.source) != start.home else []
    layers = tuple(_checked(snapshot, start, each) for each in (*below, *project, *above))
    broken = next((each for each in layers if each.problem), None)
    limit, _ = _value(layers, LIMIT)
    trust, source = marks.session()
    return Config(
        layers=layers,
        limit=DEFAULT_LIMIT if limit is None else limit,
        fallbacks=_strings(_value(layers, FALLBACKS)[0]) if holds(start.version, FALLBACK) else (),
        markers=names,
        root=root,
        marker=marker,
        trust=trust,
        trust_source=source,
        refused=broken.problem if broken else None,
        culprit=broken.source if broken else None,
    )


def _layers(snapshot: Snapshot, start: Start) -> tuple[list[Layer], list[Layer]]:
    """The layers below and above the project's own (CX-40), lowest precedence first."""
    below = [] if start.windows else [_file(snapshot, SYSTEM_CONFIG)]
    if start.home:
        below += _user_layers(snapshot, start, paths.join(start.home, "config.toml"))
    above = [Layer(ARGUMENT, start.overrides)] if start.overrides else []
    managed = None if start.windows else _file(snapshot, MANAGED_CONFIG)
    return [each for each in below if each], [*above, *([managed] if managed else [])]


def _user_layers(snapshot: Snapshot, start: Start, path: str) -> list[Layer | None]:
    """The user's file and the profile. V-7: before 0.134 a profile is a table of that file and must be there; since
    then it is a file of its own, and what is left of the old form stops Codex (its message, and its documentation)."""
    user = _file(snapshot, path)
    values = user.values if user else {}
    tables, selected = values.get("profiles"), values.get("profile")
    name = start.profile or (selected if isinstance(selected, str) else None)
    table = tables.get(name) if isinstance(tables, dict) else None
    problem, profile = None, None
    if not holds(start.version, PROFILE_FILE):
        if name and not isinstance(table, dict):
            problem = f"config profile `{name}` not found"
        profile = Layer(path, table) if isinstance(table, dict) else None
    elif isinstance(selected, str):
        problem = f"{path}: `profile` selects no profile any more: expected -p {selected}"
    elif start.profile:
        file = f"{start.profile}.config.toml"
        profile = _file(snapshot, paths.join(paths.parent(path), file))
        problem = (
            f"{path}: [profiles.{start.profile}] is no longer read: expected {file}" if table is not None else None
        )
    if "--ignore-user-config" in start.flags:
        return [profile]
    return [
        Layer(path, values, user.problem if user and user.problem else problem) if user or problem else None,
        profile,
    ]


def _file(snapshot: Snapshot, path: str, is_project: bool = False) -> Layer | None:
    """A configuration file; None when there is none."""
    return snapshot.query(_parsed, path, is_project)


def _parsed(snapshot: Snapshot, path: str, is_project: bool) -> Layer | None:
    kind = "missing" if "\0" in path else snapshot.entry(path).kind
    content = snapshot.read(path) if kind == "file" else None
    if kind == "missing" or (kind == "blocked" and is_project):
        return None
    if content is None:
        return Layer(path, {}, f"{path}: the configuration file cannot be read", is_project)
    try:
        return Layer(path, parse_toml(content.decode("utf-8").removeprefix("\ufeff")), None, is_project)
    except UnicodeDecodeError:
        return Layer(path, {}, f"{path}: expected UTF-8 text", is_project)
    except (ValueError, RecursionError) as error:
        return Layer(path, {}, f"{path}: not valid TOML: {error}", is_project)


def _checked(snapshot: Snapshot, start: Start, layer: Layer) -> Layer:
    """CX-42: the layer without the values that stop Codex, and the first of them in words."""
    values, problem = dict(layer.values), layer.problem
    for key, (wrong_part, expected, since) in _TYPES.items():
        wrong = wrong_part(values[key]) if key in values and (since is None or holds(start.version, since)) else None
        if wrong is not None:
            del values[key]
            keys = (key, *wrong)
            problem = problem or f"{_place(snapshot, layer.source, keys)}: in `{'.'.join(keys)}`: expected {expected}"
    return Layer(layer.source, values, problem, layer.is_project)


def _place(snapshot: Snapshot, source: str, keys: tuple[str, ...]) -> str:
    from guidechain.core.toml_places import key_span

    text = None if source == ARGUMENT else snapshot.text(source)
    return source if text is None else f"{source}:{key_span(text, keys).start.line + 1}"


def _wrong_size(value: object) -> tuple[str, ...] | None:
    return None if type(value) is int and value >= 0 else ()


def _wrong_strings(value: object) -> tuple[str, ...] | None:
    return None if isinstance(value, list) and all(isinstance(each, str) for each in value) else ()


def _wrong_projects(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, dict):
        return ()
    for path, entry in value.items():
        if not isinstance(entry, dict):
            return (path,)
        if entry.get("trust_level", "trusted") not in LEVELS:
            return (path, "trust_level")
    return None


_TYPES: dict[str, tuple[Callable[[object], tuple[str, ...] | None], str, Boundary | None]] = {
    LIMIT: (_wrong_size, "a number of bytes, 0 or more", None),
    FALLBACKS: (_wrong_strings, "a list of file names", FALLBACK),
    ROOT_MARKERS: (_wrong_strings, "a list of names", MARKERS),
    "projects": (_wrong_projects, 'trust_level = "trusted" or "untrusted"', None),
}
"""For each key: the path to a wrong part (None when all is well), what is expected, and since when the key counts."""


def _value(layers: Iterable[Layer], key: str) -> tuple[Any, str | None]:
    found: tuple[Any, str | None] = (None, None)
    for layer in layers:
        if key in layer.values:
            found = (layer.values[key], layer.source)
    return found


def _strings(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
