"""ADAPTERS: for each host the module that turns a case into a Launch and a Touch and compares the answers.

A module has ``compare(case: Reader, world: World) -> Iterator[Comparison]``. It reads inputs with ``case.whole(key)``
and expectations with ``case[key]``; what it does not read, or does not name in a Comparison, fails the case.
"""

from __future__ import annotations

from types import ModuleType

from conformance.adapters import claude_code, codex, copse

ADAPTERS: dict[str, ModuleType] = {"codex": codex, "claude-code": claude_code, "copse": copse}
"""Host id to module; one line to add."""
