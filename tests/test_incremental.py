"""Incremental equals from scratch: after random edits, renames, deletions and settings every query answers the same."""

from __future__ import annotations

import gc
import posixpath
import weakref
from typing import Any

from fixture import HOME, ROOT, Tree, parse
from hypothesis import example, given, settings
from hypothesis import strategies as st

from guidechain.core.diagnostics import findings
from guidechain.core.model import Change, Settings
from guidechain.core.queries.chains import chains_for
from guidechain.core.queries.governing import governing_files
from guidechain.core.queries.imports import importers_of, imports_in
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot, finished
from guidechain.core.what_if import with_file

FOLDERS = ("", "a", "a/b", "docs", ".claude", ".claude/rules", ".codex")
NAMES = (
    "AGENTS.md",
    "AGENTS.override.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "rules.md",
    "x.py",
    ".gitignore",
    "agents.md",
)
SETTINGS_FILES = (".claude/settings.json", ".codex/config.toml", ".claude/rules/r.md")
FILES = (*(posixpath.join(folder, name) for folder in FOLDERS for name in NAMES), *SETTINGS_FILES)
TEXTS = (
    "",
    "rules\n",
    "@AGENTS.md\n",
    "@../AGENTS.md and @rules.md, @docs/rules.md\n",
    "x" * 20_000,
    "---\npaths: a/**\n---\nscoped\n",
    "---\npaths: './x'\n---\nnever\n",
    "a/\n",
    '{"claudeMdExcludes": ["**/a/**"]}',
    "project_doc_max_bytes = 30000\n",
    "<!-- guidechain-ignore dead-file known -->\n",
    "TOKEN=q9Xv7LmT2pRz8WkB4n\u200b\n",
)
TARGETS = ("a/x.py", "AGENTS.md", "docs/rules.md")
CONFIGURED = (
    Settings(ROOT, ("codex", "claude-code", "copse"), home=HOME),
    Settings(ROOT, ("claude-code",), (ROOT, f"{ROOT}/a"), home=HOME),
    Settings(ROOT, home=HOME, exclude=("docs/",), severities=(("dead-file", "hint"),)),
)

WRITE = st.tuples(st.just("write"), st.sampled_from(FILES), st.sampled_from(TEXTS))
DELETE = st.tuples(st.just("delete"), st.sampled_from([*FILES, "a", "docs", ".claude"]))
RENAME = st.tuples(st.just("rename"), st.sampled_from(FILES), st.sampled_from(FILES))
MOVE = st.tuples(st.just("rename"), st.sampled_from(["a", "docs", ".claude"]), st.sampled_from(["moved", "a/docs"]))
LINK = st.tuples(st.just("link"), st.sampled_from(FILES), st.sampled_from(["AGENTS.md", "rules.md", "../AGENTS.md"]))
GIT = st.tuples(st.just("git"), st.sampled_from(["", "a", "docs"]))
ASK = st.tuples(st.just("ask"), st.integers(0, len(CONFIGURED) - 1))


def apply(tree: Tree, step: tuple[Any, ...]) -> Change:
    """Do one step to the tree; the change that a watcher would tell."""
    path = posixpath.normpath(f"{ROOT}/{step[1]}")
    if step[0] == "write":
        tree.remove(path)
        tree.write(path, step[2])
        return told(tree, files={path})
    if step[0] == "link":
        tree.remove(path)
        tree.link(path, step[2])
        return told(tree, files={path})
    if step[0] == "git":
        tree.mkdir(f"{path}/.git")
        return told(tree, trees={f"{path}/.git"})
    if step[0] == "delete":
        tree.remove(path)
        return told(tree, trees={path})
    target = posixpath.normpath(f"{ROOT}/{step[2]}")
    moved = {known: node for known, node in tree.nodes.items() if known == path or known.startswith(path + "/")}
    if not moved or target.startswith(path + "/") or path.startswith(target + "/"):
        return Change()
    tree.remove(path)
    tree.remove(target)
    tree.mkdir(posixpath.dirname(target))
    tree.nodes |= {target + known[len(path) :]: node for known, node in moved.items()}
    return told(tree, trees={path, target})


def told(
    tree: Tree, files: frozenset[str] | set[str] = frozenset(), trees: set[str] | frozenset[str] = frozenset()
) -> Change:
    """A Change with the real paths beside those that were named."""
    real = {tree.entry(path).real for path in files}
    return Change(frozenset(files) | real, frozenset(trees))


