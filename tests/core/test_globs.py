"""Glob dialects: git's own answers, the hosts' peculiarities, and no exception for any pattern."""

from __future__ import annotations

import re
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec.patterns.gitignore.basic import GitIgnoreBasicPattern

from guidechain.core import globs
from guidechain.core.globs import BRACE_BUDGET, compile_globs, expand_braces

FILES = [
    "a.ts",
    "src/a.ts",
    "src/api/h.ts",
    "lib/src/a.ts",
    ".env",
    "pkg/.env",
    "docs/a.md",
    "x y/b",
    "src/api/deep/x.TS",
]


def check(dialect: str, patterns: str | list[str], expected: str) -> None:
    """``expected`` are the matched ones of FILES, in that order."""
    globs = compile_globs(dialect, [patterns] if isinstance(patterns, str) else patterns)
    assert " ".join(path.replace(" ", "_") for path in FILES if globs.match(path)) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["src"], ["src/"], ["/src"], ["src/**"], ["src/*"], ["*.ts"], ["**/src/**"], ["*"], ["*/"], ["**/"], ["src/**/x.TS"],
        ["*", "!*.ts"], ["*.ts", "!src/a.ts"], ["src/**", "!src/a.ts"], ["src/*", "!src/api"], ["src/*", "!src/api/"],
        ["src", "!src/a.ts"], ["*.ts", "!src/"], ["/**", "!/src"], ["a.ts", "!*"], ["src/api/**", "!src/api/h.ts"],
        ["# c", ""], ["x\\ y"], ["[a-b]*"], ["[!s]*"], ["?.ts"], ["!a.ts"], ["**/api"], ["src/**/h.ts"], ["/a.ts", "!/a.ts"],
    ],
)  # fmt: skip
def test_gitignore_agrees_with_git(tmp_path, lines):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n")
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    command = ["git", "-c", "core.excludesFile=/dev/null", "-C", str(tmp_path), "check-ignore", "--stdin"]
    ran = subprocess.run(command, input="\n".join(FILES), capture_output=True, text=True, check=False)
    globs = compile_globs("gitignore", lines)
    assert [path for path in FILES if globs.match(path)] == ran.stdout.splitlines()


def test_claude_paths_are_gitignore_without_case_after_braces_and_a_dropped_tail():
    check("claude-paths", "src/**", "src/a.ts src/api/h.ts lib/src/a.ts src/api/deep/x.TS")
    check("claude-paths", "/src/**", "src/a.ts src/api/h.ts src/api/deep/x.TS")
    check("claude-paths", "src/*", "src/a.ts src/api/h.ts src/api/deep/x.TS")
    check("claude-paths", " SRC/A.ts ", "src/a.ts")
    check("claude-paths", "{src,docs}/**", "src/a.ts src/api/h.ts lib/src/a.ts docs/a.md src/api/deep/x.TS")
    check("claude-paths", "src/{api/**,a.ts}", "src/a.ts src/api/h.ts src/api/deep/x.TS")
    check("claude-paths", "src/{a.ts,api/{h,z}.ts}", "src/api/h.ts")
    check("claude-paths", "x y", "x_y/b")


@pytest.mark.parametrize(
    "never", ["./src/**", "/work/src/**", "../**", "~/src", "src//a.ts", "src/./a.ts", "#src", "src/[!b].ts", "src/[^b].ts", "src/[a.ts"]
)  # fmt: skip
def test_claude_paths_that_never_match(never):
    check("claude-paths", never, "")


def test_claude_paths_take_back_only_what_no_folder_match_covers():
    check("claude-paths", ["src/**", "!src/a.ts"], "src/a.ts src/api/h.ts lib/src/a.ts src/api/deep/x.TS")
    check("claude-paths", ["*.ts", "!src/a.ts"], "a.ts src/api/h.ts lib/src/a.ts src/api/deep/x.TS")
    check("claude-paths", ["!src/a.ts"], "")
    assert compile_globs("claude-paths", ["{docs,src}/**", "x"]).decided_by("src/a.ts") == "{docs,src}/**"


def test_a_list_over_the_budget_keeps_the_pattern_that_breaks_it():
    digits = "{" + ",".join(map(str, range(40))) + "}"
    assert len(list(expand_braces([digits, digits]))) == 80
    assert list(expand_braces([digits * 2])) == [(digits * 2, digits * 2)]
    assert len(list(expand_braces([digits * 2], budget=1600))) == 1600
    assert not compile_globs("claude-paths", [f"{digits * 2}/*.ts"]).match("11/a.ts")
    assert len(list(expand_braces(["{a,b}" * 60]))) == 1
    assert BRACE_BUDGET == 1000


def test_absolute_globs():
    def check(pattern, path, expected):
        assert compile_globs("absolute", [pattern]).match(path) is expected

    check("**/CLAUDE.md", "/w/pkg/CLAUDE.md", True)
    check("**/claude.md", "/w/pkg/CLAUDE.md", False)
    check("CLAUDE.md", "/w/CLAUDE.md", False)
    check("~/x.md", "/home/dev/x.md", False)
    check("/w/.claude/rules", "/w/.claude/rules/r.md", False)
    check("/w/{a,.claude}/**", "/w/.claude/rules/r.md", True)
    check("!**/CLAUDE.md", "/w/x.md", True)
    check("!**/CLAUDE.md", "/w/CLAUDE.md", False)
    check("/{1..100000}{1..100000}", "/11", False)
    check("/w/{x,y{1..3}}.md", "/w/y2.md", True)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text("ab*?[]{}!\\/#,.-^+@() ", max_size=14), max_size=4), st.sampled_from(FILES))
def test_no_pattern_raises(patterns, path):
    for dialect in ("gitignore", "gitignore-nocase", "claude-paths", "absolute"):
        globs = compile_globs(dialect, patterns)
        assert globs.match(path) is (globs.decided_by(path) is not None)


@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet="abA./*!\\ -{", max_size=8),
    st.text(alphabet="abA./- ſ", max_size=8),
    st.sampled_from(["gitignore", "gitignore-nocase", "claude-paths"]),
)
def test_a_look_at_the_names_refuses_nothing_that_matches(pattern, path, dialect):
    compiled = compile_globs(dialect, [pattern, "b"])
    found = compiled.decided_by(path)
    for rule in compiled.rules:  # type: ignore[attr-defined]
        rule.start, rule.last = "", None
    assert type(compiled)(compiled.rules, compiled.flags).decided_by(path) == found  # type: ignore[attr-defined]


@settings(max_examples=1500, deadline=None)
@given(
    st.lists(
        st.sampled_from(["a", "b", ".b", "a*", "*.b", "*", "**", "**a", "a-b", "", "A"]), min_size=1, max_size=5
    ).map("/".join),
    st.lists(st.sampled_from(["a", "b", ".b", "ab", "x.b", "a-b", "A", ""]), min_size=1, max_size=5).map("/".join),
)
def test_plain_patterns_mean_what_they_mean_to_the_library(pattern, path):
    short = globs._plain(pattern)
    if short is not None:
        source, include = GitIgnoreBasicPattern.pattern_to_regex(pattern)
        assert include
        whole = re.compile(globs._exact(source, pattern), re.DOTALL).fullmatch(path)
        assert (re.fullmatch(short, path, re.DOTALL) is None) == (whole is None)


@pytest.mark.parametrize("pattern", ["src/**/*.ts", "*.py", "/a", "**/x/*", "services/pay-1/src/**/*"])
def test_what_rules_usually_hold_is_plain(pattern):
    assert globs._plain(pattern) is not None
