"""Checks of guards: sentences alone, rules without effect, places that disagree, paths that are gone."""

from __future__ import annotations

import json
import tomllib

import pytest
from diagnostics.checks import all_findings, check_findings
from fixture import ROOT, absolute, parse

from guidechain.core.model import Finding, Settings
from guidechain.core.snapshot import Snapshot
from guidechain.settings import read_settings

CODES = "prose-only-guard guard-without-effect guard-drift stale-guard settings-voided"
SENTENCE = "-- AGENTS.md --\n# Rules\n\n- Do not edit `src/gen/` by hand; run `make gen`.\n-- src/gen/a.ts --\n1\n-- src/gen/b.go --\n1\n"
ENTRY = "AGENTS.md:3:14-24 prose-only-guard information"


def settings_of(text: str) -> Settings:
    return read_settings(Snapshot(parse(text).tree), ROOT)


def check_guards(text: str, expected: str, **more: object) -> tuple[Finding, ...]:
    """As ``check_findings``, with what ``guidechain.toml`` says."""
    return check_findings(text, expected, only=CODES, contract=settings_of(text).contract, **more)


def rules(*deny: object, ask: tuple[str, ...] = ()) -> str:
    permissions = {"deny": list(deny), "ask": list(ask)}
    return f"-- .claude/settings.json --\n{json.dumps({'permissions': permissions}, indent=1)}\n"


def fixed(text: str, finding: Finding, title: str) -> str:
    """The workspace after the fix of that title, its files in sections."""
    tree = parse(text).tree
    fix = next(each for each in finding.fixes if title in each.title)
    sections = ""
    for edit in fix.edits:
        before = (tree.read(edit.path) or b"").decode() if tree.entry(edit.path).kind == "file" else ""
        lines = before.split("\n")
        start = sum(len(line) + 1 for line in lines[: edit.span.start.line]) + edit.span.start.column
        end = sum(len(line) + 1 for line in lines[: edit.span.end.line]) + edit.span.end.column
        after = before[:start] + edit.text + before[end:]
        tree.write(edit.path, after)
        sections += f"-- {edit.path} --\n{after}"
    return sections


def test_a_sentence_that_nothing_enforces_names_its_paths_and_fixes():
    check_guards(
        SENTENCE,
        f"{ENTRY} | src/gen/ (2 files) | => Add the guard to guidechain.toml, so that guidechain check fails on it"
        " | => Have Claude Code refuse such edits (.claude/settings.json)",
    )


@pytest.mark.parametrize(
    "enforced",
    [
        rules("Edit(src/gen/**)"),
        rules("Edit(/src/gen/**)"),
        rules("Edit(src/**)"),
        rules("Read(src/gen/**)"),
        rules(ask=("Edit(src/gen/**)",)),
        "-- guidechain.toml --\n[[guard]]\npaths = ['src/gen/']\n",
        "-- guidechain.toml --\n[[guard]]\npaths = ['/src/**']\n",
        "-- guidechain.toml --\n[delivery]\nprose = 'fail'\n",
    ],
)
def test_what_something_enforces_is_not_reported(enforced: str):
    check_guards(SENTENCE + enforced, "")


@pytest.mark.parametrize("idle", [rules("Edit(lib/**)"), rules(ask=("Read(src/gen/**)",))])
def test_rules_about_something_else_enforce_nothing(idle: str):
    check_guards(SENTENCE + idle, ENTRY)


@pytest.mark.parametrize(
    "line",
    [
        "`src/gen/` is generated.",
        "Avoid editing `src/gen/`.",
        "Never read `src/gen/`.",
        "Never edit `src/gen/` without running `make x`.",
    ],
)
def test_softer_sentences_are_not_reported(line: str):
    check_guards(SENTENCE.replace("Do not edit `src/gen/` by hand; run `make gen`.", line), "")


def test_one_finding_for_a_scope_and_its_parts():
    text = SENTENCE.replace("by hand", "by hand").replace(
        "-- src/gen/a.ts", "- Never edit `src/gen/`.\n- Never edit `src/gen/a.ts`.\n-- src/gen/a.ts"
    )
    (found,) = check_guards(text, ENTRY)
    assert [each.message for each in found.related] == ["says the same", "says it of a part"]


def test_foreign_guidance_is_left_alone():
    check_guards("-- AGENTS.md --\nx\n-- template/AGENTS.md --\nNever edit `gen/`.\n-- template/gen/a --\n1\n", "")


def test_a_file_can_hide_the_code():
    check_guards(SENTENCE.replace("# Rules", "# Rules <!-- guidechain-ignore prose-only-guard -->"), "")


