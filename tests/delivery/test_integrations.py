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


def run_action(repository: Repository, **given: str) -> subprocess.CompletedProcess[str]:
    """The last step as GitHub runs it, with ``given`` of its variables."""
    action = yaml("action.yml")
    script = action["runs"]["steps"][-1]
    variables = {
        **dict.fromkeys(script["env"], ""),
        "RUN": action["inputs"]["run"]["default"],
        "GITHUB_REF_NAME": "work",
    }
    assert not given.keys() - variables.keys()
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script["run"]],
        cwd=repository.root, env=environment(repository, **{**variables, **given}), capture_output=True, text=True,
    )  # fmt: skip


def verdict_of(repository: Repository) -> str:
    return (repository.root.parent / "runner/output").read_text().strip().removeprefix("verdict=")


@pytest.mark.parametrize(
    "changed, base, code, verdict",
    [("a", "HEAD~1", 0, "pass"), ("gen/a", "HEAD~1", 1, "fail"), ("a", "0" * 40, 2, "error"), ("a", "", 2, "error")],
)
def test_the_action(repository: Repository, changed: str, base: str, code: int, verdict: str):
    repository.write(changed, "2")
    repository.commit()
    sarif = repository.root.parent / "out.sarif"
    done = run_action(repository, BASE=base, SARIF=str(sarif))
    assert done.returncode == code, done.stdout + done.stderr
    assert verdict_of(repository) == verdict
    if code < 2:
        assert "tests ran" in done.stderr
        assert len(json.loads(sarif.read_text())["runs"][0]["results"]) == code
        assert ("::error file=gen/a" in done.stdout) == (code == 1)


def test_the_action_on_a_branch_pushed_for_the_first_time(repository: Repository):
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.write("gen/a", "2")
    repository.commit()
    done = run_action(repository, BASE="0" * 40, MAIN="main")
    assert (done.returncode, verdict_of(repository)) == (1, "fail"), done.stderr


def test_the_action_on_the_merge_of_a_pull_request(repository: Repository):
    named = repository.git("rev-parse", "HEAD")
    repository.git("checkout", "-qb", "work")
    repository.write("b", "2")
    repository.commit()
    pulled = repository.git("rev-parse", "HEAD")
    repository.git("checkout", "-q", "main")
    repository.write("gen/a", "what others did after the event")
    repository.commit()
    done = run_action(repository, BASE=named, PULLED=pulled, PULLED_INTO=named)
    assert (done.returncode, verdict_of(repository)) == (2, "error")
    assert "::error title=guidechain check::the commit of the pull request is not checked out" in done.stdout
    (repository.root.parent / "runner/output").unlink()
    repository.git("merge", "-q", "--no-ff", "work")
    done = run_action(repository, BASE=named, PULLED=pulled, PULLED_INTO=named)
    assert (done.returncode, verdict_of(repository)) == (0, "pass"), done.stdout + done.stderr
