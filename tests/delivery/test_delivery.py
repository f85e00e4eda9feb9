"""The verdict alone: a contract, what changed, what ran; no git and no disk."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest
from fixture import ROOT, absolute, parse

from guidechain.core.model import Changed, Guard, Position, Receipt, Span
from guidechain.core.queries.delivery import Delivery, verify
from guidechain.core.snapshot import Snapshot
from guidechain.settings import read_settings

LETTERS = {"A": "added", "M": "modified", "D": "deleted", "L": "listed"}
PLACE = Span(Position(2, 0), Position(2, 9))


def check_verdict(workspace: str, changes: str, expected: str, *, scope: bool = True, receipts=(), guards=()):
    """``changes``: a line ``M path`` each, ``M@ path`` for a link, ``M/ path`` for a submodule."""
    snapshot = Snapshot(parse(workspace).tree)
    settings = read_settings(snapshot, ROOT)
    assert not settings.problems
    contract = settings.contract
    changed = []
    for line in filter(None, textwrap.dedent(changes).strip().split("\n")):
        mark, _, path = line.partition(" ")
        kind = {"@": "link", "/": "submodule"}.get(mark[1:], "file")
        changed.append(Changed(absolute(path), LETTERS[mark[0]], kind))
    chosen = contract.scopes[0] if scope and contract.scopes else None
    delivery = Delivery(ROOT, tuple(changed), "tree1", {each.name: each for each in receipts})
    verdict = verify(snapshot, contract, chosen, (*contract.guards, *guards), delivery)
    lines = [
        f"{word} {(each.path or each.check).removeprefix(ROOT + '/')} {each.rule} @{each.span.start.line + 1}"
        for word, rows in (("fail", verdict.failures), ("warn", verdict.warnings))
        for each in rows
    ]
    lines += [f"clean {path.removeprefix(ROOT + '/')}" for path in verdict.clean]
    assert "\n".join(lines) == textwrap.dedent(expected).strip()
    return verdict


PAYMENTS = """
    -- guidechain.toml --
    [[guard]]
    paths = ["src/generated/", "*.lock"]
    except = ["src/generated/README.md"]
    instead = "make gen"
    [[guard]]
    paths = ["config/"]
    severity = "ask"
    [[scope]]
    name = "payments"
    allow = ["src/payments", "tests/payments/", "vendor/lib/"]
    forbid = [
      ".github/",
    ]
"""


@pytest.mark.parametrize(
    "change, expected",
    [
        ("M src/payments/a.ts", "clean src/payments/a.ts"),
        ("M src/payments-legacy/a.ts", "fail src/payments-legacy/a.ts outside-scope @10"),
        ("M src/generated/a.ts", "fail src/generated/a.ts forbidden @2"),
        ("D src/generated/a.ts", "fail src/generated/a.ts forbidden @2"),
        ("A src/GENERATED/a.ts", "fail src/GENERATED/a.ts forbidden @2"),
        ("M src/payments/a.lock", "fail src/payments/a.lock forbidden @2"),
        ("M src/generated/README.md", "fail src/generated/README.md outside-scope @10"),
        ("A .GitHub/workflows/ci.yml", "fail .GitHub/workflows/ci.yml forbidden @12"),
        ("M@ src/generated", "fail src/generated forbidden @2"),
        ("M/ vendor/lib", "clean vendor/lib"),
        ("M config/a", "fail config/a outside-scope @10"),  # A guard that only asks adds nothing to that.
        ("M docs/src/payments/x", "fail docs/src/payments/x outside-scope @10"),
    ],
)
def test_one_change(change: str, expected: str):
    check_verdict(PAYMENTS, change, expected)


def test_a_guard_that_asks_warns_and_names_the_way():
    verdict = check_verdict(PAYMENTS, "M config/a", "warn config/a forbidden @6", scope=False)
    assert verdict.warnings[0].message == "was changed; `config/` needs an approval first"


def test_the_message_names_pattern_reason_and_alternative():
    verdict = check_verdict(PAYMENTS, "D src/generated/a", "fail src/generated/a forbidden @2")
    assert verdict.failures[0].message == "was deleted; `src/generated/` is off limits; instead: make gen"


LINKED = (
    PAYMENTS
    + """
    -- current -> src/generated --
    -- src/generated/a.ts --
    1
    -- src/payments/out -> ../../../elsewhere --
    -- src/payments/in -> a.ts --
    -- src/payments/a.ts --
    1
    """
)


@pytest.mark.parametrize(
    "change, expected",
    [
        ("L current/a.ts", "fail current/a.ts forbidden @2"),
        ("M@ src/payments/in", "clean src/payments/in"),
        ("L src/payments/in", "clean src/payments/in"),
        ("L src/payments/out/x", "fail src/payments/out/x outside-scope @10"),
        ("M@ src/payments/out", "fail src/payments/out outside-scope @10"),
        ("L ../elsewhere/x", "fail /work/elsewhere/x outside-scope @10"),
    ],
)
def test_links_and_ways_out(change: str, expected: str):
    check_verdict(LINKED, change, expected)


CHECKS = """
    -- guidechain.toml --
    [checks.test]
    run = "make test"
    [checks.lint]
    run = "make lint"
    cwd = "web"
    when = ["web/", "*.css"]
