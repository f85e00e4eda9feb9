"""A confined file system says the same inside as the one below it, whatever was asked before."""

from __future__ import annotations

import pytest
from fixture import ROOT, Tree
from hypothesis import given, settings
from hypothesis import strategies as st

from guidechain.core.confined import Confined

NAMES = ("a", "B", "é", ".x", "~1", "b.")
PATHS = st.lists(st.sampled_from((*NAMES, "A", "b", "É", "..", ".", "")), min_size=1, max_size=3).map("/".join)


@settings(max_examples=400, deadline=None)
@given(
    files=st.lists(st.tuples(PATHS, st.sampled_from(["file", "folder", "link"]), PATHS), max_size=6),
    modes=st.lists(st.tuples(PATHS, st.sampled_from([0, 0o444, 0o111])), max_size=2),
    ignore_case=st.booleans(),
    looks=st.lists(st.tuples(st.sampled_from(["entry", "listdir", "read"]), PATHS), max_size=12),
)
def test_same_answers_inside(files, modes, ignore_case, looks):
    tree = Tree(ignore_case=ignore_case)
    tree.mkdir(ROOT)
    for path, kind, target in files:
        steps = path.split("/")
        folders = [f"{ROOT}/{'/'.join(steps[:count])}" for count in range(1, len(steps))]
        is_free = all(each not in tree.nodes or tree.nodes[each].kind == "directory" for each in folders)
        if is_free and f"{ROOT}/{path}" not in tree.nodes and not {"", ".", ".."} & set(steps):
            if kind == "file":
                tree.write(f"{ROOT}/{path}", "x")
            elif kind == "folder":
                tree.mkdir(f"{ROOT}/{path}")
            else:
                tree.link(f"{ROOT}/{path}", target)
    for path, mode in modes:
        if f"{ROOT}/{path}" in tree.nodes:
            tree.chmod(f"{ROOT}/{path}", mode)
    confined = Confined(tree, [ROOT])
    for name, path in looks:
        whole = f"{ROOT}/{path}"
        assert getattr(confined, name)(whole) == getattr(tree, name)(whole), (name, whole)


@pytest.mark.parametrize(
    "path, kind", [("/work", "directory"), ("/work/other", "missing"), ("/", "directory"), ("/etc", "missing")]
)
def test_nothing_outside_but_the_way(path, kind):
    tree = Tree()
    tree.write(f"{ROOT}/AGENTS.md", "x")
    tree.write("/work/other", "x")
    tree.write("/etc/x", "x")
    assert Confined(tree, [ROOT]).entry(path).kind == kind


def test_a_listing_hides_no_other_spelling():
    tree = Tree(ignore_case=True)
    tree.write(f"{ROOT}/AGENTS.md", "x")
    confined = Confined(tree, [ROOT])
    assert list(confined.listdir(ROOT)) == ["AGENTS.md"]
    assert confined.entry(f"{ROOT}/AGENTS.MD") == tree.entry(f"{ROOT}/AGENTS.MD")
    assert confined.entry(f"{ROOT}/agents").kind == "missing"


def test_a_folder_that_can_only_be_listed_stays_closed():
    tree = Tree()
    tree.write(f"{ROOT}/closed/a", "x")
    tree.chmod(f"{ROOT}/closed", 0o444)
    confined = Confined(tree, [ROOT])
    assert list(confined.listdir(f"{ROOT}/closed")) == ["a"]
    assert confined.entry(f"{ROOT}/closed/b").kind == "blocked"
