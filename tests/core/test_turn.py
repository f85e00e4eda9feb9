"""A turn of a Copse agent over time: activation, deferral, cached reads, states."""

from __future__ import annotations

from fixture import HOME, ROOT, absolute, parse

from guidechain.core import paths
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot
from guidechain.core.turn import EDIT_TOOLS, Call, act, begin, states


def check_turn(text: str, script: str, expected_states: str, mentions: str = "", trusted: str = "true") -> None:
    """Play a script. A line is ``tool path [path] => [deferred] [added files]``, ``write path text`` (by another
    program) or ``write_file path text``; what an edit does to the tree is done when it was not deferred."""
    tree = parse(text).tree
    turn = begin(
        Snapshot(tree), Launch(ROOT, HOME, options=(("copse.trusted", trusted),), mentions=tuple(mentions.split()))
    )
    for line in filter(None, map(str.strip, script.split("\n"))):
        call, _, expected = line.partition("=>")
        tool, *words = call.split()
        names = [absolute(word) for word in (words if tool == "rename_file" else words[:1])]
        if tool != "write":
            by, _, tool = tool.rpartition(":")
            step = act(Snapshot(tree), turn, Call(tool, tuple(names), by or "agent"))  # type: ignore[arg-type]
            shown = ["deferred"] * step.deferred + [paths.relative(each.loaded.path, ROOT) for each in step.adds]
            assert shown == expected.split(), line
            turn = step.turn
            if step.deferred:
                continue
        if tool in ("write", "write_file"):
            tree.write(names[0], " ".join(words[1:]))
        elif tool == "delete_file":
            tree.remove(names[0])
        elif tool in EDIT_TOOLS and tool == "rename_file":
            tree.nodes[names[1]] = tree.nodes.pop(names[0])
    found, complete = states(Snapshot(tree), turn)
    assert complete
    assert [f"{paths.relative(path, ROOT)} {state}" for path, state in found.items()] == [
        each.strip() for each in expected_states.split(",") if each
    ]


TREE = """
-- AGENTS.md --
root
-- pkg/AGENTS.md --
pkg
-- pkg/sub/AGENTS.md --
sub
-- web/AGENTS.md --
web
-- web/a.ts --
"""


def test_the_first_edit_into_a_scope_is_deferred_once():
    check_turn(
        TREE,
        """
        str_replace pkg/a.ts => deferred pkg/AGENTS.md
        str_replace pkg/a.ts =>
        write_file pkg/sub/b.ts x => deferred pkg/sub/AGENTS.md
        write_file pkg/sub/b.ts x =>
        """,
        "pkg/AGENTS.md active, pkg/sub/AGENTS.md active, web/AGENTS.md scoped",
    )


def test_shell_and_others_agents_enter_nothing():
    check_turn(
        TREE,
        """
        run_shell web/a.ts =>
        subagent:read_file web/a.ts =>
        acp-agent:str_replace web/a.ts =>
        str_replace web/a.ts => deferred web/AGENTS.md
        """,
        "pkg/AGENTS.md scoped, pkg/sub/AGENTS.md scoped, web/AGENTS.md active",
    )


def test_reads_are_shared_within_a_turn_until_a_file_tool_writes_an_instruction_file():
    check_turn(
        "-- pkg/a.ts --\n-- b/x --\n",
        """
        read_file pkg/a.ts =>
        write pkg/AGENTS.md late
        read_file pkg/a.ts =>
        write_file b/AGENTS.md new =>
        read_file pkg/a.ts => pkg/AGENTS.md
        str_replace b/x => deferred b/AGENTS.md
        """,
        "b/AGENTS.md active, pkg/AGENTS.md active",
    )


def test_a_missing_folder_is_remembered_as_empty():
    check_turn("-- x --\n", "read_file new/a =>\nwrite new/AGENTS.md text\nread_file new/b =>", "new/AGENTS.md scoped")


def test_an_injected_rule_stays_although_its_file_changes():
    check_turn(
        TREE,
        "write_file web/AGENTS.md other =>\nread_file web/a.ts =>",
        "pkg/AGENTS.md scoped, pkg/sub/AGENTS.md scoped, web/AGENTS.md active",
        "web",
    )


def test_a_duplicate_defers_nothing_and_gives_way_to_new_text():
    check_turn(
        "-- AGENTS.md --\nsame\n-- pkg/AGENTS.md --\nsame\n-- pkg/a --\n",
        """
        str_replace pkg/a =>
        write_file pkg/AGENTS.md now different =>
        str_replace pkg/a => deferred pkg/AGENTS.md
        """,
        "pkg/AGENTS.md active",
    )


def test_of_two_equal_files_the_active_one_carries_the_text():
    tree = "-- api/AGENTS.md --\nsame\n-- web/AGENTS.md --\nsame\n"
    check_turn(tree, "", "api/AGENTS.md scoped, web/AGENTS.md duplicate")
    check_turn(tree, "read_file web/a => web/AGENTS.md", "api/AGENTS.md duplicate, web/AGENTS.md active")
    check_turn(
        tree, "read_file web/a => web/AGENTS.md\nstr_replace api/a =>", "api/AGENTS.md active, web/AGENTS.md duplicate"
    )


def test_a_repeat_beyond_the_bounds_is_not_active_and_the_nearer_file_carries_the_text():
    folders = ["/".join("abcdefghi"[: n + 1]) for n in range(9)]
    tree = "".join(
        f"-- {folder}/AGENTS.md --\n{'same' if folder in (folders[0], folders[8]) else folder}\n" for folder in folders
    )
    shown = ["a/AGENTS.md duplicate", *(f"{folder}/AGENTS.md active" for folder in folders[1:])]
    check_turn(tree, "", ", ".join(shown), mentions=f"{folders[8]}/x")


def test_a_move_touches_both_places_and_is_deferred_once():
    check_turn(
        TREE,
        "rename_file web/a.ts pkg/a.ts => deferred pkg/AGENTS.md web/AGENTS.md\nrename_file web/a.ts pkg/a.ts =>",
        "pkg/AGENTS.md active, pkg/sub/AGENTS.md scoped, web/AGENTS.md active",
    )


def test_later_in_the_turn_only_the_rest_of_the_budget_is_left():
    tree = "".join(f"-- {name}/AGENTS.md --\n{name * 15000}\n" for name in "abcde")
    script = "read_file a/x => a/AGENTS.md\nread_file b/x => b/AGENTS.md\nread_file c/x => c/AGENTS.md\nread_file d/x => d/AGENTS.md\nstr_replace e/x =>"
    check_turn(
        tree,
        script,
        "a/AGENTS.md active, b/AGENTS.md active, c/AGENTS.md active, d/AGENTS.md active, e/AGENTS.md scoped",
    )


def test_an_untrusted_project_has_no_states_and_defers_nothing():
    check_turn(TREE, "str_replace pkg/a.ts =>", "", trusted="false")


def test_the_inventory_says_when_it_is_incomplete():
    deep = "/".join(["d"] * 18)
    for text in (f"-- {deep}/AGENTS.md --\nx\n", "".join(f"-- p{n}/AGENTS.md --\n{n}\n" for n in range(201))):
        tree = parse(text).tree
        found, complete = states(Snapshot(tree), begin(Snapshot(tree), Launch(ROOT)))
        assert not complete
        assert len(found) <= 200
