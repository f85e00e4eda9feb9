"""The delivery tables of guidechain.toml: what a good one says, and that no fault in a bad one goes unsaid."""

from __future__ import annotations

import textwrap
import tomllib

import pytest

from guidechain.core.contract import read_contract
from guidechain.core.path_rules import ban, pattern_problem, permission


def read(text: str, above: str = ""):
    text = textwrap.dedent(text).lstrip("\n")
    table = tomllib.loads(text)
    for part in filter(None, above.split(".")):
        table = table[part]
    return read_contract(table, text, "/r/guidechain.toml", "unknown-setting", above)


def check_contract(text: str, expected: str, above: str = ""):
    contract, problems = read(text, above)
    assert not problems
    lines = []
    for guard in contract.guards:
        where = ",".join(str(span.start.line + 1) for span in guard.places)
        lines.append(f"guard {' '.join(guard.patterns)} @{where} {guard.level} except={' '.join(guard.except_)}")
    for scope in contract.scopes:
        forbid = " ".join(scope.forbid.patterns) if scope.forbid else None
        lines.append(f"scope {scope.name} allow={scope.allow} @{scope.allow_span.start.line + 1} forbid={forbid}")
    lines += [
        f"check {check.name} {check.run!r} in {check.cwd!r} when={check.when} @{check.span.start.line + 1}"
        for check in contract.checks
    ]
    assert "\n".join([*lines, f"prose {contract.prose}"]) == textwrap.dedent(expected).strip()


def check_problem(text: str, expected: str):
    _, problems = read(text)
    assert "\n".join(f"{each.span.start.line + 1}: {each.message}" for each in problems) == expected
    assert {each.severity for each in problems} == {"error"}


EVERYTHING = """
# the payments example, with "quoted # marks" in a comment
[[guard]]
paths = [
  "src/generated/",  # made
  'db/schema.lock',
]
except = ["src/generated/README.md"]
reason = '''
[[guard]] in a string is no table'''
severity = "ask"

[[guard]]
paths = "vendor/"

[[scope]]
name = "payments"
allow = ["src/payments/", "tests/payments/"]
forbid = [".github/"]

[checks.test]
run = "pnpm test"
[checks."lint.all"]
run = "pnpm lint"
cwd = "./web/"
when = ["web/"]
[delivery]
prose = "fail"
"""

SAID = """
guard src/generated/ db/schema.lock @4,5 ask except=src/generated/README.md
guard vendor/ @13 forbid except=
scope payments allow=('src/payments/', 'tests/payments/') @17 forbid=.github/
check test 'pnpm test' in '' when=() @20
check lint.all 'pnpm lint' in 'web' when=('web/',) @22
prose fail
"""


def test_every_table_is_read_with_its_places():
    check_contract(EVERYTHING, SAID)


def test_the_same_tables_stand_in_pyproject():
    check_contract(
        """
        [tool.guidechain]
        hosts = []
        [[tool.guidechain.guard]]
        paths = ["a/"]
        """,
        "guard a/ @4 forbid except=\nprose warn",
        above="tool.guidechain",
    )


def test_a_scope_without_allow_allows_everything_and_an_empty_one_nothing():
    check_contract('[[scope]]\nname = "x"', "scope x allow=None @1 forbid=None\nprose warn")
    check_contract('[[scope]]\nname = "x"\nallow = []', "scope x allow=() @1 forbid=None\nprose warn")


def test_a_file_without_these_tables_has_no_contract():
    assert read("hosts = []") == (None, ())


