"""Claude Code chains: the reason and the culprit of every file that is passed over, and what the cases do not hold."""

from __future__ import annotations

import textwrap

from fixture import HOME, ROOT, absolute, parse
from hypothesis import given, settings
from hypothesis import strategies as st

from guidechain.core.hosts.claude_code import HOST, chain, compose, imports, patterns, session
from guidechain.core.model import Chain, Change, Launch, Touch
from guidechain.core.paths import shown
from guidechain.core.snapshot import Snapshot


def launch_in(folder: str = ".", **more) -> Launch:
    return Launch(absolute(folder), HOME, **more)


def name_of(path: str | None) -> str:
    return shown(path, ROOT, HOME) if path and path.startswith("/") else str(path)


def rendered(found: Chain) -> str:
    """Loaded files with when, via and pattern; passed-over ones with reason, culprit and detail; deciding files."""
    lines = [f"refused: {found.refused}"] if found.refused else []
    for row in found.loaded:
        via = f" via {name_of(row.via.path)}" if row.via else ""
        lines.append(f"{row.when} {name_of(row.path)}{via}" + (f" matching {row.pattern}" if row.pattern else ""))
    for row in found.not_loaded:
        culprit = f" by {name_of(row.culprit)}" if row.culprit else ""
        via = f" via {name_of(row.via.path)}" if row.via else ""
        lines.append(f"- {name_of(row.path)} {row.why}{culprit}{via}" + (f": {row.detail}" if row.detail else ""))
    if found.decided_by:
        lines.append(f"decided by {' '.join(map(name_of, found.decided_by))}")
    return "\n".join(lines)


def check_chain(workspace: str, expected: str, *touches: Touch, folder: str = ".", **more) -> None:
    snapshot, launch = Snapshot(parse(workspace).tree), launch_in(folder, **more)
    found = session(snapshot, launch, touches)
    assert rendered(found) == textwrap.dedent(expected).strip()
    if len(touches) < 2:
        assert chain(snapshot, launch, touches[0] if touches else None) == found


def touch(path: str, act: str = "read", command: str | None = None) -> Touch:
    return Touch(absolute(path), act, command)


def test_the_claude_md_that_hides_agents_md_is_the_culprit():
    check_chain(
        """
        -- .git/ --
        -- CLAUDE.local.md --
        private
        -- AGENTS.md --
        agents
        -- pkg/CLAUDE.md --
        pkg
        -- pkg/AGENTS.md --
        pkg agents
        """,
        """
        start CLAUDE.local.md
        start pkg/CLAUDE.md
        - AGENTS.md shadowed by CLAUDE.local.md
        - pkg/AGENTS.md shadowed by CLAUDE.local.md
        """,
        folder="pkg",
    )


def test_an_agents_md_that_is_imported_or_linked_is_not_hidden():
    check_chain(
        """
        -- CLAUDE.md --
        @AGENTS.md
        -- AGENTS.md --
        agents
        -- pkg/CLAUDE.md -> AGENTS.md --
        -- pkg/AGENTS.md --
        pkg
        """,
        """
        start CLAUDE.md
        start AGENTS.md via CLAUDE.md
        on-touch pkg/CLAUDE.md
        - pkg/AGENTS.md duplicate by pkg/CLAUDE.md
        """,
        touch("pkg/x.py"),
    )


def test_modes_of_agents_md_name_their_settings_file():
    def workspace(option: str) -> str:
        return f"""
        -- ~/.claude/settings.json --
        {{"pluginConfigs": {{"agents-md@builtin": {{"options": {{"instructionFiles": "{option}"}}}}}}}}
        -- CLAUDE.md --
        claude
        -- AGENTS.md --
        agents
        """

    check_chain(
        workspace("claude-md"),
        """
        start CLAUDE.md
        - AGENTS.md disabled by ~/.claude/settings.json: instructionFiles claude-md
        decided by ~/.claude/settings.json
        """,
    )
    check_chain(
        workspace("managed-only"),
        """
        - CLAUDE.md disabled by ~/.claude/settings.json: instructionFiles managed-only
        - AGENTS.md disabled by ~/.claude/settings.json: instructionFiles managed-only
        decided by ~/.claude/settings.json
        """,
    )
    check_chain(
        workspace("claude-md-and-agents-md"),
        "start CLAUDE.md\nstart AGENTS.md\ndecided by ~/.claude/settings.json",
    )


