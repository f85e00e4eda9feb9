"""``guidechain check``: whether a change keeps the delivery contract. Exit code 0 kept, 1 broken, 2 cannot tell.

JSON, version 1: ``verdict`` pass, fail or error (with ``message``); ``failures`` and ``warnings`` with ``rule``
(forbidden, outside-scope, check-missing, check-skipped, check-failed, check-stale, judged-by-base, judged-by-itself),
``path`` (of the repository) or ``check`` and ``command``, ``message``, ``source`` (the rule's own path and 1-based
line); ``clean`` the paths that break nothing; ``evidence`` sentences.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace

from guidechain import git, receipts, workspace
from guidechain.cli import UsageError, delivery, report
from guidechain.cli.style import Style
from guidechain.cli.suggest import suggestions
from guidechain.core import explain, paths
from guidechain.core.model import Broken, Contract, Finding, Guard, Receipt, Related, Scope, Severity, Verdict
from guidechain.core.queries.delivery import Delivery, is_required, verify
from guidechain.core.queries.guards import take_guards
from guidechain.core.snapshot import finished
from guidechain.core.toml_places import TOP
from guidechain.revision import Revision

EPILOG = """\
The contract stands in guidechain.toml. A change of the contract, or of guidance with guards, is judged by the
base revision. Without an option the work tree, untracked files included, is compared with HEAD.

examples:
  guidechain check                                 before a commit
  guidechain check --base origin/main --run        in CI: run the required checks too
  guidechain check --staged --scope payments       in a hook, for one scope of the contract
  git diff -z --name-only main | guidechain check --base main --files-from -
  guidechain check --suggest                       entries for the contract, from what guidance says
"""


SHOWN = 10
"""How many paths that break one rule the text names before it counts."""

RULES = (
    report.Rule(
        "forbidden", "error", "A changed path is guarded. Take the change back, or do what the guard says instead."
    ),
    report.Rule(
        "outside-scope", "error", "A changed path lies outside what the scope allows, or outside the repository."
    ),
    report.Rule(
        "check-missing", "error", "A required check has no result for this content. Run it: guidechain run NAME."
    ),
    report.Rule(
        "check-skipped", "error", "A required check was skipped, which is not a pass. Run it: guidechain run NAME."
    ),
    report.Rule("check-failed", "error", "A required check ran on this content and failed."),
    report.Rule("check-stale", "error", "A required check ran on other content, or as another command. Run it again."),
    report.Rule(
        "judged-by-base", "warning", "The contract or guidance with guards is changed; the text of the base judged it."
    ),
    report.Rule(
        "judged-by-itself", "warning", "The base has no usable contract; the one that the change brings judged it."
    ),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``check``."""
    parser.epilog = EPILOG
    what = parser.add_mutually_exclusive_group()
    parser.add_argument("--base", metavar="REV", help="judge everything since the work left REV (default: HEAD)")
    what.add_argument("--staged", action="store_true", help="judge the index instead of the work tree")
    what.add_argument(
        "--files-from", metavar="FILE", help="judge the paths in FILE, - for standard input, as git lists them"
    )
    what.add_argument(
        "--suggest", action="store_true", help="judge nothing; print contract entries for what guidance demands"
    )
    parser.add_argument("--scope", metavar="NAME", help="the scope of the contract that the work belongs to")
    parser.add_argument("--run", action="store_true", help="run the required checks instead of trusting receipts")
    parser.add_argument("--root", metavar="DIR", help="the contract's folder (default: the git root)")
    parser.add_argument("--format", choices=report.FORMATS, default="text")


def run(arguments: argparse.Namespace) -> int:
    """Judge, report, and give the exit code."""
    try:
        return _run(arguments)
    except (UsageError, git.GitError, receipts.ReceiptError) as error:
        if arguments.format == "json":
            print(json.dumps({"version": 1, "verdict": "error", "message": str(error)}, indent=1))
        raise UsageError(str(error)) from None


def _run(arguments: argparse.Namespace) -> int:
    if arguments.base is not None and (arguments.staged or arguments.suggest):
        raise UsageError("--base: expected alone or with --files-from; --staged and --suggest know no other revision")
    root, top = delivery.roots(arguments.root)
    if arguments.suggest:
        now = delivery.world(root, top, workspace.Disk())
        delivery.refuse_problems(now)
        sys.stdout.write(suggestions(now.snapshot, now.settings))
        return 0
    found = delivery.change(root, top, arguments.base, arguments.staged, arguments.files_from)
    files = Revision(found.top, found.after, workspace.Disk()) if arguments.staged and found.after else workspace.Disk()
    now = delivery.world(root, top, files)
    judge = delivery.judge(root, found, now, base_is_named=arguments.base is not None)
    contract = judge.contract
    scope = delivery.scope_of(contract, arguments.scope)
    guards = guards_of(judge)
    known = _receipts(root, found, contract, arguments.run)
    tree = found.after.tree if found.after else ""
    verdict = verify(now.snapshot, contract, scope, guards, Delivery(found.top, found.changed, tree, known))
    notes = (*judge.notes, *_changed_guidance(found, judge, guards))
    verdict = Verdict(verdict.failures, (*notes, *verdict.warnings), verdict.evidence, verdict.clean)
    if arguments.format == "json":
        print(json.dumps(as_json(found, contract, scope, verdict), indent=1))
    elif arguments.format != "text":
        findings = _findings(contract, verdict)
        settings = replace(now.settings, root=found.top)
        sys.stdout.write(report.render(arguments.format, settings, findings, RULES, Style(False)))
    else:
        print("\n".join(_text(found, contract, verdict, Style.of_stdout())))
    return 1 if verdict.failures else 0


