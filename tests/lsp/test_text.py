"""text: lines as the protocol counts them, positions in every encoding, edits that never corrupt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from guidechain.core.model import Position
from guidechain.lsp.text import Text, clean, edited

ODD = "a\fb\x0bc\x85d\u2028e\u2029f\x1cg\n"
ENCODINGS = ["utf-8", "utf-16", "utf-32"]
WIDTH = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}
TEXTS = st.text(alphabet="ab\r\n\f\u2028é🙂\ufeff", max_size=12)


def check_inward(text: str, position: tuple[int, int], expected: tuple[int, int], encoding: str = "utf-16") -> None:
    found = Text(text).inward(lsp.Position(*position), encoding)
    assert (found.line, found.column) == expected


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nb", ["a\n", "b"]),
        ("a\r\nb\r\n", ["a\r\n", "b\r\n"]),
        ("a\rb", ["a\r", "b"]),
        ("a\r\n\rb\n\r", ["a\r\n", "\r", "b\n", "\r"]),
        (ODD, [ODD]),
        ("", []),
        ("\ufeffa\n", ["a\n"]),
    ],
)
def test_lines_end_where_the_protocol_says(text: str, lines: list[str]):
    assert list(Text(text).lines) == lines


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ((0, 0), (0, 0)),
        ((0, 2), (0, 1)),  # Behind 🙂, which is two units.
        ((0, 1), (0, 1)),  # Inside 🙂: behind it.
        ((0, 3), (0, 2)),
        ((0, 99), (0, 2)),  # Past the end of the line: its end, the carriage return not counted.
        ((1, 50), (1, 3)),  # Past the end of the last line.
        ((2, 0), (1, 3)),  # Past the end of the text.
        ((99, 99), (1, 3)),
    ],
)
def test_positions_are_clamped(position: tuple[int, int], expected: tuple[int, int]):
    check_inward("🙂x\r\nabc", position, expected)


def test_the_end_behind_a_line_end_is_a_line_of_its_own():
    check_inward("🙂🙂\n", (1, 5), (1, 0))
    check_inward("", (0, 3), (0, 0))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_byte_order_mark_is_a_column_of_the_core_only(encoding: str):
    text = Text("\ufeffé@x\nab\n")
    assert text.outward(Position(0, 2), encoding) == lsp.Position(0, WIDTH[encoding]("é"))
    assert text.outward(Position(1, 1), encoding) == lsp.Position(1, 1)
    assert text.inward(lsp.Position(0, WIDTH[encoding]("é")), encoding) == Position(0, 2)
    assert text.inward(lsp.Position(1, 1), encoding) == Position(1, 1)
    assert text.offset(Position(1, 1)) == 6


@given(TEXTS, st.integers(0, 12), st.integers(0, 12), st.sampled_from(ENCODINGS))
def test_out_and_in_again_is_the_same_place(text: str, line: int, column: int, encoding: str):
    index = Text(text)
    place = index.inward(lsp.Position(line, column), encoding)
    assert index.inward(index.outward(place, encoding), encoding) == place


@given(TEXTS.map(clean), TEXTS, st.data(), st.sampled_from(ENCODINGS))
def test_an_edit_replaces_exactly_its_range(text: str, new: str, data: st.DataObject, encoding: str):
    text = text.removeprefix("\ufeff").replace("\ufeff", "a")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    places = [place_of(text, offset, encoding) for offset in (start, end)]
    if None in places:
        return  # Between CR and LF there is no place.
    change = lsp.TextDocumentContentChangePartial(lsp.Range(*places), new)
    assert edited(text, [change], encoding) == text[:start] + new + text[end:]


def place_of(text: str, offset: int, encoding: str) -> lsp.Position | None:
    """The protocol's place of an offset, worked out from scratch."""
    if text[offset - 1 : offset + 1] == "\r\n" and offset:
        return None
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lsp.Position(len(before) - 1, WIDTH[encoding](before[-1]))


def test_edits_of_one_notification_apply_one_after_the_other():
    changes = [
        lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1)), "xy"),
        lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(0, 2), lsp.Position(0, 3)), ""),
    ]
    assert edited("abc", changes, "utf-16") == "xyc"
    assert edited("abc", [lsp.TextDocumentContentChangeWholeDocument("new")], "utf-16") == "new"


def test_an_edit_below_a_form_feed_lands_on_its_line():
    change = lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(1, 0), lsp.Position(1, 1)), "X")
    assert edited(f"{ODD}bc\n", [change], "utf-16") == f"{ODD}Xc\n"


def test_lone_surrogates_from_the_wire_become_replacement_characters():
    assert clean("a\ud83d b 🙂") == "a\ufffd b 🙂"
