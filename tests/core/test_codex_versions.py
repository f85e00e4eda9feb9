"""Each rule of Codex that changed, on the last release with the old behaviour and the first with the new."""

from __future__ import annotations

import pytest
from core.test_codex import LINKED, NESTED, REAL, codex_chain, shown
from core.test_codex_config import DENIED, FILES, FREE, HIDDEN, MARKED, TRUSTED, UNTRUSTED, profile
from fixture import HOME, ROOT, absolute, parse

from guidechain.core.hosts import codex_versions as versions
from guidechain.core.hosts.codex import HOST
from guidechain.core.hosts.codex_sessions import Event, sent_again
from guidechain.core.hosts.versions import Boundary, holds, unknown
from guidechain.core.hosts.versions import parse as numbers
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot

USER = "-- ~/.codex/config.toml --\n"
BLANK_OVERRIDE = (
    "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.md --\npkg\n-- pkg/AGENTS.override.md --\n\n"
)
NAMES = "project_doc_fallback_filenames = "
PROJECT_NAMES = f"{FILES}-- .codex/config.toml --\n{NAMES}['A.md']\n"
PATH_NAME = f"{USER}{NAMES}['x/A.md', 'B.md']\n{FILES}-- pkg/x/A.md --\nx\n"
PROFILES = f"{FILES}-- ~/.codex/work.config.toml --\n{NAMES}['A.md']\n{USER}{NAMES}['B.md']\n"
EVERY = "+ AGENTS.md\n+ pkg/AGENTS.md\n+ pkg/api/AGENTS.md"

