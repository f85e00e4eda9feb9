"""Documents: every offset points at its text, whatever the text; blocks, front matter and inline structure."""

from __future__ import annotations

import sys
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from guidechain.core import document, markdown
from guidechain.core.model import Position
from guidechain.core.snapshot import finished

SCRAPS = [
    *"abc@#\\`*_[]()<>!|-+~:&;=.\"'/ \t\n\r\0\x0b\x0c\x1c\x85\u2028\u00a0\u3000\ufeff\ud800",
    "\r\n", "---\n", "\n\n", "> ", "- ", "1. ", "    ", "```", "~~~", "<!--", "-->", "<b>", "</div>", "<div>\n",
    "| a | b |\n|---|---|\n", "\\|", "[x](u)", "![i](u)", "[r]: u\n", "[r]", "**", "# ", "===\n", "@x/y.md", "\\ ", "&nbsp;",
    "<http://x.y>",
]  # fmt: skip
WILD = st.lists(st.sampled_from(SCRAPS), max_size=40).map("".join)


def check_blocks(text: str, expected: str) -> None:
    """Blocks as ``kind first-last``, their inline stretches indented."""
    found = document.parse(text)
    lines = []
    for block in found.blocks:
        extra = f" h{block.level}" if block.level else ""
        extra += f" items {list(block.items)}" if block.items else ""
        extra += f" [{block.row},{block.column}]" if block.kind == "cell" else ""
        extra += f" info {block.info}" if block.info else ""
        lines.append(f"{block.kind} {block.first}-{block.last}{extra}")
        lines += [f"  {inline.kind} {text[inline.start : inline.end]!r}" for inline in found.inlines(block)]
    assert "\n".join(lines) == expected.strip("\n")


@settings(max_examples=400, deadline=None)
@example("| a | b |\n|---|---|\n|a\u2028")
@given(WILD | st.text(max_size=60))
def test_any_text_parses_and_every_offset_points_at_its_text(text):
    found = document.parse(text)
    for block in found.blocks:
        assert 0 <= found.body <= block.start <= block.end <= len(text)
        assert text[block.start : block.end].count("\n") <= block.last - block.first
        if block.content:
            assert block.pieces, "the content of a block was not found again"
        for inline in found.inlines(block):
            part = text[inline.start : inline.end]
            assert block.start <= inline.start < inline.end <= block.end
            if inline.kind == "text":
                assert part.replace("\0", "\ufffd").replace("\\|", "|") in block.content.replace("\\|", "|")
                assert not set(part) & set("\r\n")
            if inline.kind == "escape":
                assert part.startswith("\\")
            if inline.kind == "code":
                assert part[0] == part[-1] == "`"


@settings(max_examples=200, deadline=None)
@given(WILD)
def test_at_signs_of_paragraphs_are_found_at_their_own_offset(text):
    found = document.parse(text + "\n\nword @here.md\n")
    if found.blocks and found.blocks[-1].kind == "paragraph":
        *_, last = found.inlines(found.blocks[-1])
        assert found.text[last.start : last.end].endswith("@here.md")


def test_blocks_know_their_lines_and_the_list_items_around_them():
    check_blocks(
        "# Title\n\n- one\n  more\n  - two\n\n```py x\ncode\n```\n\n    indented\n\n***\n<div>\nx\n</div>\n",
        """
heading 0-0 h1
  text 'Title'
paragraph 2-3 items [2]
  text 'one'
  text 'more'
paragraph 4-4 items [2, 4]
  text 'two'
fence 6-8 info py x
indented 10-10
rule 12-12
html 13-15
""",
    )


def test_underlined_headings_and_closing_marks():
    check_blocks(
        "a b\nc\n===\n\n## d # e ##\n", "heading 0-2 h1\n  text 'a b'\n  text 'c'\nheading 4-4 h2\n  text 'd # e'"
    )


