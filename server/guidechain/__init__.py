"""Guidechain: which instruction files govern a file, for each coding-agent host."""

from __future__ import annotations

__version__ = "0.1.0"
