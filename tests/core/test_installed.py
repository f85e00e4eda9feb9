"""The installed release of a host, told by where its program stands."""

from __future__ import annotations

import json

import pytest
from fixture import HOME, Tree

from guidechain.core.hosts import HOSTS
from guidechain.core.installed import installed_version
from guidechain.core.snapshot import Snapshot

BY_ID = {host.id: host for host in HOSTS}
CLAUDE, CODEX = "@anthropic-ai/claude-code", "@openai/codex"


def package(name: str, version: str) -> str:
    return json.dumps({"name": name, "version": version})


# what, host, files and links (path -> text, or "-> target"), PATH, the release
CASES = [
    (
        "npm, global", "codex",
        {"/usr/lib/node_modules/@openai/codex/package.json": package(CODEX, "0.171.0"),
         "/usr/lib/node_modules/@openai/codex/bin/codex.js": "x",
         "/usr/bin/codex": "-> ../lib/node_modules/@openai/codex/bin/codex.js"},
        "/usr/bin", "0.171.0",
    ),
    (
        "npm, the program in a package of the platform", "claude-code",
        {"/o/node_modules/@anthropic-ai/claude-code-linux-x64/package.json": package(CLAUDE + "-linux-x64", "2.1.301-linux-x64"),
         "/o/node_modules/@anthropic-ai/claude-code-linux-x64/claude": "x"},
        "/o/node_modules/@anthropic-ai/claude-code-linux-x64", "2.1.301",
    ),
    (
        "npm below a release of Node", "claude-code",
        {f"{HOME}/.nvm/versions/node/v20.1.0/lib/node_modules/{CLAUDE}/package.json": package(CLAUDE, "2.0.77"),
         f"{HOME}/.nvm/versions/node/v20.1.0/lib/node_modules/{CLAUDE}/cli.js": "x",
         f"{HOME}/.nvm/versions/node/v20.1.0/bin/claude": f"-> ../lib/node_modules/{CLAUDE}/cli.js"},
        f"{HOME}/.nvm/versions/node/v20.1.0/bin", "2.0.77",
    ),
    (
        "a pre-release", "codex",
        {f"/n/{CODEX}/package.json": package(CODEX, "0.150.0-alpha.2"), f"/n/{CODEX}/codex": "x"},
        f"/n/{CODEX}", "0.150.0-alpha.2",
    ),
    (
        "the vendor's installer", "claude-code",
        {f"{HOME}/.local/share/claude/versions/2.1.332": "x",
         f"{HOME}/.local/bin/claude": f"-> {HOME}/.local/share/claude/versions/2.1.332"},
        "", "2.1.332",
    ),
    (
        "the vendor's installer without its link: the newest", "claude-code",
        {f"{HOME}/.local/share/claude/versions/2.1.99": "x", f"{HOME}/.local/share/claude/versions/2.1.332": "x"},
        "", "2.1.332",
    ),
    (
        "a local package of the vendor's", "claude-code",
        {f"{HOME}/.claude/local/node_modules/{CLAUDE}/package.json": package(CLAUDE, "2.1.240"),
         f"{HOME}/.claude/local/node_modules/{CLAUDE}/cli.js": "x",
         f"{HOME}/.claude/local/node_modules/.bin/claude": f"-> ../{CLAUDE}/cli.js"},
        "", "2.1.240",
    ),
    (
        "a Homebrew cellar", "codex",
        {"/opt/homebrew/Cellar/codex/0.168.0/bin/codex": "x",
         "/opt/homebrew/bin/codex": "-> ../Cellar/codex/0.168.0/bin/codex"},
        "", "0.168.0",
    ),
    (
        "a Homebrew cask", "claude-code",
        {"/opt/homebrew/Caskroom/claude-code/2.1.318/claude": "x",
         "/opt/homebrew/bin/claude": "-> /opt/homebrew/Caskroom/claude-code/2.1.318/claude"},
        "/opt/homebrew/bin", "2.1.318",
    ),
    (
        "mise", "codex",
        {f"{HOME}/.local/share/mise/installs/codex/0.170.0/bin/codex": "x"},
        f"{HOME}/.local/share/mise/installs/codex/0.170.0/bin", "0.170.0",
    ),
    (
        "Nix", "codex",
        {"/nix/store/0a1b-codex-0.169.0/bin/codex": "x", "/run/current/bin/codex": "-> /nix/store/0a1b-codex-0.169.0/bin/codex"},
        "/run/current/bin", "0.169.0",
    ),
    (
        "a wrapper tells nothing, and another program is another one", "codex",
        {"/w/codex": "#!/bin/sh", f"{HOME}/.local/bin/codex": "-> /opt/codex/0.1.0/codex", "/opt/codex/0.1.0/codex": "x"},
        "/w", None,
    ),
    (
        "the first folder counts", "codex",
        {"/a/codex/0.168.0/codex": "x", "/b/codex/0.171.0/codex": "x"},
        "/none:/a/codex/0.168.0:/b/codex/0.171.0", "0.168.0",
    ),
    (
        "another package of that file's folder", "codex",
        {"/m/package.json": package("codex", "9.9.9"), "/m/codex": "x"}, "/m", None,
    ),
    ("broken package file", "codex", {"/m/package.json": "{", "/m/codex": "x"}, "/m", None),
    ("package file of another shape", "codex", {"/m/package.json": '[{"name": 1}]', "/m/codex": "x"}, "/m", None),
    ("a folder of that name", "codex", {"/m/codex/x": "x"}, "/m", None),
    ("a link that leads nowhere", "codex", {"/m/codex": "-> /gone/codex/0.1.0/codex"}, "/m", None),
    ("nothing", "codex", {}, "/usr/bin", None),
    ("a host without a program of its own", "copse", {"/m/": "x"}, "/m", None),
]  # fmt: skip


def tree_of(files: dict[str, str]) -> Tree:
    tree = Tree()
    for path, text in files.items():
        if text.startswith("-> "):
            tree.link(path, text[3:])
        else:
            tree.write(path, text)
    return tree


@pytest.mark.parametrize("what, host, files, folders, expected", CASES, ids=[case[0] for case in CASES])
def test_installed(what: str, host: str, files: dict[str, str], folders: str, expected: str | None) -> None:
    look = Snapshot(tree_of(files))
    assert installed_version(look, BY_ID[host], filter(None, folders.split(":")), HOME, "linux") == expected


def test_npm_for_windows() -> None:
    files = {"C:/npm/codex.cmd": "x", "C:/npm/node_modules/@openai/codex/package.json": package(CODEX, "0.171.0")}
    look = Snapshot(tree_of({f"/{path}": text for path, text in files.items()}))
    assert installed_version(look, BY_ID["codex"], ["/C:/npm"], None, "win32") == "0.171.0"
    assert installed_version(look, BY_ID["codex"], ["/C:/npm"], None, "linux") is None
