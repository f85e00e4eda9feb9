"""HOSTS: the ordered tuple of hosts. A new host is one module here and one line in the tuple."""

from __future__ import annotations

from guidechain.core.hosts import claude_code, codex, copse
from guidechain.core.model import Host

HOSTS: tuple[Host, ...] = (codex.HOST, claude_code.HOST, copse.HOST)
"""In the order in which answers list them."""
