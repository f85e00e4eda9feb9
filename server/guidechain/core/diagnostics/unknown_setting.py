"""A value in guidechain.toml (or `[tool.guidechain]`) that cannot be used.

The key is not known, the value has the wrong type, a host or code does not exist, or a launch folder lies outside
the workspace. The value is left out; the rest of the file is in force. A file that is no TOML is left out as a whole.

What to do: correct the key or value that the message names.
"""

from __future__ import annotations

from guidechain.core.diagnostics import words
from guidechain.core.model import Settings, Severity
from guidechain.core.snapshot import Snapshot

CODE = "unknown-setting"
SEVERITY: Severity = "warning"
PLACE = "the key"
CONCERNS = "none: it is about Guidechain"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """The problems that reading the settings found."""
    yield
    return settings.problems
