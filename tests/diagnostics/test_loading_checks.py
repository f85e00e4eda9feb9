"""over-budget, empty-file, wrong-case, chain-lost: what a host's way of reading costs."""

from __future__ import annotations

from diagnostics.checks import check_findings


def test_the_end_of_one_long_file():
    text = "x" * 99 + "\n"
    check_findings(
        "-- AGENTS.md --\n" + text * 400,
        "AGENTS.md:328:68-0 over-budget warning codex | gets 32768 of the 40000 bytes | line 328",
        hosts="codex",
    )


def test_the_root_file_starves_the_nearest():
    (finding,) = check_findings(
        "-- .git/ --\n-- AGENTS.md --\n"
        + ("x" * 99 + "\n") * 300
        + "-- pkg/AGENTS.md --\n"
        + ("y" * 49 + "\n") * 100
        + "-- pkg/a.py --\n",
        "pkg/AGENTS.md:56 over-budget warning codex | gets 2768 of the 5000 bytes | have 32768 bytes, and AGENTS.md takes 30000",
        hosts="codex",
        only="over-budget",
    )
    assert finding.unnecessary


def test_text_that_another_launch_loads_is_not_said_to_be_never_seen():
    config = "-- a/.codex/config.toml --\nproject_doc_max_bytes = 90000\n"
    long = "-- .git/HEAD --\nref: x\n-- AGENTS.md --\n" + ("x" * 99 + "\n") * 400
    over = "AGENTS.md:328 over-budget warning codex"
    (finding,) = check_findings(long + config + TRUSTED, over, hosts="codex", launch=". a", home=True)
    assert not finding.unnecessary
    (finding,) = check_findings(long + config + TRUSTED, over, hosts="codex", launch=".", home=True)
    assert finding.unnecessary


def test_one_long_file_is_one_finding():
    nested = "".join(f"-- p{n}/AGENTS.md --\nrules {n}\n-- p{n}/a.py --\n" for n in range(5))
    check_findings(
        "-- .git/ --\n-- AGENTS.md --\n" + ("x" * 99 + "\n") * 400 + nested,
        "AGENTS.md:328 over-budget warning codex | 5 more files lose text | -> p0/AGENTS.md | -> p4/AGENTS.md",
        hosts="codex",
    )


def test_a_blank_file_and_what_it_hides():
    check_findings(
        """
        -- .git/ --
        -- AGENTS.override.md --

        -- AGENTS.md --
        rules
        """,
        "AGENTS.override.md:1 empty-file warning codex | takes the place of AGENTS.md | -> AGENTS.md",
        hosts="codex",
        only="empty-file",
    )


def test_capitals():
    check_findings(
        """
        -- AGENTS.md --
        rules
        -- pkg/agents.md --
        rules of pkg
        -- pkg/a.py --
        -- docs/agents.md --
        How our agents work.
        -- docs/models.md --
        How our models work.
        """,
        "pkg/agents.md:1 wrong-case warning codex | must be AGENTS.md",
        hosts="codex",
    )


def test_an_unreadable_file_takes_the_chain_along():
    check_findings(
        """
        -- .git/ --
        -- AGENTS.md --
        rules
        -- pkg/AGENTS.md -> AGENTS.md --
        -- pkg/a.py --
        """,
        "pkg/AGENTS.md:1 chain-lost error codex | drops 1 file because pkg/AGENTS.md leads into a loop | -> AGENTS.md",
        hosts="codex",
        launch="pkg",
    )


def test_a_setting_that_stops_the_host():
    check_findings(
        """
        -- .git/ --
        -- AGENTS.md --
        rules
        -- .codex/config.toml --
        project_doc_max_bytes = "many"
        -- ~/.codex/config.toml --
        [projects."/work/project"]
        trust_level = "trusted"
        """,
        ".codex/config.toml:1 chain-lost error codex | does not start in ./, so 1 file cannot load | -> AGENTS.md",
        hosts="codex",
        home=True,
    )


OVERRIDE = """
    -- .git/ --
    -- AGENTS.override.md --
    mine
    -- AGENTS.md --
    rules
    """


def test_an_override_replaces():
    check_findings(
        OVERRIDE,
        "AGENTS.md:1 shadowed-file warning codex | reads AGENTS.override.md in place of AGENTS.md | -> AGENTS.override.md",
        hosts="codex",
    )


def test_what_another_host_reads_is_only_information():
    check_findings(OVERRIDE, "AGENTS.md:1 shadowed-file information codex", hosts="codex copse", only="shadowed-file")


def test_a_comment_hides_a_code_in_its_file():
    check_findings(OVERRIDE.replace("rules", "<!-- guidechain-ignore shadowed-file mine only -->"), "", hosts="codex")


def test_severities_are_set_by_code():
    check_findings(
        OVERRIDE, "AGENTS.md:1 shadowed-file hint codex", hosts="codex", severities=(("shadowed-file", "hint"),)
    )
    check_findings(OVERRIDE, "", hosts="codex", severities=(("shadowed-file", "off"),))


LONG = "-- .git/ --\n-- AGENTS.md --\n" + ("x" * 99 + "\n") * 400
TRUSTED = '-- ~/.codex/config.toml --\n[projects."/work/project"]\ntrust_level = "trusted"\n'


def test_a_larger_budget_is_offered_where_the_host_reads_the_setting():
    over = "AGENTS.md:328 over-budget warning codex"
    title = "=> Raise the limit to 40000 bytes in config.toml"
    (finding,) = check_findings(LONG + TRUSTED, f"{over} | {title}", hosts="codex", home=True)
    assert [edit.text for edit in finding.fixes[0].edits] == ["project_doc_max_bytes = 40000\n"]
    config = "-- .codex/config.toml --\nproject_doc_max_bytes = 1000\n"
    (finding,) = check_findings(
        LONG + TRUSTED + config, f"AGENTS.md:11 over-budget warning codex | {title}", hosts="codex", home=True
    )
    assert [edit.text for edit in finding.fixes[0].edits] == ["40000"]
    (finding,) = check_findings(LONG, over, hosts="codex", home=True)
    assert finding.fixes == ()
