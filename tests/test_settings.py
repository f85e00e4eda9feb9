"""Settings: what is in force, and for each value that cannot be used a problem with its place."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fixture import ROOT, parse
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from guidechain.core.model import Settings
from guidechain.core.overlay import Overlay
from guidechain.core.snapshot import Snapshot
from guidechain.settings import configured, read_settings

FOLDERS = "\n-- pkg/ --\n-- pkg/web/ --\n-- file.txt --\nx\n-- out -> /tmp --\n"
CODES = ("dead-file", "broken-import")


def read(toml: str, name: str = "guidechain.toml") -> Settings:
    tree = parse(FOLDERS).tree
    tree.mkdir("/tmp")
    tree.write(f"{ROOT}/{name}", dedent(toml))
    return read_settings(Snapshot(tree), ROOT, codes=CODES)


def check_problems(toml: str, *expected: str, name: str = "guidechain.toml") -> None:
    """Each expected problem reads ``line:column message`` (one-based) or its beginning."""
    found = [
        f"{each.span.start.line + 1}:{each.span.start.column + 1} {each.message}" for each in read(toml, name).problems
    ]
    assert len(found) == len(expected), found
    for problem, beginning in zip(found, expected, strict=True):
        assert problem.startswith(beginning), f"{problem!r} should start with {beginning!r}"


def test_every_setting():
    found = read(
        """
        hosts = ["codex", "copse"]
        launch = [".", "pkg/web/"]
        exclude = ["fixtures/", "!fixtures/keep"]
        [host_versions]
        codex = "0.130.0"
        [severity]
        dead-file = "off"
        [copse]
        trusted = true
        """
    )
    assert found == Settings(
        ROOT,
        hosts=("codex", "copse"),
        launches=(ROOT, f"{ROOT}/pkg/web"),
        versions=(("codex", "0.130.0"),),
        options=(("copse.trusted", "true"),),
        severities=(("dead-file", "off"),),
        exclude=("fixtures/", "!fixtures/keep"),
    )


def test_no_file_and_an_empty_file_are_the_defaults():
    assert read_settings(Snapshot(parse(FOLDERS).tree), ROOT) == read("") == Settings(ROOT)


def test_pyproject_counts_where_there_is_no_own_file():
    assert read('[project]\nname = "x"\n[tool.guidechain]\nhosts = ["codex"]\n', "pyproject.toml").hosts == ("codex",)
    assert read("[tool.black]\nline-length = 100\n# guidechain\n", "pyproject.toml") == Settings(ROOT)
    assert read("[tool.black\n# guidechain", "pyproject.toml") == Settings(ROOT)


def test_a_broken_pyproject_that_speaks_to_us_is_reported_and_not_in_force():
    found = read("[tool.guidechain]\nhosts = [\n", "pyproject.toml")
    assert (len(found.problems), found.in_force) == (1, False)


def test_the_own_file_goes_before_pyproject():
    tree = parse('-- guidechain.toml --\n-- pyproject.toml --\n[tool.guidechain]\nhosts = ["codex"]\n').tree
    assert read_settings(Snapshot(tree), ROOT).hosts == ()


@pytest.mark.parametrize(
    "toml, problem",
    [
        ("host = 1", "1:1 host is no setting; expected one of "),
        ("hosts = 'codex'", "1:1 hosts: expected a list of host names, found 'codex'"),
        ("hosts = ['codex', 3]", "1:1 hosts: expected a list of host names, found 3"),
        ("# first\n  hosts = ['kodex']", "2:3 kodex is no host; expected one of codex, "),
        ("launch = ['nowhere']", "1:1 launch: expected folders inside the workspace; nowhere does not exist"),
        ("launch = ['../x/..']", "1:1 launch: expected folders inside the workspace; ../x/.. lies outside it"),
        ("launch = ['file.txt']", "1:1 launch: expected folders inside the workspace; file.txt is no folder"),
        ("launch = ['out']", "1:1 launch: expected folders inside the workspace; out lies outside it"),
        (
            "[host_versions]\ncodex = 1.2",
            '2:1 host_versions.codex: expected a version as text, such as "1.2.3", found 1.2',
        ),
        ("[host_versions]\nkodex = '1.2'", "2:1 kodex is no host"),
        ("host_versions = {codex = true}", "1:1 host_versions.codex: expected a version as text"),
        ("host_versions.codex = 'new'", "1:1 host_versions.codex: expected a version as text"),
        ("[severity]\ndead-fyle = 'error'", "2:1 severity: dead-fyle is no diagnostic"),
        ("[severity]\n'dead-file' = 'fatal'", "2:1 severity.dead-file: expected one of error, warning,"),
        ("severity = []", "1:1 severity: expected a table of "),
        ("exclude = ['']", "1:1 exclude: expected a list of patterns"),
        ("[copse]\ntrusted = 'yes'", "2:1 copse.trusted: expected true or false, found 'yes'"),
        ("[copse]\ntrust = true", "2:1 copse.trust is no setting; expected one of trusted"),
        ("hosts = [", "1:10 not valid TOML: "),
        ("hosts = ['codex']]", "1:18 not valid TOML: Expected newline or end of document after a statement"),
        ("hosts = ['codex']\nhosts = []\nx = 1", "2:11 not valid TOML: Cannot overwrite a value;"),
        ("x = " + "[" * 5000, "1:5005 not valid TOML: "),
    ],
)
def test_a_value_that_cannot_be_used_is_reported_where_it_stands(toml, problem):
    check_problems(toml, problem)


def test_positions_below_a_table_of_pyproject():
    check_problems("[tool.guidechain]\nhots = 1\n", "2:1 hots is no setting", name="pyproject.toml")
    check_problems("[tool]\nguidechain = 1\n", "2:1 guidechain: expected a table", name="pyproject.toml")


def test_bytes_that_are_no_utf_8_are_reported_and_a_byte_order_mark_is_not():
    tree = parse(FOLDERS).tree
    tree.write(f"{ROOT}/guidechain.toml", b"\xef\xbb\xbfhosts = ['codex']\n")
    assert read_settings(Snapshot(tree), ROOT).hosts == ("codex",)
    tree.write(f"{ROOT}/guidechain.toml", b"hosts = []\n# \xff\n")
    (problem,) = read_settings(Snapshot(tree), ROOT).problems
    assert (problem.span.start.line, problem.message.split(";")[0]) == (1, "expected UTF-8, found the byte 0xff")


def test_a_settings_file_that_cannot_be_read_is_reported():
    tree = parse("-- guidechain.toml/ --").tree
    (problem,) = read_settings(Snapshot(tree), ROOT).problems
    assert problem.message.startswith("expected a readable file, found one that is directory")


def test_an_unsaved_buffer_counts_and_an_edit_is_noticed():
    files = Overlay(parse("-- guidechain.toml --\nhosts = ['codex']\n").tree)
    snapshot = Snapshot(files)
    assert snapshot.query(read_settings, ROOT).hosts == ("codex",)
    edited = snapshot.apply(files.open(f"{ROOT}/guidechain.toml", "hosts = ['copse']\n"))
    assert edited.query(read_settings, ROOT).hosts == ("copse",)
    assert snapshot.query(read_settings, ROOT).hosts == ("codex",)


def test_a_settings_file_that_appears_is_noticed():
    files = Overlay(parse("-- pkg/ --").tree)
    snapshot = Snapshot(files)
    assert snapshot.query(read_settings, ROOT).launches == ()
    edited = snapshot.apply(files.open(f"{ROOT}/guidechain.toml", "launch = ['pkg']\n"))
    assert edited.query(read_settings, ROOT).launches == (f"{ROOT}/pkg",)


def test_an_editor_configuration_goes_on_top_and_leaves_what_it_does_not_say():
    tree = parse(FOLDERS).tree
    base = Settings(ROOT, hosts=("copse",), exclude=("a",))
    found, problems = configured(
        Snapshot(tree),
        base,
        {"hosts": ["codex"], "launchFolders": ["pkg"], "hostVersions": {"codex": "1.0"}, "exclude": [], "path": ["x"]},
    )
    assert problems == ()
    assert found == Settings(
        ROOT, hosts=("codex",), launches=(f"{ROOT}/pkg",), versions=(("codex", "1.0"),), exclude=("a",)
    )


@pytest.mark.parametrize("nothing", [None, [], "text", 3, {}, {"hosts": None, "launch": ["pkg"]}])
def test_an_editor_that_says_nothing_changes_nothing(nothing):
    base = Settings(ROOT, hosts=("copse",))
    assert configured(Snapshot(parse(FOLDERS).tree), base, nothing) == (base, ())


def test_wrong_values_of_an_editor_are_named():
    _, problems = configured(Snapshot(parse(FOLDERS).tree), Settings(ROOT), {"hosts": ["x"], "launchFolders": 3})
    assert [each.split(";")[0] for each in problems] == [
        "x is no host",
        "launch: expected a list of folders inside the workspace, found 3",
    ]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("hosts", "launchFolders", "hostVersions", "severity", "exclude", "copse", "guard", "checks")


@hypothesis_settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), anything, max_size=4))
def test_no_configuration_raises(configuration):
    configured(Snapshot(parse(FOLDERS).tree), Settings(ROOT), configuration)


@hypothesis_settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet="hosts=[]{}'\"\n.#launch \\", max_size=40).map(str.encode))
def test_no_settings_file_raises(content):
    tree = parse(FOLDERS).tree
    tree.write(f"{ROOT}/guidechain.toml", content)
    read_settings(Snapshot(tree), ROOT)
