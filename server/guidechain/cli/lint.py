"""``guidechain lint [PATH ...]``: what is wrong with the instruction files of a repository.

Exit code 0 when nothing counts, 1 when a finding is at least as serious as ``--fail-on``, 2 when the request or the
settings file cannot be used. The JSON is that of ``core.plain.findings_answer``.
"""

from __future__ import annotations

import argparse
import sys

from guidechain import machine
from guidechain.cli import UsageError, baseline, report
from guidechain.cli.arguments import add_workspace_options, open_workspace, target_path
from guidechain.cli.style import Style
from guidechain.core import explain, paths
from guidechain.core.diagnostics import CHECKS, findings
from guidechain.core.model import Finding, Settings
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot, finished

EPILOG = """\
Judged is what the repository holds, not what this machine has beside it: no home folder, no variables, no
managed files, no folder above the root. --home DIR adds a home. guidechain explain CODE tells about a code.

examples:
  guidechain lint
  guidechain lint packages/api --fail-on error
  guidechain lint --format sarif > guidechain.sarif
  guidechain lint --write-baseline .guidechain-baseline.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lint``."""
    parser.epilog = EPILOG
    parser.add_argument("paths", nargs="*", metavar="PATH", help="report these files and folders only")
    add_workspace_options(parser)
    parser.add_argument("--format", choices=report.FORMATS, default="text")
    parser.add_argument(
        "--fail-on", choices=("error", "warning", "information", "never"), default="warning",
        help="exit with 1 for findings that are at least this serious (default: warning)",
    )  # fmt: skip
    known = parser.add_mutually_exclusive_group()
    known.add_argument("--baseline", metavar="FILE", help="leave out the findings that FILE holds")
    known.add_argument("--write-baseline", metavar="FILE", help="write all findings to FILE and report none")


def run(arguments: argparse.Namespace) -> int:
    """Print the findings and give the exit code."""
    targets = [target_path(each) for each in arguments.paths]
    snapshot, settings = open_workspace(
        arguments, targets[0] if targets else None, codes=[check.CODE for check in CHECKS], confined=True
    )
    _refuse(snapshot, settings, targets)
    found = tuple(each for each in findings(snapshot, settings) if each and _is_about(each, targets))
    if arguments.write_baseline:
        path = machine.absolute(arguments.write_baseline)
        baseline.write_baseline(path, snapshot, settings, found)
        print(f"guidechain: wrote the findings ({len(found)}) to {arguments.write_baseline}", file=sys.stderr)
        return 0
    if arguments.baseline:
        found, gone = baseline.unknown_to(machine.absolute(arguments.baseline), snapshot, settings, found)
        if gone:
            print(f"guidechain: {gone} of the baseline's places are in order by now; write it again", file=sys.stderr)
    incomplete = finished(take_inventory(snapshot, settings)).found.incomplete
    if incomplete:
        print(f"guidechain: some instruction files may be missing here: {incomplete}", file=sys.stderr)
    sys.stdout.write(report.render(arguments.format, settings, found, rules(), Style.of_stdout()))
    serious = (
        report.SEVERITIES[: report.SEVERITIES.index(arguments.fail_on) + 1] if arguments.fail_on != "never" else ()
    )
    return 1 if any(each.severity in serious for each in found) else 0


def rules() -> tuple[report.Rule, ...]:
    """Every code with its default severity and its page."""
    return tuple(
        report.Rule(check.CODE, check.SEVERITY, check.__doc__ or "", check.PLACE, check.CONCERNS) for check in CHECKS
    )


def _refuse(snapshot: Snapshot, settings: Settings, targets: list[str]) -> None:
    """Raise ``UsageError`` for a settings file that is not in force and for paths that are not there."""
    if not settings.in_force:
        problem = settings.problems[0]
        place = f"{explain.shown(settings, problem.path)}:{problem.span.start.line + 1}"
        raise UsageError(f"{place}: {problem.message}")
    for target in targets:
        if snapshot.entry(target).kind == "missing":
            raise UsageError(f"expected files or folders of the workspace, found nothing at {target!r}")


def _is_about(finding: Finding, targets: list[str]) -> bool:
    """Whether a finding stands in one of ``targets`` or affects a file there; all do where none are named."""
    places = (finding.path, *(each.path for each in finding.related))
    return not targets or any(paths.is_below(place, target) for place in places for target in targets)
