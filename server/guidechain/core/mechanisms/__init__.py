"""MECHANISMS: how tools that are no configured host keep their own agents from files. A new one is one module here and
one line in the tuple; each answers for a project's root with the guards that are really written there.

They bind that tool only, so nothing here makes a sentence of guidance enforced, and no delivery fails by it. Left out
because it is not known well enough what they do: ``.codeiumignore``, ``.augmentignore``, ``.kiroignore``,
``.copilotignore``, ``.gooseignore``, ``.qwenignore``; because it stops no edit: ``.cursorindexingignore``,
``.continueignore``, ``.crushignore``; because the tool does not keep to it: ``.clineignore``; because no pattern can
say it: regular expressions of Zed, Roo Code's modes and Gemini CLI's policies. OpenCode's ``permission`` is left out
until it is known how its patterns match.
"""

from __future__ import annotations

from collections.abc import Callable

from guidechain.core.mechanisms import ignore_files, vscode_edits
from guidechain.core.model import Guard
from guidechain.core.snapshot import Snapshot

MECHANISMS: tuple[Callable[[Snapshot, str], tuple[Guard, ...]], ...] = (ignore_files.guards, vscode_edits.guards)
