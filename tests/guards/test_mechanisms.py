"""What other tools keep from their own agents: shown with its line and its tool, and binding nobody else."""

from __future__ import annotations

import pytest
from fixture import HOME, ROOT, absolute, parse
from hypothesis import given
from hypothesis import strategies as some

from guidechain.core.guards import said
from guidechain.core.mechanisms import MECHANISMS
from guidechain.core.mechanisms.ignore_files import IGNORE_FILES
from guidechain.core.queries.guards import guard_for
from guidechain.core.snapshot import Snapshot
from guidechain.settings import read_settings

SETTINGS = "-- AGENTS.md --\nx\n-- .vscode/settings.json --\n"


def check_words(text: str, path: str, *expected: str) -> None:
    """Force and words of each guard over ``path``."""
    snapshot = Snapshot(parse(text).tree)
    settings = read_settings(snapshot, ROOT, home=HOME)
    found = guard_for(snapshot, settings, absolute(path))
    assert [line for each in found for line in said.lines(settings, each)] == list(expected)


@pytest.mark.parametrize("file", IGNORE_FILES, ids=lambda file: file.name)
def test_ignore_files(file):
    text = f"-- AGENTS.md --\nx\n-- {file.name} --\n# secrets\nkeys/\n*.pem\n!public.pem\n\n"
    how = "blocked" if file.level == "forbid" else "asked about"
    check_words(text, "keys/a", f"{how} in {file.tool} only: keys/ in {file.name}:2")
    check_words(text, "a/b.pem", f"{how} in {file.tool} only: *.pem in {file.name}:3")
    check_words(text, "public.pem")
    check_words(text, "src/a")


def test_lists_below_the_root_and_index_lists_block_nothing():
    check_words("-- AGENTS.md --\nx\n-- sub/.cursorignore --\n*\n-- .cursorindexingignore --\n*\n", "sub/a")


def test_a_sentence_stays_guidance_only_beside_another_tool():
    text = "-- AGENTS.md --\nNever edit `gen/`.\n-- .cursorignore --\ngen/\n-- gen/a --\n"
    check_words(
        text,
        "gen/a",
        "guidance only: AGENTS.md:1: Never edit `gen/`.",
        "blocked in Cursor only: gen/ in .cursorignore:1",
    )


@pytest.mark.parametrize(
    ("setting", "path", "line"),
    [
        ('{\n// asks\n"**/*.env": false,}', "a/b.env", 3),
        ('{"**/*": true,\n"**/conf/**": false}', "conf/a", 2),
        ('{"**/conf/**": false,\n"**/*.md": true}', "conf/a.md", None),
        ('{"**/*.md": true,\n"**/conf/**": false}', "conf/a.md", 2),
        ('{"**/{one,two}.ts": false}', "a/two.ts", 1),
        ('{"**/conf": false}', "conf/a", None),
        ('{"**/conf": false}', "a/conf", 1),
        ('{"src/**": false}', "src/a", None),
        ('{"**/a": "no"}', "a", None),
        ("[]", "a", None),
        ("{", "a", None),
    ],
)
def test_edits_that_vs_code_asks_about(setting, path, line):
    text = SETTINGS + f'{{"chat.tools.edits.autoApprove": {setting}}}\n'
    key = setting.split("\n")[line - 1].split('"')[1] if line else ""
    expected = [f"asked about in VS Code only: {key} in .vscode/settings.json:{line}"] if line else []
    check_words(text, path, *expected)


@given(some.binary(max_size=80) | some.text(max_size=80).map(str.encode))
def test_any_content_gives_an_answer(content):
    tree = parse("-- AGENTS.md --\nx\n").tree
    for name in (*(each.name for each in IGNORE_FILES), ".vscode/settings.json"):
        tree.write(absolute(name), b'"chat.tools.edits.autoApprove"' + content)
    for mechanism in MECHANISMS:
        mechanism(Snapshot(tree), ROOT)
