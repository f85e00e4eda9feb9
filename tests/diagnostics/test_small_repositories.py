"""Small repositories, each with one fact: what Codex and Claude Code together get reported, and nothing false."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings

GUIDE = "# Guide\n\nRun `npm test` from the root before you finish a change under `src/`.\n"
SOURCE = "-- .git/ --\n-- src/app.py --\nx = 1\n-- package.json --\n{}\n"


def repository(**files: str) -> str:
    return SOURCE + "".join(f"-- {path} --\n{text}" for path, text in files.items())


def long(line: str, times: int) -> str:
    return "# Rules\n\n" + f"{line}\n" * times


SOUND = {
    "one sound file": {"AGENTS.md": GUIDE},
    "the documented adapter": {"AGENTS.md": GUIDE, "CLAUDE.md": "@AGENTS.md\n\n# Claude only\n\nUse plan mode.\n"},
    "an import in a fence and in a span": {"CLAUDE.md": "An import is `@docs/x.md`:\n\n```md\n@docs/x.md\n```\n"},
    "mentions": {"CLAUDE.md": "Ask team@example.com. We use @types/node and the @dataclass decorator.\n"},
    "AGENTS.md is enough for today's Claude Code": {"AGENTS.md": GUIDE, ".claude/settings.json": "{}\n"},
    "a fallback of an untrusted project": {
        "AGENTS.md": GUIDE,
        "pkg/CLAUDE.md": "# Pkg\n",
        "pkg/a.py": "1\n",
        ".codex/config.toml": 'project_doc_fallback_filenames = ["CLAUDE.md"]\n',
    },
    "files of others": {"vendor/lib/AGENTS.md": "x\n", "tests/fixtures/CLAUDE.md": "@gone.md\n", "AGENTS.md": GUIDE},
}


@pytest.mark.parametrize("files", SOUND.values(), ids=SOUND.keys())
def test_nothing_to_report(files: dict[str, str]):
    check_findings(repository(**files), "")


def test_a_link_to_the_other_name():
    check_findings(repository(**{"AGENTS.md": GUIDE}) + "-- CLAUDE.md -> AGENTS.md --\n", "")


FAULTY = {
    "a nested file and a host that is started at the root": (
        {"AGENTS.md": GUIDE, "services/pay/AGENTS.md": "# Pay\n", "services/pay/main.py": "1\n"},
        "services/pay/AGENTS.md:1 launch-dependent information codex | started in services/pay/ | not when started in ./",
    ),
    "a missing import": (
        {"CLAUDE.md": "# Guide\n\nSee @docs/missing.md for the layout.\n"},
        "CLAUDE.md:3:4-20 broken-import warning claude-code | docs/missing.md does not exist",
    ),
    "a circle": (
        {"CLAUDE.md": "@docs/a.md\n", "docs/a.md": "@b.md\n", "docs/b.md": "@a.md\n"},
        "docs/b.md:1 import-cycle warning claude-code | docs/a.md → docs/b.md → docs/a.md",
    ),
    "nine imports deep": (
        {"CLAUDE.md": "@d1.md\n", **{f"d{n}.md": f"@d{n + 1}.md\n" for n in range(1, 9)}, "d9.md": "x\n"},
        "d4.md:1 import-too-deep warning claude-code | With it 4 more files are lost | -> d6.md",
    ),
    "one long file": (
        {"AGENTS.md": long("Run `npm test` before each commit.", 1200)},
        "AGENTS.md:938 over-budget warning codex | 32768 of the",
    ),
    "a copy": (
        {"AGENTS.md": GUIDE, "CLAUDE.md": GUIDE},
        "CLAUDE.md:1 duplicate-text information codex,claude-code | repeats AGENTS.md | => Replace the text by @AGENTS.md",
    ),
    "a glob that matches nothing": (
        {"CLAUDE.md": GUIDE, ".claude/rules/zig.md": '---\npaths:\n  - "engine/**/*.zig"\n---\n\nRun `zig fmt`.\n'},
        ".claude/rules/zig.md:3 unmatched-glob warning claude-code | engine/**/*.zig matches no file",
    ),
    "capitals": (
        {"AGENTS.md": GUIDE, "pkg/agents.md": "# Pkg\n", "web/Claude.md": "# Web\n"},
        """
        pkg/agents.md:1 wrong-case warning codex,claude-code | must be AGENTS.md
        web/Claude.md:1 wrong-case warning claude-code | must be CLAUDE.md
        """,
    ),
    "white space only": (
        {"AGENTS.md": "\n  \n"},
        "AGENTS.md:1 empty-file warning codex,claude-code | it is blank",
    ),
    "an import from outside": (
        {"CLAUDE.md": "# Guide\n\n@../outside.md\n"},
        "CLAUDE.md:3 outside-import warning claude-code | lies outside the workspace",
    ),
    "a private file that hides the shared one": (
        {"AGENTS.md": GUIDE, "CLAUDE.local.md": "# Mine\n"},
        "CLAUDE.local.md:1 hidden-by-adapter warning claude-code | does not load AGENTS.md | -> AGENTS.md",
    ),
    "prose instead of an import": (
        {"AGENTS.md": GUIDE, "CLAUDE.md": "# Guide\n\nRead AGENTS.md before you change anything.\n"},
        "CLAUDE.md:1 hidden-by-adapter warning claude-code | does not load AGENTS.md | => Import it here",
    ),
    "an import from the wrong folder": (
        {"AGENTS.md": GUIDE, ".claude/CLAUDE.md": "@AGENTS.md\n"},
        ".claude/CLAUDE.md:1 broken-import warning claude-code | AGENTS.md does: write @../AGENTS.md",
    ),
    "a nested repository": (
        {"AGENTS.md": GUIDE, "sub/.git/config": "x\n", "sub/AGENTS.md": "# Sub\n", "sub/a.py": "1\n"},
        """
        AGENTS.md:1 launch-dependent information codex | started in sub/ does not load this file | sub/.git ends the search
        sub/AGENTS.md:1 launch-dependent information codex | when started in sub/
        """,
    ),
}


@pytest.mark.parametrize(("files", "expected"), FAULTY.values(), ids=FAULTY.keys())
def test_one_fact(files: dict[str, str], expected: str):
    check_findings(repository(**files), expected)


def test_the_root_uses_up_the_budget_of_a_package():
    files = {
        "AGENTS.md": long("Run `npm test` before each commit in this tree.", 427),
        "pkg/AGENTS.md": long("Package rule text to fill the budget of it.", 466),
        "pkg/a.py": "1\n",
    }
    check_findings(
        repository(**files),
        """
        pkg/AGENTS.md:1 launch-dependent information codex
        pkg/AGENTS.md:281 over-budget warning codex | AGENTS.md takes 20505 of them
        """,
    )


def test_an_override_in_a_package():
    files = {
        "AGENTS.md": GUIDE,
        "pkg/AGENTS.md": "# Base\n",
        "pkg/AGENTS.override.md": "# Override\n",
        "pkg/a.py": "1\n",
    }
    check_findings(
        repository(**files),
        """
        pkg/AGENTS.md:1 shadowed-file information codex | reads pkg/AGENTS.override.md in place of pkg/AGENTS.md
        pkg/AGENTS.override.md:1 launch-dependent information codex
        """,
    )