def test_project_settings_do_not_choose_the_mode():
    check_chain(
        """
        -- .claude/settings.json --
        {"pluginConfigs": {"agents-md@builtin": {"options": {"instructionFiles": "claude-md"}}}}
        -- AGENTS.md --
        agents
        """,
        "start AGENTS.md",
    )


def test_excluded_and_denied_files_name_the_pattern_and_the_settings_file():
    check_chain(
        """
        -- .claude/settings.json --
        {"claudeMdExcludes": ["**/pkg/**"], "permissions": {"deny": ["Read(./secret.md)"]}}
        -- CLAUDE.md --
        @secret.md
        -- secret.md --
        s
        -- pkg/CLAUDE.md --
        pkg
        """,
        """
        start CLAUDE.md
        - secret.md ignored by .claude/settings.json via CLAUDE.md: permissions.deny Read(./secret.md)
        - pkg/CLAUDE.md ignored by .claude/settings.json: claudeMdExcludes **/pkg/**
        decided by .claude/settings.json
        """,
        touch("pkg/x.py"),
    )


def test_a_settings_file_with_one_wrong_type_counts_for_nothing():
    check_chain(
        """
        -- .claude/settings.json --
        {"claudeMdExcludes": ["**/CLAUDE.md"], "autoMemoryEnabled": "no"}
        -- .claude/settings.local.json --
        {"claudeMdExcludes": ["**/CLAUDE.md"],}
        -- CLAUDE.md --
        claude
        """,
        "start CLAUDE.md",
    )


def test_external_imports_wait_for_an_approval_that_is_remembered_by_git_root():
    workspace = """
    -- .git/ --
    -- CLAUDE.md --
    @docs/x.md
    -- docs/x.md --
    x
    -- pkg/y.py --
    """
    check_chain(
        workspace,
        "start CLAUDE.md\n- docs/x.md not-approved via CLAUDE.md: outside the launch folder /work/project/pkg",
        folder="pkg",
    )
    approved = f"""
    -- ~/.claude.json --
    {{"projects": {{"{ROOT}": {{"hasClaudeMdExternalIncludesApproved": true}}}}}}
    """
    check_chain(
        textwrap.dedent(approved) + textwrap.dedent(workspace),
        "start CLAUDE.md\nstart docs/x.md via CLAUDE.md\ndecided by ~/.claude.json",
        folder="pkg",
    )


def test_dead_imports_have_a_reason_each():
    check_chain(
        """
        -- CLAUDE.md --
        @gone.md @docs @pic.svg @empty.md @ok.md
        -- docs/ --
        -- pic.svg --
        x
        -- empty.md --
        -- ok.md --
        @CLAUDE.md
        """,
        """
        start CLAUDE.md
        start ok.md via CLAUDE.md
        - gone.md missing via CLAUDE.md
        - docs not-a-file via CLAUDE.md
        - pic.svg refused-type via CLAUDE.md: extension .svg
        - empty.md empty via CLAUDE.md
        """,
    )


def test_rules_wait_for_a_match_inside_the_launch_folder():
    workspace = """
    -- .claude/rules/api.md --
    ---
    paths: "src/**, !src/gen/x.ts"
    ---
    api
    -- .claude/rules/note.mdc --
    n
    -- src/.claude/rules/own.md --
    ---
    paths: /a.ts
    ---
    own
    """
    waits = "- .claude/rules/note.mdc refused-type: the name must end in .md\n"
    check_chain(workspace, waits + "- .claude/rules/api.md no-match: paths: src/**, !src/gen/x.ts")
    check_chain(
        workspace,
        "on-match src/.claude/rules/own.md matching /a.ts\non-match .claude/rules/api.md matching src/**\n"
        + waits.strip(),
        touch("src/a.ts"),
    )
    check_chain(
        workspace,
        waits + "- .claude/rules/api.md no-match: the file lies outside the launch folder",
        Touch("/elsewhere/src/a.ts", "read"),
    )


