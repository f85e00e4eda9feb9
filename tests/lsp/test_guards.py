"""Guarded files in the editor: the hint, the warnings while typing, what can be done, and the guard where it stands."""

from __future__ import annotations

from typing import Any

import pytest
from fixture import absolute
from lsp.editor import EMACS, NEOVIM, VSCODE, Editor, editing, short

pytestmark = pytest.mark.asyncio

TREE = """
-- .git/ --
-- AGENTS.md --
# Rules

- Do not edit `src/generated/` by hand; change `api.yaml` and run `pnpm codegen`.
-- api.yaml --
openapi: 3
-- src/generated/client.ts --
one
two
three
four
-- src/generated-docs/readme.md --
1
-- src/generator/main.ts --
1
-- guidechain.toml --
hosts = ["codex", "claude-code"]
"""
FILE = "src/generated/client.ts"
RULES = '-- .claude/settings.json --\n{"permissions": {"deny": ["Edit(src/generated/**)"]}}\n'


def told(editor: Editor, path: str = FILE) -> list[str]:
    """What the client shows of guards in a file: first and last line, severity, code."""
    names = {1: "error", 2: "warning", 3: "information", 4: "hint"}
    return [
        f"{each['range']['start']['line']}-{each['range']['end']['line']} {names[each['severity']]} {each['code']}"
        for each in editor.diagnostics.get(editor.uri(path), [])
        if each["code"].startswith("guarded")
    ]


def message(editor: Editor, path: str = FILE, index: int = -1) -> str:
    return editor.diagnostics[editor.uri(path)][index]["message"]


def related(editor: Editor, path: str = FILE) -> list[str]:
    found = editor.diagnostics[editor.uri(path)][-1].get("relatedInformation", [])
    return [f"{short(each['location']['uri'])}:{each['location']['range']['start']['line'] + 1}" for each in found]


async def opened(text: str = TREE, path: str = FILE, **more: Any) -> Editor:
    editor = await editing(text, **more)
    editor.open(path)
    await editor.idle()
    return editor


def typing(line: int, column: int, text: str, until: tuple[int, int] | None = None) -> dict[str, Any]:
    """A change that puts ``text`` at a place, in place of what reaches to ``until``."""
    end = until or (line, column)
    at = {"start": {"line": line, "character": column}, "end": {"line": end[0], "character": end[1]}}
    return {"range": at, "text": text}


async def test_opening_a_guarded_file_gives_one_quiet_hint():
    editor = await opened()
    assert told(editor) == ["0-0 hint guarded-file"]
    assert message(editor) == (
        "Guarded (guidance only): AGENTS.md:3: Do not edit `src/generated/` by hand; change `api.yaml` and run "
        "`pnpm codegen`."
    )
    assert related(editor) == ["AGENTS.md:3"]
    assert editor.diagnostics[editor.uri(FILE)][-1]["relatedInformation"][0]["message"] == "the guard"


async def test_words_before_a_list_end_in_a_full_stop():
    tree = TREE.replace(
        "- Do not edit `src/generated/` by hand; change `api.yaml` and run `pnpm codegen`.",
        "Do not edit `src/generated/`:",
    )
    assert message(await opened(tree)) == "Guarded (guidance only): AGENTS.md:3: Do not edit `src/generated/`."


async def test_what_to_do_instead_stands_behind_words_that_do_not_say_it():
    guard = '[[guard]]\npaths = ["src/generator/"]\nreason = "written elsewhere"\ninstead = "make client"\n'
    editor = await opened(f"{TREE}{guard}", "src/generator/main.ts")
    assert message(editor, "src/generator/main.ts").endswith("written elsewhere. Instead: make client.")


@pytest.mark.parametrize("path", ["src/generated-docs/readme.md", "src/generator/main.ts", "api.yaml"])
async def test_a_shared_prefix_is_not_guarded(path: str):
    editor = await opened(path=path)
    editor.edit(path, "changed\n")
    await editor.idle()
    assert told(editor, path) == []


async def test_edited_lines_are_marked_while_typing_and_free_again_after_undo():
    editor = await opened()
    editor.edit(FILE, typing(1, 3, "!"))
    assert told(editor) == ["0-0 hint guarded-file", "1-1 warning guarded-edit"]  # At once, before any scan.
    assert message(editor).startswith("This edit breaks a guard (guidance only): AGENTS.md:3: Do not edit")
    assert related(editor) == ["AGENTS.md:3"]
    editor.edit(FILE, typing(3, 0, "new\n"), version=3)
    assert told(editor)[1:] == ["1-1 warning guarded-edit", "3-3 warning guarded-edit"]
    editor.edit(FILE, typing(3, 0, "", (4, 0)), version=4)
    assert told(editor)[1:] == ["1-1 warning guarded-edit"]
    editor.edit(FILE, typing(1, 3, "", (1, 4)), version=5)
    assert told(editor) == ["0-0 hint guarded-file"]


