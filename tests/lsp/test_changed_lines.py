"""Which lines of a text differ from the saved one."""

from __future__ import annotations

import random
import re

import pytest

from guidechain.lsp.changed_lines import changed_lines

LINES = "".join(f"{number}\n" for number in range(20_000))


def check(saved: str, now: str, *expected: tuple[int, int]) -> None:
    assert [(low, high) for low, high, _ in changed_lines(saved, now)] == list(expected)


def test_small_texts():
    check("a\nb\nc\n", "a\nb\nc\n")
    check("a\nb\nc\n", "a\nB\nc\n", (1, 1))
    check("a\nb\nc\n", "a\nnew\nb\nc\n", (1, 1))
    check("a\nb\nc\n", "a\nc\n", (0, 0))
    check("a\nb\nc\n", "b\nc\n", (0, 0))
    check("a\nb\nc\n", "A\nb\nC\n", (0, 0), (2, 2))
    check("", "a\nb\n", (0, 1))
    check("a\n", "", (0, 0))
    check("a\r\nb\r\n", "a\r\nb!\r\n", (1, 1))


def test_distant_edits_of_a_long_text_are_apart():
    check(LINES, LINES.replace("\n7\n", "\n7!\n").replace("\n15000\n", "\n15000!\n"), (7, 7), (15000, 15000))
    check(LINES, LINES.replace("\n7\n", "\n7\nnew\n").replace("\n5000\n", "\n"), (8, 8), (5000, 5000))
    check(LINES, LINES.replace("\n7\n", "\n7\nnew\n").replace("\n5000\n", "\n5000!\n"), (8, 8), (5001, 5001))


def test_too_much_is_one_change():
    check(LINES, "x\n" + LINES[:-6] + "y\n", (0, 20000))


@pytest.mark.parametrize("seed", range(20))
def test_what_is_not_marked_is_in_the_saved_text(seed: int):
    chance = random.Random(seed)
    line = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")

    def some(most: int) -> str:
        return "".join(chance.choice(["a", "b", "\n", "\r\n", "\r", "ab\n"]) for _ in range(chance.randint(0, most)))

    for _ in range(200):
        saved = some(40)
        first, last = sorted(chance.randint(0, len(saved)) for _ in range(2))
        now = saved[:first] + some(4) + saved[last:]
        found = changed_lines(saved, now)
        lines = line.findall(now)
        ends = len(re.findall(r"\r\n|\r|\n", now))
        assert bool(found) == (saved != now)
        assert all(0 <= low <= high <= ends for low, high, _ in found)
        assert all(text == lines[high].rstrip("\r\n") for _, high, text in found if high < len(lines))
        marked = {number for low, high, _ in found for number in range(low, high + 1)}
        rest = iter(line.findall(saved))
        assert all(text in rest for number, text in enumerate(lines) if number not in marked), (saved, now)
