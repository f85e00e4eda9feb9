"""Codex's configuration: layers and their order, types, trust, permission profiles."""

from __future__ import annotations

import pytest
from core.test_codex import check_chain, codex_chain, shown
from fixture import HOME, ROOT, parse
from hypothesis import given, settings
from hypothesis import strategies as st

from guidechain.core.hosts.codex import HOST
from guidechain.core.model import Launch, Touch
from guidechain.core.snapshot import Snapshot

FILES = """
-- .git/HEAD --
ref
-- pkg/A.md --
a
-- pkg/B.md --
b
-- pkg/C.md --
c
"""
LAYERS = {
    "/etc/codex/managed_config.toml": "",
    "-c": "",
    "pkg/.codex/config.toml": "",
    ".codex/config.toml": "",
    "~/.codex/work.config.toml": "",
    "~/.codex/config.toml": "",
    "/etc/codex/config.toml": "",
}
"""From the highest precedence to the lowest (CX-40)."""
TRUSTED = f'[projects."{ROOT}"]\ntrust_level = "trusted"\n'
UNTRUSTED = TRUSTED.replace("trusted", "untrusted")


def test_each_layer_beats_the_ones_below_it() -> None:
    order = list(LAYERS)
    for index, high in enumerate(order):
        for low in order[index + 1 :]:
            check_layers({low: "B.md", high: "A.md"}, ["+ pkg/A.md", "- pkg/B.md shadowed pkg/A.md"][0])


def check_layers(fallbacks: dict[str, str], expected: str) -> None:
    """``expected`` is the winner; each layer names one fallback file."""
    text, args = FILES, "-p work"
    for layer in LAYERS:
        line = f'project_doc_fallback_filenames = ["{fallbacks[layer]}"]\n' if layer in fallbacks else ""
        if layer == "-c":
            args += f" -c '{line.strip()}'" if line else ""
        else:
            text += f"-- {layer} --\n{line}{TRUSTED if layer == '~/.codex/config.toml' else ''}"
    chain = codex_chain(text, "pkg", args)
    assert [f"+ {shown(each.path)}" for each in chain.loaded] == [expected], fallbacks


def test_lists_are_replaced_not_joined() -> None:
    check_layers({"~/.codex/config.toml": "B.md", "/etc/codex/config.toml": "A.md"}, "+ pkg/B.md")


MARKED = (
    "-- top --\nx\n-- AGENTS.md --\nroot\n-- pkg/mark/x --\nx\n-- pkg/AGENTS.md --\npkg\n-- pkg/api/AGENTS.md --\napi\n"
)
ALL = "+ AGENTS.md\n+ pkg/AGENTS.md\n+ pkg/api/AGENTS.md"
FROM_PKG = "+ pkg/AGENTS.md\n+ pkg/api/AGENTS.md\n- AGENTS.md outside-search pkg/mark"
API_ONLY = "+ pkg/api/AGENTS.md\n- pkg/AGENTS.md outside-search\n- AGENTS.md outside-search"
API_AS_ROOT = "+ pkg/api/AGENTS.md\n- pkg/AGENTS.md outside-search {0}\n- AGENTS.md outside-search {0}"


@pytest.mark.parametrize(
    "markers, expected",
    [
        ('["top"]', ALL),
        ('["mark"]', FROM_PKG),
        ('["mark/x"]', FROM_PKG.replace("pkg/mark", "pkg/mark/x")),
        ('["top", "mark"]', FROM_PKG),
        ('["gone"]', API_ONLY),
        ("[]", API_ONLY),
        ('[""]', API_AS_ROOT.format("pkg/api")),
        ('[".."]', API_AS_ROOT.format("pkg")),
        ('["a\\u0000b"]', API_ONLY),
    ],
)
def test_markers(markers: str, expected: str) -> None:
    check_chain(f"-- ~/.codex/config.toml --\nproject_root_markers = {markers}\n{MARKED}", expected, cwd="pkg/api")
    check_chain(MARKED, expected, cwd="pkg/api", args=f"-c 'project_root_markers={markers}'")


