"""What Claude Code answers to tool calls, and which files a shell command touches."""

from __future__ import annotations

import pytest
from fixture import HOME, ROOT, absolute, parse

from guidechain.core.hosts.claude_outcomes import outcome
from guidechain.core.hosts.claude_shell import file_acts, plain_reads
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot


def check_outcomes(workspace: str, expected: str, *args: str, version: str | None = None) -> None:
    """One line per call, ``Tool argument: outcome``; paths are relative to the workspace."""
    launch = Launch(ROOT, HOME, args=args, version=version)
    snapshot = Snapshot(parse(workspace).tree)
    for line in expected.strip().split("\n"):
        call, _, wanted = line.strip().rpartition(": ")
        tool, _, argument = call.partition(" ")
        found = outcome(snapshot, launch, tool, argument if tool == "Bash" else absolute(argument))
        assert f"{call}: {found}" == f"{call}: {wanted}"


def test_the_mode_decides_where_no_rule_speaks():
    files = "-- a.ts --\n1\n-- .vscode/x --\n1\n-- .claude/worktrees/w/y --\n1\n"
    check_outcomes(
        files,
        """
        Read a.ts: ok
        Read gone.ts: error
        Read /etc/passwd: asks
        Edit a.ts: asks
        Bash ls: asks
        """,
    )
    check_outcomes(
        files,
        """
        Edit a.ts: ok
        Write ../beside.ts: asks
        Write .vscode/x: protected
        Write sub/.claude/agents/x.md: protected
        Write .claude/worktrees/w/y: ok
        Write .claude/settings.json: asks
        Write CLAUDE.md: ok
        Write .git/config: protected
        """,
        "--permission-mode",
        "acceptEdits",
    )
    check_outcomes(files, "Write .vscode/x: ok\nBash ls: ok", "--dangerously-skip-permissions")


def test_deny_then_ask_then_allow():
    check_outcomes(
        """
        -- .claude/settings.local.json --
        {"permissions": {"deny": ["Edit(gen/**)", "WebFetch"], "ask": ["Edit(*.lock)"], "allow": ["Edit(/src/**)", "Bash(git diff:*)"]}}
        -- src/a.ts --
        1
        -- src/gen/a.ts --
        1
        -- src/x.lock --
        1
        -- linked -> src --
        -- out -> ../elsewhere --
        """,
        """
        Edit src/a.ts: ok
        Edit src/gen/a.ts: denied
        Edit src/x.lock: asks
        Edit b.ts: asks
        Edit linked/gen/a.ts: denied
        Edit linked/a.ts: asks
        Write .npmrc: protected
        WebFetch https://x.y: not-offered
        Bash git diff src/a.ts: ok
        Bash git diff: ok
        Bash git difftool: asks
        Bash git diff > src/gen/b.ts: denied
        """,
    )


def test_a_project_opens_nothing_before_it_is_trusted():
    workspace = """
    -- .claude/settings.json --
    {"permissions": {"allow": ["Edit(src/**)"]}}
    -- src/a.ts --
    1
    """
    check_outcomes(workspace, "Edit src/a.ts: asks")
    trusted = f'-- ~/.claude.json --\n{{"projects": {{"{ROOT}": {{"hasTrustDialogAccepted": true}}}}}}\n'
    tree = parse(workspace).tree
    tree.nodes |= parse(trusted).tree.nodes
    assert outcome(Snapshot(tree), Launch(ROOT, HOME), "Edit", absolute("src/a.ts")) == "ok"


@pytest.mark.parametrize(
    "version, rule, call, wanted",
    [
        ("2.1.212", '{"allow": ["Edit(src/**)"]}', "Edit lib/src/a.ts", "ok"),
        ("2.1.215", '{"allow": ["Edit(src/**)"]}', "Edit lib/src/a.ts", "asks"),
        ("2.1.252", '{"deny": ["Read(src/**)"]}', "Bash cat < src/a.ts", "ok"),
        ("2.1.257", '{"deny": ["Read(src/**)"]}', "Bash cat < src/a.ts", "denied"),
        ("2.1.268", '{"deny": ["Edit(src/**)"]}', "Bash tee src/b.ts < a.ts", "ok"),
        ("2.1.270", '{"deny": ["Edit(src/**)"]}', "Bash tee src/b.ts < a.ts", "denied"),
        ("2.1.207", "{}", "Edit lib/src/a.ts", "error"),
        ("2.1.209", "{}", "Edit lib/src/a.ts", "asks"),
    ],
)
def test_boundaries_of_releases(version, rule, call, wanted):
    files = f'-- ~/.claude/settings.json --\n{{"permissions": {rule}}}\n-- src/a.ts --\n1\n-- lib/src/a.ts --\n1\n'
    args = ("--allowedTools", "Bash") if call.startswith("Bash") else ()
    if '"allow"' in rule and version == "2.1.212":
        files = files.replace("lib/src/a.ts --\n1", "lib/src/a.ts --\n1")
    check_outcomes(files, f"{call}: {wanted}", *args, version=version)


@pytest.mark.parametrize(
    "command, expected",
    [
        ("cat a b", ""),
        ("cat 'a b'", "a b"),
        ('cat "c d"', "c d"),
        ("cat e\\ f", "e f"),
        ("cat a; head -n 5 b && echo done", "a,b"),
        ("ls; cat a", ""),
        ("grep x a && echo", ""),
        ("X=1 cat a", "a"),
        ("cat ~/a", "/h/a"),
        ("cat a # b", "a"),
        ("head -n 5 a", "a"),
        ("tail -20 a", "a"),
        ("sed -n 1,5p a", "a"),
        ("sed -n -e 1p -e 2p a", ""),
        ("sed 1d a", ""),
        ("sed -i -n 1p a", ""),
        ("grep -n x a", "a"),
        ("grep -e x a", ""),
        ("grep -rn x a", ""),
        ("cat -- -a", ""),
        ("cat a | head", ""),
        ("cat a > b", ""),
        ("cat $X", ""),
        ("cat *.py", ""),
        ("cd x && cat a", ""),
        ("(cat a)", "a"),
        ("cat a\nrm b", ""),
        ("cat", ""),
        ("", ""),
        ("cat 'a", ""),
        ("python a", ""),
    ],
)
def test_plain_reads(command, expected):
    assert ",".join(path.removeprefix("/w/") for path in plain_reads(command, "/w", "/h")) == expected


@pytest.mark.parametrize(
    "command, expected",
    [
        ("echo x > a", "Edit a"),
        ("cat < a >> b", "Read a <, Edit b"),
        ("cp a b c", "Edit c"),
        ("mkdir -p a/b && touch a/b/c", "Edit a/b, Edit a/b/c"),
        ("cd sub; cat k; cd ..; rm k", "Read sub/k, Edit k"),
        ("sed -i s/a/b/ x y", "Edit x, Edit y"),
        ("grep x a | tee b", "Read a, Edit b"),
        ("(rm a)", "Edit a"),
        ("python a", ""),
        ("cat 'a", ""),
    ],
)
def test_file_acts(command, expected):
    found = [
        f"{tool} {path.removeprefix('/w/')}{' <' if by_input else ''}"
        for tool, path, by_input in file_acts(command, "/w")
    ]
    assert ", ".join(found) == expected