async def test_ranges_are_those_of_the_lines():
    editor = await opened(TREE.replace("two", "tw\U0001f600o"))
    editor.edit(FILE, typing(1, 0, "x"))
    assert editor.diagnostics[editor.uri(FILE)][-1]["range"]["end"] == {"line": 1, "character": 6}


async def test_a_deleted_line_marks_its_place():
    editor = await opened()
    editor.edit(FILE, typing(3, 0, "", (4, 0)))
    assert told(editor)[1:] == ["2-2 warning guarded-edit"]


async def test_saving_is_never_blocked_and_ends_the_warning():
    editor = await opened()
    editor.edit(FILE, "changed\n")
    assert len(told(editor)) == 2
    editor.tree.write(absolute(FILE), "changed\n")
    editor.notify("textDocument/didSave", {"textDocument": {"uri": editor.uri(FILE)}})
    assert told(editor) == ["0-0 hint guarded-file"]
    assert not [each for each in editor.sent if "willSave" in str(each.get("method"))]


async def test_a_change_on_disk_is_what_counts_as_saved():
    editor = await opened()
    editor.edit(FILE, "by the generator\n")
    editor.tree.write(absolute(FILE), "by the generator\n")
    editor.watched((2, FILE))
    await editor.idle()
    assert told(editor) == ["0-0 hint guarded-file"]


async def test_closing_takes_everything_back():
    editor = await opened()
    editor.edit(FILE, "x\n")
    editor.close(FILE)
    await editor.idle()
    assert told(editor) == []


async def test_what_blocks_is_named():
    editor = await opened(TREE + RULES)
    assert message(editor).startswith("Guarded (blocked by Claude Code (.claude/settings.json:1)): AGENTS.md:3: ")
    assert related(editor) == ["AGENTS.md:3", ".claude/settings.json:1"]


async def test_a_new_guard_counts_without_opening_again():
    editor = await opened(path="src/generator/main.ts")
    editor.open("AGENTS.md", editor.text("AGENTS.md") + "- Never edit `src/generator/`.\n")
    await editor.idle()
    assert told(editor, "src/generator/main.ts") == ["0-0 hint guarded-file"]


IMPORTED = """
-- CLAUDE.md --
@docs/rules.md
-- docs/rules.md --
# Rules
`schema.lock.json` is generated: do not edit it.
-- schema.lock.json --
{}
-- guidechain.toml --
hosts = ["claude-code"]
"""


async def test_a_guard_in_an_imported_file_names_the_importer():
    editor = await opened(IMPORTED, "schema.lock.json")
    assert "docs/rules.md:2 (imported by CLAUDE.md)" in message(editor, "schema.lock.json")
    assert related(editor, "schema.lock.json") == ["docs/rules.md:2", "CLAUDE.md:1"]


async def test_a_host_that_never_loads_the_file_says_nothing():
    editor = await opened(IMPORTED.replace("claude-code", "codex"), "schema.lock.json")
    assert told(editor, "schema.lock.json") == []


async def test_a_condition_is_a_note():
    text = "-- AGENTS.md --\nNever edit `styles/a.css` without running `make contrast`.\n-- styles/a.css --\na\n"
    editor = await opened(text, "styles/a.css")
    editor.edit("styles/a.css", "b\n")
    assert told(editor, "styles/a.css") == ["0-0 hint guarded-file"]
    assert "make contrast" in message(editor, "styles/a.css")


MIGRATIONS = "-- AGENTS.md --\nNever edit an existing migration in `db/migrations/`; add a new one.\n-- db/migrations/1.sql --\na\n"


async def test_existing_files_only():
    editor = await opened(MIGRATIONS, "db/migrations/1.sql")
    editor.edit("db/migrations/1.sql", "b\n")
    assert len(told(editor, "db/migrations/1.sql")) == 2
    editor.open("db/migrations/2.sql", "new\n")
    await editor.idle()
    assert told(editor, "db/migrations/2.sql") == []


async def test_a_generated_head_is_information():
    text = "-- AGENTS.md --\nx\n-- a.go --\n// Code generated by protoc. DO NOT EDIT.\npackage a\n"
    editor = await opened(text, "a.go")
    editor.edit("a.go", typing(1, 0, "x"))
    assert told(editor, "a.go") == ["0-0 hint guarded-file", "1-1 information guarded-edit"]