def test_markers_of_a_trusted_project_have_no_effect() -> None:
    text = f"-- .git/HEAD --\nref\n-- .codex/config.toml --\nproject_root_markers = []\n-- ~/.codex/config.toml --\n{TRUSTED}{MARKED}"
    check_chain(text, ALL, cwd="pkg/api")


@pytest.mark.parametrize(
    "names, winner",
    [
        ('[" A.md "]', "+ pkg/A.md"),
        ('["", ".", "..", "B.md"]', "+ pkg/B.md"),
        ('["./A.md", "../pkg/A.md", "C.md"]', "+ pkg/C.md"),
        ('["x\\u0000", "AGENTS.md", "B.md"]', "+ pkg/B.md"),
        ("[]", ""),
    ],
)
def test_fallback_names(names: str, winner: str) -> None:
    chain = codex_chain(f"-- ~/.codex/config.toml --\nproject_doc_fallback_filenames = {names}\n{FILES}", "pkg")
    assert "\n".join(f"+ {shown(each.path)}" for each in chain.loaded) == winner


def test_windows_drops_fallback_names_with_its_own_separators() -> None:
    text = f"-- ~/.codex/config.toml --\nproject_doc_fallback_filenames = ['a\\b', 'c:d', 'A.md']\n{FILES}"
    chain = codex_chain(text, "pkg", platform="win32")
    assert [shown(each.path) for each in chain.loaded] == ["pkg/A.md"]


@pytest.mark.parametrize(
    "line, refused",
    [
        ('project_doc_max_bytes = "32 KiB"', "~/.codex/config.toml:2: in `project_doc_max_bytes`: expected a number of bytes, 0 or more"),
        ("project_doc_max_bytes = -1", "~/.codex/config.toml:2: in `project_doc_max_bytes`: expected a number of bytes, 0 or more"),
        ("project_doc_max_bytes = true", "~/.codex/config.toml:2: in `project_doc_max_bytes`: expected a number of bytes, 0 or more"),
        ("project_doc_max_bytes = 1.5", "~/.codex/config.toml:2: in `project_doc_max_bytes`: expected a number of bytes, 0 or more"),
        ('project_root_markers = "x"', "~/.codex/config.toml:2: in `project_root_markers`: expected a list of names"),
        ("project_doc_fallback_filenames = [1]", "~/.codex/config.toml:2: in `project_doc_fallback_filenames`: expected a list of file names"),
        ("projects = 1", '~/.codex/config.toml:2: in `projects`: expected trust_level = "trusted" or "untrusted"'),
        ('projects.x.trust_level = "maybe"', '~/.codex/config.toml:2: in `projects.x.trust_level`: expected trust_level = "trusted" or "untrusted"'),
        ("x = [", "~/.codex/config.toml: not valid TOML: Invalid value (at end of document)"),
        ("project_doc_max_bytes = 9223372036854775808", "~/.codex/config.toml: not valid TOML: integer 9223372036854775808 does not fit into 64 bits"),
        ("x.y = [-9223372036854775809]", "~/.codex/config.toml: not valid TOML: integer -9223372036854775809 does not fit into 64 bits"),
    ],
)  # fmt: skip
def test_a_wrong_value_stops_the_start(line: str, refused: str) -> None:
    check_chain(
        f"-- ~/.codex/config.toml --\n# a comment\n{line}\n-- AGENTS.md --\nroot\n-- ~/.codex/AGENTS.md --\nglobal\n",
        f"""
        ! {refused.replace("~", HOME)}
        - ~/.codex/AGENTS.md lost-with ~/.codex/config.toml
        - AGENTS.md lost-with ~/.codex/config.toml
        """,
    )


