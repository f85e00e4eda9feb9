"""``guidechain check`` and ``guidechain run`` as people and CI call them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest
from delivery.repository import WHO, Repository
from delivery.run import cases, failures_of

from guidechain import receipts
from guidechain.cli import main
from guidechain.core.model import Receipt

CONTRACT = """\
[[guard]]
paths = ["src/generated/"]
reason = "written by the generator"
instead = "make gen"

[[scope]]
name = "payments"
allow = ["src/payments/", "guidechain.toml", "AGENTS.md"]

[checks.test]
run = "echo tests ran; test ! -e src/payments/broken"

[checks.lint]
run = "echo lint ran"
cwd = "src"
when = ["*.py"]
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    files = {"guidechain.toml": CONTRACT, "src/payments/a.ts": "1", "src/generated/g.ts": "1", "AGENTS.md": "# Rules\n"}
    return Repository(tmp_path / "repo", **files)


def call(repository: Repository, *arguments: str, stdin: str | None = None, **variables: str):
    """A process: for commands whose checks write to the real standard output."""
    return subprocess.run(
        [sys.executable, "-m", "guidechain", *arguments],
        cwd=repository.root, input=stdin, capture_output=True, text=True, env={**os.environ, **WHO, **variables},
    )  # fmt: skip


def check(repository: Repository, *arguments: str, stdin: str = ""):
    """The command in this process, which is ten times faster."""
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()))
    with (
        contextlib.chdir(repository.root),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", given)
        code = main(["check", *arguments])
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def check_answer(repository: Repository, arguments: str, code: int, *expected: str, stdin: str = ""):
    """``expected``: ``rule what`` of each failure, then of each warning with ``warn`` before it, or words of an error."""
    done = check(repository, "--format", "json", *arguments.split(), stdin=stdin)
    answer = json.loads(done.stdout)
    if answer["verdict"] == "error":
        found = [answer["message"]]
        assert answer["message"] in done.stderr
    else:
        found = [
            f"{mark}{each['rule']} {each['path'] or each['check']}"
            for mark, key in (("", "failures"), ("warn ", "warnings"))
            for each in answer[key]
        ]
    assert (done.returncode, found) == (code, list(expected))
    return answer


@pytest.mark.parametrize("case", cases([Path(__file__).parent / "cases"]), ids=lambda case: case["id"])
def test_labelled_cases(case: dict):
    assert failures_of(case) == []


def test_the_way_of_a_change(repository: Repository):
    repository.write("src/payments/b.ts", "2")
    check_answer(repository, "", 1, "check-missing test")
    done = call(repository, "run", "test")
    assert (done.returncode, done.stdout) == (0, "tests ran\n")
    assert "guidechain: test: passed in" in done.stderr
    check_answer(repository, "", 0)
    repository.commit()
    check_answer(repository, "--base HEAD~1", 0)  # The same content, committed.
    repository.write("src/payments/b.ts", "3")
    check_answer(repository, "", 1, "check-stale test")
    repository.write("src/payments/broken", "")
    assert call(repository, "run", "test").returncode == 1
    check_answer(repository, "", 1, "check-failed test")
    assert call(repository, "run", "test", "--skip", "no time").returncode == 1
    answer = check_answer(repository, "", 1, "check-skipped test")
    assert "was skipped: no time" in answer["failures"][0]["message"]


def test_run_judges_by_running(repository: Repository):
    repository.write("src/payments/b.py", "2")
    head = repository.git("rev-parse", "HEAD^{tree}")
    for name, run, cwd in (
        ("test", "echo tests ran; test ! -e src/payments/broken", ""),
        ("lint", "echo lint ran", "src"),
    ):
        forged = Receipt(name, run, cwd, "passed", 0, 1.0, head, head)
        receipts.write_receipt(f"{repository.root}/.git", forged)
    check_answer(repository, "", 1, "check-stale test", "check-stale lint")
    done = call(repository, "check", "--run")
    assert done.returncode == 0
    assert "lint ran" in done.stderr
    assert "lint ran\n" not in done.stdout


def test_a_check_that_changes_the_tree_does_not_vouch_for_it(repository: Repository):
    repository.write("guidechain.toml", CONTRACT.replace("echo tests ran;", "echo x >> src/payments/log;"))
    repository.commit()
    done = call(repository, "run", "test")
    assert "test changed the tree while it ran (src/payments/log)" in done.stderr
    check_answer(repository, "", 1, "check-stale test")


def test_the_base_judges_a_change_of_the_contract(repository: Repository):
    repository.write("guidechain.toml", '[[scope]]\nname = "all"\n')
    repository.write("src/generated/g.ts", "2")
    expected = ("forbidden src/generated/g.ts", "check-missing test", "warn judged-by-base guidechain.toml")
    check_answer(repository, "", 1, *expected)
    repository.git("rm", "-qf", "guidechain.toml")
    check_answer(repository, "", 1, *expected)
    check_answer(repository, "--files-from -", 1, *expected, stdin="guidechain.toml\nsrc/generated/g.ts\n")


def test_the_base_judges_a_change_of_guidance(repository: Repository):
    repository.write("guidechain.toml", '[delivery]\nprose = "fail"\n')
    repository.write("AGENTS.md", "- Do not edit `db/migrations/`.\n")
    repository.write("db/migrations/1.sql", "1")
    repository.commit()
    repository.write("AGENTS.md", "- You may edit `db/migrations/`.\n")
    repository.write("db/migrations/1.sql", "2")
    answer = check_answer(repository, "", 1, "forbidden db/migrations/1.sql", "warn judged-by-base AGENTS.md")
    assert answer["failures"][0]["source"] == {"path": "AGENTS.md", "line": 1}
    repository.commit()
    repository.write("db/migrations/1.sql", "3")
    check_answer(repository, "", 0)


@pytest.mark.parametrize(
    "path, text",
    [
        ("guidechain.toml", CONTRACT.replace('paths = ["src/generated/"]', 'paths = ["src/generated/"]\nexcept = ["g.ts"]')),
        ("guidechain.toml", CONTRACT.replace('allow = [', 'allow = ["src/", ')),
        ("pyproject.toml", '[tool.guidechain.delivery]\nprose = "ignore"\n'),
        ("src/guidechain.toml", '[delivery]\nprose = "ignore"\n'),
        ("src/generated/guidechain.toml", '[[scope]]\nname = "payments"\n'),
        (".gitignore", "src/generated/\n"),
        (".gitattributes", "src/generated/** -diff linguist-generated=false\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("removed", [False, True], ids=["", "contract removed"])
def test_no_change_loosens_its_judge(repository: Repository, path: str, text: str, removed: bool):
    if removed:
        repository.git("rm", "-q", "guidechain.toml")
    repository.write(path, text)
    repository.write("src/generated/g.ts", "2")
    for options in ("", "--base HEAD"):
        answer = json.loads(check(repository, "--format", "json", *options.split()).stdout)
        assert "src/generated/g.ts" in [each["path"] for each in answer["failures"]]
        told = [each["path"] for each in answer["warnings"] if each["rule"] == "judged-by-base"]
        assert told == ["guidechain.toml"] * (removed or path == "guidechain.toml")


def test_a_contract_behind_a_link_is_changed_where_the_link_leads(repository: Repository):
    repository.git("mv", "guidechain.toml", "contract.toml")
    (repository.root / "guidechain.toml").symlink_to("contract.toml")
    repository.commit()
    for change in ("text", "link"):
        if change == "text":
            repository.write("contract.toml", '[[scope]]\nname = "all"\n')
        else:
            repository.git("checkout", "-q", "contract.toml")
            repository.write("other.toml", '[[scope]]\nname = "all"\n')
            (repository.root / "guidechain.toml").unlink()
            (repository.root / "guidechain.toml").symlink_to("other.toml")
        repository.write("src/generated/g.ts", "2")
        answer = json.loads(check(repository, "--format", "json").stdout)
        assert "src/generated/g.ts" in [each["path"] for each in answer["failures"]]
        told = [each["path"] for each in answer["warnings"]]
        assert told == ["contract.toml" if change == "text" else "guidechain.toml"]


def test_a_second_contract_that_takes_over_is_reported(repository: Repository):
    repository.git("rm", "-q", "guidechain.toml")
    repository.write("pyproject.toml", '[[tool.guidechain.guard]]\npaths = ["src/generated/"]\n')
    repository.commit()
    repository.write("guidechain.toml", '[[scope]]\nname = "all"\n')
    repository.write("src/generated/g.ts", "2")
    expected = ("forbidden src/generated/g.ts", "warn judged-by-base guidechain.toml")
    check_answer(repository, "", 1, *expected)


def test_a_list_of_committed_changes_is_judged_by_a_base_that_must_be_named(repository: Repository):
    repository.git("branch", "base")
    repository.write("guidechain.toml", '[[scope]]\nname = "all"\n')
    repository.write("src/generated/g.ts", "2")
    repository.commit()
    listing = "guidechain.toml\nsrc/generated/g.ts\n"
    message = (
        "--files-from: the list says that the contract changed, and HEAD holds the same one; name the revision that the "
        "work left by --base, so that its contract judges"
    )
    check_answer(repository, "--files-from -", 2, message, stdin=listing)
    failures = ("forbidden src/generated/g.ts", "check-missing test", "warn judged-by-base guidechain.toml")
    check_answer(repository, "--base base --files-from -", 1, *failures, stdin=listing)


def test_what_is_committed_is_delivered_though_the_work_tree_took_it_back(repository: Repository):
    repository.write("guidechain.toml", '[[guard]]\npaths = ["src/generated/"]\n')
    repository.commit()
    repository.write("src/generated/g.ts", "2")
    repository.commit()
    repository.write("src/generated/g.ts", "1")
    check_answer(repository, "--base HEAD~1", 1, "forbidden src/generated/g.ts")


def test_an_importer_and_a_link_to_guidance_are_reported(repository: Repository):
    repository.write("guidechain.toml", 'hosts = ["claude-code"]\n[delivery]\nprose = "fail"\n')
    repository.write("docs/rules.md", "- Do not edit `db/`.\n")
    (repository.root / "AGENTS.md").unlink()
    repository.write("CLAUDE.md", "@docs/rules.md\n")
    repository.write("db/a", "1")
    repository.commit()
    repository.write("CLAUDE.md", "Nothing.\n")
    repository.write("db/a", "2")
    check_answer(repository, "", 1, "forbidden db/a", "warn judged-by-base CLAUDE.md")


def test_guidance_above_the_contract_judges_too(repository: Repository):
    repository.write("AGENTS.md", "- Do not edit `web/gen/`.\n")
    repository.write("web/guidechain.toml", 'hosts = ["codex"]\n[delivery]\nprose = "fail"\n')
    repository.commit()
    repository.write("web/gen/a", "1")
    check_answer(repository, "--root web", 1, "forbidden web/gen/a")


def test_a_base_goes_with_the_work_tree_and_with_a_list(repository: Repository):
    message = "--base: expected alone or with --files-from; --staged and --suggest know no other revision"
    check_answer(repository, "--base HEAD --staged", 2, message)


def test_prose_warns_and_a_new_contract_judges_itself(repository: Repository):
    repository.git("rm", "-q", "guidechain.toml")
    repository.commit()
    repository.write("AGENTS.md", "- Do not edit `db/`.\n")
    repository.commit()
    repository.write("guidechain.toml", '[[scope]]\nname = "x"\n')
    repository.write("db/a", "1")
    itself = "warn judged-by-itself guidechain.toml"
    check_answer(repository, "", 0, itself, "warn forbidden db/a")
    repository.write("AGENTS.md", "Nothing.\n")
    check_answer(repository, "", 0, itself, "warn judged-by-base AGENTS.md", "warn forbidden db/a")


def test_the_index_alone(repository: Repository):
    repository.write("src/payments/a.ts", "2")
    call(repository, "run", "test")
    repository.git("add", "src/payments/a.ts")
    check_answer(repository, "--staged", 0)
    repository.write("src/generated/g.ts", "2")
    check_answer(repository, "--staged", 0)
    repository.git("add", "src/generated/g.ts")
    check_answer(repository, "--staged", 1, "forbidden src/generated/g.ts", "check-stale test")


@pytest.mark.parametrize(
    "arguments, stdin, message",
    [
        ("--base nowhere", "", "git knows no revision 'nowhere'"),
        ("--base nowhere...HEAD", "", "git knows no revision 'nowhere...HEAD'"),
        ("--files-from -", "", "--files-from: the list is empty; expected at least one path"),
        ("--files-from -", "\n\n", "--files-from: the list is empty; expected at least one path"),
        (
            "--files-from missing",
            "",
            "--files-from: 'missing' cannot be read; expected a file, or - for standard input",
        ),
        ("--files-from src", "", "--files-from: 'src' cannot be read; expected a file, or - for standard input"),
        ("--scope web", "", "--scope: expected one of the contract's scopes (payments), found 'web'"),
        ("--root nowhere", "", "--root: expected a folder, found none at 'nowhere'"),
    ],
)
def test_what_cannot_be_told(repository: Repository, arguments: str, stdin: str, message: str):
    check_answer(repository, arguments, 2, message, stdin=stdin)


@pytest.mark.parametrize(
    "contract, message",
    [
        ("", "there is no contract; expected [[guard]], [[scope]], [checks.NAME] or [delivery] in guidechain.toml at "),
        ('hosts = ["codex"]\n', "there is no contract; expected"),
        ("[[gaurd]]\npaths = ['a']\n", "guidechain.toml:1: gaurd is no setting; expected one of"),
        ("[[guard]]\npaths = []\n", "guidechain.toml:1: guard.paths: expected a list of patterns"),
        ("[[guard]\n", "guidechain.toml:1: not valid TOML"),
        (
            "[[scope]]\nname = 'a'\n[[scope]]\nname = 'b'\n",
            "the contract has several scopes; name one by --scope: a, b",
        ),
    ],
)
def test_a_contract_that_cannot_judge(tmp_path: Path, contract: str, message: str):
    repository = Repository(tmp_path / "other", **{"guidechain.toml": contract, "a": "1"})
    done = check(repository)
    assert done.returncode == 2
    assert message in done.stderr
    assert not done.stdout


def test_a_contract_broken_by_the_change_cannot_judge(repository: Repository):
    repository.write("guidechain.toml", CONTRACT + "[[guard]]\n")
    done = check(repository)
    assert done.returncode == 2
    assert "guidechain.toml:17: guard.paths: expected a list of patterns" in done.stderr


def test_outside_a_repository(tmp_path: Path):
    folder = Repository.__new__(Repository)
    folder.root = tmp_path.resolve()
    folder.write("guidechain.toml", '[[guard]]\npaths = ["a/"]\n')
    assert "is in no git repository; expected one, or the paths by --files-from" in check(folder).stderr
    check_answer(folder, "--files-from -", 1, "forbidden a/b", stdin="a/b\n")
    check_answer(folder, "--files-from -", 0, stdin="b\n")
    folder.write("guidechain.toml", '[checks.a]\nrun = "true"\n')
    done = check(folder, "--files-from", "-", stdin="b\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert call(folder, "run", "a").returncode == 2


def test_suggestions_are_entries_that_the_contract_can_take(repository: Repository):
    repository.write("AGENTS.md", "- Run `pnpm lint` and `echo tests ran` before each commit.\n- Run `pnpm lint`.\n")
    repository.write("web/AGENTS.md", '- `pnpm test -- "a b"` must pass.\n')
    repository.write("guidechain.toml", 'launch = [".", "web"]\nhosts = ["codex"]\n' + CONTRACT)
    done = check(repository, "--suggest")
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["checks"] == {
        "lint-2": {"run": "pnpm lint"},
        "test-2": {"run": 'pnpm test -- "a b"', "cwd": "web"},
    }
    assert done.stdout.startswith("# AGENTS.md:1\n")
    repository.write("guidechain.toml", 'launch = [".", "web"]\nhosts = ["codex"]\n' + CONTRACT + done.stdout)
    assert check(repository, "--suggest").stdout.startswith("# Guidance demands no command")


def test_run_names_what_there_is(repository: Repository):
    done = call(repository, "run", "tests")
    assert done.returncode == 2
    assert "expected a check of the contract (test, lint), found 'tests'" in done.stderr


def test_a_check_outside_the_repository_is_not_run(repository: Repository):
    (repository.root / "away").symlink_to("/")
    repository.write("guidechain.toml", '[checks.t]\nrun = "pwd"\ncwd = "away"\n')
    repository.commit()
    done = call(repository, "run", "t")
    assert (done.returncode, done.stdout) == (1, "")
    assert "failed (its folder away leads out of the repository)" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_cancelled_check_ends_with_what_it_started_and_has_failed(repository: Repository, number: int):
    repository.write(
        "guidechain.toml", "[checks.t]\nrun = 'sleep 600 & echo $! >&2; wait; true'\n[checks.u]\nrun = 'true'\n"
    )
    repository.commit()
    process = subprocess.Popen(
        [sys.executable, "-m", "guidechain", "run", "t", "u"],
        cwd=repository.root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr.readline() == "guidechain: t: sleep 600 & echo $! >&2; wait; true\n"
    process.stderr.readline()
    process.send_signal(number)
    rest = process.communicate(timeout=60)[1]  # Ends only when nobody holds the other end any more.
    assert (process.returncode, "failed (it was interrupted)" in rest) == (130, True)
    check_answer(repository, "", 1, "check-failed t", "check-missing u")


def test_a_closed_output_is_no_failure_of_the_check(repository: Repository):
    command = f"'{sys.executable}' -m guidechain run test >&-"
    done = subprocess.run(command, shell=True, cwd=repository.root, env={**os.environ, **WHO}, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_a_command_in_a_hook_does_not_inherit_the_index(repository: Repository):
    repository.write("guidechain.toml", '[checks.t]\nrun = "env | grep ^GIT_INDEX; true"\n')
    repository.commit()
    done = call(repository, "run", "t", GIT_INDEX_FILE=f"{repository.root}/.git/index")
    assert (done.returncode, done.stdout) == (0, "")


def test_annotations_and_sarif_name_path_and_rule(repository: Repository):
    repository.write("src/generated/g.ts", "2")
    github = check(repository, "--format", "github")
    assert github.stdout.splitlines()[0] == (
        "::error file=src/generated/g.ts,line=1,endLine=1,col=1,endColumn=1,title=forbidden::This path was changed; "
        "`src/generated/` is off limits: written by the generator; instead: make gen"
    )
    sarif = json.loads(check(repository, "--format", "sarif").stdout)
    jsonschema.validate(sarif, json.loads((Path(__file__).parent.parent / "data/sarif-schema-2.1.0.json").read_text()))
    results = sarif["runs"][0]["results"]
    assert [each["ruleId"] for each in results] == ["forbidden", "check-missing"]
    related = results[0]["relatedLocations"][0]["physicalLocation"]
    assert (related["artifactLocation"]["uri"], related["region"]["startLine"]) == ("guidechain.toml", 2)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"version": 2}', '{"version": 1, "name": "test"}', '{"version": 1, "exit": true}', "[" * 9999],
)
def test_a_file_that_is_no_receipt_counts_as_none(tmp_path: Path, content: str):
    folder = tmp_path / receipts.FOLDER
    folder.mkdir(parents=True)
    (folder / "test.json").write_text(content)
    assert receipts.read_receipts(str(tmp_path), ["test"]) == {}


def test_what_is_too_large_or_no_file_is_no_receipt_and_is_replaced(tmp_path: Path):
    receipt = Receipt("test", "make", "", "passed", 0, 1.5, "t1", "t1")
    path = Path(receipts.write_receipt(str(tmp_path), receipt))
    path.write_text(path.read_text() + " " * receipts.LARGEST)
    assert receipts.read_receipts(str(tmp_path), ["test"]) == {}
    path.unlink()
    os.mkfifo(path)
    assert receipts.read_receipts(str(tmp_path), ["test"]) == {}
    receipts.write_receipt(str(tmp_path), receipt)
    assert receipts.read_receipts(str(tmp_path), ["test"]) == {"test": receipt}


def test_two_writers_share_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    receipt = Receipt("test", "make", "", "passed", 0, 1.5, "t1", "t1")
    path = Path(receipts.write_receipt(str(tmp_path), receipt))
    other = path.with_suffix(".1.tmp")  # What another process is writing.
    other.write_text("{")
    receipts.write_receipt(str(tmp_path), receipt)
    assert other.read_text() == "{"
    assert sorted(each.name for each in path.parent.iterdir()) == ["test.1.tmp", "test.json"]


def test_a_receipt_is_read_as_it_was_written(tmp_path: Path):
    receipt = Receipt("test", "make", "sub", "failed", None, 1.5, "t1", "t2", "it was interrupted")
    receipts.write_receipt(str(tmp_path), receipt)
    assert receipts.read_receipts(str(tmp_path), ["test", "other"]) == {"test": receipt}