def test_acts_that_bring_nothing_say_what_would():
    workspace = """
    -- pkg/CLAUDE.md --
    pkg
    -- lib/AGENTS.md --
    lib
    -- lib/x.py --
    -- pkg/x.py --
    """
    check_chain(workspace, "- pkg/CLAUDE.md wrong-touch: search is no trigger", touch("pkg/x.py", "search"))
    check_chain(workspace, "- pkg/CLAUDE.md wrong-touch: no file is touched", touch("pkg/gone.py", "mention"))
    detail = "the command is no plain read of the file"
    check_chain(workspace, f"- pkg/CLAUDE.md wrong-touch: {detail}", touch("pkg/x.py", "shell", "python pkg/x.py"))
    check_chain(workspace, "on-touch pkg/CLAUDE.md", touch("pkg/x.py", "shell", "cat pkg/x.py"))
    check_chain(workspace, "on-touch pkg/CLAUDE.md", touch("pkg/x.py", "shell"))
    check_chain(workspace, "- lib/AGENTS.md wrong-touch: only a read or a mention brings it", touch("lib/x.py", "edit"))
    check_chain(workspace, "on-touch lib/AGENTS.md", touch("lib/x.py", "mention"))


def test_an_act_without_effect_hides_no_better_reason():
    check_chain(
        """
        -- CLAUDE.local.md --
        private
        -- .claude/rules/no.md --
        ---
        paths: "*.ts"
        ---
        no
        -- .claude/rules/yes.md --
        ---
        paths: "*.py"
        ---
        yes
        -- pkg/AGENTS.md --
        pkg
        """,
        """
        start CLAUDE.local.md
        - pkg/AGENTS.md shadowed by CLAUDE.local.md
        - .claude/rules/no.md no-match: paths: *.ts
        - .claude/rules/yes.md wrong-touch: list is no trigger
        """,
        touch("pkg/x.py", "list"),
    )


def test_a_denied_act_brings_nothing():
    check_chain(
        """
        -- .claude/settings.json --
        {"permissions": {"deny": ["Edit(pkg/x.py)"]}}
        -- pkg/CLAUDE.md --
        pkg
        """,
        "- pkg/CLAUDE.md wrong-touch by .claude/settings.json: Edit(pkg/x.py)\ndecided by .claude/settings.json",
        touch("pkg/x.py", "edit"),
    )


def test_files_beside_the_launch_folder_are_outside_the_search():
    check_chain(
        """
        -- pkg/a/CLAUDE.md --
        a
        -- pkg/b/CLAUDE.md --
        b
        """,
        "start pkg/a/CLAUDE.md\n- pkg/b/CLAUDE.md outside-search by pkg/a: the file lies outside the launch folder",
        touch("pkg/b/x.py"),
        folder="pkg/a",
    )


def test_names_that_only_look_right():
    check_chain(
        """
        -- claude.md --
        x
        -- .claude/CLAUDE.local.md --
        x
        -- AGENTS.override.md --
        x
        """,
        """
        - .claude/CLAUDE.local.md unknown-name
        - AGENTS.override.md unknown-name
        - claude.md wrong-case: the name must be CLAUDE.md
        """,
    )