async def test_a_secret_that_hosts_may_not_read_is_no_reason_to_warn_people():
    text = (
        '-- CLAUDE.md --\nx\n-- .env --\nA=1\n-- .claude/settings.json --\n{"permissions": {"deny": ["Read(.env)"]}}\n'
    )
    editor = await opened(text, ".env")
    editor.edit(".env", "A=2\n")
    assert told(editor, ".env") == ["0-0 hint guarded-file"]


async def test_a_link_leads_to_the_guarded_file():
    editor = await opened(TREE + "-- current -> src/generated --\n", "current/client.ts")
    editor.edit("current/client.ts", "x\n")
    assert len(told(editor, "current/client.ts")) == 2


async def test_severities_are_configured():
    configuration = {"severity": {"guarded-file": "off", "guarded-edit": "error"}}
    editor = await opened(configuration=configuration)
    editor.edit(FILE, typing(1, 0, "x"))
    assert told(editor) == ["1-1 error guarded-edit"]


async def actions(editor: Editor, path: str = FILE, line: int = 0) -> dict[str, dict[str, Any]]:
    at = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}}
    shown = [each for each in editor.diagnostics[editor.uri(path)] if each["range"]["start"]["line"] == line]
    params = {"textDocument": {"uri": editor.uri(path)}, "range": at, "context": {"diagnostics": shown}}
    return {each["title"]: each for each in await editor.request("textDocument/codeAction", params) or []}


async def run(editor: Editor, action: dict[str, Any]) -> Any:
    command = action["command"]
    params = {"command": command["command"], "arguments": command["arguments"]}
    return await editor.request("workspace/executeCommand", params)


EXCEPTION = "Except client.ts from the guard in AGENTS.md"


async def test_what_can_be_done():
    editor = await opened()
    editor.edit(FILE, typing(1, 0, "x"))
    for line in (0, 1):
        assert list(await actions(editor, line=line)) == [
            "Open the guard: AGENTS.md:3",
            "Show: pnpm codegen",
            "Allow edits of src/generated/client.ts in this session",
            EXCEPTION,
        ]
    assert await actions(editor, line=3) == {}


async def test_the_guard_is_opened():
    editor = await opened()
    await run(editor, (await actions(editor))["Open the guard: AGENTS.md:3"])
    asked = next(each["params"] for each in editor.asked if each["method"] == "window/showDocument")
    assert (short(asked["uri"]), asked["selection"]["start"]["line"]) == ("AGENTS.md", 2)


async def test_the_alternative_is_shown_or_copied_and_never_run():
    editor = await opened()
    await run(editor, (await actions(editor))["Show: pnpm codegen"])
    assert [each["params"]["message"] for each in editor.sent if each.get("method") == "window/showMessage"] == [
        "pnpm codegen"
    ]
    editor = await opened(experimental={"guidechain": {"copy": True}})
    await run(editor, (await actions(editor))["Copy: pnpm codegen"])
    assert [each["params"] for each in editor.sent if each.get("method") == "guidechain/copy"] == [
        {"text": "pnpm codegen"}
    ]


async def test_an_alternative_is_typed_and_not_run():
    editor = await opened(experimental={"guidechain": {"type": True}})
    await run(editor, (await actions(editor))["Type without running: pnpm codegen"])
    assert [each["params"] for each in editor.sent if each.get("method") == "guidechain/type"] == [
        {"text": "pnpm codegen"}
    ]
    assert not [each for each in await actions(await opened()) if each.startswith("Type")]


@pytest.mark.parametrize("text", ["make a\nrm b", "make \x1b[13~", "make a\u2028b", "a new one"])
async def test_only_one_line_with_a_command_is_typed(text: str):
    editor = await opened(experimental={"guidechain": {"type": True}})
    request = {"command": "guidechain.typeAlternative", "arguments": [text]}
    assert (await editor.respond("workspace/executeCommand", request))["error"]["code"] == -32602


async def test_an_alternative_that_is_a_file_is_opened():
    text = TREE.replace("change `api.yaml` and run `pnpm codegen`", "change `api.yaml` instead")
    assert "Open api.yaml instead" in await actions(await opened(text))


async def test_allowed_for_the_session():
    editor = await opened()
    editor.edit(FILE, typing(1, 0, "x"))
    await run(editor, (await actions(editor))["Allow edits of src/generated/client.ts in this session"])
    assert told(editor) == []
    editor.edit(FILE, typing(2, 0, "x"), version=3)
    assert told(editor) == []
    editor.open("src/generated/other.ts", "x\n")
    await editor.idle()
    assert len(told(editor, "src/generated/other.ts")) == 2