def guards_of(judge: delivery.Judge) -> tuple[Guard, ...]:
    """Every guard that judges: of the contract, and of whatever else guards paths in the worlds that judge."""
    every = [guard for each in judge.worlds for guard in finished(take_guards(each.snapshot, each.settings))]
    # The contract's own, whatever else there is: a query of the workspace must not be able to lose one.
    return (*judge.contract.guards, *dict.fromkeys(guard for guard in every if guard.origin != "contract"))


def _changed_guidance(found: delivery.Change, judge: delivery.Judge, guards: Iterable[Guard]) -> tuple[Broken, ...]:
    """What must be said about files that set up guards, or import one that does, and are changed."""
    changed = {each.path for each in found.changed}
    message = "holds guards and is changed here; this delivery is judged by the guards of its base"
    notes = {}
    for guard in guards:
        if guard.origin != "contract":
            real = judge.worlds[-1].snapshot.entry(guard.path).real
            for path in changed.intersection((guard.path, real, guard.via or guard.path)):
                notes[path] = Broken("judged-by-base", message, guard.path, guard.span, path=path, guard=guard)
    return tuple(notes[path] for path in sorted(notes))


def _receipts(root: str, found: delivery.Change, contract: Contract, run_them: bool) -> dict[str, Receipt]:
    required = [check for check in contract.checks if is_required(contract, check, found.changed)]
    if not required:
        return {}
    if found.after is None:
        raise UsageError(f"{root} is in no git repository, so the required checks cannot be tied to its content")
    if not run_them:
        return receipts.read_receipts(git.git_folder(found.top), (check.name for check in required))
    return {check.name: delivery.run_and_say(root, found.top, check, sys.stderr) for check in required}


def as_json(found: delivery.Change, contract: Contract, scope: Scope | None, verdict: Verdict) -> dict[str, object]:
    """The documented JSON of a verdict."""
    return {
        "version": 1,
        "verdict": "fail" if verdict.failures else "pass",
        "root": found.top,
        "compared": found.since,
        "scope": scope.name if scope else None,
        "failures": [_broken_json(found, contract, each) for each in verdict.failures],
        "warnings": [_broken_json(found, contract, each) for each in verdict.warnings],
        "clean": [_shown(found, path) for path in verdict.clean],
        "evidence": list(verdict.evidence),
    }


def _broken_json(found: delivery.Change, contract: Contract, broken: Broken) -> dict[str, object]:
    command = next((check.run for check in contract.checks if check.name == broken.check), None)
    return {
        "rule": broken.rule,
        "path": _shown(found, broken.path) if broken.path else None,
        "check": broken.check,
        "command": command,
        "message": broken.message,
        "source": {"path": _shown(found, broken.source), "line": broken.span.start.line + 1},
    }


def _findings(contract: Contract, verdict: Verdict) -> tuple[Finding, ...]:
    """A verdict in the shape of findings: each stands where something must be done, related to its rule."""
    severities: tuple[tuple[Severity, tuple[Broken, ...]], ...] = (
        ("error", verdict.failures),
        ("warning", verdict.warnings),
    )
    return tuple(
        Finding(
            each.rule,
            severity,
            each.path or each.source,
            TOP if each.path else each.span,
            f"{each.check}: {each.message}" if each.check else f"This path {each.message}",
            related=(Related(each.source, each.span, "the rule"),) if each.path else (),
        )
        for severity, broken in severities
        for each in broken
    )


def _shown(found: delivery.Change, path: str) -> str:
    return paths.shown(path, found.top, None)


def _text(found: delivery.Change, contract: Contract, verdict: Verdict, style: Style) -> list[str]:
    lines = [f"{style.bold('guidechain check')}  {style.dim(found.since)}"]
    groups: dict[object, list[tuple[str, Broken]]] = {}
    for mark, every in (("fail", verdict.failures), ("warn", verdict.warnings)):
        for broken in every:
            groups.setdefault((mark, broken.message, broken.source, broken.span), []).append((mark, broken))
    for group in groups.values():
        lines.append("")
        for mark, broken in group[:SHOWN]:
            what = _shown(found, broken.path) if broken.path else str(broken.check)
            word = style.bad(mark) if mark == "fail" else style.warn(mark)
            lines.append(f"{word}  {style.bold(explain.printable(what))}  {style.dim(broken.rule)}")
        if len(group) > SHOWN:
            lines.append(f"      and {len(group) - SHOWN} more; --format json names them")
        lines.append(f"      {explain.printable(broken.message)}")
        lines.append(style.dim(f"      {_shown(found, broken.source)}:{broken.span.start.line + 1}"))
    failures = len(verdict.failures)
    result = style.bad(f"{failures} failure{'s' * (failures != 1)}") if failures else style.good("passed")
    warned = f", {len(verdict.warnings)} warning{'s' * (len(verdict.warnings) != 1)}" if verdict.warnings else ""
    return [*lines, "", *(style.dim(f"  {each}") for each in verdict.evidence), f"{result}{warned}"]
