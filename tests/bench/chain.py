"""CPU of ``guidechain chain FILE`` against the import of the two libraries that it cannot do without.

    python tests/bench/chain.py [--tree DIR] [--runs 15] [--format json]

Each command runs with byte code at hand and without (a fresh byte code folder for each run). Exit 1 when ``chain`` costs
more than 1.5 times the import with byte code at hand, or does not name the chain that it should.
"""

from __future__ import annotations

import sys
import tempfile

from measure import GUIDECHAIN, PYTHON, Run, in_turns, parser, ratio, run, show, summary, tree_of

MOST = 1.5


def main() -> int:
    """See the module."""
    asked = parser(__doc__, 15).parse_args()
    with tree_of(asked) as tree:
        file = min(path for path in (tree / "apps").glob("*/src/*.py")).relative_to(tree)
        commands = {
            "import": (PYTHON, "-c", "import pathspec, markdown_it"),
            "chain": (*GUIDECHAIN, "chain", str(file)),
        }
        warm = in_turns(commands, tree, asked.runs)
        cold: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(asked.runs):
            for name, command in commands.items():
                with tempfile.TemporaryDirectory() as folder:
                    cold[name].append(run(command, tree, PYTHONPYCACHEPREFIX=folder))
    answered = all(
        each.code == 0 and f"{file.parts[0]}/{file.parts[1]}/AGENTS.md" in each.out for each in warm["chain"]
    )
    rows = [
        {"byte code": label, "command": name, **summary(runs[name])}
        for label, runs in (("at hand", warm), ("none", cold))
        for name in commands
    ]
    ratios = {label: ratio(runs["chain"], runs["import"]) for label, runs in (("warm", warm), ("cold", cold))}
    show(
        asked, rows, {"ratio_warm": ratios["warm"], "ratio_cold": ratios["cold"], "target": MOST, "answered": answered}
    )
    return 0 if answered and ratios["warm"] <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
