"""Codex's chain on in-memory trees: what a start loads, what is passed over, and why."""

from __future__ import annotations

import shlex

import pytest
from fixture import HOME, ROOT, Tree, absolute, parse

from guidechain.core import paths
from guidechain.core.hosts.codex import HOST
from guidechain.core.model import Chain, Launch, Touch
from guidechain.core.snapshot import Snapshot


def codex_chain(
    text: str | Tree, cwd: str = "", args: str = "", touch: str = "", version: str | None = None, **more: str
) -> Chain:
    """The chain of a launch in ``cwd``; ``more`` are environment variables and the platform."""
    tree = text if isinstance(text, Tree) else parse(text).tree
    platform = more.pop("platform", "linux")
    launch = Launch(
        absolute(cwd), HOME, version, tuple(shlex.split(args)), tuple(sorted(more.items())), platform=platform
    )
    return HOST.chain(Snapshot(tree), launch, Touch(absolute(touch)) if touch else None)


def check_chain(text: str | Tree, expected: str, cwd: str = "", **launch: str) -> None:
    """Loaded files (``+ path kept/size``), passed-over ones (``- path why culprit``), a refusal (``!``), one a line."""
    chain = codex_chain(text, cwd, **launch)
    lines = [f"! {chain.refused}"] if chain.refused else []
    for each in chain.loaded:
        lines.append(f"+ {shown(each.path)}{'' if each.kept is None else f' {each.kept}/{each.size}'}")
    for each in chain.not_loaded:
        lines.append(f"- {shown(each.path)} {each.why}{f' {shown(each.culprit)}' if each.culprit else ''}")
    assert lines == [line.strip() for line in expected.strip().split("\n") if line.strip()]


def shown(path: str) -> str:
    return paths.shown(path, ROOT, HOME)


NESTED = """
-- .git/ --
-- AGENTS.md --
root
-- pkg/AGENTS.md --
pkg
-- pkg/api/AGENTS.md --
api
-- web/AGENTS.md --
web
"""


def test_the_chain_goes_from_the_root_to_the_launch_folder() -> None:
    check_chain(NESTED, "+ AGENTS.md\n+ pkg/AGENTS.md", cwd="pkg")


def test_a_touch_loads_nothing_and_names_what_stays_out() -> None:
    check_chain(
        NESTED,
        "+ AGENTS.md\n- pkg/AGENTS.md outside-search\n- pkg/api/AGENTS.md outside-search",
        touch="pkg/api/src/x.py",
    )


def test_a_touch_beside_the_launch_folder_names_only_its_own_way() -> None:
    check_chain(NESTED, "+ AGENTS.md\n+ pkg/AGENTS.md\n- web/AGENTS.md outside-search", cwd="pkg", touch="web/x.ts")


def test_files_above_the_root_name_the_marker_that_cuts_them_off() -> None:
    check_chain(
        """
        -- AGENTS.md --
        umbrella
        -- repo/.git/ --
        -- repo/AGENTS.md --
        repo
        """,
        "+ repo/AGENTS.md\n- AGENTS.md outside-search repo/.git",
        cwd="repo",
    )


def test_without_a_root_only_the_launch_folder_counts() -> None:
    chain = codex_chain("-- AGENTS.md --\ntop\n-- pkg/AGENTS.md --\npkg\n", "pkg")
    assert [shown(each) for each in chain.searched] == ["pkg"]
    assert chain.not_loaded[0].detail == "no project root was found, so only the launch folder is searched"


@pytest.mark.parametrize(
    "override, expected",
    [
        ("mine", "+ AGENTS.override.md\n- AGENTS.md shadowed AGENTS.override.md"),
        (" \n\t", "- AGENTS.override.md empty\n- AGENTS.md shadowed AGENTS.override.md"),
        ("", "- AGENTS.override.md empty\n- AGENTS.md shadowed AGENTS.override.md"),
        ("\ufeff", "+ AGENTS.override.md\n- AGENTS.md shadowed AGENTS.override.md"),
        ("\x1c", "+ AGENTS.override.md\n- AGENTS.md shadowed AGENTS.override.md"),
    ],
)
def test_an_override_hides_agents_md_even_when_blank(override: str, expected: str) -> None:
    check_chain(f"-- AGENTS.md --\nroot\n-- AGENTS.override.md --\n{override}", expected)