def answers(snapshot: Snapshot, known: Settings) -> dict[str, object]:
    """Every query's answer, in a form that can be compared."""
    inventory = finished(take_inventory(snapshot, known))
    found: dict[str, object] = {
        "findings": [each for each in findings(snapshot, known) if each],
        "inventory": [(each.path, each.standings, each.foreign) for each in inventory.files],
        "walk": (inventory.found.folders, inventory.found.sources, inventory.found.repositories),
        "dead imports": inventory.dead_imports,
    }
    for target in TARGETS:
        path = f"{ROOT}/{target}"
        found[f"chains {target}"] = chains_for(snapshot, known, path)
        found[f"governing {target}"] = governing_files(snapshot, known, path)
        found[f"imports {target}"] = imports_in(snapshot, known, path)
        found[f"importers {target}"] = finished(importers_of(snapshot, known, path))
    return found


@settings(max_examples=40, deadline=None)
@example([("rename", "docs", "moved"), ("git", "docs")])
@given(st.lists(st.one_of(WRITE, WRITE, DELETE, RENAME, MOVE, LINK, GIT, ASK), min_size=1, max_size=12))
def test_incremental_equals_from_scratch(steps: list[tuple[Any, ...]]):
    tree = parse("-- .git/ --\n-- AGENTS.md --\nroot\n-- a/b/x.py --\n-- docs/AGENTS.md --\ndocs\n").tree
    snapshot, known = Snapshot(tree), CONFIGURED[0]
    answers(snapshot, known)
    for step in steps:
        if step[0] == "ask":
            known = CONFIGURED[step[1]]
        else:
            snapshot = snapshot.apply(apply(tree, step))
        fresh = answers(Snapshot(tree), known)
        for name, answer in answers(snapshot, known).items():
            assert answer == fresh[name], f"{name} after {step}"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(WRITE, WRITE, GIT), max_size=6), WRITE)
def test_an_imagined_world_equals_the_real_one(steps: list[tuple[Any, ...]], imagined: tuple[Any, ...]):
    tree = parse("-- .git/ --\n-- AGENTS.md --\nroot\n-- a/b/x.py --\n-- docs/AGENTS.md --\ndocs\n").tree
    for folder in FOLDERS:
        tree.mkdir(posixpath.join(ROOT, folder).rstrip("/"))
    for step in steps:
        apply(tree, step)
    snapshot, known = Snapshot(tree), CONFIGURED[0]
    answers(snapshot, known)
    path = posixpath.normpath(f"{ROOT}/{imagined[1]}")
    found = answers(with_file(snapshot, path, imagined[2]), known)
    tree.write(path, imagined[2])  # In place, so that the folder lists its names in the same order.
    for name, answer in answers(Snapshot(tree), known).items():
        assert found[name] == answer, name


def test_a_keystroke_that_no_chain_holds_costs_nothing():
    tree = parse("-- .git/ --\n-- AGENTS.md --\nroot\n-- src/a.py --\n1\n-- docs/AGENTS.md --\ndocs\n").tree
    snapshot, known = Snapshot(tree), CONFIGURED[0]
    before = [each for each in findings(snapshot, known) if each]
    tree.write(f"{ROOT}/src/a.py", "2\n")
    tree.reads.clear()
    after = snapshot.apply(Change(frozenset({f"{ROOT}/src/a.py"})))
    steps = list(findings(after, known))
    assert None not in steps
    assert steps == before
    assert tree.reads == []


def test_an_older_world_ends_with_its_last_user():
    """An answer that held its snapshot would keep every revision in memory, cycles and all, for as long as one edits."""
    tree = parse(
        "-- AGENTS.md --\nx\n-- CLAUDE.md --\n@AGENTS.md\n-- a/CLAUDE.md --\n@gone.md\n-- .claude/rules/r.md --\ny"
    ).tree
    for configured in CONFIGURED:
        older = Snapshot(tree)
        gc.disable()
        try:
            list(findings(older, configured))
            newer = older.apply(Change(frozenset({f"{ROOT}/a/CLAUDE.md"})))
            list(findings(newer, configured))
            alive = weakref.ref(older)
            del older
            assert alive() is None
        finally:
            gc.enable()
