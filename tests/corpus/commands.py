"""Labelled lines that name commands: all of ``run cwd kind scope required placeholder`` must agree, in order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from guidechain.core import paths
from guidechain.core.document import parse
from guidechain.core.queries.checks import named_checks

ROOT = "/work/project"


def judge(line: Mapping[str, Any]) -> list[str]:
    """What is wrong with the answer for one line."""
    path = paths.join(ROOT, "/".join(filter(None, [line["at"], "AGENTS.md"])))
    found = [
        (each.command, each.cwd, each.kind, each.scope, each.required, each.placeholder)
        for each in named_checks(parse(line["text"]), path, ROOT)
    ]
    wanted = [
        (each["run"], each["cwd"], each["kind"], each["scope"], each["required"], each.get("placeholder", False))
        for each in line["commands"]
    ]
    problems = [] if found == wanted else [f"expected {wanted}", f"actual   {found}"]
    return problems + [
        f"{each!r} is no command" for each in line["not_commands"] if any(each == row[0] for row in found)
    ]


def main(path: Path) -> int:
    """Judge every line of the file and print what is wrong."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    verdicts = [(line, judge(line)) for line in lines]
    failed = [(line, problems) for line, problems in verdicts if problems]
    for line, problems in failed:
        print(f"FAILED {line['id']} {line['text']!r}")
        for problem in problems:
            print(f"  {problem}")
    print(f"{len(lines) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0
