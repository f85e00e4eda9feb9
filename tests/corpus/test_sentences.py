"""The labelled guard and command lines, and what no label says: any text gives an answer, soon."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import commands, guards
from hypothesis import given, settings
from hypothesis import strategies as some

from guidechain.core.document import parse
from guidechain.core.guards import sentence
from guidechain.core.guards.signs import may_guard
from guidechain.core.queries.checks import named_checks
from guidechain.core.queries.guard_sentences import guards_in

HERE = Path(__file__).parent
GUARDS = [line for name in ("guards", "guards_own") for line in guards.read_lines(HERE / f"{name}.jsonl")]
COMMANDS = [line for name in ("commands", "commands_own") for line in guards.read_lines(HERE / f"{name}.jsonl")]
WORDS = [
    "never",
    "edit",
    "do",
    "not",
    "must",
    "be",
    "edited",
    "is",
    "read-only",
    "only",
    "modify",
    "ask",
    "before",
    "changing",
    "avoid",
    "leave",
    "alone",
    "unless",
    "without",
    "running",
    "except",
    "but",
    "not",
    "these",
    "files",
    "it",
    "them",
    "this",
    "file",
    "generated",
    "from",
    "by",
    "`src/gen/`",
    "`a.ts`",
    "`make",
    "gen`",
    "`version`",
    "docs/x.md",
    ",",
    ";",
    ":",
    ".",
    "-",
    "*",
    "|",
    "#",
    ">",
    "```",
    "<!--",
    "-->",
    "(",
    ")",
    '"',
    "the",
    "existing",
    "migrations",
    "in",
    "under",
    "outside",
    "off",
    "limits",
    "and",
    "or",
    "不要修改",
    "編集禁止",
    "nicht",
    "ändern",
    "\n",
    "\n\n",
]


@pytest.mark.parametrize("line", GUARDS, ids=lambda line: line["id"])
def test_guard_line(line):
    verdict = guards.judge(line)
    assert not verdict.problems
    assert verdict.level is not False


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: line["id"])
def test_command_line(line):
    assert commands.judge(line) == []


@given(some.lists(some.sampled_from(WORDS), max_size=60).map(" ".join) | some.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_guards_and_commands(text):
    document = parse(text)
    for guard in guards_in(document, "/work/project/AGENTS.md", "/work/project"):
        assert guard.patterns
        assert guard.span.start <= guard.span.end
        assert all(span.start < span.end for span in guard.places)
    named_checks(document, "/work/project/AGENTS.md", "/work/project")


@pytest.mark.parametrize(
    "text",
    [
        "never edit " + "`a/`, " * 3000,
        "do not " * 5000 + "edit `a/`",
        "never edit the " + "files in the " * 3000 + "`a/`",
        "`a/` is " * 3000 + "read-only",
        "only edit " + "the files " * 3000 + "`a/`",
        "leave " + "x " * 5000 + "alone",
        "(" * 3000 + "`a/` never edit",
        "edit, " * 4000 + "or never edit `a/`",
        "not " * 4000 + "`a/` must be",
        "a. " * 5000 + "never edit `a/`",
    ],
    ids=range(10),
)
def test_sentences_too_long_for_a_rule_are_not_read(text, monkeypatch):
    read: list[str] = []
    monkeypatch.setattr(sentence, "may_guard", lambda flat: read.append(flat) or may_guard(flat))
    guards_in(parse(text), "/work/project/AGENTS.md", "/work/project")
    assert all(len(flat) <= 2000 for flat in read)
