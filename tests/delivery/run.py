"""Labelled gate cases against the real command: ``python tests/delivery/run.py [DIR ...]``.

A case brings a contract, a change (a list of paths, a commit, or a range of revisions) and the results of checks.
It becomes a repository in a scratch folder, and ``guidechain check`` must give the exit code, exactly the broken rules,
the clean paths and the words that the case expects. Any key of a case that nobody compared fails it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from guidechain import git, receipts
from guidechain.core.model import Receipt

HERE = Path(__file__).parent
COMPARED = {"verdict", "exit", "violations", "clean", "mentions"}
WHO = {f"GIT_{role}_{what}": "t@example.invalid" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def failures_of(case: dict) -> list[str]:
    """What is wrong with the command's answer to ``case``, one line each."""
    with tempfile.TemporaryDirectory() as box:
        root = Path(box).resolve() / "repository"
        arguments, stdin = lay_out(case, root)
        done = subprocess.run(
            [sys.executable, "-m", "guidechain", "check", "--format", "json", *arguments],
            cwd=root, input=stdin, capture_output=True, env=environment(box), check=False,
        )  # fmt: skip
    return compared(case["check"], done)


def compared(check: dict, done: subprocess.CompletedProcess) -> list[str]:
    said = (done.stdout + done.stderr).decode()
    wrong = [f"{key}: nobody compares it" for key in check.keys() - COMPARED]
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return [*wrong, f"no JSON: {said}"]

    def expect(what: str, expected: object, found: object) -> None:
        if expected != found:
            wrong.append(f"{what}: expected {expected!r}, found {found!r}")

    expect("exit", check["exit"], done.returncode)
    expect("verdict", check["verdict"], answer["verdict"])
    if "violations" in check:
        broken = [
            {"rule": each["rule"], **({"check": each["command"]} if each["check"] else {"path": each["path"]})}
            for each in answer.get("failures", [])
        ]
        expect("violations", check["violations"], broken)
    expect("clean", [], [path for path in check.get("clean", ()) if path not in answer.get("clean", ())])
    expect("mentions", [], [word for word in check.get("mentions", ()) if word not in said])
    return wrong


def lay_out(case: dict, root: Path) -> tuple[list[str], bytes]:
    """Make the repository of ``case``; the options and the standard input of the command."""
    for name, content in case["tree"].items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, dict):
            (root / name).symlink_to(content["symlink"])
        else:
            (root / name).write_text(content)
    root.mkdir(parents=True, exist_ok=True)
    given = case["input"]
    (root / "guidechain.toml").write_text(contract_text(given.get("contract")))
    run(root, "git", "init", "-q")
    commit(root)
    for old, new in case.get("rename", ()):
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        run(root, "git", "mv", old, new)
    form = case.get("input_form")
    if form == "git-commit":
        commit(root)
    put_receipts(root, given)
    listing = "".join(f"{path}\n" for path in given["changed"] or ()).encode()
    if form == "git-commit":
        return ["--base", "HEAD~1"], b""
    if form == "git-range":
        return ["--base", case["range"]], b""
    assert form in (None, "git-name-only"), f"unknown form {form}"
    return ["--files-from", "-"], listing


def contract_text(contract: dict | None) -> str:
    """The settings file that says what the neutral ``contract`` says; without one, sentences alone judge."""
    if contract is None:
        return '[delivery]\nprose = "fail"\n'
    lines = ["[[scope]]", 'name = "work"']
    for key, name in (("allowed", "allow"), ("forbidden", "forbid")):
        if contract.get(key) is not None:
            lines.append(f"{name} = {json.dumps(contract[key])}")
    for index, check in enumerate(contract.get("required") or ()):
        lines += [f"[checks.c{index}]", f"run = {json.dumps(check['run'])}", f"cwd = {json.dumps(check['cwd'])}"]
    return "\n".join(lines) + "\n"


def put_receipts(root: Path, given: dict) -> None:
    """The results of ``given`` as receipts for the content as it is."""
    tree = git.content_now(str(root)).tree
    names = {
        (check["run"], check["cwd"]): f"c{index}"
        for index, check in enumerate((given.get("contract") or {}).get("required") or ())
    }
    for result in given["checks"]:
        name = names.get((result["run"], result["cwd"]))
        if name is None:
            continue
        status = result.get("status") or ("passed" if result["exit"] == 0 else "failed")
        receipt = Receipt(name, result["run"], result["cwd"], status, result["exit"], 1.0, tree, tree)
        receipts.write_receipt(git.git_folder(str(root)), receipt)


def commit(root: Path) -> None:
    run(root, "git", "add", "-A")
    run(root, "git", "commit", "-qm", "step", "--allow-empty")


def run(root: Path, *command: str) -> None:
    subprocess.run(command, cwd=root, check=True, capture_output=True, env=environment(str(root.parent)))


def environment(home: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "PYTHONPATH": str(SERVER), **WHO}


SERVER = HERE.parent.parent / "server"


def cases(folders: list[Path]) -> list[dict]:
    """Every gate case in ``folders``."""
    read = (json.loads(path.read_text()) for folder in folders for path in sorted(folder.glob("*.json")))
    return [case for case in read if case.get("kind") == "gate"]


def main(folders: list[str]) -> int:
    passed = failed = 0
    for case in cases([Path(folder) for folder in folders] or [HERE / "cases"]):
        wrong = failures_of(case)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for line in wrong:
            print(f"{case['id']}: {line}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
