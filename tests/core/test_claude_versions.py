"""Each boundary of Claude Code's releases, one release below and the first one above."""

from __future__ import annotations

import pytest
from fixture import HOME, absolute, parse

from guidechain.core.hosts.claude_code import chain, compose, session
from guidechain.core.hosts.claude_settings_types import misfit
from guidechain.core.hosts.claude_versions import BOUNDARIES, VERIFIED
from guidechain.core.hosts.versions import Boundary, holds, unknown
from guidechain.core.hosts.versions import parse as numbers
from guidechain.core.model import Launch, Touch
from guidechain.core.paths import shown
from guidechain.core.snapshot import Snapshot

PLUGIN = '{"pluginConfigs": {"%s": {"options": {"instructionFiles": "claude-md-and-agents-md"}}}}'
NESTED = "-- CLAUDE.md --\nroot\n-- pkg/CLAUDE.md --\npkg\n-- pkg/x --\n1\n"
RULE = "-- .claude/rules/r.md --\n---\npaths: 'pkg/**'\n---\nr\n-- pkg/x --\n1\n"
BRACES = "{" + ",".join(map(str, range(40))) + "}"


def loaded(workspace: str, version: str, act: str | None, folder: str, path: str, **more) -> str:
    launch = Launch(absolute(folder), HOME, version=version, **more)
    found = chain(Snapshot(parse(workspace).tree), launch, Touch(absolute(path), act) if act else None)
    return " ".join(shown(each.path, absolute("."), HOME) for each in found.loaded)


CASES = [
    ("V1 AGENTS.md", "2.1.280", "2.1.281", "-- AGENTS.md --\na\n", None, "", "AGENTS.md"),
    (
        "V2 id of the plugin", "2.1.284", "2.1.285",
        f"-- ~/.claude/settings.json --\n{PLUGIN % 'cc-plugin-agents-md@builtin'}\n-- CLAUDE.md --\nc\n-- AGENTS.md --\na\n",
        None, "CLAUDE.md", "CLAUDE.md AGENTS.md",
    ),
    ("V3 mention", "2.1.289", "2.1.290", "-- pkg/AGENTS.md --\na\n-- pkg/x --\n1\n", "mention", "", "pkg/AGENTS.md"),
    ("V4 edit", "2.1.287", "2.1.288", NESTED, "edit", "CLAUDE.md", "CLAUDE.md pkg/CLAUDE.md"),
    ("V4 write", "2.1.287", "2.1.288", NESTED, "write", "CLAUDE.md", "CLAUDE.md pkg/CLAUDE.md"),
    ("V5 shell", "2.1.292", "2.1.293", NESTED, "shell", "CLAUDE.md", "CLAUDE.md pkg/CLAUDE.md"),
    ("V6 rules on edit", "2.1.277", "2.1.288", RULE, "edit", "", ".claude/rules/r.md"),
    ("V7 missing file", "2.1.197", "2.1.200", "-- pkg/CLAUDE.md --\np\n", "read", "", "pkg/CLAUDE.md"),
    (
        "V8 Read deny", "2.1.289", "2.1.290",
        '-- .claude/settings.json --\n{"permissions": {"deny": ["Read(CLAUDE.md)"]}}\n-- CLAUDE.md --\nc\n',
        None, "CLAUDE.md", "",
    ),
    ("V9 linked import", "2.1.229", "2.1.232", "-- CLAUDE.md --\n@l.md\n-- l.md -> ../o.md --\n-- ../o.md --\no\n", None, "CLAUDE.md l.md", "CLAUDE.md"),
    ("V10 linked rule", "2.1.229", "2.1.232", "-- .claude/rules/r.md -> ../../../o.md --\n-- ../o.md --\no\n", None, "/work/o.md", ""),
    ("V11 linked .claude", "2.1.283", "2.1.284", "-- .claude -> ../dot --\n-- ../dot/rules/r.md --\nr\n", None, "/work/dot/rules/r.md", ""),
    (
        "V12 imported at start", "2.1.280", "2.1.281",
        "-- CLAUDE.md --\n@pkg/CLAUDE.md\n-- pkg/CLAUDE.md --\np\n-- pkg/x --\n1\n",
        "read", "CLAUDE.md pkg/CLAUDE.md pkg/CLAUDE.md", "CLAUDE.md pkg/CLAUDE.md",
    ),
    ("V13 byte order mark", "2.1.238", "2.1.239", RULE.replace("---\npaths", "\ufeff---\npaths"), None, ".claude/rules/r.md", ""),
    ("V13 byte order mark", "2.1.238", "2.1.239", "-- CLAUDE.md --\n\ufeff---\nk: v\n---\n    @a.md\n-- a.md --\na\n", None, "CLAUDE.md", "CLAUDE.md a.md"),
    (
        "V26 linked rule's name", "2.1.238", "2.1.239",
        '-- .claude/settings.json --\n{"claudeMdExcludes": ["**/r.md"]}\n-- .claude/rules/r.md -> ../../o.md --\n-- o.md --\no\n',
        None, "o.md", "",
    ),
    (
        "V27 null in settings", "2.1.296", "2.1.299",
        '-- .claude/settings.json --\n{"claudeMdExcludes": ["**"], "channelsEnabled": null}\n-- CLAUDE.md --\nc\n',
        None, "CLAUDE.md", "",
    ),
    (
        "V27 one server", "2.1.296", "2.1.299",
        '-- .claude/settings.json --\n{"claudeMdExcludes": ["**"], "enabledMcpjsonServers": "x"}\n-- CLAUDE.md --\nc\n',
        None, "CLAUDE.md", "",
    ),
    ("V14 brace budget", "2.1.212", "2.1.218", RULE.replace("pkg/**", f"{BRACES}{BRACES}/x, pkg/{BRACES}{BRACES}").replace("-- pkg/x", "-- pkg/11"), "read", ".claude/rules/r.md", ""),
    ("V16 order of a mention", "2.1.306", "2.1.307", NESTED, "mention", "CLAUDE.md pkg/CLAUDE.md", "pkg/CLAUDE.md CLAUDE.md"),
    (
        "V17 order on a touch", "2.1.306", "2.1.307",
        "-- pkg/CLAUDE.md --\nc\n-- pkg/d/AGENTS.md --\na\n-- pkg/d/x --\n1\n",
        "read", "pkg/d/AGENTS.md pkg/CLAUDE.md", "pkg/CLAUDE.md pkg/d/AGENTS.md",
    ),
    ("CC-71 on demand", "2.0.77", "2.1.197", NESTED, "read", "CLAUDE.md", "CLAUDE.md pkg/CLAUDE.md"),
    ("CC-41 extensions", "2.0.77", "2.1.197", "-- CLAUDE.md --\n@a.svg\n-- a.svg --\ns\n", None, "CLAUDE.md a.svg", "CLAUDE.md"),
    ("CC-92 excludes", "2.0.77", "2.1.197", '-- .claude/settings.json --\n{"claudeMdExcludes": ["**"]}\n-- CLAUDE.md --\nc\n', None, "CLAUDE.md", ""),
    ("CC-23 comments", "2.0.77", "2.1.197", "-- CLAUDE.md --\n<!-- only -->\n", None, "CLAUDE.md", ""),
    ("CC-3 claudeMd", "2.0.77", "2.1.197", '-- /etc/claude-code/managed-settings.json --\n{"claudeMd": "t"}\n', None, "", "<managed-settings>"),
    ("CC-12 memory", "2.0.77", "2.1.197", "-- ~/.claude/projects/-work-project/memory/MEMORY.md --\nm\n", None, "", "~/.claude/projects/-work-project/memory/MEMORY.md"),
    ("CC-103 void", "2.0.77", "2.1.197", '-- .claude/settings.json --\n{"claudeMd": 1, "autoMemoryEnabled": false}\n-- ~/.claude/projects/-work-project/memory/MEMORY.md --\nm\n', None, "", "~/.claude/projects/-work-project/memory/MEMORY.md"),
]  # fmt: skip


