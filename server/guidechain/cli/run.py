"""``guidechain run NAME``: run a command of the contract and keep a receipt for ``guidechain check``.

Exit code 0: it passed. 1: it failed or was skipped. 2: it cannot be run.
"""

from __future__ import annotations

import argparse
import sys

from guidechain import git, receipts, workspace
from guidechain.checks import skip_check
from guidechain.cli import UsageError, delivery
from guidechain.core.model import RequiredCheck

EPILOG = """\
The command comes from [checks.NAME] in guidechain.toml and runs in its folder by the machine's shell. The receipt
stands under the git folder and names the command, its folder, its result and the exact content that it ran on;
guidechain check accepts it for that content only.

examples:
  guidechain run test
  guidechain run lint test
  guidechain run browser --skip "no browser on this machine"
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``run``."""
    parser.epilog = EPILOG
    parser.add_argument("names", metavar="NAME", nargs="+", help="a check of the contract; repeatable")
    parser.add_argument("--skip", metavar="REASON", help="run nothing; keep a receipt that says it was skipped and why")
    parser.add_argument("--root", metavar="DIR", help="the contract's folder (default: the git root)")


def run(arguments: argparse.Namespace) -> int:
    """Run the named checks one after the other."""
    try:
        root, top = delivery.roots(arguments.root)
        if top is None:
            raise UsageError(f"{root} is in no git repository; a receipt needs one")
        checks = _checks(root, top, arguments.names)
        return max([_run(root, top, check, arguments.skip) for check in checks])
    except (git.GitError, receipts.ReceiptError) as error:
        raise UsageError(str(error)) from None


def _checks(root: str, top: str, names: list[str]) -> list[RequiredCheck]:
    now = delivery.world(root, top, workspace.Disk())
    delivery.refuse_problems(now)
    known = {check.name: check for check in delivery.contract_of(now).checks}
    for name in names:
        if name not in known:
            raise UsageError(f"expected a check of the contract ({', '.join(known) or 'it has none'}), found {name!r}")
    return [known[name] for name in names]


def _run(root: str, top: str, check: RequiredCheck, skip: str | None) -> int:
    if skip is not None:
        receipts.write_receipt(git.git_folder(top), skip_check(top, check, skip))
        print(f"guidechain: {check.name}: skipped", file=sys.stderr)
        return 1
    receipt = delivery.run_and_say(root, top, check, sys.stdout)
    return 0 if receipt.status == "passed" else 1
