"""Copse's chain on in-memory trees: what one start and one touch bring, and what is passed over."""

from __future__ import annotations

from fixture import HOME, ROOT, absolute, parse

from guidechain.core import paths
from guidechain.core.hosts.copse import HOST
from guidechain.core.model import Launch, Touch
from guidechain.core.snapshot import Snapshot


def check_chain(
    text: str,
    expected: str,
    touch: Touch | None = None,
    mentions: str = "",
    options: str = "",
    ignore_case: bool = False,
) -> None:
    """Loaded files (``+``), then passed-over ones (``-``), one a line."""
    snapshot = Snapshot(parse(text, ignore_case=ignore_case).tree)
    pairs = tuple((name, value) for name, _, value in (each.partition("=") for each in options.split()))
    launch = Launch(ROOT, HOME, mentions=tuple(mentions.split()), options=pairs)
    chain = HOST.chain(snapshot, launch, touch and Touch(absolute(touch.path), touch.act))
    lines = [f"+ {_shown(each.path)} {each.when}{f' {each.kept}' if each.kept else ''}" for each in chain.loaded]
    lines += [
        f"- {_shown(each.path)} {each.why}{f' {_shown(each.culprit)}' if each.culprit else ''}"
        for each in chain.not_loaded
    ]
    assert lines == [line.strip() for line in expected.strip().split("\n") if line.strip()]


def _shown(path: str) -> str:
    return paths.shown(path, ROOT, HOME)


NESTED = """
-- AGENTS.md --
root
-- pkg/AGENTS.md --
pkg
-- pkg/api/AGENTS.md --
api
-- pkg/api/CLAUDE.md --
never
-- web/AGENTS.md --
web
"""


def test_a_touch_brings_the_chain_of_its_folder_broad_to_narrow():
    check_chain(
        NESTED,
        "+ AGENTS.md start\n+ pkg/AGENTS.md on-touch\n+ pkg/api/AGENTS.md on-touch\n- pkg/api/CLAUDE.md unknown-name",
        Touch("pkg/api/a.ts"),
    )


def test_a_path_in_the_prompt_is_part_of_the_start():
    check_chain(NESTED, "+ AGENTS.md start\n+ web/AGENTS.md start", mentions="web/new.ts")
    check_chain(NESTED, "+ AGENTS.md start\n+ web/AGENTS.md start", Touch("web/new.ts", "mention"))


def test_a_shell_command_brings_nothing():
    check_chain(NESTED, "+ AGENTS.md start\n- web/AGENTS.md wrong-touch", Touch("web/a.ts", "shell"))


def test_untrusted_project_files_are_inert_but_global_ones_load():
    check_chain(
        NESTED + "-- ~/AGENTS.md --\nmine\n",
        "+ ~/AGENTS.md start\n- AGENTS.md untrusted .\n- web/AGENTS.md untrusted .",
        Touch("web/a.ts"),
        options="copse.trusted=false",
    )


def test_a_global_file_carries_the_text_of_an_equal_project_file_also_without_trust():
    text = "-- ~/AGENTS.md --\nsame\n-- CLAUDE.md --\n\n  same\n"
    check_chain(text, "+ ~/AGENTS.md start\n- CLAUDE.md duplicate ~/AGENTS.md")
    check_chain(text, "+ ~/AGENTS.md start\n- CLAUDE.md duplicate ~/AGENTS.md", options="copse.trusted=false")


def test_home_as_project_root_loads_its_file_once():
    snapshot = Snapshot(parse("-- ~/AGENTS.md --\nmine\n").tree)
    chain = HOST.chain(snapshot, Launch(HOME, HOME), None)
    assert [each.path for each in chain.loaded] == [f"{HOME}/AGENTS.md"]
    assert chain.not_loaded == ()


def test_blank_special_and_outside_files_count_as_absent():
    check_chain(
        "-- AGENT.md --\n \n-- AGENTS.md/ --\n-- CLAUDE.md -> /etc/rules.md --\n-- /etc/rules.md --\nx\n",
        "- AGENT.md empty\n- AGENTS.md not-a-file\n- CLAUDE.md outside-root /etc/rules.md",
    )


def test_white_space_is_that_of_javascript():
    check_chain("-- AGENT.md --\n\ufeff\u3000\n-- AGENTS.md --\n\x1c\n", "+ AGENTS.md start\n- AGENT.md empty")


def test_the_nested_name_is_exact_and_root_names_are_opened_by_name():
    text = "-- agents.md --\nroot\n-- pkg/Agents.md --\npkg\n"
    check_chain(text, "+ AGENTS.md start\n- pkg/Agents.md wrong-case", Touch("pkg/a"), ignore_case=True)
    check_chain(text, "- pkg/Agents.md wrong-case", Touch("pkg/a"))


def test_skipped_trees_nested_repositories_and_linked_folders_bar_the_way():
    check_chain(
        "-- node_modules/x/AGENTS.md --\nx\n",
        "- node_modules/x/AGENTS.md ignored node_modules",
        Touch("node_modules/x/a.js"),
    )
    check_chain("-- sub/.git --\ngitdir: x\n-- sub/AGENTS.md --\nx\n", "- sub/AGENTS.md ignored sub", Touch("sub/a"))
    check_chain("-- real/AGENTS.md --\nx\n-- link -> real --\n", "- link/AGENTS.md ignored link", Touch("link/a"))


