"""The paths of a change list, in any form that git writes: names, ``--name-status``, ``--raw``, ``status --short``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

FORMS = "names as git diff --name-only, --name-status, --raw or git status --short write them"

_STATUS = re.compile(rb"(?::\d{6} \d{6} \S+ \S+ )?([ABCDMRTUX])\d{0,3}")
_SHORT = re.compile(rb"(?! {2})([ MTADRCU]{2}|\?\?|!!) (.+)", re.DOTALL)
_FOREIGN = re.compile(
    rb"diff --(?:git|cc|combined) |(?:\d+|-)\t(?:\d+|-)\t| .* \| +(?:\d+( \+*-*)?|Bin .*)\Z"
    rb"|[12u] [.MTADRCU]{2} \S{4} |:\d{6} "
)
"""Lines of a patch, of --numstat, --stat and --porcelain=v2, and of --raw without a path."""


def listed_paths(content: bytes) -> tuple[str, ...]:
    """The paths of a list as they are written, NUL-separated or one a line (then maybe quoted with escapes).

    A renamed file counts under both names. Git quotes a backslash, so in a line without quotes it separates folders,
    as Windows writes them. A name that is no UTF-8 keeps its bytes as surrogate escapes. Raises ValueError, with words
    for people, where the list is of a form that is not known: to read it as names would miss every path.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        content = content.decode("utf-16", "replace").encode()  # What Windows PowerShell writes.
    content = content.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in content:
        rows = [row for row in content.split(b"\0") if row]
        if not {b"\n", b"\r"}.isdisjoint(rows):
            raise ValueError(f"the change list is UTF-16 without a mark that says so; expected UTF-8 {FORMS}")
        found = _fields(rows) or _short_fields(rows)
        return tuple(_text(name) for name in (rows if found is None else found))
    rows = [row for row in content.replace(b"\r\n", b"\n").split(b"\n") if row.strip()]
    foreign = next(filter(_is_foreign, rows), None)
    if foreign is not None:
        raise ValueError(f"the change list holds the line {_text(foreign)[:60]!r}; expected {FORMS}")
    if rows and all(map(_SHORT.fullmatch, rows)):
        return tuple(name for row in rows for name in _short_line(row))
    return tuple(name for row in rows for name in _line(row))


def _is_foreign(row: bytes) -> bool:
    return _FOREIGN.match(row) is not None and not _STATUS.fullmatch(row.partition(b"\t")[0])


def _fields(rows: list[bytes]) -> list[bytes] | None:
    """The names of NUL-separated rows where each is led by a status; None when they are not."""
    found, rest = [], iter(rows)
    for row in rest:
        status = _STATUS.fullmatch(row)
        names = [name for name in (next(rest, None) for _ in range(_names_after(status[1]))) if name] if status else []
        if not status or len(names) != _names_after(status[1]):
            return None
        found += names
    return found


def _short_fields(rows: list[bytes]) -> list[bytes] | None:
    """The same where the status and a space stand before the name, and an old name follows by itself."""
    found, rest = [], iter(rows)
    for row in rest:
        short = _SHORT.fullmatch(row)
        if not short:
            return None
        found.append(short[2])
        if not {*b"RC"}.isdisjoint(short[1]):
            found += filter(None, [next(rest, None)])
    return found


def _names_after(letter: bytes) -> int:
    return 2 if letter in b"RC" else 1


def _line(row: bytes) -> Iterator[str]:
    head, *rest = row.split(b"\t")
    return map(_unquoted, rest if rest and _STATUS.fullmatch(head) else [row])


def _short_line(row: bytes) -> Iterator[str]:
    short = _SHORT.fullmatch(row)
    assert short
    renamed = not {*b"RC"}.isdisjoint(short[1])
    return map(_unquoted, short[2].split(b" -> ") if renamed else [short[2]])


def _unquoted(name: bytes) -> str:
    if not (len(name) >= 2 and name.startswith(b'"') and name.endswith(b'"')):
        return _text(name.replace(b"\\", b"/"))
    plain, rest = bytearray(), iter(name[1:-1])
    letters = dict(zip(b'abtnvfr"\\', b'\a\b\t\n\v\f\r"\\', strict=True))
    for byte in rest:
        if byte != ord("\\"):
            plain.append(byte)
            continue
        code = next(rest, ord("\\"))
        if code in b"0123":
            plain.append(_octal((code, next(rest, 0), next(rest, 0)), name))
        else:
            plain.append(letters.get(code, code))
    return _text(bytes(plain))


def _octal(digits: Iterable[int], name: bytes) -> int:
    try:
        return int(bytes(digits), 8)
    except ValueError:
        raise ValueError(f"the change list has a broken escape in {_text(name)}") from None


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
