"""queries.chains: launch folders, defaults, and several acts merged into one chain."""

from __future__ import annotations

import pytest
from fixture import ROOT, absolute, parse

from guidechain.core.model import Chain, Host, Launch, Loaded, NotLoaded, Settings, Touch
from guidechain.core.queries import chains
from guidechain.core.snapshot import Snapshot


def fake_chain(snapshot: Snapshot, launch: Launch, touch: Touch | None) -> Chain:
    """AGENTS.md of the launch folder at start; `read` brings what lies beside the touched file before `extra.md`."""
    loaded = [Loaded(f"{launch.cwd}/AGENTS.md", f"{launch.cwd}/AGENTS.md")]
    missed = []
    beside = f"{launch.cwd}/sub/AGENTS.md"
    if touch and touch.act == "read":
        loaded.append(Loaded(beside, beside, "on-touch"))
    elif touch:
        missed.append(NotLoaded(beside, "wrong-touch"))
    if touch:
        loaded += [Loaded("/x/extra.md", "/x/extra.md", "on-touch")] * 2
    missed.append(NotLoaded(f"{launch.cwd}/agents.md", "wrong-case"))
    return Chain("fake", launch, touch, tuple(loaded), tuple(missed), (launch.cwd,), budget=7)


FAKE = Host("fake", "Fake", ("1.0",), ("FAKE.md",), ("FAKE.md",), fake_chain, env=("FAKE_HOME",))
OTHER = Host("other", "Other", ("1.0",), (".other/",), (), fake_chain)


@pytest.fixture(autouse=True)
def fake_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "HOSTS", (FAKE, OTHER))
    monkeypatch.setattr(chains, "DEFAULT_HOSTS", (FAKE, OTHER))


def check_chains(text: str, path: str, expected: str, *, acts: tuple[str, ...] = ("read", "edit"), **settings) -> None:
    snapshot = Snapshot(parse(text).tree)
    lines = []
    for chain in chains.chains_for(snapshot, Settings(ROOT, **settings), absolute(path), acts):
        files = [f"{f.loaded.path.removeprefix(ROOT + '/')}({' '.join(f.acts)})" for f in chain.files]
        missed = [f"-{n.path.removeprefix(ROOT + '/')}:{n.why}" for n in chain.not_loaded]
        lines.append(" ".join([chain.host.id, chain.launch.cwd.removeprefix(ROOT) or ".", *files, *missed]))
    assert lines == [line.strip() for line in expected.strip().splitlines()]


def test_acts_are_merged_in_prompt_order():
    check_chains(
        "-- FAKE.md --",
        "sub/x.py",
        """
        fake . AGENTS.md(read edit) sub/AGENTS.md(read) /x/extra.md(read edit) /x/extra.md(read edit) -agents.md:wrong-case
        """,
    )


def test_order_of_the_acts_does_not_change_the_prompt_order():
    check_chains(
        "-- FAKE.md --",
        "sub/x.py",
        """
        fake . AGENTS.md(edit read) sub/AGENTS.md(read) /x/extra.md(edit read) /x/extra.md(edit read) -agents.md:wrong-case
        """,
        acts=("edit", "read"),
    )


def test_what_no_act_brings_is_passed_over():
    check_chains(
        "-- FAKE.md --",
        "sub/x.py",
        "fake . AGENTS.md(edit) /x/extra.md(edit) /x/extra.md(edit) -sub/AGENTS.md:wrong-touch -agents.md:wrong-case",
        acts=("edit",),
    )


def test_folder_means_session_start_there():
    check_chains("-- FAKE.md --\n-- pkg/ --", "pkg", "fake /pkg pkg/AGENTS.md(read edit) -pkg/agents.md:wrong-case")


@pytest.mark.parametrize(
    ("text", "path", "launches", "expected"),
    [
        ("-- .git/ --", "a/x.py", (), ["."]),
        ("-- .git/ --\n-- a/.git --\ngitdir: x", "a/b/x.py", (), ["a", "."]),
        ("-- /work/.git/ --\n-- a/b/ --", "a/b/x.py", (), ["."]),
        ("-- a/.git/ --", "a/b/x.py", ("pkg",), ["pkg"]),
        ("-- /else/.git/ --", "/else/x.py", (), ["."]),
    ],
)
def test_launch_folders(text: str, path: str, launches: tuple[str, ...], expected: list[str]):
    settings = Settings(ROOT, launches=tuple(map(absolute, launches)))
    found = chains.launch_folders(Snapshot(parse(text).tree), settings, absolute(path))
    assert list(found) == [absolute(each) for each in expected]


@pytest.mark.parametrize(
    ("text", "configured", "expected"),
    [
        ("-- README.md --", (), ["fake", "other"]),
        ("-- FAKE.md --", (), ["fake"]),
        ("-- packages/web/.other/ --", (), ["other"]),
        ("-- packages/web/.other --", (), ["fake", "other"]),
        ("-- node_modules/web/.other/ --", (), ["fake", "other"]),
        ("-- FAKE.md --", ("other",), ["other"]),
        ("-- FAKE.md --\n-- .other/ --", (), ["fake", "other"]),
    ],
)
def test_hosts_for(text: str, configured: tuple[str, ...], expected: list[str]):
    found = chains.hosts_for(Snapshot(parse(text).tree), Settings(ROOT, hosts=configured))
    assert [host.id for host in found] == expected


def test_launch_for_takes_only_what_the_host_reads():
    settings = Settings(
        ROOT, versions=(("fake", "2.0"),), env=(("FAKE_HOME", "/f"), ("SECRET", "s")), home="/h", platform="win32"
    )
    launch = chains.launch_for(settings, FAKE, "/cwd")
    assert launch == Launch("/cwd", "/h", "2.0", env=(("FAKE_HOME", "/f"),), platform="win32")