@pytest.mark.parametrize("title", ["guidechain.toml", ".claude/settings.json"])
def test_a_fix_has_effect(title: str):
    (found,) = check_guards(SENTENCE, ENTRY)
    check_guards(SENTENCE + fixed(SENTENCE, found, title), "")


def test_the_contract_says_what_the_sentence_says():
    text = SENTENCE + '-- guidechain.toml --\nhosts = ["codex"]'
    (found,) = check_guards(text, ENTRY)
    edit = found.fixes[0].edits[0]
    written = tomllib.loads('hosts = ["codex"]\n' + edit.text)
    assert written["hosts"] == ["codex"]
    assert written["guard"] == [
        {
            "paths": ["/src/gen/"],
            "reason": "AGENTS.md:3: Do not edit `src/gen/` by hand; run `make gen`.",
            "instead": "make gen",
        }
    ]


def test_a_project_that_configures_in_pyproject_keeps_doing_so():
    text = SENTENCE + '-- pyproject.toml --\n[project]\nname = "x"\n\n[tool.guidechain]\nhosts = ["codex"]\n'
    (found,) = check_guards(text, ENTRY)
    assert found.fixes[0].edits[0].path == absolute("pyproject.toml")
    assert found.fixes[0].edits[0].text.startswith("\n[[tool.guidechain.guard]]\n")


def test_what_no_rule_can_say_is_not_offered():
    text = SENTENCE.replace("by hand; run `make gen`.", "except `src/gen/b.go`.")
    (found,) = check_guards(text, ENTRY)
    assert [each.title for each in found.fixes] == [
        "Add the guard to guidechain.toml, so that guidechain check fails on it"
    ]
    existing = "-- AGENTS.md --\nNever edit an existing migration in `db/`; add a new one.\n-- db/1.sql --\n1\n"
    (found,) = check_guards(existing, "AGENTS.md:1 prose-only-guard information")
    assert found.fixes == ()


def test_settings_that_count_for_nothing_are_not_added_to():
    text = SENTENCE + '-- .claude/settings.json --\n{"permissions": {"deny": "x"}}\n'
    found = check_guards(text, f".claude/settings.json:1 settings-voided error claude-code\n{ENTRY}")
    assert len(found[1].fixes) == 1


@pytest.mark.parametrize(
    ("rule", "words", "repair"),
    [
        ("Write(src/gen/**)", "never consulted", "Edit(src/gen/**)"),
        ("MultiEdit(src/gen/**)", "never consulted", "Edit(src/gen/**)"),
        ("NotebookEdit(*.ipynb)", "never consulted", "Edit(*.ipynb)"),
        ("Glob(secrets/**)", "never consulted", "Read(secrets/**)"),
        ("E*(src/gen/**)", "whole name", "Edit(src/gen/**)"),
        ("*(src/gen/**)", "whole name", "Edit(src/gen/**)"),
        ("Edit( src/gen/** )", "blanks count", "Edit(src/gen/**)"),
        ("Edit(src\\gen\\**)", "backslash", "Edit(src/gen/**)"),
        ("Edit(src/{a,b}/**)", "braces", None),
        ("Edit(src/a,src/b)", "comma", None),
        ("Edit(!src/gen/**)", "negation", None),
        ("Edit(../other/**)", "..", None),
        (f"Edit({ROOT}/src/**)", "one leading slash", f"Edit(/{ROOT}/src/**)"),
        ("Read(/Users/me/secrets/**)", "one leading slash", "Read(//Users/me/secrets/**)"),
        ("edit(src/gen/**)", "capitals", "Edit(src/gen/**)"),
        ("Edit(src/gen/**) # generated", "behind the parentheses", "Edit(src/gen/**)"),
        ("Edit(src/gen/**", "not written Tool(pattern)", "Edit(src/gen/**)"),
        ("", "empty rule", None),
        (3, "a text in quotes", None),
    ],
)
def test_rules_without_effect(rule: object, words: str, repair: str | None):
    text = "-- CLAUDE.md --\nx\n" + rules("Edit(dist/**)", rule)
    (found,) = check_guards(text, f".claude/settings.json:5 guard-without-effect warning claude-code | {words}")
    assert [each.edits[0].text for each in found.fixes] == ([json.dumps(repair)] if repair else [])
    if repair:
        line = text.split("-- .claude/settings.json --\n")[1].split("\n")[found.span.start.line]
        assert line[found.span.start.column : found.span.end.column] == json.dumps(rule)


