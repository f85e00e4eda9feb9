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
        ("orphan", "'orphan' and HEAD share no commit here; in a shallow clone fetch more history first"),
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


@pytest.mark.parametrize(
    "content, expected",
    [
        (b'"src/caf\\303\\251.ts"\n', ["src/café.ts"]),
        (b'"a\\tb\\\\c\\"d"\n', ['a\tb\\c"d']),
        (b"a\nb c\r\n\n", ["a", "b c"]),
        (b"a\0b\nc\0", ["a", "b\nc"]),
        (b"M\ta b\nR100\told\tnew\nD\tgone\nC75\tx\ty\n", ["a b", "old", "new", "gone", "x", "y"]),
        (b"src\\gen\\a.ts\n", ["src/gen/a.ts"]),
        (b"src\\gen\0", ["src\\gen"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"Makefile\tx\n", ["Makefile\tx"]),
        (b"caf\xe9\n", ["caf\udce9"]),
        (b"\n", []),
    ],
)
def test_change_lists(content: bytes, expected: list[str]):
    assert list(git.listed_paths(content)) == expected


def test_a_broken_escape_is_an_error():
    with pytest.raises(git.GitError, match="broken escape"):
        git.listed_paths(b'"a\\39x"\n')


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
