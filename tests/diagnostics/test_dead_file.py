"""dead-file: by the hosts' own chains, one finding per cause."""

from __future__ import annotations

from diagnostics.checks import check_findings


def test_file_below_the_launch_folder():
    check_findings(
        """
        -- .git/ --
        -- AGENTS.md --
        root rules
        -- docs/AGENTS.md --
        docs rules
        -- docs/a.md --
        """,
        "docs/AGENTS.md:1 dead-file warning codex | started in ./ it looks only in ./ | Move its text into AGENTS.md",
        hosts="codex",
        launch=".",
    )


def test_folder_where_nobody_starts_a_host():
    check_findings(
        """
        -- .git/ --
        -- .agent/AGENTS.md --
        Plan first.
        -- .agent/PLANS.md --
        x
        -- src/a.py --
        x=1
        """,
        ".agent/AGENTS.md:1 dead-file warning codex | Move it to AGENTS.md, the nearest place",
        hosts="codex",
    )


def test_one_cause_gives_one_finding():
    check_findings(
        """
        -- .git/ --
        -- a/AGENTS.md --
        1
        -- b/AGENTS.md --
        2
        -- b/x.py --
        -- c/AGENTS.md --
        3
        """,
        "a/AGENTS.md:1 dead-file warning codex | 2 more files have the same cause | -> b/AGENTS.md | -> c/AGENTS.md",
        hosts="codex",
        launch=".",
    )


def test_vendored_fixture_and_template_files_are_left_alone():
    check_findings(
        """
        -- .git/ --
        -- vendor/x/AGENTS.md --
        1
        -- tests/fixtures/y/AGENTS.md --
        2
        -- create-app/template/AGENTS.md --
        3
        -- node_modules/z/AGENTS.md --
        4
        """,
        "",
        hosts="codex",
        launch=".",
    )


def test_a_version_that_reads_no_such_file():
    check_findings(
        "-- AGENTS.md --\nrules\n-- src/a.py --\n",
        "AGENTS.md:1 dead-file warning claude-code | Claude Code 2.1.270 never loads this file | switched off",
        hosts="claude-code",
        versions=(("claude-code", "2.1.270"),),
    )


def test_a_version_in_a_gap_that_nobody_observed():
    check_findings(
        "-- AGENTS.md --\nrules\n-- src/a.py --\n",
        "AGENTS.md:1 dead-file warning claude-code | Claude Code 2.1.279 (between 2.1.276 and 2.1.281, ",
        hosts="claude-code",
        versions=(("claude-code", "2.1.279"),),
    )