def test_a_path_that_leaves_through_a_link_enters_no_scope():
    check_chain(
        "-- pkg/AGENTS.md --\nx\n-- pkg/ext -> /srv --\n-- /srv/a --\n",
        "- pkg/AGENTS.md outside-root pkg/ext/a",
        Touch("pkg/ext/a"),
    )


def test_a_path_that_leaves_takes_no_scope_from_a_path_that_stays():
    check_chain(
        "-- pkg/AGENTS.md --\nx\n-- pkg/ext -> /srv --\n-- /srv/a --\n",
        "+ pkg/AGENTS.md start",
        mentions="pkg/b pkg/ext/a",
    )


def test_repeats_on_the_way_take_a_place_of_the_eight():
    folders = ["/".join("abcdefghi"[: n + 1]) for n in range(9)]
    text = "-- AGENTS.md --\nsame\n" + "".join(
        f"-- {folder}/AGENTS.md --\n{'same' if folder.endswith('i') else folder}\n" for folder in folders
    )
    kept = "\n".join(f"+ {folder}/AGENTS.md start" for folder in folders[1:8])
    check_chain(
        text,
        f"+ AGENTS.md start\n{kept}\n- a/AGENTS.md over-budget\n- {folders[8]}/AGENTS.md duplicate AGENTS.md",
        mentions=f"{folders[8]}/x",
    )


def test_over_eight_files_the_nearest_are_kept():
    folders = ["/".join("abcdefghij"[: n + 1]) for n in range(10)]
    text = "".join(f"-- {folder}/AGENTS.md --\n{folder}\n" for folder in folders)
    kept = "\n".join(f"+ {folder}/AGENTS.md on-touch" for folder in folders[2:])
    check_chain(text, f"{kept}\n- a/AGENTS.md over-budget\n- a/b/AGENTS.md over-budget", Touch("a/b/c/d/e/f/g/h/i/j/x"))


def test_a_file_that_does_not_fit_the_bytes_is_passed_over_and_the_next_tried():
    text = f"-- a/AGENTS.md --\nsmall\n-- a/b/AGENTS.md --\n{'b' * 30000}\n-- a/b/c/AGENTS.md --\n{'c' * 40000}\n"
    text += f"-- a/b/c/d/AGENTS.md --\n{'d' * 20000}\n"
    check_chain(
        text,
        "+ a/AGENTS.md on-touch\n+ a/b/c/AGENTS.md on-touch 32768\n+ a/b/c/d/AGENTS.md on-touch\n- a/b/AGENTS.md over-budget",
        Touch("a/b/c/d/x"),
    )


def test_only_the_first_64_paths_of_the_prompt_count():
    many = " ".join(f"f{n}" for n in range(64))
    check_chain(NESTED, "+ AGENTS.md start", mentions=f"{many} web/a.ts")
    check_chain(NESTED, "+ AGENTS.md start\n- web/AGENTS.md over-budget", Touch("web/a.ts"), mentions=many)


RULES = """
-- .cursor/rules/b.mdc --
---
description: about tests
---
b
-- .cursor/rules/deep/a.mdc --
---
globs: "*.{ts,tsx}", docs/**/*.md
---
a
-- .cursor/rules/c.mdc --
---
alwaysApply: yes
---
c
-- .cursor/rules/plain.mdc --
no front matter
-- .cursorrules --
old
-- pkg/AGENTS.md --
pkg
"""


def test_cursor_rules_come_after_scope_files():
    check_chain(
        RULES,
        """
        + .cursor/rules/c.mdc start
        + .cursorrules start
        + pkg/AGENTS.md on-touch
        + .cursor/rules/deep/a.mdc on-match
        - .cursor/rules/b.mdc no-match
        """,
        Touch("pkg/a.tsx"),
    )
    check_chain(RULES, "+ pkg/AGENTS.md on-touch", Touch("pkg/a.tsx"), options="copse.cursor-rules=false")


def test_a_rule_is_brought_by_its_name():
    check_chain(
        "-- .cursor/rules/m.mdc --\n---\nx: y\n---\nbody\n",
        "+ .cursor/rules/m.mdc start",
        mentions=".cursor/rules/m.mdc",
    )


def test_the_prompt_shows_global_text_bare_and_project_text_in_a_tag():
    snapshot = Snapshot(parse("-- ~/AGENTS.md --\n\nmine\n-- AGENTS.md --\nours\n").tree)
    chain = HOST.chain(snapshot, Launch(ROOT, HOME), None)
    assert HOST.compose is not None
    parts = HOST.compose(snapshot, chain)
    assert [(part.text, part.path) for part in parts if part.path] == [
        ("mine", f"{HOME}/AGENTS.md"),
        ("ours", f"{ROOT}/AGENTS.md"),
    ]
    assert 'path="AGENTS.md" trust="untrusted"' in "".join(part.text for part in parts)