@pytest.mark.parametrize(
    "rule",
    [
        "Edit(src/gen/**)",
        "Edit(*.lock)",
        "Edit(//etc/hosts)",
        "Edit(~/x)",
        "Edit",
        "Bash(rm *)",
        "WebFetch(domain:x.y)",
        "mcp__a__b",
        "Edit(/src/**)",
        "bash(ls)",
    ],
)
def test_rules_with_effect_or_about_other_things(rule: str):
    check_guards("-- CLAUDE.md --\nx\n-- src/a --\n1\n" + rules(rule), "")


@pytest.mark.parametrize(
    ("top", "words"),
    [
        ('default_permissions = "work"\nsandbox_mode = "read-only"', "switches permission profiles off"),
        ("", 'no default_permissions = "work" selects this profile'),
    ],
)
def test_a_permission_profile_without_effect(top: str, words: str):
    trusted = (
        f'-- ~/.codex/config.toml --\n[projects."{ROOT}"]\ntrust_level = "trusted"\n-- .git/ --\n-- AGENTS.md --\nx\n'
    )
    profile = (
        '[permissions.work]\nextends = ":workspace"\n[permissions.work.filesystem.":workspace_roots"]\n"gen" = "read"'
    )
    check_guards(
        f"{trusted}-- .codex/config.toml --\n{top}\n{profile}\n",
        f".codex/config.toml:{profile.count(chr(10)) + top.count(chr(10)) + 2} guard-without-effect warning codex | {words}",
        home=True,
    )


def test_a_leading_slash_is_right_where_such_a_folder_stands():
    check_guards("-- CLAUDE.md --\nx\n-- home/a --\n1\n" + rules("Edit(/home/**)"), "")


@pytest.mark.parametrize(
    ("enforced", "words"),
    [
        (rules("Edit(src/gen/*.ts)"), "not src/gen/b.go"),
        (rules("Edit(/src/gen/a.ts)"), "not src/gen/b.go"),
        ("-- guidechain.toml --\n[[guard]]\npaths = ['src/gen/*.go']\n", "not src/gen/a.ts"),
    ],
)
def test_drift_of_a_sentence_that_is_enforced_in_part(enforced: str, words: str):
    check_guards(SENTENCE + enforced, f"AGENTS.md:3:14-24 guard-drift warning | {words}")


def test_drift_where_settings_refuse_an_exception():
    text = SENTENCE.replace("by hand; run `make gen`.", "except `src/gen/b.go`.") + rules("Edit(src/gen/**)")
    check_guards(text, "AGENTS.md:3:14-24 guard-drift warning | leaves src/gen/b.go free | -> .claude/settings.json")


def test_drift_of_the_contract():
    contract = "-- guidechain.toml --\n[[guard]]\npaths = ['src/gen/']\n"
    check_guards(
        SENTENCE + contract + rules("Edit(src/gen/*.ts)"),
        "guidechain.toml:2 guard-drift warning | not src/gen/b.go | -> .claude/settings.json",
    )


def check_all(text: str) -> tuple[Finding, ...]:
    settings = Settings(ROOT, ("codex", "claude-code"), contract=settings_of(text).contract)
    found = all_findings(Snapshot(parse(text).tree), settings)
    return tuple(each for each in found if each.code in CODES.split())


def test_a_rule_about_a_kind_of_file_is_no_drift():
    check_guards(SENTENCE + rules("Read(**/*.go)", "Edit(.env)"), ENTRY)


def test_a_path_that_is_gone():
    text = "-- AGENTS.md --\nNever edit `src/generatd/`.\n-- src/generated/a.ts --\n1\n"
    check_guards(text, "AGENTS.md:1:11-26 stale-guard information | src/generatd | Did you mean src/generated?")


def test_a_contract_path_that_is_gone_is_a_warning():
    text = "-- AGENTS.md --\nx\n-- guidechain.toml --\n[[guard]]\npaths = ['src/old/']\n"
    check_guards(text, "guidechain.toml:2 stale-guard warning | Correct the path")


def test_shorthand_for_a_folder_further_down():
    text = "-- AGENTS.md --\nNever edit `generated/`.\n-- src/ast/generated/a.ts --\n1\n"
    check_guards(text, "AGENTS.md:1 stale-guard information | Did you mean src/ast/generated?")


@pytest.mark.parametrize(
    "text",
    [
        "-- .gitignore --\ndist/\n-- AGENTS.md --\nNever edit `dist/`.\n",
        "-- AGENTS.md --\nNever edit `*.lock`.\n",
        "-- AGENTS.md --\nNever edit `.env`.\n",
        "-- AGENTS.md --\nx\n" + rules("Edit(secrets/**)"),
    ],
)
def test_paths_that_may_come(text: str):
    codes = [each.code for each in check_all(text)]
    assert "stale-guard" not in codes
