"""The words: every reason has some, and chains read as people say them."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from fixture import HOME, ROOT, absolute

from guidechain.core import explain
from guidechain.core.model import (
    Chain,
    FileChain,
    Host,
    Import,
    Launch,
    Loaded,
    NotLoaded,
    Position,
    Settings,
    Span,
    TouchedFile,
    Why,
)

SETTINGS = Settings(ROOT, home=HOME)
HOST = Host("h", "Host", ("1.0", "2.0"), (), (), lambda snapshot, launch, touch: Chain("h", launch, touch))
HERE = Span(Position(3, 0), Position(3, 9))


def chain(*files: TouchedFile, **more: object) -> FileChain:
    return FileChain(HOST, Launch(ROOT), absolute("x.py"), files, acts=("read", "edit"), **more)  # type: ignore[arg-type]


def file(path: str, acts: str = "read edit", **more: object) -> TouchedFile:
    loaded = Loaded(absolute(path), absolute(path), size=20480, **more)  # type: ignore[arg-type]
    return TouchedFile(loaded, tuple(acts.split()))  # type: ignore[arg-type]


@pytest.mark.parametrize("why", get_args(Why))
def test_every_reason_reads_with_and_without_a_culprit(why):
    bare = explain.reason(SETTINGS, HOST, NotLoaded(absolute("a.md"), why))
    blaming = explain.reason(SETTINGS, HOST, NotLoaded(absolute("a.md"), why, absolute("b.md"), detail="limit 3 bytes"))
    for sentence in (bare, blaming):
        assert re.fullmatch(r"[^{}]+[^.{}]", sentence)
    assert blaming.endswith(": limit 3 bytes")
    assert why == "empty" or "b.md" in blaming


def test_no_reason_has_words_without_a_code():
    assert set(explain.REASONS) == set(get_args(Why))


def test_a_file_that_is_its_own_culprit_is_not_named_twice():
    passed = NotLoaded(absolute("a.md"), "shadowed", absolute("a.md"))
    assert explain.reason(SETTINGS, HOST, passed) == "another file takes its place"


def test_a_culprit_may_be_a_setting():
    passed = NotLoaded(absolute("a.md"), "disabled", "project_doc_max_bytes = {0}")
    assert explain.reason(SETTINGS, HOST, passed) == "project_doc_max_bytes = {0} switches it off"


@pytest.mark.parametrize(
    "files, expected",
    [
        ([], "Host loads nothing here"),
        ([file("AGENTS.md"), file("pkg/AGENTS.md")], "Host: AGENTS.md → pkg/AGENTS.md"),
        ([file("~/.h/a.md", kept=9)], "Host: ~/.h/a.md (cut)"),
        ([file("a.md", "read", when="on-touch")], "Host: a.md (on read)"),
        ([file("a.md", "read", when="on-match", kept=1)], "Host: a.md (on read, cut)"),
        ([file("a.md", when="on-touch")], "Host: a.md"),
        ([file("odd\n\u202e.md")], "Host: odd\\x0a\\u202e.md"),
    ],
)
def test_a_chain_in_one_line(files, expected):
    assert explain.chain_words(SETTINGS, chain(*files)) == expected


def test_a_host_that_does_not_start_says_why():
    found = explain.chain_words(SETTINGS, chain(refused="config.toml is broken"))
    assert found == "Host does not start here: config.toml is broken"


def test_what_an_answer_takes_for_granted_is_said_until_it_is_known():
    trusting = Host("h", "Host", (), (), (), HOST.chain, assumes=(("h.trusted", "if trusted"),))
    unknown = FileChain(trusting, Launch(ROOT), ROOT, (file("a.md"),))
    known = FileChain(trusting, Launch(ROOT, options=(("h.trusted", "true"),)), ROOT, (file("a.md"),))
    assert explain.chain_words(SETTINGS, unknown) == "Host (if trusted): a.md"
    assert explain.chain_words(SETTINGS, known) == "Host: a.md"


@pytest.mark.parametrize(
    "given, expected",
    [
        (file("a.md"), "at start"),
        (file("a.md", "read", when="on-touch"), "on read"),
        (file("a.md", when="on-match", pattern="src/**"), "on read or edit, for src/**"),
        (file("a.md", when="on-request"), "on request"),
        (file("a.md", kept=12768), "at start, 12,768 of 20,480 bytes arrive"),
        (
            file("a.md", via=Import(absolute("CLAUDE.md"), HERE, "@a.md", absolute("a.md"))),
            "at start, imported by CLAUDE.md:4",
        ),
    ],
)
def test_how_a_file_arrives(given, expected):
    assert explain.arrival(SETTINGS, chain(given), given) == expected


def test_what_an_import_does():
    live = Import(absolute("CLAUDE.md"), HERE, "@~/x.md", f"{HOME}/x.md", external=True)
    dead = Import(absolute("CLAUDE.md"), HERE, "@gone.md", absolute("gone.md"), "missing")
    assert explain.import_words(SETTINGS, HOST, live) == "Host imports ~/x.md (outside the launch folder)"
    assert explain.import_words(SETTINGS, HOST, dead) == "Host does not import gone.md: there is no such file"


def test_chains_are_the_same_when_the_same_files_arrive_in_the_same_way():
    assert explain.same_files([chain(file("a.md")), chain(file("a.md"))])
    assert not explain.same_files([chain(file("a.md")), chain(file("a.md", kept=1))])
    assert not explain.same_files([chain(file("a.md")), chain(file("a.md", "read", when="on-touch"))])
    assert not explain.same_files([chain(file("a.md")), chain(file("a.md"), refused="no")])


def test_bytes_and_hidden_characters_are_shown_as_escapes():
    assert explain.printable("a\udcff\x07\u200b\U000e0001é→") == "a\\xff\\x07\\u200b\\U000e0001é→"
