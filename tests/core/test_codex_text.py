"""The message that Codex's model sees, byte for byte."""

from __future__ import annotations

import pytest
from core.test_codex_versions import BARE, HEADED, message
from fixture import HOME, parse

from guidechain.core.hosts.codex import HOST
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot

GLOBAL = "-- ~/.codex/AGENTS.md --\n\n  global  \n\n-- x --\n"


@pytest.mark.parametrize(
    "text, expected",
    [
        ("-- AGENTS.md --\n\n  root  \n\n-- x --\n", HEADED.format("\n  root  \n\n")),
        (GLOBAL, BARE.format("global")),
        (f"{GLOBAL}-- AGENTS.md --\nroot\n", HEADED.format("global\n\n--- project-doc ---\n\nroot\n")),
        ("-- AGENTS.md --\n \n", ""),
        ("-- x --\n", ""),
    ],
)
def test_the_message(text: str, expected: str) -> None:
    assert message(text) == expected


def test_project_files_are_joined_by_a_blank_line() -> None:
    text = f"{GLOBAL}-- .git/ --\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.md --\npkg\n"
    body = "global\n\n--- project-doc ---\n\nroot\n\n\npkg\n"
    assert message(text, args="-C pkg") == HEADED.replace("project\n", "project/pkg\n").format(body)


def test_started_in_the_codex_home_only_the_first_copy_is_trimmed() -> None:
    expected = HEADED.replace("/work/project", f"{HOME}/.codex").format(
        "global\n\n--- project-doc ---\n\n\n  global  \n\n"
    )
    assert message(GLOBAL, args=f"-C {HOME}/.codex") == expected


@pytest.mark.parametrize("limit, kept", [(8, "M-ROOT-\ufffd"), (9, "M-ROOT-é"), (7, "M-ROOT-")])
def test_the_cut_falls_at_a_byte(limit: int, kept: str) -> None:
    assert message("-- AGENTS.md --\nM-ROOT-é-tail\n", args=f"-c project_doc_max_bytes={limit}") == HEADED.format(kept)


def test_bytes_that_are_no_text_become_replacement_characters() -> None:
    tree = parse("-- x --\n").tree
    tree.write("/work/project/AGENTS.md", b"\xef\xbb\xbfa\r\nb\xff\n")
    chain = HOST.chain(Snapshot(tree), Launch("/work/project", HOME), None)
    assert HOST.compose is not None
    assert [part.text for part in HOST.compose(Snapshot(tree), chain) if part.path] == ["\ufeffa\r\nb\ufffd\n"]


def test_every_part_of_a_file_names_it() -> None:
    tree = parse(f"{GLOBAL}-- AGENTS.md --\nroot\n").tree
    chain = HOST.chain(Snapshot(tree), Launch("/work/project", HOME), None)
    assert HOST.compose is not None
    parts = HOST.compose(Snapshot(tree), chain)
    assert [part.path for part in parts if part.path] == [each.path for each in chain.loaded]
    assert {part.role for part in parts} == {"user"}
