"""``guidechain explain [CODE]``: the page of a finding's code, or the table of all codes."""

from __future__ import annotations

import argparse
import inspect
import json

from guidechain.cli import UsageError
from guidechain.cli.lint import rules

EPILOG = """\
examples:
  guidechain explain                 every code in a line
  guidechain explain dead-file
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``explain``."""
    parser.epilog = EPILOG
    parser.add_argument("code", nargs="?", metavar="CODE", help="as findings name it (default: list all)")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    """Print the page or the table."""
    known = rules()
    if arguments.code is not None:
        known = tuple(rule for rule in known if rule.code == arguments.code)
        if not known:
            codes = ", ".join(rule.code for rule in rules())
            raise UsageError(f"expected one of {codes}, found {arguments.code!r}")
    if arguments.format == "json":
        rows = [
            {
                "code": each.code,
                "severity": each.severity,
                "range": each.place,
                "hosts": each.hosts,
                "summary": each.summary,
            }
            for each in known
        ]
        if arguments.code is not None:
            rows[0]["page"] = inspect.cleandoc(known[0].page)
        print(json.dumps({"version": 1, "codes": rows}, indent=1))
    elif arguments.code is not None:
        rule = known[0]
        print(f"{rule.code} ({rule.severity} by default; marks {rule.place}; hosts: {rule.hosts})")
        print(f"\n{inspect.cleandoc(rule.page)}")
    else:
        width = max(len(rule.code) for rule in known)
        for rule in known:
            print(f"{rule.code:{width}}  {rule.severity:11}  {rule.summary}")
    return 0
