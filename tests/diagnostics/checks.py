"""``check_findings``: a workspace in one string and the findings that it must give, one line each."""

from __future__ import annotations

import textwrap

from fixture import HOME, ROOT, absolute, parse

from guidechain.core.diagnostics import findings
from guidechain.core.model import Finding, Settings
from guidechain.core.snapshot import Snapshot


def check_findings(
    text: str,
    expected: str,
    *,
    hosts: str = "codex claude-code",
    launch: str | None = None,
    only: str = "",
    home: bool = False,
    ignore_case: bool = False,
    **settings: object,
) -> tuple[Finding, ...]:
    """The findings of ``text`` are exactly those of ``expected``: ``PATH:LINE[:FROM-TO] CODE SEVERITY HOSTS``.

    After it, each after a bar: words that the message holds, ``!words`` that it does not hold, ``-> PATH`` for a
    related file, ``=> TITLE`` for a fix. ``only`` names the codes that are looked at; "" stands for all.
    """
    tree = parse(text, ignore_case=ignore_case).tree
    launches = tuple(absolute(each) for each in launch.split()) if launch is not None else ()
    known = Settings(
        ROOT,
        tuple(hosts.split()),
        launches,
        home=HOME if home else None,
        **settings,  # type: ignore[arg-type]
    )
    found = all_findings(Snapshot(tree), known)
    if only:
        found = tuple(each for each in found if each.code in only.split())
    lines = [line.strip() for line in textwrap.dedent(expected).strip().splitlines()]
    wanted = [[part.strip() for part in line.split(" | ")] for line in lines]
    heads = [_head(each, precise="-" in want[0].split()[0]) for each, want in zip(found, wanted, strict=False)]
    heads += [_head(each, precise=False) + " UNEXPECTED: " + each.message for each in found[len(wanted) :]]
    assert heads == [want[0] for want in wanted], "\n".join(_head(each, True) + ": " + each.message for each in found)
    for finding, want in zip(found, wanted, strict=True):
        for part in want[1:]:
            assert _holds(finding, part), f"{part!r} against {finding.message!r}, {finding.related}, {finding.fixes}"
    return found


def all_findings(snapshot: Snapshot, settings: Settings) -> tuple[Finding, ...]:
    """Every finding, the pauses left out."""
    return tuple(each for each in findings(snapshot, settings) if each)


def _head(finding: Finding, precise: bool) -> str:
    path = finding.path.removeprefix(ROOT + "/")
    start, end = finding.span.start, finding.span.end
    place = f"{path}:{start.line + 1}" + (f":{start.column}-{end.column}" if precise else "")
    return f"{place} {finding.code} {finding.severity} {','.join(finding.hosts)}".rstrip()


def _holds(finding: Finding, part: str) -> bool:
    if part.startswith("-> "):
        return absolute(part[3:]) in [each.path for each in finding.related]
    if part.startswith("=> "):
        return part[3:] in [each.title for each in finding.fixes]
    if part.startswith("!"):
        return part[1:] not in finding.message
    return part in finding.message
