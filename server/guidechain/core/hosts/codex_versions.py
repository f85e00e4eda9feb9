"""Which rule of Codex holds in which release: each boundary as a constant, with what was seen on both sides.

CX-n are the rules of ``codex.py``, V-n its boundaries. A pre-release counts as its release; releases between two that
were seen, and that nobody ran, count as old.
"""

from __future__ import annotations

from guidechain.core.hosts.versions import Boundary

VERIFIED = ("0.45.0", "0.47.0", "0.77.0", "0.104.0", "0.137.0", "0.149.1", "0.168.0", "0.171.0")
"""The releases that the conformance cases were observed on, oldest first."""

CHAIN = Boundary("V-1", "0.20.0", "0.25.0", "one file per folder from the project root down")
FALLBACK = Boundary("V-2", "0.42.0", "0.44.0", "project_doc_fallback_filenames has an effect")
OVERRIDE = Boundary("V-3", "0.45.0", "0.47.0", "AGENTS.override.md takes the place of AGENTS.md")
PROJECT_CONFIG = Boundary("V-4", "0.77.0", "0.79.0", "a trusted project's .codex/config.toml is read")
MARKERS = Boundary("V-5", "0.104.0", "0.105.0", "project_root_markers has an effect")
LINKS = Boundary("V-6", "0.118.0", "0.120.0", "a link that leads to no file is passed over")
PROFILE_FILE = Boundary("V-7", "0.133.0", "0.134.0", "-p NAME reads NAME.config.toml")
CD_LINK = Boundary("V-8", "0.137.0", "0.138.0", "-C LINK searches the parents of the link")
PERMISSIONS = Boundary("V-9", "0.148.0", "0.149.0", "the read limits of a permission profile hold")
UNTRUSTED = Boundary("V-10", "0.149.1", "0.150.0", "an untrusted project gives no AGENTS.md")
FALLBACK_PATH = Boundary("V-11", "0.155.0", "0.156.0", "fallback names with a / are dropped")
GLOBAL_REREAD = Boundary("V-12", "0.155.0", "0.156.0", "the global file is read before each request")
EXEC_TRUST_ON = Boundary("V-13", "0.118.0", "0.120.0", "a writing `codex exec` run trusts its folder")
EXEC_TRUST_OFF = Boundary("V-13", "0.168.0", "0.169.0", "`codex exec` trusts a folder only with --trust")
RESUME_READS = Boundary("V-14", "0.80.0", "0.87.0", "a resumed session sends everything again")
RESUME_KEEPS = Boundary("V-14", "0.104.0", "0.105.0", "a resumed session keeps the text of the first one")
RESUME_CHANGED = Boundary("V-14", "0.142.0", "0.143.0", "a resumed session sends what changed")
WRAPPER = Boundary("CX-25", "0.53.0", "0.57.0", "the text stands under a heading")
BARE_HEADING = Boundary("CX-25", "0.138.0", "0.140.0", "the heading of a global file alone names no folder")
ADD_DIR = Boundary("--add-dir", "0.47.0", "0.77.0", "the flag --add-dir exists")
IGNORE_USER_CONFIG = Boundary("--ignore-user-config", "0.104.0", "0.137.0", "the flag --ignore-user-config exists")
WORKTREE = Boundary("--worktree", "0.149.1", "0.168.0", "the flag --worktree exists")

BOUNDARIES = (
    CHAIN, FALLBACK, OVERRIDE, PROJECT_CONFIG, MARKERS, LINKS, PROFILE_FILE, CD_LINK, PERMISSIONS, UNTRUSTED,
    FALLBACK_PATH, GLOBAL_REREAD, EXEC_TRUST_ON, EXEC_TRUST_OFF, RESUME_READS, RESUME_KEEPS, RESUME_CHANGED, WRAPPER,
    BARE_HEADING, ADD_DIR, IGNORE_USER_CONFIG, WORKTREE,
)  # fmt: skip
"""In the order in which the rules changed for loading, then for texts, then for flags."""

LOADING = (CHAIN, FALLBACK, OVERRIDE, PROJECT_CONFIG, MARKERS, LINKS, PERMISSIONS, UNTRUSTED, FALLBACK_PATH)
"""Those that decide which files load in a plain session that is started without flags."""

FLAGS = {
    "--add-dir": ADD_DIR,
    "--ignore-user-config": IGNORE_USER_CONFIG,
    "--worktree": WORKTREE,
    "--trust": EXEC_TRUST_OFF,
}
"""Flags that older releases refuse."""
