"""How Codex is started: what its arguments, environment and version mean for loading (CX-1, CX-8, CX-31 to CX-34)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts.codex_versions import CD_LINK, EXEC_TRUST_OFF, EXEC_TRUST_ON, FLAGS
from guidechain.core.hosts.versions import Version, holds, parse
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot

WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""White space as Codex trims it (Unicode White_Space; Python's ``strip`` takes four control characters more)."""
_VALUED = {
    "-C": "cd", "--cd": "cd", "-c": "config", "--config": "config", "-p": "profile", "--profile": "profile",
    "-s": "sandbox", "--sandbox": "sandbox", "--add-dir": "add-dir", "-m": "", "--model": "", "-i": "", "--image": "",
    "-a": "", "--ask-for-approval": "", "-o": "", "--output-last-message": "", "--output-schema": "", "--color": "",
    "--enable": "", "--disable": "", "--local-provider": "",
}  # fmt: skip
"""Options that take a value, with the name under which it is kept; "" for those that play no part."""
_BYPASS = ("--dangerously-bypass-approvals-and-sandbox", "--yolo")
_WRITABLE = ("workspace-write", "danger-full-access")


@dataclass(frozen=True)
class Start:
    """A launch, understood. ``cwd`` is the session's folder, links unresolved where Codex leaves them so (CX-8).

    ``home`` is the Codex home, None when there is no home at all. ``overrides`` are the values of ``-c`` as one table.
    ``sandbox`` is the mode that the arguments ask for, None when they leave it to the configuration. ``command`` is the
    subcommand, "" for the terminal interface.
    """

    version: Version | None
    cwd: str
    home: str | None
    overrides: Mapping[str, Any]
    profile: str | None
    sandbox: str | None
    added: tuple[str, ...]
    command: str
    flags: frozenset[str]
    windows: bool
    refused: str | None

    def trusts(self, sandbox_mode: object) -> bool:
        """Whether the run itself marks an unmarked folder as trusted (CX-32, V-13); ``sandbox_mode`` is configured."""
        if "--trust" in self.flags:
            return True
        if not holds(self.version, EXEC_TRUST_ON) or holds(self.version, EXEC_TRUST_OFF):
            return False
        return self.command in ("exec", "e") and (self.sandbox or sandbox_mode) in _WRITABLE


def start(snapshot: Snapshot, launch: Launch) -> Start:
    """Read ``launch`` as Codex does; what it would refuse is in ``refused``."""
    version = parse(launch.version)
    windows = launch.platform.startswith("win")
    process_cwd = snapshot.entry(launch.cwd).real
    values: dict[str, list[str]] = {name: [] for name in _VALUED.values()}
    flags, words, problem = set[str](), list[str](), None
    for name, value in _options(launch.args):
        if value is None:
            (flags.add if name.startswith("-") else words.append)(name)
        else:
            values[_VALUED[name]].append(value)
        known_since = FLAGS.get(name)
        if known_since and not holds(version, known_since):
            problem = f"error: unexpected argument '{name}' found (Codex {launch.version} does not know it)"
    cwd = process_cwd
    if values["cd"]:
        cwd = paths.join(process_cwd, values["cd"][-1].replace("\\", "/") if windows else values["cd"][-1])
        if not holds(version, CD_LINK):
            cwd = snapshot.entry(cwd).real
        if snapshot.entry(cwd).kind == "missing":
            problem = problem or f"-C {values['cd'][-1]}: expected an existing folder"
    home, home_problem = _home(snapshot, launch, process_cwd)
    overrides, override_problem = _overrides(values["config"])
    return Start(
        version=version,
        cwd=cwd,
        home=home,
        overrides=overrides,
        profile=values["profile"][-1] if values["profile"] else None,
        sandbox=_sandbox(values["sandbox"], flags),
        added=tuple(paths.join(cwd, each) for each in values["add-dir"]),
        command=words[0] if words else "",
        flags=frozenset(flags),
        windows=windows,
        refused=problem or home_problem or override_problem,
    )


def _options(args: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
    words = iter(args)
    for word in words:
        if word == "--":
            return
        name, equals, value = word.partition("=")
        if name.startswith("--") and equals and name in _VALUED:
            yield name, value
        elif word in _VALUED:
            yield word, next(words, "")
        elif word[:2] in _VALUED and word[1:2] != "-":
            yield word[:2], word[2:].removeprefix("=")
        else:
            yield word, None


def _home(snapshot: Snapshot, launch: Launch, process_cwd: str) -> tuple[str | None, str | None]:
    """CX-1: the Codex home and what is wrong with it."""
    named = dict(launch.env).get("CODEX_HOME")
    if not named:
        return (paths.join(launch.home, ".codex") if launch.home else None), None
    path = paths.join(process_cwd, named)
    if snapshot.entry(path).kind not in ("directory", "unreadable"):
        return path, f"CODEX_HOME points to {path}: expected an existing folder"
    return path, None


def _overrides(written: list[str]) -> tuple[Mapping[str, Any], str | None]:
    """The values of ``-c`` as one table. A path is split at every dot, quotes or not: CX-31 follows from that."""
    table: dict[str, Any] = {}
    for each in written:
        path, equals, value = each.partition("=")
        if not equals or not path.strip():
            return table, f"-c {each}: expected key=value"
        *folders, key = path.strip().split(".")
        inside = table
        for folder in folders:
            known = inside.get(folder)
            inside[folder] = known if isinstance(known, dict) else {}
            inside = inside[folder]
        inside[key] = _value(value.strip())
    return table, None


def parse_toml(text: str) -> dict[str, Any]:
    """``text`` as Codex reads TOML. Raises ValueError or RecursionError; also for an integer that 64 bits do not hold,
    which ``tomli`` takes."""
    import tomli  # Here, since most folders hold no such file and every command would wait for it.

    values = tomli.loads(text)
    wide = next(_wide(values), None)
    if wide is not None:
        raise ValueError(f"integer {wide} does not fit into 64 bits")
    return values


def _wide(value: object) -> Iterator[int]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _wide(each)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield value


def _value(written: str) -> Any:
    try:
        return parse_toml(f"value = {written}")["value"]
    except (ValueError, RecursionError):
        return re.sub(r"^([\"'])(.*)\1$", r"\2", written)


def _sandbox(asked: list[str], flags: set[str]) -> str | None:
    if any(flag in flags for flag in _BYPASS):
        return "danger-full-access"
    return asked[-1] if asked else "workspace-write" if "--full-auto" in flags else None