@pytest.mark.parametrize(
    "text, expected",
    [
        ("[[guard]]\npath = ['a']", "1: guard.path is no setting; expected one of paths, except, reason, instead, severity\n"
         "1: guard.paths: expected a list of patterns as in .gitignore, found []"),
        ("guard = 3", "1: guard: expected tables written [[guard]], found something else"),
        ("[guard]\npaths = []", "1: guard: expected tables written [[guard]], found something else"),
        ("[[guard]]\npaths = ['ok']\n\n[[guard]]\npaths = ['../x']",
         "4: guard.paths: expected patterns as in .gitignore; '../x' leads out of the folder of its file"),
        ("[[guard]]\npaths = ['{a,b}/']", "1: guard.paths: expected patterns as in .gitignore; '{a,b}/' has braces, which "
         "match nothing here; write one pattern for each choice"),
        ("[[guard]]\npaths = ['src\\gen']",
         "1: guard.paths: expected patterns as in .gitignore; 'src\\\\gen' has a backslash where / separates folders"),
        ("[[guard]]\npaths = [3]", "1: guard.paths: expected patterns as in .gitignore; 3 is no text"),
        ("[[guard]]\npaths = ['a']\nseverity = 'loud'",
         "1: guard.severity: expected one of forbid, ask, avoid, note, found 'loud'"),
        ("[[guard]]\npaths = ['a']\nreason = \'\'\'\n[[guard]]\'\'\'\n[[guard]]", "5: guard.paths: expected a list of patterns as in "
         ".gitignore, found []"),
        ("[[scope]]\nallow = ['a']", "1: scope.name: expected text, found nothing"),
        ("[[scope]]\nname = 'a'\n[[scope]]\nname = 'a'", "1: there are two scopes named a; each needs its own name"),
        ("[checks.a]\nrun = ''", "1: checks.a.run: expected text, found ''"),
        ("[checks]\na = 'make'", "1: checks.a: expected a table with run = 'command', found 'make'"),
        ("[checks.a]\nrun = 'x'\ncwd = '../y'",
         "1: checks.a.cwd: expected a folder below the contract's, found '../y'"),
        ("[checks.a]\nrun = 'x'\nwhen = []",
         "1: checks.a.when: expected a list of patterns as in .gitignore, found []"),
        ("[checks.'a/b']\nrun = 'x'", "1: checks.a/b: expected a name of letters, digits, '.', '_' and '-'"),
        ("[delivery]\nprose = true", "1: delivery.prose: expected one of warn, fail, ignore, found True"),
        ("[delivery]\nprosa = 'fail'", "1: delivery.prosa is no setting; expected one of prose"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text: str, expected: str):
    check_problem(text, expected)


@pytest.mark.parametrize(
    "pattern, yes, no",
    [
        ("src/generated/", "src/generated/a src/generated SRC/Generated/a", "src/generated-x/a a/src/generated/a"),
        ("./src//gen", "src/gen src/gen/a", "src/general"),
        ("generated", "a/generated/b generated", "regenerated"),
        ("café/", "cafe\u0301/a CAFÉ/a", "cafe/a"),
        (".", "a a/b", ""),
        ("[Z-a]b", "ab Zb", "bb"),
    ],
)
def test_a_ban_is_read_widely(pattern: str, yes: str, no: str):
    covers = ban([pattern])
    assert [path for path in yes.split(" ") if covers(path) is None] == []
    assert [path for path in no.split() if covers(path) is not None] == []


@pytest.mark.parametrize(
    "pattern, yes, no",
    [
        ("docs/", "docs/a", "a/docs/b Docs/a docs"),
        ("**/docs/", "docs/a a/docs/b", "a/docs"),
        ("src/pay", "src/pay src/pay/a", "src/pay-legacy/a"),
        ("*.md", "a.md", "a/b.md a.mdx"),
        ("./", "a a/b", ""),
    ],
)
def test_a_permission_is_read_narrowly(pattern: str, yes: str, no: str):
    covers = permission([pattern], anchored=True)
    assert [path for path in yes.split() if covers(path) is None] == []
    assert [path for path in no.split() if covers(path) is not None] == []


@pytest.mark.parametrize("pattern", ["a\\*b", "a\\{b,c\\}", "!a", "**", "a b", "#".join(("a", "b"))])
def test_odd_patterns_that_are_fine(pattern: str):
    assert pattern_problem(pattern) is None


@pytest.mark.parametrize("pattern", ["", " ", "#a", "!", "[z-a]", "a/../b", "a\nb"])
def test_patterns_that_match_nothing(pattern: str):
    assert pattern_problem(pattern)
