"""Write a synthetic monorepo: many source files, many instruction files, known planted faults.

    python tests/bench/monorepo.py OUT [--files 20000] [--instructions 400] [--seed 7] [--ignored 2000] [--no-git]

The same arguments give the same bytes. Source and instruction files together number ``--files``; ``--ignored`` more lie
under node_modules/, a few of them AGENTS.md that nobody may report. ``OUT.truth.json`` lists the instruction files by
kind and the planted faults as ``{"kind", "file", "detail"}``.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

VERBS = ["parse", "load", "store", "merge", "route", "bill", "sync", "index", "render", "queue", "audit", "patch"]
NOUNS = [
    "order",
    "invoice",
    "ledger",
    "widget",
    "session",
    "tenant",
    "report",
    "asset",
    "token",
    "policy",
    "event",
    "batch",
]
AREAS = ["apps", "libs", "services", "tools", "infra"]
SOURCES = {
    "py": "def {f}(x):\n    return x + {n}\n",
    "ts": "export const {f} = (x: number) => x + {n};\n",
    "go": "package p\n\nfunc {f}(x int) int {{ return x + {n} }}\n",
    "md": "# {f}\n\nNote {n} about {f}.\n",
}
MORE = [
    "claude",
    "override",
    "claude-rule",
    "cursor-rule",
    "copilot-scoped",
    "claude",
    "gemini",
    "deep-agents",
    "import",
]
"""The kinds of the instruction files that a package has beside its AGENTS.md, in turn."""


class Monorepo:
    """The texts of a repository by path, and what is known of them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.files: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.faults: list[dict[str, str]] = []
        self._counts: collections.Counter[str] = collections.Counter()
        self.packages = [f"{AREAS[i % 5]}/{self.random.choice(NOUNS)}-{i:03d}" for i in range(240)]

    def put(self, path: str, text: str, kind: str | None = None) -> None:
        """Add a file; ``kind`` for an instruction file."""
        assert path not in self.files, path
        self.files[path] = text
        if kind:
            self.kinds[path] = kind

    def fault(self, kind: str, file: str, detail: str) -> None:
        """Note a planted fault."""
        self.faults.append({"kind": kind, "file": file, "detail": detail})

    def rules(self, folder: str, count: int) -> str:
        """Guidance of ``count`` lines about ``folder``."""
        lines = []
        for i in range(count):
            verb, noun = self.random.choice(VERBS), self.random.choice(NOUNS)
            lines.append(
                f"- For changes under `{folder}src/`, run `make test-{verb}-{noun}` from the repository root; "
                f"rule {i} keeps {noun}s in step."
            )
        return "\n".join(lines) + "\n"

    def top(self) -> None:
        """The files at the root."""
        guide = (
            "# Monorepo guide\n\nRun `make test` from the repository root.\n\n## Boundaries\n\n"
            "Do not edit `gen/`; it is written by `make gen`.\n\n"
        )
        self.put("AGENTS.md", guide + self.rules("", 40), "agents")
        only = "# Claude only\n\nUse plan mode for changes under `services/`.\n\nSee @docs/agents/style.md for style.\n"
        self.put("CLAUDE.md", f"@AGENTS.md\n\n{only}", "claude")
        self.put("docs/agents/style.md", "# Style\n\n" + self.rules("", 10), "import")
        gemini = "@./AGENTS.md\n\n# Gemini only\n\nRun `make lint` before each commit.\n"
        self.put("GEMINI.md", gemini, "gemini")
        self.put(".github/copilot-instructions.md", "# Copilot\n\nFollow `AGENTS.md`. Run `make test`.\n", "copilot")
        self.put(".gitignore", "node_modules/\nCLAUDE.local.md\n")
        self.put("Makefile", "test:\n\ttrue\nlint:\n\ttrue\ngen:\n\ttrue\n")

    def guidance(self, count: int) -> None:
        """Instruction files of the packages until there are ``count``: one in each, some with more."""
        plan = [(package, "agents") for package in self.packages]
        left = count - len(self.kinds)
        plan += [(self.packages[i * 7 % len(self.packages)], MORE[i % len(MORE)]) for i in range(left - len(plan))]
        for number, (package, kind) in enumerate(plan[:left]):
            self._counts[kind] += 1
            body = f"# {package}\n\nOwner: team {number % 17}.\n\n"
            self._one(package, kind, number, body + self.rules(f"{package}/", self.random.randint(3, 25)))

    def _one(self, package: str, kind: str, number: int, body: str) -> None:
        """One instruction file; every third of a kind that can be faulty is faulty."""
        is_faulty = self._counts[kind] % 3 == 0
        glob = f"{package}/nowhere{number}/**/*.zig" if is_faulty else f"{package}/src/**/*"
        if kind == "agents":
            self.put(f"{package}/AGENTS.md", body, kind)
        elif kind == "deep-agents":
            self.put(f"{package}/src/core/deep{number}/AGENTS.md", body, "agents")
        elif kind == "override":
            file = f"{package}/AGENTS.override.md"
            if file in self.files:
                file = f"{package}/sub{number}/AGENTS.override.md"
            else:
                self.fault("shadowed", f"{package}/AGENTS.md", file)
            self.put(file, "# Override\n\n" + body, kind)
        elif kind == "claude":
            self._adapter(package, number, is_faulty)
        elif kind == "claude-rule":
            self.put(f".claude/rules/r{number}.md", f'---\npaths:\n  - "{glob}"\n---\n\n{body}', kind)
            if is_faulty:
                self.fault("glob-dead", f".claude/rules/r{number}.md", glob)
        elif kind == "cursor-rule":
            head = f"---\ndescription: rules of {package}\nglobs: {glob}\nalwaysApply: false\n---\n\n"
            self.put(f".cursor/rules/r{number}.mdc", head + body, kind)
            if is_faulty:
                self.fault("glob-dead", f".cursor/rules/r{number}.mdc", glob)
        elif kind == "copilot-scoped":
            head = f'---\napplyTo: "{package}/src/**"\n---\n\n'
            self.put(f".github/instructions/r{number}.instructions.md", head + body, kind)
        elif kind == "gemini":
            taken = f"{package}/GEMINI.md" in self.files
            self.put(f"{package}/mod{number}/GEMINI.md" if taken else f"{package}/GEMINI.md", body, kind)
        elif kind == "import":
            self.put(f"docs/agents/part{number}.md", body, kind)

    def _adapter(self, package: str, number: int, is_faulty: bool) -> None:
        first = f"{package}/CLAUDE.md" not in self.files
        file = f"{package}/CLAUDE.md" if first else f"{package}/mod{number}/CLAUDE.md"
        head = "@AGENTS.md" if first else "@../AGENTS.md"
        if is_faulty:
            head += f"\n\n@missing/guide{number}.md"
            self.fault("import-missing", file, f"missing/guide{number}.md")
        self.put(file, f"{head}\n\n# Claude for {package}\n\nUse plan mode here.\n", "claude")

    def tangles(self) -> None:
        """A chain over Codex's 32 KiB, an import cycle, an import chain that is too deep."""
        package = self.packages[3]
        big = f"{package}/AGENTS.md"
        self.files[big] = f"# Big\n\n{self.rules(f'{package}/', 260)}\nLAST-RULE: never edit gen/.\n"
        self.fault("codex-budget", big, "root + this file over 32768 bytes")
        style = "docs/agents/style.md"
        parts = sorted(file for file, kind in self.kinds.items() if kind == "import" and file != style)
        if len(parts) < 10:
            return
        links = [(parts[0], parts[1]), (parts[1], parts[0]), (style, parts[0])]
        links += [*itertools.pairwise(parts[2:10]), (style, parts[2])]
        for importer, imported in links:
            self.files[importer] += f"\n@{imported.rpartition('/')[2]}\n"
        self.fault("import-cycle", parts[1], parts[0])
        self.fault("import-too-deep", parts[5], "hop 5 and more from CLAUDE.md through style.md")

    def sources(self, count: int) -> None:
        """Source files until there are ``count`` files in all."""
        number = 0
        while len(self.files) < count:
            package = self.packages[number % len(self.packages)]
            ending = ("py", "ts", "go", "py", "ts", "md")[number % 6]
            name = f"{self.random.choice(VERBS)}_{self.random.choice(NOUNS)}_{number}"
            folder = ("src", "src/core", "src/api/v1", "tests")[number // 240 % 4]
            text = SOURCES[ending].format(f=name, n=number) * self.random.randint(1, 30)
            self.put(f"{package}/{folder}/{name}.{ending}", text)
            number += 1


def generate(
    out: Path, files: int = 20000, instructions: int = 400, seed: int = 7, ignored: int = 2000, git: bool = True
) -> dict[str, Any]:
    """Lay out a monorepo in ``out`` and return its truth."""
    made = Monorepo(seed)
    made.top()
    made.guidance(instructions)
    made.tangles()
    made.sources(files)
    bait = {
        f"node_modules/dep{i % 200}/" + ("AGENTS.md" if i < 20 else f"lib/f{i}.js"): f"// {i}\n" for i in range(ignored)
    }
    for path, text in (made.files | bait).items():
        whole = out / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        whole.write_bytes(text.encode())
    if git:
        commit(out)
    truth = {
        "files": len(made.files),
        "ignored": len(bait),
        "instructions": len(made.kinds),
        "kinds": collections.Counter(made.kinds.values()),
        "instruction_files": made.kinds,
        "faults": made.faults,
    }
    Path(f"{out}.truth.json").write_text(json.dumps(truth, indent=1, sort_keys=True))
    return truth


def commit(folder: Path) -> None:
    """Make ``folder`` a git repository with one commit, whatever the machine's git is set to."""
    fixed = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2026-01-01T00:00:00Z")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "base"]):
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *words]
        subprocess.run(command, cwd=folder, env=os.environ | fixed | dates, check=True)


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    for name, default in (("files", 20000), ("instructions", 400), ("seed", 7), ("ignored", 2000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--no-git", action="store_true")
    asked = parser.parse_args()
    truth = generate(asked.out, asked.files, asked.instructions, asked.seed, asked.ignored, not asked.no_git)
    counts = {name: value for name, value in truth.items() if name not in ("instruction_files", "faults")}
    print(json.dumps({**counts, "faults": len(truth["faults"])}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
