"""The disk: every kind of thing that can stand at a path has an answer, and buffers count in place of files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fixture import ROOT, parse
from on_disk import lay_out

from guidechain import machine, workspace
from guidechain.core.model import Change
from guidechain.core.overlay import Overlay
from guidechain.workspace import Disk, Stamped


@pytest.fixture
def disk() -> Disk:
    return Disk()


def check_entry(path: Path | str, expected: str) -> None:
    """``expected`` is the kind, then the size where one is given."""
    found = Disk().entry(str(path))
    assert expected in (found.kind, f"{found.kind} {found.size}")


def test_files_folders_links_and_pipes(tmp_path):
    root = lay_out("-- a/b.md --\ntext\n-- c.md -> a/b.md --\n-- d -> a --\n-- gone -> nowhere/x --", tmp_path).root
    os.mkfifo(root / "pipe")
    check_entry(root, "directory")
    check_entry(root / "a/b.md", "file 5")
    check_entry(root / "pipe", "special")
    assert Disk().entry(str(root / "c.md")).real == str(root / "a/b.md")
    assert Disk().entry(str(root / "d/b.md")).real == str(root / "a/b.md")
    assert Disk().entry(str(root / "gone")) == workspace.Entry("missing", str(root / "nowhere/x"))
    assert dict(Disk().listdir(str(root))) == {
        "a": "directory", "c.md": "link", "d": "link", "gone": "link", "pipe": "special",
    }  # fmt: skip


def test_paths_that_cannot_exist_are_missing():
    for path in ("/a\0b", "/" + "x" * 5000, "/\ud800", "/etc/hostname/below", "", "/" + "y/" * 3000):
        check_entry(path, "missing")
        assert Disk().read(path) is None
        assert Disk().listdir(path or "/nowhere") == {}


def test_a_link_loop_is_blocked(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    check_entry(tmp_path / "a", "blocked")
    check_entry(tmp_path / "a/x", "blocked")
    assert Disk().read(str(tmp_path / "a")) is None


def test_files_and_folders_closed_to_everybody_are_unreadable(tmp_path):
    (tmp_path / "shut.md").write_text("secret")
    (tmp_path / "shut.md").chmod(0)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/x").write_text("")
    (tmp_path / "folder").chmod(0o300)
    check_entry(tmp_path / "shut.md", "unreadable")
    check_entry(tmp_path / "folder", "unreadable")
    assert Disk().read(str(tmp_path / "shut.md")) is None
    assert Disk().listdir(str(tmp_path / "folder")) == {}
    (tmp_path / "folder").chmod(0o700)


def test_reading_a_pipe_or_a_folder_neither_waits_nor_fails(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert Disk().read(str(tmp_path / "pipe")) is None
    assert Disk().read(str(tmp_path)) is None


def test_of_a_huge_file_the_beginning_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(workspace, "LARGEST", 10)
    (tmp_path / "big").write_text("0123456789abc")
    check_entry(tmp_path / "big", "file 13")
    assert Disk().read(str(tmp_path / "big")) == b"0123456789"


def test_names_that_are_no_utf_8_keep_their_bytes(tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")).write_text("x")
    (name,) = Disk().listdir(str(tmp_path))
    assert name == "\udcff.md"
    assert Disk().read(f"{tmp_path}/{name}") == b"x"


def test_the_current_folder_keeps_its_links(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.chdir(tmp_path / "link")
    monkeypatch.setenv("PWD", str(tmp_path / "link"))
    assert machine.absolute("a/../b.md") == str(tmp_path / "link/b.md")
    monkeypatch.setenv("PWD", "/somewhere/else")
    assert machine.current_folder() == str((tmp_path / "real").resolve())


def test_a_deleted_current_folder_has_an_answer(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert machine.absolute("x") == "/x"


def test_windows_paths_take_our_form(monkeypatch):
    monkeypatch.setattr(os, "sep", "\\")
    assert machine.with_slashes("\\\\?\\C:\\a\\b") == "C:/a/b"


TREE = """
-- AGENTS.md --
old
-- link.md -> AGENTS.md --
-- pkg/ --
"""


def overlay() -> Overlay:
    return Overlay(parse(TREE).tree)


def at(path: str) -> str:
    return f"{ROOT}/{path}"


def test_a_buffer_counts_in_place_of_the_file_under_each_of_its_names():
    files = overlay()
    assert files.open(at("link.md"), "new text") == Change(frozenset({at("link.md"), at("AGENTS.md")}))
    assert files.read(at("AGENTS.md")) == files.read(at("link.md")) == b"new text"
    assert files.entry(at("AGENTS.md")).size == 8
    assert files.is_open(at("AGENTS.md"))
    files.close(at("link.md"))
    assert files.read(at("AGENTS.md")) == b"old\n"
    assert not files.is_open(at("AGENTS.md"))


def test_a_buffer_makes_a_file_and_its_folders_exist():
    files = overlay()
    change = files.open(at("pkg/deep/down/AGENTS.md"), "x")
    assert change.paths == {at("pkg/deep"), at("pkg/deep/down"), at("pkg/deep/down/AGENTS.md")}
    assert files.entry(at("pkg/deep")).kind == "directory"
    assert files.entry(at("pkg/deep/down/AGENTS.md")).kind == "file"
    assert files.listdir(at("pkg")) == {"deep": "directory"}
    assert files.listdir(at("pkg/deep/down")) == {"AGENTS.md": "file"}
    files.close(at("pkg/deep/down/AGENTS.md"))
    assert files.entry(at("pkg/deep")).kind == "missing"
    assert files.listdir(at("pkg")) == {}


def test_unsaved_means_different_from_the_disk():
    files = overlay()
    files.open(at("AGENTS.md"), "old\n")
    assert not files.is_unsaved(at("AGENTS.md"))
    files.open(at("AGENTS.md"), "old\n!")
    assert files.is_unsaved(at("AGENTS.md"))
    assert not files.is_unsaved(at("link.md/none"))


def test_lone_surrogates_keep_the_columns():
    files = overlay()
    files.open(at("AGENTS.md"), "a\ud800b \ud83d\ude42")
    assert files.read(at("AGENTS.md")) == "a\ufffdb \U0001f642".encode()


def test_events_become_changes_of_files_and_of_whole_folders():
    files = overlay()
    found = files.changed(created=[at("link.md"), at("pkg")], edited=[at("AGENTS.md")], deleted=[at("old")])
    assert found == Change(frozenset({at("AGENTS.md"), at("link.md")}), frozenset({at("pkg"), at("old")}))


def test_resolved_paths_are_those_of_the_standard_library(tmp_path):
    root = lay_out("-- a/b/c.md --\n-- l -> a/b --\n-- gone -> a/nowhere/x --\n-- up -> .. --\n", tmp_path).root
    tails = ("", "c.md", "c.md/x", "none", "none/deep/er", "./none", "../none", "l")
    for head in ("", "a", "a/b", "l", "gone", "up/project/l", "up", "none"):
        for tail in tails:
            path = "/".join(filter(None, (str(root), head, tail)))
            assert workspace._real(path) == os.path.realpath(path), path
    for path in ("/", "//", "/none", "/none/x", "/proc/self/exe"):
        assert workspace._real(path) == os.path.realpath(path), path


def test_a_path_far_below_the_last_folder_that_exists_is_cheap(tmp_path, monkeypatch):
    asked = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *rest: asked.append(path) or real(path, *rest))
    deep = f"{tmp_path}/{'x/' * 1500}y"
    assert Disk().entry(deep) == workspace.Entry("missing", deep)
    assert len(asked) < 20


@pytest.mark.parametrize(
    "path", ["none", "none/x", "none/a/b/c/d/e", "gone", "gone/x", "file/x", "file/x/y", "way/none", "way/none/x", "real/../none"]
)  # fmt: skip
def test_where_a_missing_path_would_stand(tmp_path: Path, path: str) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "way").symlink_to("real")
    (tmp_path / "gone").symlink_to("nowhere/at/all")
    found = Disk().entry(f"{tmp_path}/{path}")
    assert (found.kind, found.real) == ("missing", os.path.realpath(tmp_path / path))


def test_a_look_for_an_older_world_hides_no_change(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("x")
    files = Stamped(Disk())
    assert files.read(str(file)) == b"x"
    assert list(files.listdir(str(tmp_path))) == ["a.md"]
    file.unlink()
    assert files.entry(str(file)).kind == "missing"
    assert not files.listdir(str(tmp_path))
    assert {path for path in files.changes() if path} == {str(file), f"{tmp_path}/"}
    assert not any(files.changes())