@pytest.mark.parametrize("what, old, new, workspace, act, before, after", CASES, ids=[case[0] for case in CASES])
def test_boundary(what, old, new, workspace, act, before, after):
    path = {"V17 order on a touch": "pkg/d/x", "V14 brace budget": "pkg/11"}.get(what, "pkg/x")
    assert loaded(workspace, old, act, ".", path) == before
    assert loaded(workspace, new, act, ".", path) == after


def test_worktree_and_added_folder():
    worktree = """
    -- .git/worktrees/a/commondir --
    ../..
    -- wt/a/.git --
    gitdir: /work/project/.git/worktrees/a
    -- CLAUDE.md --
    main
    -- wt/a/CLAUDE.md --
    own
    """
    assert loaded(worktree, "2.0.77", None, "wt/a", "x") == "CLAUDE.md wt/a/CLAUDE.md"
    assert loaded(worktree, "2.1.197", None, "wt/a", "x") == "wt/a/CLAUDE.md"
    added = {"args": ("--add-dir", "/o"), "env": (("CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "1"),)}
    assert loaded("-- /o/CLAUDE.md --\no\n", "2.0.77", None, ".", "x", **added) == ""
    assert loaded("-- /o/CLAUDE.md --\no\n", "2.1.197", None, ".", "x", **added) == "/o/CLAUDE.md"


def test_local_settings_of_the_git_root_and_restricted():
    local = """
    -- .git/ --
    -- .claude/settings.local.json --
    {"claudeMdExcludes": ["**/CLAUDE.md"]}
    -- pkg/CLAUDE.md --
    p
    """
    assert loaded(local, "2.1.209", None, "pkg", "x") == "pkg/CLAUDE.md"
    assert loaded(local, "2.1.212", None, "pkg", "x") == ""
    tree = Snapshot(parse("-- CLAUDE.md --\nc\n").tree)
    old = chain(tree, Launch(absolute("."), HOME, version="2.1.247", args=("--restricted",)), None)
    assert old.refused == "--restricted is unknown before 2.1.250"
    assert chain(tree, Launch(absolute("."), HOME, version="2.1.250", args=("--restricted",)), None).refused is None


def test_line_ends_beside_comments():
    def text(version: str) -> str:
        snapshot = Snapshot(parse("-- CLAUDE.md --\n").tree)
        snapshot.files.write(absolute("CLAUDE.md"), b"a\r\nb <!-- c -->\r\nd")
        launch = Launch(absolute("."), HOME, version=version)
        return compose(snapshot, chain(snapshot, launch, None))[0].text

    assert text("2.1.329") == "a\nb <!-- c -->\nd"
    assert text("2.1.330") == "a\r\nb <!-- c -->\r\nd"


def test_a_shell_read_shows_a_file_before_it_is_a_trigger():
    tree = Snapshot(parse("-- pkg/CLAUDE.md --\np\n-- pkg/x --\n1\n").tree)
    acts = [Touch(absolute("pkg/CLAUDE.md"), "shell", "cat pkg/CLAUDE.md"), Touch(absolute("pkg/x"), "read")]
    for version in ("2.1.292", "2.1.293"):
        assert session(tree, Launch(absolute("."), HOME, version=version), acts).loaded == ()
    edited = [Touch(absolute("pkg/CLAUDE.md"), "edit"), Touch(absolute("pkg/x"), "read")]
    assert len(session(tree, Launch(absolute("."), HOME, version="2.1.207"), edited).loaded) == 1
    assert session(tree, Launch(absolute("."), HOME, version="2.1.209"), edited).loaded == ()


TYPED = [
    ("subagentStatusLine", "x", "2.1.319", "2.1.324", True),
    ("hooks", {"PreToolUse": "x"}, "2.1.252", "2.1.257", False),
    ("spinnerTipsOverride", "x", "2.1.246", "2.1.247", True),
    ("permissions", {"defaultMode": "manual"}, "2.1.199", "2.1.200", True),
    ("processWrapper", 5, "2.1.209", "2.1.212", False),
    ("emojiCompletionEnabled", 5, "2.1.212", "2.1.218", False),
    ("workflowSizeGuideline", 5, "2.1.218", "2.1.240", False),
    ("extraKnownMarketplaces", "x", "2.1.223", "2.1.225", True),
]


@pytest.mark.parametrize("key, value, old, new, void_before", TYPED, ids=[case[0] for case in TYPED])
def test_types_of_settings_differ_between_releases(key, value, old, new, void_before):
    assert bool(misfit(key, value, numbers(old))) is void_before
    assert bool(misfit(key, value, numbers(new))) is not void_before


def test_no_number_of_a_settings_file_is_too_odd():
    for value in (float("inf"), 10**400, -0.0, 1e308):
        for key in ("cleanupPeriodDays", "feedbackSurveyRate", "sshConfigs"):
            misfit(key, value, None)
    assert misfit("cleanupPeriodDays", float("inf"), None) == "a whole number of days"


def test_releases_between_two_observed_ones_are_unknown():
    def rules(version: str) -> list[str]:
        return [each.rule for each in unknown(numbers(version), BOUNDARIES)]

    assert rules("2.1.278") == ["V1", "V6"]
    assert rules("2.1.281") == ["V6"]
    assert rules("2.1.332") == rules("9.0") == []
    assert unknown(None, BOUNDARIES) == ()
    snapshot = Snapshot(parse("-- AGENTS.md --\na\n").tree)
    (row,) = chain(snapshot, Launch(absolute("."), HOME, version="2.1.278"), None).not_loaded
    assert row.detail == "2.1.277 to 2.1.280 may or may not read it"
    (row,) = chain(snapshot, Launch(absolute("."), HOME, version="2.1.276"), None).not_loaded
    assert row.detail == "not read before 2.1.281"


def test_releases_are_compared_as_numbers():
    boundary = Boundary("x", "2.1.9", "2.1.10", "")
    assert holds(numbers("2.1.10 (Claude Code)"), boundary)
    assert not holds(numbers("2.1.9"), boundary)
    assert holds(numbers("latest"), boundary)
    assert holds(None, boundary)
    assert numbers("v2.1.100") > numbers("2.1.99")


def test_boundaries_lie_between_releases_and_observed_ones_are_in_order():
    for each in BOUNDARIES:
        assert numbers(each.old) < numbers(each.new) <= numbers(VERIFIED[-1])
    assert list(VERIFIED) == sorted(VERIFIED, key=numbers)
