"""The delivery part of the settings file: ``[[guard]]``, ``[[scope]]``, ``[checks.NAME]`` and ``[delivery]``.

A contract is read whole or it is no contract: whatever is wrong with it is a problem, so that a misspelt rule
never passes for a rule that holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any, get_args

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.model import Contract, Finding, Guard, Level, RequiredCheck, Scope, Span
from guidechain.core.path_rules import pattern_problem
from guidechain.core.toml_places import TOP, Place, header_span, places

KEYS = ("guard", "scope", "checks", "delivery")
"""The tables of the settings file that make up the contract."""

PROSE = ("warn", "fail", "ignore")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def read_contract(
    table: Mapping[str, Any], text: str, path: str, code: str, above: str = ""
) -> tuple[Contract | None, tuple[Finding, ...]]:
    """The contract in the parsed TOML ``table`` of the file at ``path``, and what is wrong with it.

    None when ``table`` holds none of ``KEYS``. ``text`` is the file's text, for positions; ``above`` the name of the
    table that ``table`` is ("tool.guidechain"); ``code`` the code of the findings.
    """
    if not any(key in table for key in KEYS):
        return None, ()
    reading = _Reading(path, code, f"{above}." if above else "", places(text))
    guards = tuple(reading.guard(each, index) for index, each in enumerate(reading.tables(table, "guard")))
    scopes = tuple(reading.scope(each, index) for index, each in enumerate(reading.tables(table, "scope")))
    checks = tuple(reading.check(name, each) for name, each in reading.table(table, "checks").items())
    delivery = reading.table(table, "delivery")
    reading.only(delivery, ("prose",), "delivery", 0)
    prose = reading.choice(delivery, "prose", PROSE, "warn", "delivery", 0)
    for name in sorted({scope.name for scope in scopes if [each.name for each in scopes].count(scope.name) > 1}):
        reading.wrong(f"there are two scopes named {name}; each needs its own name", "scope", 0)
    return Contract(path, TOP, guards, scopes, checks, prose), tuple(reading.problems)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _Reading:
    path: str
    code: str
    above: str
    written: tuple[Place, ...]
    problems: list[Finding] = field(default_factory=list)

    def wrong(self, message: str, table: str, index: int) -> None:
        """Note a problem at the ``index``-th table of that name."""
        span = header_span(self.written, self.above + table, index)
        self.problems.append(Finding(self.code, "error", self.path, span, message))

    def tables(self, table: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        """The array of tables ``key``."""
        found = table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found):
            self.wrong(f"{key}: expected tables written [[{key}]], found something else", key, 0)
            return []
        return found

    def table(self, table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """The table ``key``."""
        found = table.get(key, {})
        if not isinstance(found, Mapping):
            self.wrong(f"{key}: expected a table, found {found!r}", key, 0)
            return {}
        return found

    def only(self, table: Mapping[str, Any], keys: tuple[str, ...], name: str, index: int) -> None:
        """Report the keys of ``table`` that are not among ``keys``."""
        for key in table:
            if key not in keys:
                self.wrong(f"{name}.{key} is no setting; expected one of {', '.join(keys)}", name, index)

    def string(self, table: Mapping[str, Any], key: str, name: str, index: int, *, required: bool = False) -> str:
        """The text ``key``; "" when it is absent."""
        found = table.get(key, None if required else "")
        if not isinstance(found, str) or (required and not found.strip()) or "\0" in found:
            shown = "nothing" if found is None else repr(found)
            self.wrong(f"{name}.{key}: expected text, found {shown}", name, index)
            return ""
        return found

    def choice(
        self, table: Mapping[str, Any], key: str, choices: tuple[str, ...], default: str, name: str, index: int
    ) -> str:
        """The text ``key``, one of ``choices``."""
        found = table.get(key, default)
        if found not in choices:
            self.wrong(f"{name}.{key}: expected one of {', '.join(choices)}, found {found!r}", name, index)
            return default
        return str(found)

    def patterns(
        self, table: Mapping[str, Any], key: str, name: str, index: int, *, required: bool = False
    ) -> tuple[str, ...]:
        """The patterns ``key``: a list of texts, or one text. A required list must not be empty."""
        found = table.get(key, [])
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or (required and not found):
            self.wrong(f"{name}.{key}: expected a list of patterns as in .gitignore, found {found!r}", name, index)
            return ()
        for each in found:
            problem = "is no text" if not isinstance(each, str) else pattern_problem(each)
            if problem:
                self.wrong(f"{name}.{key}: expected patterns as in .gitignore; {each!r} {problem}", name, index)
        return tuple(each for each in found if isinstance(each, str) and not pattern_problem(each))

    def spans(self, key: str, values: tuple[str, ...], name: str, index: int) -> tuple[Span, ...]:
        """Where each of ``values`` is written under ``key``; the table's header where that is not to be seen."""
        here = [each for each in self.written if each.table == self.above + name and each.index == index]
        found = {each.value: each.span for each in reversed(here) if each.key == key}
        header = header_span(self.written, self.above + name, index)
        return tuple(found.get(value, header) for value in values)

    def guard(self, table: Mapping[str, Any], index: int) -> Guard:
        """One ``[[guard]]``."""
        self.only(table, ("paths", "except", "reason", "instead", "severity"), "guard", index)
        patterns = self.patterns(table, "paths", "guard", index, required=True)
        where = self.spans("paths", patterns, "guard", index)
        level: Any = self.choice(table, "severity", get_args(Level), "forbid", "guard", index)
        return Guard(
            patterns,
            paths.parent(self.path),
            self.path,
            where[0] if where else header_span(self.written, self.above + "guard", index),
            except_=self.patterns(table, "except", "guard", index),
            level=level,
            sentence=self.string(table, "reason", "guard", index),
            instead=self.string(table, "instead", "guard", index) or None,
            enforced_by="guidechain check",
            places=where,
        )

    def scope(self, table: Mapping[str, Any], index: int) -> Scope:
        """One ``[[scope]]``."""
        self.only(table, ("name", "allow", "forbid"), "scope", index)
        name = self.string(table, "name", "scope", index, required=True)
        header = header_span(self.written, self.above + "scope", index)
        allow = self.patterns(table, "allow", "scope", index) if "allow" in table else None
        forbid = self.patterns(table, "forbid", "scope", index)
        where = self.spans("forbid", forbid, "scope", index)
        guard = Guard(
            forbid,
            paths.parent(self.path),
            self.path,
            where[0] if where else header,
            sentence=f"forbidden in the scope {name}",
            enforced_by="guidechain check",
            places=where,
        )
        return Scope(
            name, allow, guard if forbid else None, (*self.spans("allow", allow or (), "scope", index), header)[0]
        )

    def check(self, name: str, table: object) -> RequiredCheck:
        """One ``[checks.NAME]``."""
        place = f"checks.{name}"
        if not isinstance(table, Mapping):
            self.wrong(f"{place}: expected a table with run = 'command', found {table!r}", place, 0)
            table = {"run": "-"}
        if not _NAME.fullmatch(name):
            self.wrong(f"{place}: expected a name of letters, digits, '.', '_' and '-'", place, 0)
        self.only(table, ("run", "cwd", "when"), place, 0)
        cwd = paths.normal(self.string(table, "cwd", place, 0).replace("\\", "/") or ".")
        if paths.is_absolute(cwd) or cwd.split("/")[0] == "..":
            self.wrong(f"{place}.cwd: expected a folder below the contract's, found {cwd!r}", place, 0)
        run = self.string(table, "run", place, 0, required=True)
        when = self.patterns(table, "when", place, 0, required="when" in table)
        return RequiredCheck(name, run, "" if cwd == "." else cwd, when, header_span(self.written, self.above + place))
