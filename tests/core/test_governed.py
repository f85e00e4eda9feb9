"""What an instruction file governs: the other way round from a chain."""

from __future__ import annotations

import textwrap

from fixture import ROOT, absolute, parse

from guidechain.core.model import Settings
from guidechain.core.paths import relative
from guidechain.core.queries.governed import governed_by
from guidechain.core.snapshot import Snapshot, finished

SOURCES = """
-- .git/ --
-- lib/a.py --
-- lib/deep/b.py --
-- web/c.ts --
-- web/d.css --
"""


def check_governed(text: str, path: str, expected: str, host: str = "claude-code", **settings: object) -> None:
    """The governed folders with their files: ``FOLDER: NAME NAME``, one a line."""
    known = Settings(ROOT, (host,), **settings)  # type: ignore[arg-type]
    tree = parse(textwrap.dedent(text) + SOURCES).tree
    found = finished(governed_by(Snapshot(tree), known, absolute(path)))
    lines = [f"{relative(each.path, ROOT) or '.'}: {' '.join(each.names)}" for each in found.folders]
    assert lines == textwrap.dedent(expected).strip().splitlines()
    assert found.files == sum(len(line.split()) - 1 for line in lines)


def test_a_file_of_the_start_governs_all():
    check_governed("-- CLAUDE.md --\nx\n", "CLAUDE.md", ".: CLAUDE.md\nlib: a.py\nweb: c.ts d.css\nlib/deep: b.py")


def test_a_nested_file_governs_its_folder():
    check_governed("-- lib/CLAUDE.md --\nx\n", "lib/CLAUDE.md", "lib: CLAUDE.md a.py\nlib/deep: b.py")
    check_governed("-- lib/.claude/CLAUDE.md --\nx\n", "lib/.claude/CLAUDE.md", "lib: a.py\nlib/.claude: CLAUDE.md\nlib/deep: b.py")  # fmt: skip


def test_a_scoped_rule_governs_what_its_globs_take():
    rule = "-- .claude/rules/r.md --\n---\npaths: ['**/*.ts', 'lib/deep/**']\n---\nx\n"
    check_governed(rule, ".claude/rules/r.md", "web: c.ts\nlib/deep: b.py")


def test_an_imported_file_governs_what_its_importers_do():
    nested = "-- lib/CLAUDE.md --\n@../docs/a.md\n-- docs/a.md --\n@b.md\n-- docs/b.md --\nx\n"
    check_governed(nested, "docs/b.md", "lib: CLAUDE.md a.py\nlib/deep: b.py", launches=(ROOT,))
    two = nested + "-- .claude/rules/r.md --\n---\npaths: '**/*.css'\n---\n@../../docs/b.md\n"
    check_governed(two, "docs/b.md", "lib: CLAUDE.md a.py\nweb: d.css\nlib/deep: b.py", launches=(ROOT,))


def test_files_that_import_each_other():
    circle = "-- lib/CLAUDE.md --\n@../docs/a.md\n-- docs/a.md --\n@b.md\n-- docs/b.md --\n@a.md\n"
    check_governed(circle, "docs/a.md", "lib: CLAUDE.md a.py\nlib/deep: b.py", launches=(ROOT,))


def test_a_dead_file_and_one_that_is_none_govern_nothing():
    check_governed("-- lib/AGENTS.md --\nx\n", "lib/AGENTS.md", "", "codex", launches=(ROOT,))
    check_governed("-- CLAUDE.md --\nx\n", "web/c.ts", "")
