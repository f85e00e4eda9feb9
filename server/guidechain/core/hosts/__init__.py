"""HOSTS: the ordered tuple of hosts. A new host is one module here and one line in the tuple."""

from __future__ import annotations

from guidechain.core.model import Host

HOSTS: tuple[Host, ...] = ()
"""In the order in which answers list them."""