def test_a_wrong_value_of_the_command_line_stops_the_start() -> None:
    for value in ("lots", 2**63):
        chain = codex_chain("-- AGENTS.md --\nroot\n", args=f"-c project_doc_max_bytes={value}")
        assert chain.refused == "-c: in `project_doc_max_bytes`: expected a number of bytes, 0 or more"


def test_an_unreadable_configuration_stops_the_start() -> None:
    tree = parse("-- AGENTS.md --\nroot\n-- ~/.codex/config.toml --\n\n").tree
    tree.chmod(f"{HOME}/.codex/config.toml", 0)
    assert codex_chain(tree).refused == f"{HOME}/.codex/config.toml: the configuration file cannot be read"


def test_a_broken_configuration_counts_only_where_the_project_is_trusted() -> None:
    text = "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- .codex/config.toml --\nproject_doc_max_bytes = 'x'\n-- ~/.codex/config.toml --\n"
    check_chain(text, "+ AGENTS.md")
    assert codex_chain(text + TRUSTED).refused


def test_a_key_in_a_table_does_nothing() -> None:
    text = f"-- ~/.codex/config.toml --\n[project]\nproject_doc_fallback_filenames = ['A.md']\n{FILES}"
    assert codex_chain(text, "pkg").loaded == ()


def test_the_files_behind_the_outcome_are_named() -> None:
    text = f"{FILES}-- ~/.codex/config.toml --\nproject_doc_fallback_filenames = ['A.md']\n{TRUSTED}"
    chain = codex_chain(text + "-- .codex/config.toml --\nproject_doc_max_bytes = 9\n", "pkg")
    assert [shown(each) for each in chain.decided_by] == [".codex/config.toml", "~/.codex/config.toml"]
    assert chain.budget == 9


def test_the_command_line_is_no_file_behind_the_outcome() -> None:
    args = f"""-c project_doc_max_bytes=9 -c 'projects={{"{ROOT}"={{trust_level="untrusted"}}}}'"""
    chain = codex_chain("-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n", args=args)
    assert chain.decided_by == ()
    assert [(each.why, each.culprit) for each in chain.not_loaded] == [("untrusted", "-c")]


TRUST = "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.md --\npkg\n-- pkg/api/AGENTS.md --\napi\n"


@pytest.mark.parametrize(
    "marks, loads",
    [
        ({}, True),
        ({ROOT: "untrusted"}, False),
        ({f"{ROOT}/": "untrusted"}, True),
        ({f"{ROOT}/pkg": "untrusted"}, True),
        ({f"{ROOT}/pkg/api": "untrusted"}, False),
        ({f"{ROOT}/pkg/api": "trusted", ROOT: "untrusted"}, True),
        ({"/work": "untrusted"}, True),
        ({f"{ROOT}/link": "untrusted"}, True),
        ({"pkg/api": "untrusted"}, True),
    ],
)
def test_trust_is_looked_up_for_the_launch_folder_then_the_root(marks: dict[str, str], loads: bool) -> None:
    table = "".join(f'[projects."{path}"]\ntrust_level = "{level}"\n' for path, level in marks.items())
    text = f"{TRUST}-- link -> pkg/api --\n-- ~/.codex/config.toml --\n{table}"
    expected = [f"{where}AGENTS.md" for where in ("", "pkg/", "pkg/api/")]
    chain = codex_chain(text, "pkg/api")
    assert [shown(each.path) for each in chain.loaded] == (expected if loads else [])
    assert {each.why for each in chain.not_loaded} == (set() if loads else {"untrusted"})


def test_the_mark_of_the_main_checkout_holds_for_its_worktrees() -> None:
    text = f"""
        -- main/.git/worktrees/wt/gitdir --
        {ROOT}/wt/.git
        -- main/.git/worktrees/wt/commondir --
        ../..
        -- wt/.git --
        gitdir: {ROOT}/main/.git/worktrees/wt
        -- wt/AGENTS.md --
        wt
        -- ~/.codex/config.toml --
        projects."{ROOT}/main".trust_level = "untrusted"
        """
    check_chain(text, "- wt/AGENTS.md untrusted ~/.codex/config.toml", cwd="wt")


