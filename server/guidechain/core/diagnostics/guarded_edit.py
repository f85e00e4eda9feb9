"""An edit of a guarded file that is not saved yet: a warning on the edited lines in an editor.

It goes when the text equals the saved one again. Saving is never blocked; `guidechain check` judges what is delivered.
Where the guidance only asks to avoid edits, and for files that call themselves generated, it is information.

What to do: undo the edit and do what the message names instead; allow the file for the session; or add an exception to
the guard, which a code action offers where it works.
"""

from __future__ import annotations

from guidechain.core.diagnostics.words import Findings
from guidechain.core.model import Settings, Severity
from guidechain.core.snapshot import Snapshot

CODE = "guarded-edit"
SEVERITY: Severity = "warning"
PLACE = "the edited lines"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> Findings:
    """Nothing: what is being typed is known to an editor only (``lsp/guarding.py``)."""
    return ()
    yield