"""


def receipt(name: str, run: str, cwd: str = "", status: str = "passed", exit: int | None = 0, tree: str = "tree1"):
    return Receipt(name, run, cwd, status, exit, 1.0, tree, tree)


GOOD = receipt("test", "make test"), receipt("lint", "make lint", "web")


@pytest.mark.parametrize(
    "change, receipts, expected",
    [
        ("M a", GOOD, "clean a"),
        ("M a", GOOD[:1], "clean a"),
        ("M a", (), "fail test check-missing @1\nclean a"),
        ("M Web/a.js", GOOD[:1], "fail lint check-missing @3\nclean Web/a.js"),
        ("M x/a.css", GOOD[:1], "fail lint check-missing @3\nclean x/a.css"),
        ("", GOOD[1:], "fail test check-missing @1"),
        ("M a", (receipt("test", "make tests"),), "fail test check-stale @1\nclean a"),
        ("M a", (receipt("test", "make test", "sub"),), "fail test check-stale @1\nclean a"),
        ("M a", (receipt("test", "make test", tree="tree0"),), "fail test check-stale @1\nclean a"),
        ("M a", (receipt("test", "make test", status="skipped", exit=None),), "fail test check-skipped @1\nclean a"),
        ("M a", (receipt("test", "make test", status="failed", exit=2),), "fail test check-failed @1\nclean a"),
        ("M a", (receipt("test", "make test", status="failed", exit=None),), "fail test check-failed @1\nclean a"),
        ("M a", (receipt("test", "make test", exit=3),), "fail test check-failed @1\nclean a"),
        ("M a", (receipt("lint", "make test"),), "fail test check-missing @1\nclean a"),
    ],
)
def test_required_checks(change: str, receipts, expected: str):
    check_verdict(CHECKS, change, expected, receipts=receipts)


def prose(level: str = "forbid", *, existing_only: bool = False, origin: str = "prose") -> Guard:
    return Guard(("db/",), ROOT, f"{ROOT}/AGENTS.md", PLACE, level=level, origin=origin, existing_only=existing_only)


@pytest.mark.parametrize(
    "setting, guard, change, expected",
    [
        ("warn", prose(), "M db/a", "warn db/a forbidden @3"),
        ("fail", prose(), "M db/a", "fail db/a forbidden @3"),
        ("ignore", prose(), "M db/a", "clean db/a"),
        ("fail", prose("ask"), "M db/a", "warn db/a forbidden @3"),
        ("fail", prose("note"), "M db/a", "clean db/a"),
        ("warn", prose(origin="settings"), "M db/a", "warn db/a forbidden @3"),
        ("fail", prose(origin="settings"), "M db/a", "warn db/a forbidden @3"),
        ("fail", prose(origin="tool"), "M db/a", "clean db/a"),
        ("fail", prose(existing_only=True), "M db/a", "fail db/a forbidden @3"),
        ("fail", prose(existing_only=True), "D db/a", "fail db/a forbidden @3"),
        ("fail", prose(existing_only=True), "L db/a", "fail db/a forbidden @3"),
        ("fail", prose(existing_only=True), "A db/a", "clean db/a"),
        ("fail", prose(), "A db/a", "fail db/a forbidden @3"),
    ],
)
def test_guards_of_other_sources(setting: str, guard: Guard, change: str, expected: str):
    check_verdict(f'-- guidechain.toml --\n[delivery]\nprose = "{setting}"\n', change, expected, guards=(guard,))


def test_what_fails_silences_the_warnings_about_the_same_path():
    text = '-- guidechain.toml --\n[[guard]]\npaths = ["db/"]\n'
    check_verdict(text, "M db/a", "fail db/a forbidden @2", guards=(prose(), prose("ask")))


def test_what_several_sentences_say_is_one_rule():
    rules = (prose("ask"), prose(), replace(prose(), instead="make db", sentence="Do not  edit\n`db/` " + "x" * 300))
    verdict = check_verdict(
        '-- guidechain.toml --\n[delivery]\nprose = "fail"\n', "M db/a", "fail db/a forbidden @3", guards=rules
    )
    assert verdict.failures[0].message == (
        "was changed; `db/` is off limits: Do not edit `db/` …; instead: make db (also AGENTS.md:3, AGENTS.md:3)"
    )
