"""queries.inventory: how every instruction file stands with every host, by trial."""

from __future__ import annotations

from fixture import HOME, ROOT, absolute, parse

from guidechain.core.model import Settings
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot, finished

ALL = "codex claude-code copse"


def check_inventory(
    text: str, expected: str, *, hosts: str = ALL, launch: str | None = None, home: bool = False
) -> None:
    launches = tuple(absolute(each) for each in launch.split()) if launch is not None else ()
    settings = Settings(ROOT, tuple(hosts.split()), launches, home=HOME if home else None)
    inventory = finished(take_inventory(Snapshot(parse(text).tree), settings))
    lines = []
    for file in inventory.files:
        states = [f"{each.host.id}={each.state}" for each in file.standings]
        notes = ["(foreign)"] * file.foreign + ["(imported)"] * (not file.candidate)
        lines.append(" ".join([file.path.removeprefix(ROOT + "/"), *states, *notes]))
    if inventory.found.incomplete:
        lines.append(f"incomplete: {inventory.found.incomplete}")
    assert lines == [line.strip() for line in expected.strip().splitlines()]


def test_states_of_an_ordinary_repository():
    check_inventory(
        """
        -- .git/ --
        -- AGENTS.md --
        root
        -- pkg/AGENTS.md --
        pkg
        -- pkg/a.py --
        -- pkg/AGENTS.override.md --
        mine
        -- .agent/AGENTS.md --
        plan
        -- web/CLAUDE.md --
        @rules.md
        -- web/rules.md --
        rules
        -- web/a.js --
        """,
        """
        .agent/AGENTS.md codex=dead claude-code=scoped copse=scoped
        AGENTS.md codex=active claude-code=active copse=active
        pkg/AGENTS.md codex=shadowed claude-code=scoped copse=scoped
        pkg/AGENTS.override.md codex=launch-dependent
        web/CLAUDE.md claude-code=scoped copse=launch-dependent
        web/rules.md claude-code=scoped (imported)
        """,
    )


def test_an_adapter_at_the_root():
    check_inventory(
        "-- CLAUDE.md --\n@AGENTS.md\n-- AGENTS.md --\nx\n-- a/AGENTS.md --\ny\n-- a/b.py --\n",
        """
        AGENTS.md claude-code=active
        CLAUDE.md claude-code=active
        a/AGENTS.md claude-code=shadowed
        """,
        hosts="claude-code",
    )


def test_rules_are_tried_on_files_that_they_match():
    check_inventory(
        """
        -- .claude/rules/all.md --
        always
        -- .claude/rules/ts.md --
        ---
        paths: ["src/**/*.ts", "!src/a.ts"]
        ---
        x
        -- .claude/rules/none.md --
        ---
        paths: lib/**
        ---
        x
        -- src/a.ts --
        -- src/b.ts --
        """,
        """
        .claude/rules/all.md claude-code=active
        .claude/rules/none.md claude-code=dead
        .claude/rules/ts.md claude-code=scoped
        """,
        hosts="claude-code",
    )


def test_a_file_that_only_an_import_elsewhere_brings_is_alive():
    check_inventory(
        "-- CLAUDE.md --\nx\n-- a/CLAUDE.md --\n@../b/AGENTS.md\n-- a/x.py --\n-- b/AGENTS.md --\ny\n-- b/x.py --\n",
        """
        CLAUDE.md claude-code=active
        a/CLAUDE.md claude-code=scoped
        b/AGENTS.md claude-code=launch-dependent
        """,
        hosts="claude-code",
    )


def test_equal_texts():
    check_inventory(
        "-- AGENTS.md --\nsame\n-- a/AGENTS.md --\nsame\n-- a/x.py --\n",
        """
        AGENTS.md copse=active
        a/AGENTS.md copse=launch-dependent
        """,
        hosts="copse",
    )
    check_inventory(
        "-- AGENTS.md --\nsame\n-- a/AGENTS.md --\nsame\n-- a/x.py --\n",
        """
        AGENTS.md copse=active
        a/AGENTS.md copse=duplicate
        """,
        hosts="copse",
        launch=".",
    )


def test_what_the_walk_leaves_out_and_what_it_marks():
    check_inventory(
        """
        -- .gitignore --
        dist/
        .claude/
        *.local.md
        -- dist/AGENTS.md --
        1
        -- node_modules/a/AGENTS.md --
        2
        -- .claude/CLAUDE.md --
        3
        -- CLAUDE.local.md --
        4
        -- vendor/a/CLAUDE.md --
        5
        -- worktrees/w/.git --
        gitdir: /work/project/.git/worktrees/w
        -- worktrees/w/CLAUDE.md --
        6
        -- linked -> vendor --
        """,
        """
        .claude/CLAUDE.md claude-code=active
        CLAUDE.local.md claude-code=active
        vendor/a/CLAUDE.md claude-code=scoped (foreign)
        """,
        hosts="claude-code",
    )


def test_the_home_folder_is_not_walked():
    tree = parse("-- ~/AGENTS.md --\nx\n-- ~/deep/AGENTS.md --\ny\n").tree
    inventory = finished(take_inventory(Snapshot(tree), Settings(HOME, ("codex",), home=HOME)))
    assert [each.path for each in inventory.files] == [f"{HOME}/AGENTS.md"]
    assert inventory.found.incomplete is not None


def test_an_unreadable_folder_and_odd_files_give_an_answer():
    tree = parse("-- AGENTS.md --\nx\n-- locked/AGENTS.md --\ny\n-- CLAUDE.md -> nowhere.md --\n").tree
    tree.chmod(absolute("locked"), 0)
    tree.special(absolute("pipe/AGENTS.md"))
    inventory = finished(take_inventory(Snapshot(tree), Settings(ROOT, tuple(ALL.split()))))
    assert [each.path.removeprefix(ROOT + "/") for each in inventory.files] == [
        "AGENTS.md",
        "CLAUDE.md",
        "pipe/AGENTS.md",
    ]