CHANGES = [
    (versions.CHAIN, NESTED, "pkg", "", "+ pkg/AGENTS.md", "+ AGENTS.md\n+ pkg/AGENTS.md"),
    (versions.FALLBACK, f"{USER}{NAMES}['A.md']\n{FILES}", "pkg", "", "", "+ pkg/A.md"),
    (versions.FALLBACK, f"{USER}{NAMES}'x'\n{NESTED}", "", "", "+ AGENTS.md", "! in `project_doc_fallback_filenames`"),
    (versions.OVERRIDE, BLANK_OVERRIDE, "pkg", "", "+ AGENTS.md\n+ pkg/AGENTS.md", "+ AGENTS.md"),
    (
        versions.OVERRIDE,
        "-- ~/.codex/AGENTS.md --\nplain\n-- ~/.codex/AGENTS.override.md --\nmine\n",
        "",
        "",
        "+ ~/.codex/AGENTS.md",
        "+ ~/.codex/AGENTS.override.md",
    ),
    (versions.PROJECT_CONFIG, f"{PROJECT_NAMES}{USER}{TRUSTED}", "pkg", "", "", "+ pkg/A.md"),
    (
        versions.MARKERS,
        f"{USER}project_root_markers = ['mark']\n-- .git/HEAD --\nref\n{MARKED}",
        "pkg/api",
        "",
        EVERY,
        EVERY[12:],
    ),
    (
        versions.MARKERS,
        "-- .git/HEAD --\nref\n" + MARKED,
        "pkg/api",
        "-c project_root_markers=[]",
        EVERY,
        "+ pkg/api/AGENTS.md",
    ),
    (
        versions.MARKERS,
        f"{USER}project_root_markers = 1\n{NESTED}",
        "",
        "",
        "+ AGENTS.md",
        "! in `project_root_markers`",
    ),
    (
        versions.LINKS,
        "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.override.md -> gone --\n-- pkg/AGENTS.md --\npkg\n",
        "pkg",
        "",
        "+ AGENTS.md",
        "+ AGENTS.md\n+ pkg/AGENTS.md",
    ),
    (
        versions.LINKS,
        "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- pkg/AGENTS.md -> ../d --\n-- d/ --\n-- ~/.codex/AGENTS.md --\nglobal\n",
        "pkg",
        "",
        "+ ~/.codex/AGENTS.md",
        "+ ~/.codex/AGENTS.md\n+ AGENTS.md",
    ),
    (versions.PROFILE_FILE, PROFILES, "pkg", "-p work", "! config profile `work` not found", "+ pkg/A.md"),
    (
        versions.PROFILE_FILE,
        f"{PROFILES}profiles.work.{NAMES}['B.md']\n",
        "pkg",
        "-p work",
        "+ pkg/B.md",
        "! [profiles.work] is no longer read",
    ),
    (
        versions.PROFILE_FILE,
        f"{USER}profile = 'work'\nprofiles.work.x = 1\n{NESTED}",
        "",
        "",
        "+ AGENTS.md",
        "! `profile` selects no profile",
    ),
    (
        versions.CD_LINK,
        LINKED,
        "",
        "-C links/here",
        REAL,
        REAL.replace("real/pkg", "links/here").replace("real", "links"),
    ),
    (versions.PERMISSIONS, profile('"AGENTS.md" = "deny"'), "pkg", "", FREE, DENIED),
    (versions.PERMISSIONS, profile('"." = "write"', ""), "pkg", "", FREE, HIDDEN.split("\n-")[0]),
    (versions.UNTRUSTED, f"{NESTED}{USER}{UNTRUSTED}", "", "", "+ AGENTS.md", ""),
    (versions.FALLBACK_PATH, PATH_NAME, "pkg", "", "+ pkg/x/A.md", "+ pkg/B.md"),
    (versions.EXEC_TRUST_ON, PROJECT_NAMES, "pkg", "exec --yolo", "", "+ pkg/A.md"),
    (versions.EXEC_TRUST_OFF, PROJECT_NAMES, "pkg", "exec -s workspace-write", "+ pkg/A.md", ""),
    (versions.EXEC_TRUST_OFF, PROJECT_NAMES, "pkg", "exec --trust", "! unexpected argument '--trust'", "+ pkg/A.md"),
    (versions.ADD_DIR, NESTED, "", "--add-dir web", "! unexpected argument '--add-dir'", "+ AGENTS.md"),
    (versions.IGNORE_USER_CONFIG, NESTED, "", "--ignore-user-config", "! unexpected argument", "+ AGENTS.md"),
    (versions.WORKTREE, NESTED, "", "exec --worktree", "! unexpected argument '--worktree'", "+ AGENTS.md"),
]


@pytest.mark.parametrize("boundary, text, cwd, args, old, new", CHANGES)
def test_both_sides_of_a_boundary(boundary: Boundary, text: str, cwd: str, args: str, old: str, new: str) -> None:
    for version, expected in ((boundary.old, old), (boundary.new, new)):
        chain = codex_chain(text, cwd, args, version=version)
        if expected.startswith("!"):
            assert expected[2:] in (chain.refused or "")
        else:
            assert "\n".join(f"+ {shown(each.path)}" for each in chain.loaded) == expected
            assert chain.refused is None


HEADED = "# AGENTS.md instructions for /work/project\n\n<INSTRUCTIONS>\n{}\n</INSTRUCTIONS>"
BARE = HEADED.replace(" for /work/project", "")
TAGGED = "<user_instructions>\n\n{}\n\n</user_instructions>"
TEXTS = [
    (versions.WRAPPER, "-- AGENTS.md --\nroot\n", TAGGED.format("root\n"), HEADED.format("root\n")),
    (versions.BARE_HEADING, "-- ~/.codex/AGENTS.md --\nglobal\n", HEADED.format("global"), BARE.format("global")),
    (versions.BARE_HEADING, "-- AGENTS.md --\nroot\n", HEADED.format("root\n"), HEADED.format("root\n")),
]


@pytest.mark.parametrize("boundary, text, old, new", TEXTS)
def test_both_sides_of_a_boundary_in_the_message(boundary: Boundary, text: str, old: str, new: str) -> None:
    for version, expected in ((boundary.old, old), (boundary.new, new)):
        assert message(text, version=version) == expected


