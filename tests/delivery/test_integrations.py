"""The pre-commit hooks and the GitHub Action: what they run is run here."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from delivery.repository import WHO, Repository
from ruamel.yaml import YAML

TOP = Path(__file__).parent.parent.parent
CONTRACT = '[[guard]]\npaths = ["gen/"]\n[checks.test]\nrun = "echo tests ran"\n'


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repo", **{"guidechain.toml": CONTRACT, "a": "1"})
    made.git("update-ref", "refs/remotes/origin/HEAD", "HEAD")
    bin_folder = tmp_path / "runner/guidechain/bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "guidechain").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m guidechain "$@"\n')
    (bin_folder / "guidechain").chmod(0o755)
    return made


def yaml(name: str):
    return YAML(typ="safe").load(TOP / name)


def environment(repository: Repository, **more: str) -> dict[str, str]:
    runner = repository.root.parent / "runner"
    path = f"{runner}/guidechain/bin:{os.environ['PATH']}"
    return {**os.environ, **WHO, "PATH": path, "RUNNER_TEMP": str(runner), "GITHUB_OUTPUT": f"{runner}/output", **more}


@pytest.mark.parametrize("changed, code", [("a", 0), ("gen/a", 1)])
def test_the_hooks(repository: Repository, changed: str, code: int):
    for hook in yaml(".pre-commit-hooks.yaml"):
        repository.write(changed, hook["id"])
        repository.git("add", "-A")
        subprocess.run(["guidechain", "run", "test"], cwd=repository.root, env=environment(repository), check=True)
        done = subprocess.run(
            shlex.split(hook["entry"]), cwd=repository.root, env=environment(repository), capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout + done.stderr


@pytest.mark.parametrize(
    "changed, base, code, verdict",
    [("a", "HEAD~1", 0, "pass"), ("gen/a", "HEAD~1", 1, "fail"), ("a", "0" * 40, 2, "error")],
)
def test_the_action(repository: Repository, changed: str, base: str, code: int, verdict: str):
    action = yaml("action.yml")
    script = action["runs"]["steps"][-1]
    assert set(script["env"]) == {"BASE", "SCOPE", "RUN", "SARIF"}
    repository.write(changed, "2")
    repository.commit()
    sarif = repository.root.parent / "out.sarif"
    given = {"BASE": base, "SCOPE": "", "RUN": action["inputs"]["run"]["default"], "SARIF": str(sarif)}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script["run"]],
        cwd=repository.root, env=environment(repository, **given), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert (repository.root.parent / "runner/output").read_text() == f"verdict={verdict}\n"
    if code < 2:
        assert "tests ran" in done.stderr
        assert len(json.loads(sarif.read_text())["runs"][0]["results"]) == code
        assert ("::error file=gen/a" in done.stdout) == (code == 1)