def test_a_submodule_does_not_follow_the_superproject() -> None:
    text = f"""
        -- sub/.git --
        gitdir: ../.git/modules/sub
        -- sub/AGENTS.md --
        sub
        -- ~/.codex/config.toml --
        {UNTRUSTED}"""
    check_chain(text.replace("\ntrust", "\n        trust"), "+ sub/AGENTS.md", cwd="sub")


@pytest.mark.parametrize(
    "args, trusted",
    [
        ("exec --trust", True),
        ("exec", False),
        ("exec --dangerously-bypass-approvals-and-sandbox", False),
        (f'-c \'projects={{"{ROOT}"={{trust_level="trusted"}}}}\'', True),
        (f'-c \'projects."{ROOT}".trust_level="trusted"\'', False),
    ],
)
def test_what_makes_a_project_trusted_on_the_command_line(args: str, trusted: bool) -> None:
    text = f"{FILES}-- .codex/config.toml --\nproject_doc_fallback_filenames = ['A.md']\n"
    assert bool(codex_chain(text, "pkg", args).loaded) is trusted


def test_a_nearer_project_file_needs_its_own_trust_or_that_of_the_root() -> None:
    text = f"""{FILES}-- .codex/config.toml --
project_doc_fallback_filenames = ["B.md"]
-- pkg/.codex/config.toml --
project_doc_max_bytes = 1
-- ~/.codex/config.toml --
projects."{ROOT}/pkg".trust_level = "trusted"
"""
    chain = codex_chain(text, "pkg")
    assert (chain.loaded, chain.budget) == ((), 1)


def profile(entries: str, extends: str = 'extends = ":workspace"') -> str:
    return f"""-- ~/.codex/config.toml --
default_permissions = "guard"
[permissions.guard]
{extends}
[permissions.guard.filesystem.":workspace_roots"]
{entries}
{NESTED_TWICE}"""


NESTED_TWICE = (
    "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.md --\npkg\n-- ~/.codex/AGENTS.md --\nglobal\n"
)
DENIED = f"! the permission profile lets nobody read {ROOT}/pkg/AGENTS.md"
FREE = "+ ~/.codex/AGENTS.md\n+ AGENTS.md\n+ pkg/AGENTS.md"
HIDDEN = "+ ~/.codex/AGENTS.md\n+ pkg/AGENTS.md\n- AGENTS.md outside-search"


@pytest.mark.parametrize(
    "text, args, expected",
    [
        (profile('"AGENTS.md" = "deny"'), "", DENIED),
        (profile('"AGENTS.md" = "none"'), "", DENIED),
        (profile('"**/*.md" = "deny"'), "", DENIED),
        (profile('"AGENTS.override.md" = "deny"'), "", FREE),
        (profile('"AGENTS.md" = "read"'), "", FREE),
        (profile('"src" = "deny"'), "", FREE),
        (profile('"AGENTS.md" = "deny"'), "-s read-only", FREE),
        (profile('"AGENTS.md" = "deny"'), "--yolo", FREE),
        (profile('"AGENTS.md" = "deny"'), "-c sandbox_mode=read-only", FREE),
        (profile('"AGENTS.md" = "deny"'), "-c project_doc_max_bytes=0", "+ ~/.codex/AGENTS.md\n- AGENTS.md disabled\n- pkg/AGENTS.md disabled".replace("disabled", "disabled -c")),
        (profile('"." = "write"', ""), "", HIDDEN),
        (profile('"." = "write"', 'filesystem.":minimal" = "read"'), "", HIDDEN),
        (profile('"." = "write"', 'filesystem.":root" = "deny"'), "", HIDDEN),
        (profile('"." = "write"', f'filesystem."{ROOT}" = "read"'), "", FREE),
        (profile('"." = "write"', f'workspace_roots."{ROOT}" = true'), "", FREE),
        (profile('"." = "write"', 'extends = "base"') + "-- /etc/codex/config.toml --\n[permissions.base]\nextends=':read-only'\n", "", FREE),
    ],
)  # fmt: skip
def test_read_limits_of_a_permission_profile(text: str, args: str, expected: str) -> None:
    chain = codex_chain(text, "pkg", args)
    lines = [f"! {chain.refused}"] if chain.refused else [f"+ {shown(each.path)}" for each in chain.loaded]
    if not chain.refused:
        lines += [f"- {shown(each.path)} {each.why}{f' {shown(each.culprit)}' if each.why == 'disabled' else ''}" for each in chain.not_loaded]  # fmt: skip
    assert "\n".join(lines) == expected.replace("-c", shown("-c"))