def test_cells_have_row_and_column_and_their_own_offsets():
    check_blocks(
        "> | a | `b` |\n> |---|---|\n> | a \\| c | a |\n> x | y\n",
        """
cell 0-0 [0,0]
  text 'a'
cell 0-0 [0,1]
  code '`b`'
cell 2-2 [1,0]
  text 'a \\\\| c'
cell 2-2 [1,1]
  text 'a'
cell 3-3 [2,0]
  text 'x'
cell 3-3 [2,1]
  text 'y'
""",
    )


def test_markup_ends_a_text_and_plain_punctuation_does_not():
    check_blocks(
        "a*b* c\\*d <i>e</i> [f](g) ![h](i) <http://j.k> &amp; x\\ y ~~z~~ [q] * r\n",
        """
paragraph 0-0
  text 'a'
  text 'b'
  text ' c'
  escape '\\\\*'
  text 'd '
  html '<i>'
  text 'e'
  html '</i>'
  text ' '
  link '[f](g)'
  text 'f'
  text ' '
  image '![h](i)'
  text ' '
  autolink '<http://j.k>'
  text ' &amp; x\\\\ y ~~z~~ [q] * r'
""",
    )


def test_line_ends_are_cr_lf_and_both_only():
    found = document.parse("a\rb\r\nc\u2028d\x0ce\nf")
    assert found.line_starts == (0, 2, 5, 11)
    assert found.position(12) == Position(3, 1)
    assert found.position(4) == Position(1, 2)


def test_front_matter_needs_its_first_fence_on_line_one():
    def check(text, inner):
        found = document.parse(text)
        assert (found.front_matter and text[slice(*found.front_matter)]) == inner

    check("---\na: 1\n---\nx\n", "a: 1\n")
    check("\ufeff---\na: 1\n---\nx\n", "a: 1\n")
    check("--- \r\na: 1\r\n---\t\r\nx", "a: 1\r\n")
    check("---\n---\nx", "")
    check("---\na: 1\n---", "a: 1\n")
    for whole in ("\n---\na\n---\n", "---\na: 1\nx", "---\na\n...\nx", "----\na\n----\n", " ---\na\n---\n", "---", ""):
        check(whole, None)
        assert document.parse(whole).body == 0


def test_front_matter_is_no_part_of_the_blocks():
    text = "---\nx: @a\n---\n@b\n"
    found = document.parse(text)
    assert found.body == text.index("@b")
    assert [text[inline.start : inline.end] for _, inline in found.texts("@")] == ["@b"]


def test_deep_nesting_and_long_lines_end_in_time():
    for text in (
        ">" * 3000,
        "- " * 3000,
        "[" * 3000,
        "*" * 3000 + "a",
        "`" * 3000,
        "<" * 3000,
        "|" * 3000,
        "a\\" * 3000,
    ):
        document.parse(text + "\n" + text)
        list(document.parse(text).texts())


def test_twice_the_text_takes_twice_the_steps():
    section = "# A\n\n- b\n- c\n\n> d\n\n<e>\n\nf\n\n"

    def steps(text: str) -> int:
        count = 0

        def note(frame, event, argument):
            nonlocal count
            count += 1
            return note

        before = sys.gettrace()
        sys.settrace(note)
        try:
            document.parse(text, "claude")
        finally:
            sys.settrace(before)
        return count

    assert steps(section * 80) < 2.1 * steps(section * 40)


@settings(max_examples=200, deadline=None)
@given(WILD)
def test_blocks_are_those_of_the_library(text):
    """The loop over the blocks is our own, for the sake of its pauses."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    for dialect, library in markdown._PARSERS.items():
        wanted, expected, references = list[Token](), dict[str, Any](), dict[str, Any]()
        library.block.parse(text, library, expected, wanted)
        assert finished(markdown.block_tokens(dialect, text, references)) == wanted
        assert references == expected


def test_a_long_text_is_read_in_many_steps():
    assert len(list(document.parse_in_steps("word\n\n- item\n\n" * 100))) >= 200
