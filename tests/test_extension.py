"""The manifest of the VS Code extension: what it promises in words is there, and no setting of a workspace starts a program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from guidechain.core.hosts import HOSTS

CLIENT = Path(__file__).parent.parent / "client-vscode"
MANIFEST: dict[str, Any] = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
CONTRIBUTED = MANIFEST["contributes"]
SETTINGS: dict[str, dict[str, Any]] = CONTRIBUTED["configuration"]["properties"]
COMMANDS = {each["command"]: each for each in CONTRIBUTED["commands"]}
STARTS_A_PROGRAM = {"guidechain.interpreter", "guidechain.path", "guidechain.importStrategy"}
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((CLIENT / "src").glob("*.ts")))


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_a_description_a_default_and_the_right_scope(name: str) -> None:
    setting = SETTINGS[name]
    assert len(setting["markdownDescription"]) > len("Which server to run")
    assert setting["markdownDescription"].endswith(".")
    assert {"type", "default", "order"} <= setting.keys()
    if name in STARTS_A_PROGRAM:
        assert setting["scope"] == "machine-overridable"
    else:
        assert setting["scope"] in {"resource", "language-overridable", "window"}
    choices = setting.get("items", setting)
    assert len(choices.get("enumDescriptions", [])) in {0, len(choices.get("enum", []))}


def test_what_starts_a_program_counts_in_trusted_workspaces_only() -> None:
    untrusted = MANIFEST["capabilities"]["untrustedWorkspaces"]
    assert untrusted["supported"] == "limited"
    assert set(untrusted["restrictedConfigurations"]) == STARTS_A_PROGRAM
    assert {name for name, each in SETTINGS.items() if each["scope"].startswith("machine")} == STARTS_A_PROGRAM


def test_settings_are_in_the_order_of_their_numbers_and_each_number_is_given_once() -> None:
    orders = [each["order"] for each in SETTINGS.values()]
    assert orders == sorted(set(orders))


def test_hosts_are_those_of_the_server() -> None:
    items = SETTINGS["guidechain.hosts"]["items"]
    assert dict(zip(items["enum"], items["enumDescriptions"], strict=True)) == {each.id: each.title for each in HOSTS}


def test_every_setting_that_the_client_reads_is_declared() -> None:
    read = set(re.findall(r"getConfiguration\('guidechain'[^)]*\)\s*\.get(?:<[^>]*>)?\('(\w+)'", SOURCE))
    assert read
    assert {f"guidechain.{each}" for each in read} <= SETTINGS.keys()


def test_every_command_that_is_named_somewhere_is_declared_and_registered() -> None:
    named = {each["command"] for each in CONTRIBUTED["keybindings"]}
    named |= {item["command"] for items in CONTRIBUTED["menus"].values() for item in items}
    links = json.dumps([CONTRIBUTED["viewsWelcome"], CONTRIBUTED["walkthroughs"], CONTRIBUTED["configuration"]])
    named |= {each for each in re.findall(r"command:([\w.]+)", links) if not each.endswith(".focus")}
    assert named <= COMMANDS.keys()
    assert {each for each in COMMANDS if f"'{each}':" not in SOURCE} == set()


def test_inline_actions_have_icons_and_every_named_file_is_there() -> None:
    for item in [*CONTRIBUTED["menus"]["view/item/context"], *CONTRIBUTED["menus"]["view/title"]]:
        if item["group"].startswith(("inline", "navigation")):
            assert COMMANDS[item["command"]]["icon"].startswith("$(")
    steps = [step for each in CONTRIBUTED["walkthroughs"] for step in each["steps"]]
    for file in [MANIFEST["icon"], *(step["media"]["markdown"] for step in steps)]:
        assert (CLIENT / file).is_file(), file
