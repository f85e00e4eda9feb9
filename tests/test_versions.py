"""One version for everything that ships together."""

from __future__ import annotations

import json
import re
from pathlib import Path

import guidechain

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "client-vscode"


def test_the_client_has_the_version_of_the_server() -> None:
    """package.json, its lock file and the newest entry of the client's changelog name the server's version."""
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))
    newest = re.search(r"^## (\S+)", (CLIENT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert {package["version"], lock["version"], lock["packages"][""]["version"], newest[1]} == {guidechain.__version__}


def test_the_bundle_pins_every_dependency_of_the_server() -> None:
    """Each dependency in pyproject.toml has a hashed line in requirements.txt, and no index is named there."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = re.search(r"^dependencies = \[(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    assert block is not None
    wanted = {_name(each) for each in re.findall(r'"([A-Za-z0-9._-]+)', block[1])}
    pins = (CLIENT / "requirements.txt").read_text(encoding="utf-8")
    pinned = {_name(each) for each in re.findall(r"^([A-Za-z0-9._-]+)==\S+ \\\n    --hash=sha256:", pins, re.MULTILINE)}
    assert wanted
    assert wanted <= pinned
    assert "://" not in pins


def _name(written: str) -> str:
    return re.sub(r"[-_.]+", "-", written).lower()