async def test_an_exception_is_an_edit_that_works():
    editor = await opened()
    (change,) = (await actions(editor))[EXCEPTION]["edit"]["documentChanges"]
    (edit,) = change["edits"]
    line = editor.text("AGENTS.md").split("\n")[2]
    column = edit["range"]["start"]["character"]
    assert line[:column] + edit["newText"] == "- Do not edit `src/generated/`, except `src/generated/client.ts`"
    editor.open("AGENTS.md", editor.text("AGENTS.md").replace(line, line[:column] + edit["newText"] + line[column:]))
    await editor.idle()
    assert told(editor) == []
    editor.open("src/generated/other.ts", "x\n")
    await editor.idle()
    assert len(told(editor, "src/generated/other.ts")) == 2


async def test_an_exception_frees_the_file_of_every_guard_or_is_not_offered():
    twice = TREE.replace("-- api.yaml --", "- Never edit `src/generated/client.ts`.\n-- api.yaml --")
    assert not [each for each in await actions(await opened(twice)) if each.startswith("Except")]
    twice = TREE.replace("-- api.yaml --", "- Never edit `src/`.\n-- api.yaml --")
    assert "Except client.ts from the guards in AGENTS.md" in await actions(await opened(twice))
    assert not [each for each in await actions(await opened(TREE + RULES)) if each.startswith("Except")]


async def test_a_row_is_shown_whole():
    text = "-- AGENTS.md --\n| Path | Edit? |\n|---|---|\n| `gen/` | **never** |\n-- gen/a --\n1\n"
    editor = await opened(text, "gen/a")
    assert message(editor, "gen/a") == "Guarded (guidance only): AGENTS.md:3: `gen/` | Edit? never."


@pytest.mark.parametrize(
    ("table", "new"),
    [
        ("[[guard]]\npaths = ['src/generated/']\n", '\nexcept = ["/src/generated/client.ts"]'),
        ("[[guard]]\npaths = ['src/generated/']\nexcept = ['x.ts']\n", ', "/src/generated/client.ts"'),
    ],
)
async def test_an_exception_in_the_contract(table: str, new: str):
    text = f"-- AGENTS.md --\nx\n-- {FILE} --\n1\n-- guidechain.toml --\n{table}"
    editor = await opened(text)
    found = (await actions(editor))["Except client.ts from the guard in guidechain.toml"]
    assert [each["newText"] for each in found["edit"]["documentChanges"][0]["edits"]] == [new]


async def test_a_sentence_can_be_given_effect():
    editor = await opened(path="AGENTS.md")
    found = await actions(editor, "AGENTS.md", 2)
    changes = found["Have Claude Code refuse such edits (.claude/settings.json)"]["edit"]["documentChanges"]
    assert [each.get("kind", "edit") for each in changes] == ["create", "edit"]
    for change in (each for each in changes if "edits" in each):
        editor.tree.write(absolute(".claude/settings.json"), change["edits"][0]["newText"])
    editor.watched((1, ".claude/settings.json"))
    await editor.idle()
    assert [each["code"] for each in editor.diagnostics[editor.uri("AGENTS.md")]] == []
    assert (await editor.lenses("AGENTS.md"))[-1].endswith("blocked by Claude Code (.claude/settings.json:4)")


@pytest.mark.parametrize(("profile", "is_offered"), [(VSCODE, True), (NEOVIM, True), (EMACS, True), ("", False)])
async def test_actions_of_clients(profile: str, is_offered: bool):
    editor = await opened(profile=profile)
    assert bool(await actions(editor)) == is_offered


def warnings(editor: Editor) -> list[str]:
    shown = [each["params"] for each in editor.sent if each.get("method") == "window/showMessage"]
    return [each["message"].split(": ")[0] for each in shown if each["type"] == 2]


