"""A file that some guard covers: a quiet hint on its first line when it is open in an editor.

It says what the guard is worth (blocked by a host's settings or by `guidechain check`, asked about, or guidance only),
where it is written, and what to do in place of an edit. A sentence that sets a condition ("without running X") is shown
as a note. Files on disk are not reported.

What to do: nothing, or edit what the hint names instead.
"""

from __future__ import annotations

from guidechain.core.diagnostics.words import Findings
from guidechain.core.model import Settings, Severity
from guidechain.core.snapshot import Snapshot

CODE = "guarded-file"
SEVERITY: Severity = "hint"
PLACE = "the first line"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> Findings:
    """Nothing: what is open is known to an editor only (``lsp/guarding.py``)."""
    return ()
    yield
