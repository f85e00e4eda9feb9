"""Change lists in every form that git writes; what is of another form is refused and never read as names."""

from __future__ import annotations

import pytest

from guidechain.core.change_list import listed_paths

RAW = b":100644 100644 bcd1234 0123456 "


@pytest.mark.parametrize(
    "content, expected",
    [
        (b'"src/caf\\303\\251.ts"\n', ["src/café.ts"]),
        (b'"a\\tb\\\\c\\"d"\n', ['a\tb\\c"d']),
        (b"a\nb c\r\n\n", ["a", "b c"]),
        (b"a\0b\nc\0", ["a", "b\nc"]),
        (b"\xef\xbb\xbfa\0b\0", ["a", "b"]),
        (b"M\ta b\nR100\told\tnew\nD\tgone\nC75\tx\ty\n", ["a b", "old", "new", "gone", "x", "y"]),
        (b"M\0a b\0R100\0old\0new\0D\0gone\0", ["a b", "old", "new", "gone"]),
        (b"M\0a\0README\0", ["M", "a", "README"]),
        (RAW + b"M\ta b\n" + RAW + b"R90\told\tnew\n", ["a b", "old", "new"]),
        (RAW + b"M\0a b\0" + RAW + b"R90\0old\0new\0", ["a b", "old", "new"]),
        (b' M a b\n?? "c\\td"\nR  old -> "new x"\nAM d\n', ["a b", "c\td", "old", "new x", "d"]),
        (b" M a b\0R  new\0old\0?? c\nd\0", ["a b", "new", "old", "c\nd"]),
        (b"MA thesis.md\nREADME.md\n", ["MA thesis.md", "README.md"]),
        (b"src\\gen\\a.ts\n", ["src/gen/a.ts"]),
        (b"src\\gen\0", ["src\\gen"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        ("src/é\r\nb\r\n".encode("utf-16"), ["src/é", "b"]),
        (b"Makefile\tx\n", ["Makefile\tx"]),
        (b"caf\xe9\n", ["caf\udce9"]),
        (b"\n", []),
    ],
)
def test_every_form_that_git_writes(content: bytes, expected: list[str]):
    assert list(listed_paths(content)) == expected


@pytest.mark.parametrize(
    "content, words",
    [
        (b'"a\\39x"\n', "broken escape"),
        (b'"a\\3"\n', "broken escape"),
        (b"diff --git a/x b/x\n--- a/x\n", "expected names as git diff --name-only"),
        (b"1\t2\tsrc/a\n", "expected names as git diff --name-only"),
        (b"-\t-\tsrc/a\n", "expected names as git diff --name-only"),
        (b" src/a | 2 +-\n", "expected names as git diff --name-only"),
        (b"1 .M N... 100644 100644 100644 abc abc src/a\n", "expected names as git diff --name-only"),
        ("src/a\n".encode("utf-16-le"), "UTF-16"),
    ],
)
def test_what_is_no_list_is_refused(content: bytes, words: str):
    with pytest.raises(ValueError, match=words):
        listed_paths(content)
