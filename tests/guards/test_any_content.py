"""Guards cannot fail on content, and what JSON places say is where the values stand."""

from __future__ import annotations

import json

import pytest
from fixture import HOME, ROOT, absolute, parse
from hypothesis import given, settings
from hypothesis import strategies as st

from guidechain.core.diagnostics import findings
from guidechain.core.document import parse as read
from guidechain.core.json_places import json_insertion, json_offsets
from guidechain.core.queries.guard_sentences import guards_in
from guidechain.core.queries.guards import guard_for
from guidechain.core.snapshot import Snapshot
from guidechain.settings import read_settings

FILES = (
    "AGENTS.md",
    "CLAUDE.md",
    ".claude/settings.json",
    ".codex/config.toml",
    "guidechain.toml",
    ".gitattributes",
    "a.x",
)
PIECES = st.sampled_from(
    [
        *(
            "never edit ",
            "`src/gen/`",
            " except ",
            "@docs/a.md\n",
            "\n- ",
            "| a | never |\n|---|---|\n",
            "**",
            "/",
            "[",
            "\\",
        ),
        *(
            '{"permissions": {"deny": [',
            '"Edit(src/**)"',
            '"Read(!x)"',
            ",",
            "]}}",
            "// Code generated. DO NOT EDIT.\n",
        ),
        *("[[guard]]\npaths = ['src/gen/']\n", "except = ['x']\n", "*.x linguist-generated\n", "\ufeff", "\x00", "\r"),
        *(
            'default_permissions = "w"\n',
            '[permissions.w.filesystem.":workspace_roots"]\n"a[" = "read"\n',
            "\ud800",
            "{",
        ),
    ]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(FILES), TEXTS), max_size=6), st.sampled_from(["a.x", "src/gen/a", ".", "é/ß"])
)
def test_any_tree_gives_an_answer(written: list[tuple[str, str]], path: str):
    tree = parse('-- ~/.codex/config.toml --\n[projects."/work/project"]\ntrust_level = "trusted"\n').tree
    for name, text in written:
        tree.write(absolute(name), text)
    snapshot = Snapshot(tree)
    known = read_settings(snapshot, ROOT, home=HOME)
    guard_for(snapshot, known, absolute(path))
    for _ in findings(snapshot, known):
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 1, "\t"]))
def test_each_value_stands_where_the_places_say(value: object, indent: object):
    text = json.dumps(value, indent=indent, ensure_ascii=False)  # type: ignore[arg-type]
    for keys, (start, end) in json_offsets(text).items():
        found = value
        for key in keys:
            found = found[key]  # type: ignore[index]
        assert json.loads(text[start:end]) == found


@pytest.mark.parametrize("indent", [None, 2, "\t"])
@pytest.mark.parametrize(
    "value",
    [
        {},
        {"x": 1},
        {"permissions": {}},
        {"permissions": {"deny": []}},
        {"permissions": {"allow": ["a"], "deny": ["b", "c"]}},
    ],
)
def test_an_insertion_adds_one_value(value: dict[str, dict[str, list[str]]], indent: object):
    text = json.dumps(value, indent=indent)  # type: ignore[arg-type]
    found = json_insertion(text, ("permissions", "deny"), "new")
    assert found
    at, new = found
    after = json.loads(text[:at] + new + text[at:])
    known = value.get("permissions", {})
    assert after == {**value, "permissions": {**known, "deny": [*known.get("deny", []), "new"]}}


@pytest.mark.parametrize("value", ["[]", "3", '{"permissions": 3}', '{"permissions": {"deny": {}}}', ""])
def test_no_insertion_where_something_else_stands(value: str):
    assert json_insertion(value, ("permissions", "deny"), "new") is None


def test_machine_made_text_is_not_read_sentence_by_sentence():
    line = "Never edit `gen/`. "
    assert guards_in(read(line * 20), "/w/AGENTS.md", "/w")
    assert guards_in(read(line * 5000), "/w/AGENTS.md", "/w") == ()
    assert len(guards_in(read(f"{line}\n\n{line * 5000}\n\n{line}"), "/w/AGENTS.md", "/w")) == 2