def test_a_blank_global_override_falls_through() -> None:
    check_chain(
        "-- ~/.codex/AGENTS.md --\nglobal\n-- ~/.codex/AGENTS.override.md --\n \n",
        "+ ~/.codex/AGENTS.md\n- ~/.codex/AGENTS.override.md empty",
    )


def test_a_global_override_shadows() -> None:
    check_chain(
        "-- ~/.codex/AGENTS.md --\nglobal\n-- ~/.codex/AGENTS.override.md --\nmine\n",
        "+ ~/.codex/AGENTS.override.md\n- ~/.codex/AGENTS.md shadowed ~/.codex/AGENTS.override.md",
    )


def test_an_unreadable_file_takes_the_project_part_along() -> None:
    tree = parse("-- ~/.codex/AGENTS.md --\nglobal\n" + NESTED).tree
    tree.chmod(absolute("pkg/AGENTS.md"), 0)
    check_chain(
        tree,
        """
        + ~/.codex/AGENTS.md
        - AGENTS.md lost-with pkg/AGENTS.md
        - pkg/api/AGENTS.md lost-with pkg/AGENTS.md
        - pkg/AGENTS.md unreadable
        """,
        cwd="pkg/api",
    )


def test_a_looping_link_takes_the_project_part_along() -> None:
    check_chain(
        "-- .git/ --\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.override.md -> AGENTS.override.md --\n-- pkg/AGENTS.md --\npkg\n",
        """
        - AGENTS.md lost-with pkg/AGENTS.override.md
        - pkg/AGENTS.override.md unreadable
        - pkg/AGENTS.md lost-with pkg/AGENTS.override.md
        """,
        cwd="pkg",
    )


def test_an_unreadable_folder_named_like_a_file_is_passed_over() -> None:
    tree = parse("-- AGENTS.md --\nroot\n-- AGENTS.override.md/ --\n").tree
    tree.chmod(absolute("AGENTS.override.md"), 0)
    check_chain(tree, "+ AGENTS.md\n- AGENTS.override.md not-a-file")


def test_odd_things_are_passed_over() -> None:
    tree = parse("-- .git/ --\n-- AGENTS.override.md -> gone --\n-- pkg/x --\n").tree
    tree.special(absolute("AGENTS.md"))
    check_chain(tree, "- AGENTS.override.md missing\n- AGENTS.md not-a-file", cwd="pkg")


BUDGET = """
-- ~/.codex/config.toml --
project_doc_max_bytes = {limit}
-- .git/ --
-- AGENTS.md --
0123456
-- pkg/AGENTS.md --
0123456
-- pkg/api/AGENTS.md --
0123456
"""


@pytest.mark.parametrize(
    "limit, expected",
    [
        (24, "+ AGENTS.md\n+ pkg/AGENTS.md\n+ pkg/api/AGENTS.md"),
        (23, "+ AGENTS.md\n+ pkg/AGENTS.md\n+ pkg/api/AGENTS.md 7/8"),
        (16, "+ AGENTS.md\n+ pkg/AGENTS.md\n- pkg/api/AGENTS.md over-budget AGENTS.md"),
        (8, "+ AGENTS.md\n- pkg/AGENTS.md over-budget AGENTS.md\n- pkg/api/AGENTS.md over-budget AGENTS.md"),
        (1, "+ AGENTS.md 1/8\n- pkg/AGENTS.md over-budget AGENTS.md\n- pkg/api/AGENTS.md over-budget AGENTS.md"),
        (
            0,
            """- AGENTS.md disabled ~/.codex/config.toml
               - pkg/AGENTS.md disabled ~/.codex/config.toml
               - pkg/api/AGENTS.md disabled ~/.codex/config.toml""",
        ),
    ],
)
def test_the_budget_is_spent_from_the_root_down(limit: int, expected: str) -> None:
    check_chain(BUDGET.replace("{limit}", str(limit)), expected, cwd="pkg/api")