def message(text: str, **launch: str) -> str:
    """The whole message of a launch in the root."""
    tree = parse(text).tree
    chain = codex_chain(tree, **launch)  # type: ignore[arg-type]
    assert HOST.compose is not None
    return "".join(part.text for part in HOST.compose(Snapshot(tree), chain))


GLOBAL_CHANGES = ("~/.codex/AGENTS.md", "new global\n")
PROJECT_CHANGES = ("AGENTS.md", "new root\n")
BOTH = "~/.codex/AGENTS.md\nAGENTS.md"
SESSIONS: list[tuple[Boundary, Event, tuple[str, str | None] | None, str, str]] = [
    (versions.GLOBAL_REREAD, "request", GLOBAL_CHANGES, "", BOTH),
    (versions.GLOBAL_REREAD, "request", PROJECT_CHANGES, "", ""),
    (versions.GLOBAL_REREAD, "request", ("pkg/AGENTS.md", "nearer\n"), "", ""),
    (versions.GLOBAL_REREAD, "request", ("~/.codex/AGENTS.md", None), "", "AGENTS.md"),
    (versions.RESUME_READS, "resume", PROJECT_CHANGES, "", BOTH),
    (versions.RESUME_READS, "resume", None, "", BOTH),
    (versions.RESUME_KEEPS, "resume", PROJECT_CHANGES, BOTH, ""),
    (versions.RESUME_CHANGED, "resume", PROJECT_CHANGES, "", BOTH),
    (versions.RESUME_CHANGED, "resume", ("AGENTS.md", None), "", "~/.codex/AGENTS.md"),
    (versions.RESUME_CHANGED, "resume", None, "", ""),
]


@pytest.mark.parametrize("boundary, event, change, old, new", SESSIONS)
def test_both_sides_of_a_boundary_in_time(
    boundary: Boundary, event: Event, change: tuple[str, str | None] | None, old: str, new: str
) -> None:
    text = "-- .git/HEAD --\nref\n-- AGENTS.md --\nroot\n-- pkg/x --\nx\n-- ~/.codex/AGENTS.md --\nglobal\n"
    before, after = parse(text).tree, parse(text).tree
    if change:
        after.remove(absolute(change[0]))
        if change[1] is not None:
            after.write(absolute(change[0]), change[1])
    for version, expected in ((boundary.old, old), (boundary.new, new)):
        launch = Launch(f"{ROOT}/pkg", HOME, version)
        sent = sent_again(Snapshot(before), Snapshot(after), launch, event)
        assert "\n".join(shown(each.path) for each in sent) == expected


def test_every_boundary_has_a_test_on_both_sides() -> None:
    assert {each[0] for each in (*CHANGES, *TEXTS, *SESSIONS)} == set(versions.BOUNDARIES)


def test_the_newest_observed_release_is_past_every_boundary() -> None:
    assert all(holds(numbers(HOST.verified[-1]), each) for each in versions.BOUNDARIES)


@pytest.mark.parametrize("version", ["latest", "9.9.9", "codex-cli 0.150.0-alpha.2"])
def test_an_unknown_version_follows_the_newest_rules(version: str) -> None:
    assert codex_chain(f"{NESTED}{USER}{UNTRUSTED}", version=version).loaded == ()


@pytest.mark.parametrize(
    "version, rules",
    [
        ("0.155.1", ["V-11", "V-12", "--worktree"]),
        ("0.22.0", ["V-1"]),
        ("0.171.0", []),
        ("0.150.0", ["--worktree"]),
        (None, []),
    ],
)
def test_between_two_observations_the_behaviour_is_unknown(version: str | None, rules: list[str]) -> None:
    assert [each.rule for each in unknown(numbers(version), versions.BOUNDARIES)] == rules
