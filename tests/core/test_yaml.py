"""The short way for simple front matter gives what the library gives."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from guidechain.core.yaml import _simple, load_yaml

texts = st.text(alphabet="abyno.*/{},-@+'\"#: \\", max_size=8)
words = (
    texts | texts.map('"{}"'.format) | texts.map("'{}'".format) | st.sampled_from(["yes", "No", "null", "src/**/*.ts"])
)
lists = st.lists(st.tuples(st.sampled_from(["- ", "  - ", "-  ", "-"]), words).map("".join), max_size=3).map("\n".join)
entries = st.one_of(words.map("paths: {}".format), lists.map("paths:\n{}".format), lists.map("paths: x\n{}\n".format))


@hypothesis_settings(max_examples=400, deadline=None)
@given(entries)
@example('paths:\n  - src/**/*.{ts,tsx}\n  - "a b"\n')
@example("paths: y")
@example("paths: a-")
@example("paths: {a}")
def test_the_short_way_agrees_with_the_library(text):
    short = _simple(text)
    if short is not None:
        assert short == YAML(typ="safe", pure=True).load(text)


@pytest.mark.parametrize(
    "text, value",
    [
        ("paths: src/**", {"paths": "src/**"}),
        ('paths: "*.ts"', {"paths": "*.ts"}),
        ("paths:\n  - 'a b'\n  - src/**/*.{ts,tsx}\n", {"paths": ["a b", "src/**/*.{ts,tsx}"]}),
    ],
)
def test_what_rules_usually_hold_takes_the_short_way(text, value):
    assert _simple(text) == value


def test_everything_else_is_the_librarys():
    assert load_yaml("paths: [a, b]") == {"paths": ["a", "b"]}
    with pytest.raises(ValueError, match="alias"):
        load_yaml("paths: *.ts")
