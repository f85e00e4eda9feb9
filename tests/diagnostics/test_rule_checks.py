"""Scoped rules and settings: globs, front matter, voided settings files."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings

CLAUDE = "claude-code"
SOURCE = "-- src/api/users.ts --\n1\n"


def rule(front_matter: str, name: str = "api.md") -> str:
    return f"-- .claude/rules/{name} --\n---\n{front_matter}\n---\nUse zod.\n{SOURCE}"


def test_one_glob_of_two_matches_nothing():
    check_findings(
        rule('paths:\n  - "src/api/**/*.tsx"\n  - "src/api/**/*.{ts,mts}"'),
        ".claude/rules/api.md:3:5-21 unmatched-glob information claude-code | src/api/**/*.tsx | other globs only",
        hosts=CLAUDE,
    )


def test_no_glob_matches():
    check_findings(
        rule('paths:\n  - "engine/**/*.zig"'),
        ".claude/rules/api.md:3 unmatched-glob warning claude-code | engine/**/*.zig | never loads this file",
        hosts=CLAUDE,
    )


@pytest.mark.parametrize(
    "front_matter",
    ["paths: src/**", "paths: ['**/*.ts']", 'paths:\n  - "*.TS"', "paths: src/api/{users,x}.ts", "paths: []", "paths:",
     "description: x", "paths: '**'", "paths: node_modules/x/**", "paths: ['src/**/*', '!src/gone.ts']"],
)  # fmt: skip
def test_sound_rules(front_matter: str):
    check_findings(rule(front_matter) + "-- node_modules/x/a.js --\n1\n", "", hosts=CLAUDE)


@pytest.mark.parametrize(
    ("glob", "better"),
    [("./src/**", "src/**"), ("/work/project/src/**", "src/**"), ("../src/*", ""), ("src//*.ts", "")],
)
def test_globs_that_never_apply(glob: str, better: str):
    expected = f".claude/rules/api.md:3 glob-never-applies warning claude-code | never matches {glob}"
    check_findings(rule(f'paths:\n  - "{glob}"'), expected + (f" | => Write {better}" if better else ""), hosts=CLAUDE)


@pytest.mark.parametrize(
    ("front_matter", "line", "words"),
    [
        ("globs: src/**", 2, "ignores the key globs"),
        ("applyTo: 'src/**'", 2, "ignores the key applyTo"),
        ("paths:\n  - *.ts\n  - src/**", 3, "cannot read an unquoted *"),
        ("paths: 'src/a', 'src/b'", 2, "cannot read the value of paths"),
        ("paths: |\n  src/**\n  lib/**", 2, "takes patterns with white space"),
    ],
)
def test_front_matter_that_is_read_otherwise(front_matter: str, line: int, words: str):
    check_findings(
        rule(front_matter),
        f".claude/rules/api.md:{line} bad-front-matter warning claude-code | {words}",
        hosts=CLAUDE,
        only="bad-front-matter",
    )


def test_front_matter_without_its_end():
    check_findings(
        "-- .claude/rules/a.md --\n---\npaths: src/**\n\nUse zod.\n",
        ".claude/rules/a.md:1 bad-front-matter warning claude-code | no closing --- line",
        hosts=CLAUDE,
    )


def test_paths_of_a_file_that_is_no_rule():
    check_findings(
        "-- CLAUDE.md --\n---\npaths: src/**\n---\nUse zod.\n",
        "CLAUDE.md:2:0-5 bad-front-matter warning claude-code | does not filter by paths here",
        hosts=CLAUDE,
    )


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"permissions": {"deny": ["Read(./.env)", "Edit(gen/**)"]},}', ":1:59-60", "2 deny rules included"),
        ('{"claudeMdExcludes": "x", "permissions": {"deny": ["Read(./.env)"]}}', ":1:1-19", "1 deny rule included"),
        ("[]", ":1", "an object expected"),
    ],
)
def test_a_void_settings_file(text: str, place: str, words: str):
    check_findings(
        f"-- .claude/settings.json --\n{text}\n-- CLAUDE.md --\nx\n",
        f".claude/settings.json{place} settings-voided error claude-code | drops every setting of this file | {words}",
        hosts=CLAUDE,
    )


@pytest.mark.parametrize(
    ("config", "line", "words"),
    [
        ('[project]\nproject_doc_fallback_filenames = ["CLAUDE.md"]', 2, "in the table [project]"),
        ('project_root_markers = [".hg"]', 1, "takes project_root_markers from the user's configuration"),
    ],
)
def test_a_setting_without_effect(config: str, line: int, words: str):
    check_findings(
        f"-- .git/ --\n-- .codex/config.toml --\n{config}\n-- AGENTS.md --\nx\n",
        f".codex/config.toml:{line} settings-voided warning codex | {words}",
        hosts="codex",
    )
