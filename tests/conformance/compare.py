"""Comparisons that every host shares: the rows of ``loaded`` and ``not_loaded``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from conformance.case import Comparison, Reader
from conformance.world import World

from guidechain.core.model import Chain, Loaded, When, Why

Row = Mapping[str, object]

WHEN: dict[When, str] = {"start": "start", "on-touch": "on-touch", "on-match": "on-touch", "on-request": "on-request"}
"""Guidechain's moments in the words of the cases, which do not tell a touch from a match."""


def row(world: World, loaded: Loaded) -> dict[str, object]:
    """One loaded file in the columns of the cases; ``bytes`` only when cut."""
    found: dict[str, object] = {"file": world.label(loaded.path), "when": WHEN[loaded.when]}
    if loaded.via is not None:
        found["via"] = world.label(loaded.via.path)
    if loaded.kept is not None:
        found["bytes"] = loaded.kept
    return found


def loaded(
    case: Reader,
    rows: Sequence[Row],
    always: Sequence[str] = ("file", "when", "via", "bytes"),
) -> Iterator[Comparison]:
    """``loaded`` against ``rows``, in prompt order unless the case says ``"order": "set"``.

    A row is compared in the columns ``always``, in which an absent value is a claim too (no importer, not cut), and in
    every further column that the case's row has. Rows may be read by a host's module for columns of its own.
    """
    wanted = list(case["loaded"])
    if "kind" in case:  # A report names the importer only where it was told.
        always = tuple(each for each in always if each != "via")
    columns = [(*always, *(key for key in each if key not in always)) for each in wanted]
    expected = [_line({key: each[key] for key in each}, own) for each, own in zip(wanted, columns, strict=True)]
    if "order" in case and case["order"] == "set":
        rows = sorted(rows, key=lambda each: str(each["file"]))
        order = sorted(range(len(wanted)), key=lambda index: str(wanted[index]["file"]))
        expected, columns = [expected[index] for index in order], [columns[index] for index in order]
        yield Comparison("order", "set", "set")
    padded = columns + [tuple(always)] * max(0, len(rows) - len(columns))
    actual = [_line(each, own) for each, own in zip(rows, padded, strict=False)]
    yield Comparison("loaded", expected, actual)


def not_loaded(case: Reader, world: World, chain: Chain, rows: Sequence[Row]) -> Iterator[Comparison]:
    """Each file of ``not_loaded`` is absent from ``rows``, and where the chain gives a reason it is one of the set."""
    present = {each["file"] for each in rows}
    reasons = {world.label(each.path): each.why for each in chain.not_loaded}
    yield Comparison("not_loaded", [], [])
    for index, each in enumerate(case["not_loaded"]):
        field = f"not_loaded[{index}] {each['file']}"
        yield Comparison(field, "absent", "loaded" if each["file"] in present else "absent")
        if each["file"] in reasons:
            why = reasons[each["file"]]
            yield Comparison(field, "a reason of the closed set", _known(why))


def _known(why: str) -> str:
    return "a reason of the closed set" if why in get_args(Why) else why


def _line(values: Mapping[str, Any], columns: Sequence[str]) -> str:
    head = f"{values.get('file')} {values.get('when')}"
    rest = (f"{key}={values[key]}" for key in columns if key not in ("file", "when") and values.get(key) is not None)
    return " ".join([head, *rest])