def test_an_unreadable_file_under_read_limits_stops_the_session() -> None:
    tree = parse(profile('"src" = "deny"')).tree
    tree.chmod(f"{ROOT}/AGENTS.md", 0)
    assert codex_chain(tree, "pkg").refused == f"the permission profile lets nobody read {ROOT}/AGENTS.md"


TOML = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.sampled_from(['"x"', '"../x"', '"\\u0000"', '":workspace"', '"deny"', "[]"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2).map(lambda each: f"[{', '.join(map(str, each))}]"),
        st.dictionaries(
            st.sampled_from(["x", "projects", "guard", "filesystem", '":workspace_roots"', "extends", '"*/{"', "workspace_roots"]),
            inner,
            max_size=3,
        ).map(lambda each: f"{{{', '.join(f'{key} = {str(value).lower() if isinstance(value, bool) else value}' for key, value in each.items())}}}"),
    ),
    max_leaves=8,
)  # fmt: skip
KEYS = ("project_doc_max_bytes", "project_doc_fallback_filenames", "project_root_markers", "projects", "permissions", "sandbox_mode", "profiles", "default_permissions")  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), TOML),
    st.binary(max_size=8),
    st.sampled_from(["0.20.0", "0.77.0", "0.171.0"]),
)
def test_no_configuration_breaks_the_answer(values: dict[str, object], junk: bytes, version: str) -> None:
    tree = parse(NESTED_TWICE).tree
    lines = [f"{key} = {str(value).lower() if isinstance(value, bool) else value}" for key, value in values.items()]
    tree.write(f"{HOME}/.codex/config.toml", "\n".join([*lines, 'default_permissions = "guard"'][: len(lines) + 1]))
    tree.write(f"{ROOT}/.codex/config.toml", junk)
    launch = Launch(f"{ROOT}/pkg", HOME, version, ("-p", "work", "-c", junk.decode("latin-1"), "--trust"))
    chain = HOST.chain(Snapshot(tree), launch, Touch(f"{ROOT}/pkg/x/y"))
    assert HOST.compose is not None
    assert all(part.text for part in HOST.compose(Snapshot(tree), chain))


@pytest.mark.parametrize("line", ["x = { a = 1, }", "x = {\n  a = 1\n}", r'x = "\e\x41"', "x = 07:32"])
def test_toml_1_1_is_read(line: str) -> None:
    chain = codex_chain(f"-- ~/.codex/config.toml --\n{line}\n-- AGENTS.md --\nroot\n")
    assert [shown(each.path) for each in chain.loaded] == ["AGENTS.md"]


def test_an_empty_table_of_the_old_form_stops_a_profile_too() -> None:
    chain = codex_chain("-- ~/.codex/config.toml --\n[profiles.p]\n-- AGENTS.md --\nroot\n", args="-p p")
    assert "[profiles.p] is no longer read" in (chain.refused or "")
