"""The answers on line 1: lenses, hovers, the command and the custom requests."""

from __future__ import annotations

import pytest
from lsp.editor import EMACS, NEOVIM, VSCODE, Editor, editing

pytestmark = pytest.mark.asyncio

NESTED = """
-- .git/ --
-- AGENTS.md --
root
-- docs/AGENTS.md --
docs
-- guidechain.toml --
hosts = ["codex"]
"""


async def check_lenses(text: str, path: str, *expected: str, configuration: object = None) -> None:
    editor = await editing(text, configuration=configuration)
    assert await editor.lenses(path) == list(expected)


async def check_hover(text: str, path: str, *expected: str, profile: str = VSCODE) -> None:
    editor = await editing(text, profile)
    found = await editor.hover(path)
    assert (found or "").split("  \n" if profile else "\n") == (list(expected) or [""])


async def test_lens_names_the_chain():
    await check_lenses(NESTED, "src/a.py", "Codex: AGENTS.md")


BOTH = """
-- AGENT.md --
x
-- guidechain.toml --
hosts = ["codex", "copse"]
[copse]
trusted = true
"""


async def test_one_lens_when_all_hosts_load_the_same():
    fallback = '-- ~/.codex/config.toml --\nproject_doc_fallback_filenames = ["AGENT.md"]\n'
    await check_lenses(BOTH + fallback, "a.py", "Codex, Copse: AGENT.md")


async def test_one_lens_per_host_when_they_differ():
    await check_lenses(BOTH, "a.py", "Codex loads nothing here", "Copse: AGENT.md")


async def test_lens_of_an_instruction_file_says_what_it_is_to_each_host():
    await check_lenses(
        NESTED,
        "docs/AGENTS.md",
        "Codex does not load this file: Codex does not look in its folder",
        "Codex: AGENTS.md",
    )


async def test_lenses_of_launch_folders_that_differ():
    text = NESTED.replace("hosts =", 'launch = [".", "docs"]\nhosts =')
    await check_lenses(
        text, "docs/a.md", "Codex from the root: AGENTS.md", "Codex from docs/: AGENTS.md → docs/AGENTS.md"
    )


async def test_launch_folders_that_agree_are_not_named():
    await check_lenses(
        NESTED.replace("hosts =", 'launch = [".", "src"]\nhosts =') + "-- src/a.py --\n", "src/a.py", "Codex: AGENTS.md"
    )


async def test_nothing_in_a_workspace_without_instruction_files():
    await check_lenses("-- src/a.py --\n", "src/a.py")
    await check_hover("-- src/a.py --\n", "src/a.py")


async def test_nothing_for_a_home_file_alone():
    await check_lenses("-- src/a.py --\n-- ~/.codex/AGENTS.md --\nmine\n", "src/a.py")


async def test_plain_words_when_a_host_loads_nothing_here():
    text = "-- src/a.py --\n-- docs/AGENTS.md --\nd\n-- guidechain.toml --\nhosts = ['codex']\n"
    await check_lenses(text, "src/a.py", "Codex loads nothing here")
    await check_hover(text, "src/a.py", "Codex loads nothing here")


@pytest.mark.parametrize("switched", [{"codeLens": False}, {"codeLens": False, "hover": False}])
async def test_both_can_be_switched_off(switched: dict[str, bool]):
    editor = await editing(NESTED, configuration=switched)
    assert await editor.lenses("src/a.py") == []
    assert (await editor.hover("src/a.py") is None) == ("hover" in switched)


async def test_hover_links_the_files():
    await check_hover(NESTED, "docs/x y.md", "Codex: [AGENTS.md](AGENTS.md)")


async def test_hover_shows_on_line_one_only():
    editor = await editing(NESTED + "-- a.txt --\n1\n2\n")
    assert await editor.hover("a.txt", 0, 5)
    assert await editor.hover("a.txt", 1, 0) is None


