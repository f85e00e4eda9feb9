"""queries.governing and queries.imports: what applies to a file, who imports it."""

from __future__ import annotations

from fixture import HOME, ROOT, absolute, parse

from guidechain.core.model import Import, Position, Settings, Span
from guidechain.core.queries.governing import governing_files
from guidechain.core.queries.imports import cycles, importers_of, imports_in
from guidechain.core.snapshot import Snapshot, finished

TREE = """
    -- .git/ --
    -- ~/.claude/CLAUDE.md --
    mine
    -- AGENTS.md --
    root
    -- CLAUDE.md --
    @AGENTS.md
    -- .claude/rules/all.md --
    always
    -- pkg/CLAUDE.md --
    See @AGENTS.md and @./AGENTS.md and @missing.md
    -- pkg/AGENTS.md --
    pkg
    -- pkg/a.py --
    """


def known(hosts: str) -> Settings:
    return Settings(ROOT, tuple(hosts.split()), home=HOME)


def test_the_nearest_comes_first():
    found = governing_files(Snapshot(parse(TREE).tree), known("codex claude-code"), absolute("pkg/a.py"))
    rows = [
        f"{each.path.removeprefix(ROOT + '/')} {','.join(dict.fromkeys(chain.host.id for chain, _ in each.uses))}"
        for each in found
    ]
    assert rows == [
        "pkg/AGENTS.md claude-code",
        "pkg/CLAUDE.md claude-code",
        "AGENTS.md codex,claude-code",
        ".claude/rules/all.md claude-code",
        "CLAUDE.md claude-code",
        f"{HOME}/.claude/CLAUDE.md claude-code",
    ]


def test_imports_in_a_file():
    (found,) = imports_in(Snapshot(parse(TREE).tree), known("codex claude-code"), absolute("pkg/CLAUDE.md"))
    assert found.host.id == "claude-code"
    assert [(each.written, each.why) for each in found.imports] == [
        ("@AGENTS.md", None),
        ("@./AGENTS.md", None),
        ("@missing.md", "missing"),
    ]


def test_importers_of_a_file():
    found = finished(importers_of(Snapshot(parse(TREE).tree), known("claude-code"), absolute("pkg/AGENTS.md")))
    assert [(each.path.removeprefix(ROOT + "/"), each.written) for each in found] == [
        ("pkg/CLAUDE.md", "@AGENTS.md"),
        ("pkg/CLAUDE.md", "@./AGENTS.md"),
    ]


def test_circles_once_each():
    def leads(path: str, target: str) -> Import:
        return Import(path, Span(Position(0, 0), Position(0, 1)), f"@{target}", target)

    found = cycles(
        (leads("c", "a"), leads("a", "b"), leads("b", "a"), leads("b", "c"), leads("d", "a"), leads("e", "e"))
    )
    assert [[each.path for each in circle] for circle in found] == [["a", "b"], ["c", "a", "b"], ["e"]]