@pytest.mark.parametrize(
    ("method", "files", "expected"),
    [
        ("willCreateFiles", [{"uri": "src/generated/new.ts"}], ["src/generated/new.ts"]),
        ("willCreateFiles", [{"uri": "src/new.ts"}], []),
        ("willDeleteFiles", [{"uri": FILE}], [FILE]),
        ("willDeleteFiles", [{"uri": "src"}], ["src"]),
        ("willDeleteFiles", [{"uri": "src/generator"}], []),
        ("willRenameFiles", [{"oldUri": FILE, "newUri": "src/client.ts"}], [FILE]),
        ("willRenameFiles", [{"oldUri": "api.yaml", "newUri": "src/generated/api.yaml"}], ["src/generated/api.yaml"]),
        ("willRenameFiles", [{"oldUri": "src/generated", "newUri": "src/gen"}], ["src/generated"]),
        ("willRenameFiles", [{"oldUri": "api.yaml", "newUri": "b.yaml"}], []),
    ],
)
async def test_files_that_come_and_go(method: str, files: list[dict[str, str]], expected: list[str]):
    editor = await editing(TREE)
    addressed = [{key: editor.uri(path) for key, path in each.items()} for each in files]
    assert await editor.request(f"workspace/{method}", {"files": addressed}) is None
    assert warnings(editor) == expected


async def test_new_migrations_are_welcome_and_old_ones_stay():
    editor = await editing(MIGRATIONS)
    for method, name in (("willCreateFiles", "2.sql"), ("willDeleteFiles", "1.sql")):
        await editor.request(f"workspace/{method}", {"files": [{"uri": editor.uri(f"db/migrations/{name}")}]})
    assert warnings(editor) == ["db/migrations/1.sql"]


@pytest.mark.parametrize(
    ("more", "worth"),
    [
        ("", "guidance only"),
        (RULES, "blocked by Claude Code (.claude/settings.json:1)"),
        (RULES.replace("/**", "/*.js"), "guidance only"),
        (RULES.replace("/**", "/*.ts"), "partly blocked by Claude Code (.claude/settings.json:1)"),
    ],
)
async def test_the_lens_says_what_a_sentence_is_worth(more: str, worth: str):
    editor = await opened(TREE + more, "AGENTS.md")
    assert (await editor.lenses("AGENTS.md"))[-1] == f"guards 1 file · {worth}"


async def test_the_lens_stands_on_the_sentence():
    editor = await opened(path="AGENTS.md")
    found = await editor.request("textDocument/codeLens", {"textDocument": {"uri": editor.uri("AGENTS.md")}})
    assert found[-1]["range"]["start"]["line"] == 2
    editor.choose = FILE
    await run(editor, found[-1])
    asked = next(each["params"] for each in editor.asked if each["method"] == "window/showDocument")
    assert short(asked["uri"]) == FILE


async def test_references_and_definition_of_a_guarded_path():
    editor = await opened(TREE + "-- src/generated/b/c.ts --\n1\n", "AGENTS.md")
    params = {**editor.at("AGENTS.md", 2, 20), "context": {"includeDeclaration": True}}
    found = await editor.request("textDocument/references", params)
    assert [short(each["uri"]) for each in found] == [FILE, "src/generated/b/c.ts"]
    assert await editor.definition("AGENTS.md", 2, 20) == [FILE]
    assert await editor.definition("AGENTS.md", 2, 3) == []


async def test_hover_on_a_guard():
    editor = await opened(path="AGENTS.md")
    assert (
        await editor.hover("AGENTS.md", 2, 20)
        == "Guards src/generated/ (1 file): guidance only  \nInstead: pnpm codegen"
    )


async def test_the_custom_request_answers_as_the_command_line_does():
    editor = await editing(TREE)
    params = {"textDocument": {"uri": editor.uri(FILE)}}
    answer = await editor.request("guidechain/guards", params)
    (guard,) = answer["guards"]
    assert (guard["force"], guard["path"], guard["line"], guard["instead"]) == (
        "guidance only",
        "AGENTS.md",
        3,
        "pnpm codegen",
    )
    assert (await editor.request("guidechain/guards", {**params, "act": "read"}))["guards"] == []
    assert (await editor.respond("guidechain/guards", {**params, "act": "fly"}))["error"]["code"] == -32602


@pytest.mark.parametrize(
    "command",
    ["openGuard", "copyAlternative", "typeAlternative", "allowGuarded", "openGuarded", "openGoverned", "openImported"],
)
@pytest.mark.parametrize("arguments", [[], [1], [None, None], ["a", "b", "c"], [{}]])
async def test_odd_arguments_are_refused(command: str, arguments: list[Any]):
    editor = await editing(TREE)
    answer = await editor.respond(
        "workspace/executeCommand", {"command": f"guidechain.{command}", "arguments": arguments}
    )
    assert answer["error"]["code"] == -32602


async def test_a_file_outside_every_folder_is_served():
    editor = Editor((await editing(TREE)).tree)
    await editor.start([])
    editor.open(FILE)
    await editor.idle()
    assert told(editor) == ["0-0 hint guarded-file"]
