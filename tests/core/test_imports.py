"""The shared import follower, with grammars that are no host's."""

from __future__ import annotations

import re

from fixture import absolute, parse

from guidechain.core.hosts.imports import Grammar, Refusal, Token, follow, imports_of
from guidechain.core.model import Loaded, Position, Span
from guidechain.core.paths import shown
from guidechain.core.snapshot import Snapshot


def grammar_for(snapshot: Snapshot, **more) -> Grammar:
    """Words ``+name`` are imports."""

    def tokens(path: str) -> tuple[Token, ...]:
        found = re.finditer(r"\+(\S*)", snapshot.text(path) or "")
        spans = ((each, Span(Position(0, each.start()), Position(0, each.end()))) for each in found)
        return tuple(Token(span, each.group(), each[1] or None) for each, span in spans)

    return Grammar(tokens, more.pop("hops", 9), home="/home/dev", **more)


def check_follow(workspace: str, expected: str, **more) -> None:
    """One line per file: loaded ones as they come, passed-over ones with ``-`` and the reason."""
    snapshot = Snapshot(parse(workspace).tree)
    lines = []
    for event in follow(snapshot, grammar_for(snapshot, **more), absolute("top.md"), {}):
        name = shown(event.path, absolute("."), "/home/dev")
        via = f" via {shown(event.via.path, absolute('.'), None)}" if event.via else ""
        lines.append(f"{name}{via}" if isinstance(event, Loaded) else f"- {name} {event.why}{via}")
    assert "\n".join(lines) == "\n".join(line.strip() for line in expected.strip().split("\n"))


def test_depth_first_each_file_once():
    check_follow(
        """
        -- top.md --
        +a.md +b.md +a.md
        -- a.md --
        +sub/c.md
        -- sub/c.md --
        +../b.md +d.md
        -- sub/d.md --
        d
        -- b.md --
        +top.md
        """,
        """
        top.md
        a.md via top.md
        sub/c.md via a.md
        b.md via sub/c.md
        - top.md cycle via b.md
        sub/d.md via sub/c.md
        - b.md duplicate via top.md
        - a.md duplicate via top.md
        """,
    )


def test_without_once_only_ancestors_are_refused():
    check_follow(
        """
        -- top.md --
        +a.md +b.md
        -- a.md --
        +b.md
        -- b.md --
        +a.md
        """,
        """
        top.md
        a.md via top.md
        b.md via a.md
        - a.md cycle via b.md
        b.md via top.md
        a.md via b.md
        - b.md cycle via a.md
        """,
        once=False,
    )


def test_hops_are_counted_from_the_top_file():
    check_follow(
        """
        -- top.md --
        +1.md
        -- 1.md --
        +2.md
        -- 2.md --
        +3.md
        -- 3.md --
        x
        """,
        """
        top.md
        1.md via top.md
        2.md via 1.md
        - 3.md too-deep via 2.md
        """,
        hops=2,
    )


def test_every_dead_import_has_its_reason():
    check_follow(
        """
        -- top.md --
        +gone.md +folder +x.png +secret.md +~/n.md + +link.md
        -- folder/ --
        -- x.png --
        x
        -- secret.md --
        s
        -- ~/n.md --
        n
        -- link.md -> nowhere.md --
        """,
        """
        top.md
        - gone.md missing via top.md
        - folder not-a-file via top.md
        - x.png refused-type via top.md
        - secret.md ignored via top.md
        ~/n.md via top.md
        - link.md missing via top.md
        """,
        extensions=frozenset((".md", "")),
        admit=lambda path, entry, via: Refusal("ignored", "settings") if path.endswith("secret.md") else None,
    )


def test_relative_names_start_beside_the_target_of_a_link_or_beside_the_link():
    workspace = """
    -- docs/real.md --
    +x.md
    -- docs/x.md --
    x
    -- x.md --
    other
    -- top.md -> docs/real.md --
    """
    check_follow(workspace, "top.md\ndocs/x.md via top.md")
    check_follow(workspace, "top.md\nx.md via top.md", beside_target=False)


def test_tokens_that_name_nothing_are_no_imports():
    snapshot = Snapshot(parse("-- top.md --\n+ +a.md\n").tree)
    found = imports_of(snapshot, grammar_for(snapshot), absolute("top.md"))
    assert [(each.written, each.why, each.target) for each in found] == [
        ("+", "not-an-import", None),
        ("+a.md", "missing", absolute("a.md")),
    ]
    assert imports_of(snapshot, grammar_for(snapshot), absolute("none.md")) == ()