async def test_hover_has_six_lines_at_most():
    folders = [f"p{number}" for number in range(9)]
    tree = "".join(f"-- {each}/AGENTS.md --\n{each}\n" for each in folders)
    text = f"-- .git/ --\n{tree}-- guidechain.toml --\nhosts = ['codex']\nlaunch = {folders}\n"
    editor = await editing(text)
    lines = (await editor.hover("p1/x.py")).split("  \n")
    assert len(lines) == 6
    assert lines[-1] == "4 more: guidechain chain p1/x.py"


async def test_hover_is_plain_text_for_a_client_that_shows_no_markdown():
    await check_hover(NESTED, "a.py", "Codex: AGENTS.md", profile="")


@pytest.mark.parametrize("profile", [VSCODE, NEOVIM, EMACS])
async def test_lens_has_its_command_at_once(profile: str):
    editor = await editing(NESTED, profile)
    (lens,) = await editor.request("textDocument/codeLens", {"textDocument": {"uri": editor.uri("src/a.py")}})
    assert lens["command"] == {
        "title": "Codex: AGENTS.md",
        "command": "guidechain.openGoverning",
        "arguments": [editor.uri("src/a.py")],
    }
    assert lens["range"]["start"]["line"] == 0


async def run_command(editor: Editor, *arguments: object) -> list[str]:
    """Run openGoverning; what the client was asked and shown."""
    params = {"command": "guidechain.openGoverning", "arguments": list(arguments)}
    editor.asked.clear()
    found = await editor.request("workspace/executeCommand", params)
    if found is not None:
        return [each["uri"].removeprefix(editor.uri("") + "/") for each in found]
    said = []
    for each in editor.asked:
        params = each["params"]
        said.append(params["uri"] if "uri" in params else [action["title"] for action in params["actions"]])
    return [str(each).removeprefix(editor.uri("") + "/") for each in said]


CHOICE = NESTED.replace("hosts =", 'launch = ["docs"]\nhosts =')


async def test_command_opens_the_only_file():
    editor = await editing(NESTED)
    assert await run_command(editor, editor.uri("src/a.py")) == ["AGENTS.md"]


async def test_command_offers_the_choice_nearest_first():
    editor = await editing(CHOICE)
    editor.choose = "docs/AGENTS.md"
    assert await run_command(editor, editor.uri("docs/a.md")) == ["['docs/AGENTS.md', 'AGENTS.md']", "docs/AGENTS.md"]
    editor.choose = None
    assert await run_command(editor, editor.uri("docs/a.md")) == ["['docs/AGENTS.md', 'AGENTS.md']"]


async def test_command_gives_the_locations_to_a_client_that_shows_none():
    editor = await editing(CHOICE, EMACS)
    assert await run_command(editor, editor.uri("docs/a.md")) == ["docs/AGENTS.md", "AGENTS.md"]


async def test_command_for_nothing_says_so():
    editor = await editing("-- a.py --\n")
    assert await run_command(editor, editor.uri("a.py")) == []
    assert editor.sent[-2]["params"]["message"] == "No instruction file governs this file."


async def test_governing_answers_nearest_first():
    editor = await editing(CHOICE)
    found = await editor.request("guidechain/governing", {"textDocument": {"uri": editor.uri("docs/a.md")}})
    assert [each["path"] for each in found["files"]] == ["docs/AGENTS.md", "AGENTS.md"]
    assert found["files"][0] == {
        "path": "docs/AGENTS.md",
        "uri": editor.uri("docs/AGENTS.md"),
        "line": 0,
        "hosts": [
            {
                "host": "codex",
                "title": "Codex",
                "launch": "docs",
                "when": "start",
                "acts": ["read", "edit"],
                "bytes": 5,
                "kept": 5,
                "via": None,
            }
        ],
    }


async def test_chain_answers_as_the_command_line():
    editor = await editing(NESTED)
    found = await editor.request("guidechain/chain", {"textDocument": {"uri": editor.uri("src/a.py")}})
    assert (found["version"], found["root"], found["target"]) == (1, "/work/project", "src/a.py")
    assert [each["path"] for each in found["chains"][0]["loaded"]] == ["AGENTS.md"]
