"""What git says about a change, with real repositories: every kind of change, every setting that could hide one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from delivery.repository import Repository

from guidechain import git
from guidechain.revision import Revision
from guidechain.workspace import Disk


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repo", **{"a.txt": "a\n" * 20, "dir/b.txt": "b\n", ".gitignore": "out/\n"})


def test_every_kind_of_change(repository: Repository):
    repository.git("mv", "a.txt", "moved.txt")
    repository.write("dir/b.txt", "other\n")
    repository.write("copy.txt", "a\n" * 20)
    repository.write("new/café 'x'.txt", "x")
    repository.write("new/line\nbreak", "x")
    repository.write("out/ignored", "x")
    (repository.root / "link").symlink_to("dir/b.txt")
    assert repository.changes() == (
        "D file a.txt\nA file copy.txt\nM file dir/b.txt\nA link link\nA file moved.txt\n"
        "A file new/café 'x'.txt\nA file new/line\nbreak"
    )


def test_mode_and_kind_changes(repository: Repository):
    (repository.root / "a.txt").chmod(0o755)
    (repository.root / "dir/b.txt").unlink()
    (repository.root / "dir/b.txt").symlink_to("../a.txt")
    assert repository.changes() == "M file a.txt\nM link dir/b.txt"


def test_the_index_is_judged_apart_from_the_work_tree(repository: Repository):
    repository.write("a.txt", "staged\n")
    repository.git("add", "a.txt")
    repository.write("dir/b.txt", "not staged\n")
    assert repository.changes(staged=True) == "M file a.txt"
    assert repository.changes() == "M file a.txt\nM file dir/b.txt"


@pytest.mark.parametrize(
    "setting",
    [
        ("config", "diff.renames", "copies"),
        ("config", "diff.noprefix", "true"),
        ("config", "diff.relative", "true"),
        ("config", "diff.ignoreSubmodules", "all"),
        ("config", "diff.external", "true"),
        ("config", "core.quotePath", "true"),
        ("config", "status.showUntrackedFiles", "no"),
        ("config", "core.fsmonitor", "false"),
        ("config", "core.safecrlf", "true"),
        ("config", "core.hooksPath", "nowhere"),
        ("update-index", "--assume-unchanged", "dir/b.txt"),
        ("update-index", "--skip-worktree", "dir/b.txt"),
        ("rm", "--cached", "dir/b.txt"),
    ],
    ids=" ".join,
)
def test_no_setting_hides_a_change(repository: Repository, setting: tuple[str, ...]):
    repository.git(*setting)
    repository.write("dir/b.txt", "other\r\n")
    repository.write("é", "x\n")
    assert repository.changes() == "M file dir/b.txt\nA file é"


@pytest.mark.parametrize("form", [(), ("--sparse-index",)], ids=["full", "sparse-index"])
def test_a_file_outside_a_sparse_checkout_counts_when_it_is_there(repository: Repository, form: tuple[str, ...]):
    repository.write("kept/c.txt", "c\n")
    repository.commit()
    repository.git("sparse-checkout", "set", *form, "kept")
    assert repository.changes() == ""
    repository.write("dir/b.txt", "other\n")
    assert repository.changes() == "M file dir/b.txt"


def test_an_edit_that_keeps_size_and_time_counts(repository: Repository):
    path = repository.root / "dir/b.txt"
    os.utime(path, ns=(10**18, 10**18))
    repository.git("config", "core.trustctime", "false")
    repository.git("config", "core.checkStat", "minimal")
    repository.git("update-index", "--refresh")
    os.utime(repository.root / ".git/index", ns=(2 * 10**18, 2 * 10**18))  # Long after, so that git trusts the time.
    repository.write("fresh", "x\n")
    os.utime(repository.root / "fresh", ns=(10**18, 10**18))
    (repository.root / "fresh").replace(path)
    assert repository.changes() == "M file dir/b.txt"


def test_a_replaced_commit_is_no_base(repository: Repository):
    base = repository.git("rev-parse", "HEAD")
    repository.write("dir/b.txt", "other\n")
    repository.commit()
    repository.git("replace", base, "HEAD")
    assert repository.changes(base) == "M file dir/b.txt"


def test_looking_runs_no_program_of_a_repository(repository: Repository, tmp_path: Path):
    program, trace = tmp_path / "program", tmp_path / "trace"
    program.write_text(f"#!/bin/sh\necho ran >> {trace}\ncat\n")
    program.chmod(0o755)
    inner = Repository(repository.root / "vendor/lib", f="1")
    repository.git("add", "vendor/lib")
    repository.commit()
    inner.write("f", "2")
    for each in (repository, inner):
        for name in ("core.fsmonitor", "core.pager", "diff.external", "diff.x.textconv", "core.sshCommand"):
            each.git("config", name, str(program))
        each.git("config", "core.hooksPath", str(tmp_path / "hooks"))
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks/post-index-change").symlink_to(program)
    repository.write(".gitattributes", "* diff=x\n")
    trace.unlink(missing_ok=True)
    assert repository.changes() == "A file .gitattributes"
    assert not trace.exists()


def test_what_a_partial_clone_lacks_is_not_needed_for_paths_and_never_fetched(repository: Repository, tmp_path: Path):
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.write("dir/b.txt", "other\n")
    repository.commit()
    repository.git("clone", "-q", "--filter=blob:none", f"file://{repository.root}", str(tmp_path / "clone"))
    clone = Repository.__new__(Repository)
    clone.root = (tmp_path / "clone").resolve()
    assert clone.changes("HEAD~1") == "M file dir/b.txt"
    top = str(clone.root)
    old = Revision(top, git.content_at(top, "HEAD~1"), Disk())
    assert old.entry(f"{top}/dir/b.txt").size == 0
    with pytest.raises(git.GitError, match="a partial clone must fetch it first"):
        old.read(f"{top}/dir/b.txt")


def test_a_shallow_clone_says_that_it_is_one(repository: Repository, tmp_path: Path):
    repository.git("clone", "-q", "--depth=1", f"file://{repository.root}", str(tmp_path / "clone"))
    with pytest.raises(git.GitError, match="knows no revision 'HEAD~1'; this is a shallow clone, fetch more"):
        git.merge_base(str(tmp_path / "clone"), "HEAD~1")


def test_a_broken_repository_is_not_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nothing"))
    with pytest.raises(git.GitError, match="git rev-parse failed: fatal: not a git repository: "):
        git.toplevel(str(tmp_path))


def test_settings_of_pathspecs_do_not_stand_in_the_way(repository: Repository, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_ICASE_PATHSPECS", "1")
    monkeypatch.setenv("GIT_GLOB_PATHSPECS", "1")
    assert repository.changes() == ""


def test_a_submodule_that_moved_counts_even_where_it_is_to_be_ignored(tmp_path: Path):
    inner = Repository(tmp_path / "inner", f="1")
    outer = Repository(tmp_path / "outer", f="1")
    outer.git("submodule", "add", "-q", str(inner.root), "vendor/lib")
    outer.git("config", "-f", ".gitmodules", "submodule.vendor/lib.ignore", "all")
    outer.commit()
    clone = Repository.__new__(Repository)
    clone.root = outer.root / "vendor/lib"
    clone.write("f", "2")
    assert outer.changes() == ""  # What lies uncommitted in a submodule is not part of this delivery.
    clone.commit()
    assert outer.changes() == "M submodule vendor/lib"


def test_the_fingerprint_is_that_of_the_commit_and_knows_every_byte(repository: Repository):
    top = str(repository.root)
    repository.write("new.txt", "1")
    before = git.content_now(top).tree
    repository.write("out/ignored", "x")
    assert git.content_now(top).tree == before
    repository.commit()
    assert git.content_now(top).tree == before == repository.git("rev-parse", "HEAD^{tree}")
    (repository.root / "a.txt").chmod(0o755)
    assert git.content_now(top).tree != before


def test_an_edit_in_the_second_of_the_commit_counts(repository: Repository):
    repository.write("a.txt", "1")
    repository.commit()
    time = (repository.root / ".git/index").stat().st_mtime_ns
    repository.write("a.txt", "2")
    os.utime(repository.root / "a.txt", ns=(time, time))
    assert repository.changes() == "M file a.txt"


def test_reading_writes_nothing(repository: Repository):
    repository.write("new.txt", "1")
    repository.git("update-index", "--assume-unchanged", "a.txt")
    before = repository.fingerprint()
    repository.changes()
    repository.changes(staged=True)
    assert repository.fingerprint() == before


def test_without_any_commit_everything_is_new(tmp_path: Path):
    repository = Repository.__new__(Repository)
    repository.root = (tmp_path / "fresh").resolve()
    repository.root.mkdir()
    repository.git("init", "-q")
    repository.write("a", "1")
    assert git.commit_id(str(repository.root), "HEAD") is None
    assert repository.changes(None) == "A file a"


def test_the_merge_base_is_where_the_work_began(repository: Repository):
    top, start = str(repository.root), repository.git("rev-parse", "HEAD")
    repository.git("checkout", "-qb", "work")
    repository.write("mine", "1")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("theirs", "1")
    repository.commit()
    repository.git("checkout", "-q", "work")
    assert git.merge_base(top, "main") == start


@pytest.mark.parametrize(
    "revision, words",
    [
        ("no-such-base", "git knows no revision 'no-such-base'"),
        ("no-such-base...HEAD", "git knows no revision 'no-such-base...HEAD'"),
        ("--help", "git knows no revision '--help'"),
        ("", "git knows no revision ''"),
        ("orphan", "'orphan' and HEAD share no commit here"),
    ],
)
def test_a_base_that_cannot_be_used_is_named(repository: Repository, revision: str, words: str):
    repository.git("checkout", "-q", "--orphan", "orphan")
    repository.git("commit", "-qm", "root")
    repository.git("checkout", "-q", "main")
    with pytest.raises(git.GitError) as caught:
        git.merge_base(str(repository.root), revision)
    assert str(caught.value) == words


def test_no_repository_and_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert git.toplevel(str(tmp_path)) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(git.GitError, match="git was not found on PATH"):
        git.toplevel(str(tmp_path))


def test_a_revision_is_a_file_system(repository: Repository):
    (repository.root / "link").symlink_to("dir")
    (repository.root / "out.txt").symlink_to("/etc/hostname")
    repository.commit()
    repository.write("dir/b.txt", "not yet\n")
    top = str(repository.root)
    files = Revision(top, git.content_at(top, "HEAD"), Disk())
    assert files.read(f"{top}/link/b.txt") == b"b\n"
    assert files.entry(f"{top}/link/b.txt").real == f"{top}/dir/b.txt"
    assert files.entry(f"{top}/dir/b.txt").size == 2
    assert files.listdir(f"{top}/link") == {"b.txt": "file"}
    assert dict(files.listdir(top)) == {
        ".git": "directory", ".gitignore": "file", "a.txt": "file", "dir": "directory", "link": "link", "out.txt": "link",
    }  # fmt: skip
    assert files.entry(top).kind == "directory"
    assert [files.entry(f"{top}/{name}").kind for name in ("dir", "missing", "dir/b.txt/x", ".git")] == [
        "directory", "missing", "missing", "directory",
    ]  # fmt: skip
    assert files.entry(f"{top}/out.txt").real == "/etc/hostname"
    assert files.read(f"{top}/.git/HEAD") == b"ref: refs/heads/main\n"
