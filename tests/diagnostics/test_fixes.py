"""Every quick fix, end to end: the edit is applied, and the workspace looked at again has no such finding.

A case is a workspace, the code, the title of the fix, what the workspace must hold afterwards, and the codes of what
is still true of it then.
"""

from __future__ import annotations

import textwrap

import pytest
from diagnostics.checks import all_findings
from fixture import HOME, ROOT, Tree, absolute, parse

from guidechain.core.diagnostics.tokens import edited
from guidechain.core.model import Finding, Fix, Settings
from guidechain.core.snapshot import Snapshot

TRUSTED = f'-- ~/.codex/config.toml --\nprojects."{ROOT}".trust_level = "trusted"\n'
LONG = ("x" * 99 + "\n") * 400
CASES = [
    (
        "right path", "broken-import", "Write @docs/style.md",
        "-- CLAUDE.md --\nSee @style.md for more\n-- docs/style.md --\ns\n",
        "CLAUDE.md: See @docs/style.md for more",
    ),
    (
        "right path, from a subfolder", "broken-import", "Write @../docs/style.md",
        "-- CLAUDE.md --\nroot\n-- pkg/CLAUDE.md --\n@docs/style.md\n-- pkg/a.py --\n-- docs/style.md --\ns\n",
        "pkg/CLAUDE.md: @../docs/style.md", "outside-import",
    ),
    (
        "right path with a blank in it", "broken-import", "Write @docs/my\\ style.md",
        "-- CLAUDE.md --\n@my\\ style.md\n-- docs/my style.md --\ns\n",
        "CLAUDE.md: @docs/my\\ style.md",
    ),
    (
        "right case", "broken-import", "Write @docs/Style.md",
        "-- CLAUDE.md --\n@docs/style.md\n-- docs/Style.md --\ns\n",
        "CLAUDE.md: @docs/Style.md",
    ),
    (
        "comma", "import-token", "Put a blank before ,",
        "-- CLAUDE.md --\nRead @docs/style.md, then work\n-- docs/style.md --\ns\n",
        "CLAUDE.md: Read @docs/style.md , then work",
    ),
    (
        "full stop after an emoji", "import-token", "Put a blank before .",
        "-- CLAUDE.md --\n🙂 Read @docs/style.md.\n-- docs/style.md --\ns\n",
        "CLAUDE.md: 🙂 Read @docs/style.md .",
    ),
    (
        "bracket and colon", "import-token", "Put a blank before ):",
        "-- CLAUDE.md --\n(see @docs/style.md):\n-- docs/style.md --\ns\n",
        "CLAUDE.md: (see @docs/style.md ):",
    ),
    (
        "missing adapter", "hidden-by-adapter", "Import it from a CLAUDE.md beside it",
        "-- CLAUDE.md --\nroot\n-- pkg/AGENTS.md --\npkg\n-- pkg/a.py --\n",
        "pkg/CLAUDE.md: @AGENTS.md", "launch-dependent",
    ),
    (
        "missing adapter at the root", "hidden-by-adapter", "Import it here",
        "-- CLAUDE.md --\nroot\n-- AGENTS.md --\nother\n",
        "CLAUDE.md: @AGENTS.md",
    ),
    (
        "missing adapters", "hidden-by-adapter", "Add 2 files that import them",
        "-- CLAUDE.md --\nroot\n-- pkg/AGENTS.md --\npkg\n-- pkg/a.py --\n-- web/AGENTS.md --\nweb\n-- web/b.ts --\n",
        "web/CLAUDE.md: @AGENTS.md", "launch-dependent",
    ),
    (
        "budget", "over-budget", "Raise the limit to 40000 bytes in config.toml",
        f"-- .git/ --\n-- AGENTS.md --\n{LONG}{TRUSTED}",
        ".codex/config.toml: project_doc_max_bytes = 40000",
    ),
    (
        "budget of a setting that is there", "over-budget", "Raise the limit to 40000 bytes in config.toml",
        f"-- .git/ --\n-- .codex/config.toml --\nproject_doc_max_bytes = 100\n-- AGENTS.md --\n{LONG}{TRUSTED}",
        ".codex/config.toml: project_doc_max_bytes = 40000",
    ),
    (
        "budget for every file that the cause costs", "over-budget", "Raise the limit to 40900 bytes in config.toml",
        f"-- .git/HEAD --\nref: x\n-- AGENTS.md --\n{LONG}-- a/AGENTS.md --\n{'y' * 500}\n-- a/x.py --\n-- b/AGENTS.md --\n{'z' * 899}\n-- b/x.py --\n{TRUSTED}",
        ".codex/config.toml: project_doc_max_bytes = 40900", "launch-dependent",
    ),
    (
        "quote the glob", "bad-front-matter", 'Write "*.py"',
        "-- .claude/rules/r.md --\n---\npaths:\n  - *.py\n---\nr\n-- a.py --\n",
        '.claude/rules/r.md: ---\npaths:\n  - "*.py"',
    ),
    (
        "a key that the host does not have", "bad-front-matter", "Write paths",
        "-- .claude/rules/r.md --\n---\nglobs: src/**\n---\nr\n-- src/a.py --\n",
        ".claude/rules/r.md: ---\npaths: src/**",
    ),
    (
        "glob with a dot before it", "glob-never-applies", "Write src/**",
        "-- .claude/rules/r.md --\n---\npaths: ['./src/**']\n---\nr\n-- src/a.py --\n",
        ".claude/rules/r.md: ---\npaths: ['src/**']",
    ),
    (
        "absolute glob", "glob-never-applies", "Write src/**",
        f"-- .claude/rules/r.md --\n---\npaths:\n  - {ROOT}/src/**\n---\nr\n-- src/a.py --\n",
        ".claude/rules/r.md: ---\npaths:\n  - src/**",
    ),
    (
        "capitals", "wrong-case", "Rename it to CLAUDE.md",
        "-- Claude.md --\nrules\n",
        "CLAUDE.md: rules",
    ),
    (
        "capitals in a subfolder", "wrong-case", "Rename it to AGENTS.md",
        "-- .git/ --\n-- AGENTS.md --\nroot\n-- pkg/Agents.md --\npkg\n-- pkg/a.py --\n",
        "pkg/AGENTS.md: pkg", "launch-dependent",
    ),
]  # fmt: skip


def applied(tree: Tree, fix: Fix) -> None:
    """Do what an editor does with ``fix``: edits from the end of each file, then renames."""
    for edit in sorted(fix.edits, key=lambda each: (each.path, each.span), reverse=True):
        there = tree.entry(edit.path).kind == "file"
        text = tree.read(edit.path).decode() if there else ""
        tree.write(edit.path, edited(text, edit.span, edit.text))
    for old, new in fix.renames:
        node = tree.nodes[old]
        tree.remove(old)
        tree.nodes[new] = node


def looked(tree: Tree) -> tuple[Finding, ...]:
    return all_findings(Snapshot(tree), Settings(ROOT, ("codex", "claude-code"), home=HOME))


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_fix_leaves_no_finding(case: tuple[str, ...]) -> None:
    _, code, title, text, after, *left = case
    tree = parse(textwrap.dedent(text)).tree
    (finding,) = [each for each in looked(tree) if each.code == code]
    assert title in [each.title for each in finding.fixes], (finding.message, finding.fixes)
    applied(tree, next(each for each in finding.fixes if each.title == title))
    assert {each.code for each in looked(tree)} == set(left)
    path, _, start = after.partition(": ")
    assert tree.read(absolute(path)).decode().startswith(start)