def test_a_file_that_is_blank_within_the_budget_costs_nothing() -> None:
    check_chain(
        "-- ~/.codex/config.toml --\nproject_doc_max_bytes = 4\n-- .git/ --\n-- AGENTS.md --\n\n\n\n\nlate\n-- pkg/AGENTS.md --\npkg\n",
        "+ pkg/AGENTS.md\n- AGENTS.md over-budget",
        cwd="pkg",
    )


LINKED = """
-- .git/ --
-- AGENTS.md --
root
-- links/AGENTS.md --
links
-- real/AGENTS.md --
real
-- real/pkg/AGENTS.md --
pkg
-- links/here -> ../real/pkg --
"""
REAL = "+ AGENTS.md\n+ real/AGENTS.md\n+ real/pkg/AGENTS.md"


def test_a_shell_in_a_link_searches_the_real_parents() -> None:
    check_chain(LINKED, REAL, cwd="links/here")


def test_a_link_through_a_file_drops_the_chain() -> None:
    check_chain(
        "-- .git/HEAD --\nref\n-- AGENTS.md -> f/x --\n-- f --\nx\n-- pkg/AGENTS.md --\npkg\n",
        "- pkg/AGENTS.md lost-with AGENTS.md\n- AGENTS.md unreadable",
        cwd="pkg",
    )


def test_a_launch_folder_that_is_missing_stops_the_start_and_a_file_as_one_gives_no_project_files() -> None:
    text = "-- AGENTS.md --\nroot\n-- ~/.codex/AGENTS.md --\nglobal\n"
    assert codex_chain(text, args="-C nope").refused == "-C nope: expected an existing folder"
    chain = codex_chain(text + "-- .git/HEAD --\nref\n", args="-C AGENTS.md")
    assert [shown(each.path) for each in chain.loaded] == ["~/.codex/AGENTS.md"]
    assert [(shown(each.path), each.why) for each in chain.not_loaded] == [("AGENTS.md", "lost-with")]


@pytest.mark.parametrize(
    "args", ["-C links/here", "--cd=links/here", "exec -Clinks/here go", f"-C {ROOT}/links/../links/here"]
)
def test_the_cd_flag_searches_the_parents_of_the_link(args: str) -> None:
    check_chain(LINKED, "+ AGENTS.md\n+ links/AGENTS.md\n+ links/here/AGENTS.md", args=args)


def test_an_added_folder_takes_no_part() -> None:
    check_chain(NESTED, "+ AGENTS.md\n- web/AGENTS.md outside-search", args="--add-dir web")


def test_the_codex_home_is_where_the_variable_says() -> None:
    text = "-- ~/.codex/AGENTS.md --\nglobal\n-- ~/alt/AGENTS.md --\nalt\n"
    check_chain(text, "+ ~/alt/AGENTS.md", CODEX_HOME=f"{HOME}/alt")
    check_chain(text, "+ ~/.codex/AGENTS.md", CODEX_HOME="")
    check_chain(text, f"! CODEX_HOME points to {HOME}/gone: expected an existing folder", CODEX_HOME=f"{HOME}/gone")


def test_started_in_the_codex_home_its_file_comes_twice() -> None:
    check_chain(
        "-- ~/.codex/AGENTS.md --\nglobal\n", "+ ~/.codex/AGENTS.md\n+ ~/.codex/AGENTS.md", args=f"-C {HOME}/.codex"
    )


def test_without_a_home_there_is_no_global_file() -> None:
    chain = HOST.chain(Snapshot(parse(NESTED).tree), Launch(ROOT), None)
    assert [shown(each.path) for each in chain.loaded] == ["AGENTS.md"]


def test_another_case_is_the_file_systems_business() -> None:
    text = "-- agents.md --\nlower\n"
    check_chain(text, "")
    check_chain(parse(text, ignore_case=True).tree, "+ AGENTS.md")
