"""CPU of ``guidechain lint`` on a whole tree against agnix, a linter in Rust.

    python tests/bench/lint.py --agnix FILE [--tree DIR] [--runs 7] [--format json]

FILE is the program of the package agnix 0.59.3, installed anywhere. A run counts only if both report what was planted in
the tree: guidechain every fault that concerns its hosts, agnix the broken imports. Exit 1 when guidechain costs more.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from measure import GUIDECHAIN, Run, in_turns, parser, ratio, show, summary, tree_of, truth_of

CODES = {
    "shadowed": "shadowed-file",
    "import-missing": "broken-import",
    "glob-dead": "unmatched-glob",
    "codex-budget": "over-budget",
    "import-cycle": "import-cycle",
    "import-too-deep": "import-too-deep",
}
"""The code of the finding for each kind of fault."""


def missed(run: Run, truth: dict[str, Any]) -> list[str]:
    """The planted faults that a run of guidechain does not report, or why its answer cannot be used."""
    if run.code != 1:
        return [f"exit code {run.code} instead of 1"]
    reported = {
        (each["code"], path)
        for each in json.loads(run.out)["findings"]
        for path in (each["path"], *(related["path"] for related in each["related"]))
    }
    wanted = [each for each in truth["faults"] if not each["file"].startswith(".cursor/")]
    return [
        f"{each['kind']} in {each['file']}" for each in wanted if (CODES[each["kind"]], each["file"]) not in reported
    ]


def missed_by_agnix(run: Run, truth: dict[str, Any]) -> list[str]:
    """The broken imports that a run of agnix does not report, or why its answer cannot be used."""
    if run.code != 1:
        return [f"agnix: exit code {run.code} instead of 1"]
    reported = {each["file"] for each in json.loads(run.out)["diagnostics"]}
    wanted = [each["file"] for each in truth["faults"] if each["kind"] == "import-missing"]
    return [f"agnix: broken import in {file}" for file in wanted if file not in reported]


def main() -> int:
    """See the module."""
    options = parser(__doc__, 7)
    options.add_argument("--agnix", type=Path, required=True, help="the program of agnix 0.59.3")
    asked = options.parse_args()
    commands = {
        "agnix": (str(asked.agnix.absolute()), "--format", "json", "."),
        "guidechain": (*GUIDECHAIN, "lint", "--format", "json"),
    }
    with tree_of(asked) as tree:
        found = in_turns(commands, tree, asked.runs)
        truth = truth_of(tree)
    wrong = [miss for run in found["guidechain"] for miss in missed(run, truth)]
    wrong += [miss for run in found["agnix"] for miss in missed_by_agnix(run, truth)]
    rows = [{"command": name, **summary(runs)} for name, runs in found.items()]
    by = ratio(found["guidechain"], found["agnix"])
    show(asked, rows, {"ratio": by, "target": 1.0, "missed": "; ".join(dict.fromkeys(wrong)) or "nothing"})
    return 0 if by <= 1 and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
