"""Guidechain: which instruction files govern a file, for each coding-agent host."""

__version__ = "0.1.0"
