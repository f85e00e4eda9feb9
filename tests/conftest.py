"""What holds for every test: a home folder of its own, none of the machine's host settings, no network."""

from __future__ import annotations

import ipaddress
import os
import socket
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("searching", deadline=None)
settings.load_profile("steady" if os.environ.get("CI") else "searching")
"""CI tries the same examples every time; at home each run tries new ones."""

HOST_VARIABLES = ("CODEX_", "CLAUDE_", "ANTHROPIC_", "COPSE_", "GEMINI_", "OPENCODE_", "COPILOT_", "XDG_", "GIT_")
"""Prefixes of variables that could change what a host loads, or what git answers."""


@pytest.fixture(autouse=True)
def isolated_machine(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test an empty home folder and take the variables of hosts and git away."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("NO_COLOR", "1")
    for name in [name for name in os.environ if name.startswith(HOST_VARIABLES)]:
        monkeypatch.delenv(name)
    return home


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves the machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
            host = str(address[0])
            if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
                raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)