def test_switches_keep_files_out_and_are_named():
    workspace = """
    -- ~/.claude/CLAUDE.md --
    user
    -- /etc/claude-code/CLAUDE.md --
    managed
    -- CLAUDE.md --
    project
    """
    check_chain(
        workspace,
        """
        - /etc/claude-code/CLAUDE.md disabled by --bare
        - ~/.claude/CLAUDE.md disabled by --bare
        - CLAUDE.md disabled by --bare
        """,
        args=("--bare",),
    )
    check_chain(
        workspace,
        """
        start /etc/claude-code/CLAUDE.md
        - ~/.claude/CLAUDE.md disabled by --restricted
        - CLAUDE.md disabled by --restricted
        """,
        args=("--restricted",),
    )
    check_chain(
        workspace,
        """
        start /etc/claude-code/CLAUDE.md
        start CLAUDE.md
        - ~/.claude/CLAUDE.md disabled by --setting-sources
        """,
        args=("--setting-sources=project,local",),
    )
    off = (("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "1"),)
    assert not chain(Snapshot(parse(workspace).tree), launch_in(env=off), None).loaded


def test_added_folders_bring_their_own_files_only_with_the_variable():
    workspace = """
    -- ~/other/CLAUDE.md --
    other
    -- ~/other/AGENTS.md --
    agents
    """
    flag, variable = ("--add-dir", f"{HOME}/other"), "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
    check_chain(workspace, f"- ~/other/CLAUDE.md disabled by {variable}", args=flag)
    check_chain(
        workspace,
        "start ~/other/CLAUDE.md\n- ~/other/AGENTS.md outside-search by --add-dir",
        args=flag,
        env=((variable, "1"),),
    )


def test_memory_is_cut_after_200_lines_or_25_kb():
    long = "".join(f"line {number}\n" for number in range(300))
    tree = parse("-- CLAUDE.md --\nx\n").tree
    tree.write(f"{HOME}/.claude/projects/-work-project/memory/MEMORY.md", long)
    found = chain(Snapshot(tree), launch_in(), None)
    assert found.loaded[-1].kept == len("".join(long.splitlines(keepends=True)[:200]))
    tree.write(f"{HOME}/.claude/projects/-work-project/memory/MEMORY.md", ("x" * 99 + "\n") * 199 + "y" * 9000)
    kept = chain(Snapshot(tree), launch_in(), None).loaded[-1].kept
    assert kept == 19_900
    tree.write(f"{HOME}/.claude/projects/-work-project/memory/MEMORY.md", "short\r\nlast")
    assert chain(Snapshot(tree), launch_in(), None).loaded[-1].kept is None


def test_once_per_session_and_mentions_first():
    workspace = """
    -- CLAUDE.md --
    root
    -- a/CLAUDE.md --
    a
    -- a/x --
    1
    -- b/CLAUDE.md --
    b
    -- b/x --
    1
    """
    check_chain(
        workspace,
        "on-touch a/CLAUDE.md\nstart CLAUDE.md\non-touch b/CLAUDE.md",
        touch("a/y"),
        touch("b/x"),
        touch("b/y"),
        mentions=(absolute("a/x"),),
    )


def test_compose_gives_the_text_without_front_matter_comments_and_mark():
    tree = parse("-- x --\n").tree
    tree.write(absolute("CLAUDE.md"), "\ufeff---\na: 1\n---\n<!-- note -->\n\nbody <!-- stays -->\n")
    snapshot = Snapshot(tree)
    parts = compose(snapshot, chain(snapshot, launch_in(), None))
    assert [(name_of(part.path), part.text) for part in parts] == [("CLAUDE.md", "body <!-- stays -->")]


def test_imports_of_a_file_that_the_host_does_not_read_are_judged_too():
    snapshot = Snapshot(
        parse("""
        -- docs/guide.md --
        see @../README.md and @user and `@code.md` and x@y.z
        -- README.md --
        r
        -- pkg/CLAUDE.md --
        @~/n.md
        -- ~/n.md --
        n
        """).tree
    )
    found = imports(snapshot, launch_in(), absolute("docs/guide.md"))
    assert [(each.written, each.why) for each in found] == [("@../README.md", None), ("@user", "missing")]
    assert (found[0].span.start.line, found[0].span.start.column, found[0].span.end.column) == (0, 4, 17)
    (nested,) = imports(snapshot, launch_in(), absolute("pkg/CLAUDE.md"))
    assert (nested.why, nested.external) == ("outside-root", True)


def test_patterns_know_their_place_and_what_can_never_match():
    snapshot = Snapshot(
        parse("""
        -- pkg/.claude/rules/r.md --
        ---
        paths: ["./src/**", api/**]
        ---
        r
        """).tree
    )
    first, second = patterns(snapshot, launch_in(), absolute("pkg/.claude/rules/r.md"))
    assert (first.written, first.why, first.span.start.line) == ("./src/**", "a pattern does not start with ./", 1)
    assert second.matches(absolute("pkg/x/api/y.py"))
    assert not second.matches(absolute("api/y.py"))
    assert patterns(snapshot, launch_in(), absolute("pkg/CLAUDE.md")) == ()


def test_a_later_revision_sees_a_nested_file_that_changed():
    tree = parse("-- CLAUDE.md --\nroot\n-- pkg/x --\n1\n").tree
    before = Snapshot(tree)
    path = absolute("pkg/CLAUDE.md")
    assert len(before.query(chain, launch_in(), touch("pkg/x")).loaded) == 1
    tree.write(path, "@inc.md\n")
    tree.write(absolute("pkg/inc.md"), "inc\n")
    after = before.apply(Change(paths=(path, absolute("pkg/inc.md"))))
    assert after.query(chain, launch_in(), touch("pkg/x")) == Snapshot(tree).query(chain, launch_in(), touch("pkg/x"))
    assert len(after.query(chain, launch_in(), touch("pkg/x")).loaded) == 3


NAMES = [
    "CLAUDE.md",
    "AGENTS.md",
    ".claude/rules/r.md",
    ".claude/settings.json",
    "pkg/CLAUDE.md",
    "pkg/x",
    ".git",
    "../.claude.json",
]
SCRAPS = [
    "@",
    "x.md",
    "pkg/CLAUDE.md",
    "---\n",
    "paths: ",
    "'**/*'",
    "<!--",
    "-->",
    "\n",
    "{",
    "}",
    '"permissions"',
    ":",
    "[",
    "]",
    "gitdir: ",
]
CONTENTS = st.binary(max_size=20) | st.lists(st.sampled_from(SCRAPS), max_size=8).map(
    lambda parts: "".join(parts).encode()
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), CONTENTS | st.sampled_from([None, "loop"]), max_size=6))
def test_any_tree_gives_an_answer(files):
    tree = parse("-- y --\n").tree
    for name, value in files.items():
        if value is None:
            tree.mkdir(absolute(name))
        elif isinstance(value, str):
            tree.link(absolute(name), "CLAUDE.md")
        else:
            tree.write(absolute(name), value)
    for version in (None, "2.0.77", "2.1.197", "2.1.278"):
        for act in (None, "read", "mention", "shell"):
            snapshot, launch = Snapshot(tree), launch_in(version=version)
            found = chain(snapshot, launch, touch("pkg/x", act) if act else None)
            assert len(compose(snapshot, found)) == len(found.loaded)


def test_the_host_says_what_it_is():
    assert HOST.id == "claude-code"
    assert HOST.verified[-1] == "2.1.332"


def test_no_folder_above_the_project_is_listed():
    snapshot = Snapshot(parse("-- .git/ --\n-- CLAUDE.md --\nroot\n-- pkg/x.py --\n").tree)
    chain(snapshot, launch_in("pkg"), touch("pkg/x.py"))
    listed = {path for path in snapshot.dependencies() if path.endswith("/")}
    assert ROOT + "/" in listed
    assert not {"/work/", "/"} & listed


def test_a_file_that_is_too_long_to_be_read_is_not_searched_for_imports():
    tree = parse("-- CLAUDE.md --\n@a.md\n-- a.md --\nx\n").tree
    tree.write(f"{ROOT}/CLAUDE.md", "@a.md\n" + "x" * 4_194_304)
    assert HOST.imports is not None
    assert HOST.imports(Snapshot(tree), Launch(ROOT), f"{ROOT}/CLAUDE.md") == ()
