"""Which rule of Codex holds in which release: each boundary as a constant, with what was seen on both sides.

Rule numbers V-n are those of the table of observed releases; CX-n those of ``codex.py``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Version = tuple[int, ...]

VERIFIED = ("0.45.0", "0.47.0", "0.77.0", "0.104.0", "0.137.0", "0.149.1", "0.168.0", "0.171.0")
"""The releases that the conformance cases were observed on, oldest first."""
NEWEST = VERIFIED[-1]


@dataclass(frozen=True)
class Boundary:
    """Where a rule changed: ``old`` is the last release seen with the old behaviour, ``new`` the first with the new.

    ``change`` completes "since ``new``". ``cut`` is the release from which the new behaviour is assumed; ``exact`` says
    that no release that could be tried lies between ``old`` and ``new``.
    """

    rule: str
    old: str
    new: str
    cut: Version
    change: str
    exact: bool = True


CHAIN = Boundary("V-1", "0.20.0", "0.25.0", (0, 25), "one file per folder from the project root down", exact=False)
FALLBACK = Boundary("V-2", "0.42.0", "0.44.0", (0, 44), "project_doc_fallback_filenames has an effect")
OVERRIDE = Boundary("V-3", "0.45.0", "0.47.0", (0, 47), "AGENTS.override.md takes the place of AGENTS.md")
PROJECT_CONFIG = Boundary("V-4", "0.77.0", "0.79.0", (0, 79), "a trusted project's .codex/config.toml is read")
MARKERS = Boundary("V-5", "0.104.0", "0.105.0", (0, 105), "project_root_markers has an effect")
LINKS = Boundary("V-6", "0.118.0", "0.120.0", (0, 120), "a link that leads to no file is passed over")
PROFILE_FILE = Boundary("V-7", "0.133.0", "0.134.0", (0, 134), "-p NAME reads NAME.config.toml")
CD_LINK = Boundary("V-8", "0.137.0", "0.138.0", (0, 138), "-C LINK searches the parents of the link")
PERMISSIONS = Boundary("V-9", "0.148.0", "0.149.0", (0, 149), "the read limits of a permission profile hold")
UNTRUSTED = Boundary("V-10", "0.149.1", "0.150.0", (0, 150), "an untrusted project gives no AGENTS.md")
FALLBACK_PATH = Boundary("V-11", "0.155.0", "0.156.0", (0, 156), "fallback names with a / are dropped", exact=False)
GLOBAL_REREAD = Boundary(
    "V-12", "0.155.0", "0.156.0", (0, 156), "the global file is read before each request", exact=False
)
EXEC_TRUST_ON = Boundary("V-13", "0.118.0", "0.120.0", (0, 120), "a writing `codex exec` run trusts its folder")
EXEC_TRUST_OFF = Boundary("V-13", "0.168.0", "0.169.0", (0, 169), "`codex exec` trusts a folder only with --trust")
RESUME_READS = Boundary("V-14", "0.80.0", "0.87.0", (0, 87), "a resumed session sends everything again")
RESUME_KEEPS = Boundary("V-14", "0.104.0", "0.105.0", (0, 105), "a resumed session keeps the text of the first one")
RESUME_CHANGED = Boundary("V-14", "0.142.0", "0.143.0", (0, 143), "a resumed session sends what changed", exact=False)
WRAPPER = Boundary("CX-25", "0.53.0", "0.57.0", (0, 57), "the text stands under a heading", exact=False)
BARE_HEADING = Boundary(
    "CX-25", "0.138.0", "0.140.0", (0, 140), "the heading of a global file alone names no folder", exact=False
)
ADD_DIR = Boundary("--add-dir", "0.47.0", "0.77.0", (0, 77), "the flag --add-dir exists", exact=False)
IGNORE_USER_CONFIG = Boundary(
    "--ignore-user-config", "0.104.0", "0.137.0", (0, 137), "the flag --ignore-user-config exists", exact=False
)
WORKTREE = Boundary("--worktree", "0.149.1", "0.168.0", (0, 168), "the flag --worktree exists", exact=False)

BOUNDARIES = (
    CHAIN, FALLBACK, OVERRIDE, PROJECT_CONFIG, MARKERS, LINKS, PROFILE_FILE, CD_LINK, PERMISSIONS, UNTRUSTED,
    FALLBACK_PATH, GLOBAL_REREAD, EXEC_TRUST_ON, EXEC_TRUST_OFF, RESUME_READS, RESUME_KEEPS, RESUME_CHANGED, WRAPPER,
    BARE_HEADING, ADD_DIR, IGNORE_USER_CONFIG, WORKTREE,
)  # fmt: skip
"""In the order in which the rules changed for loading, then for texts, then for flags."""
EXEC_TRUSTS = (EXEC_TRUST_ON.cut, EXEC_TRUST_OFF.cut)
FLAGS = {
    "--add-dir": ADD_DIR,
    "--ignore-user-config": IGNORE_USER_CONFIG,
    "--worktree": WORKTREE,
    "--trust": EXEC_TRUST_OFF,
}


def parse(version: str | None) -> Version | None:
    """``0.171.0`` or ``codex-cli 0.150.0-alpha.2`` as numbers (a pre-release counts as its release), else None."""
    found = re.search(r"\d+(?:\.\d+)+", version or "")
    return tuple(int(part) for part in found.group().split(".")) if found else None


def shown(version: Version) -> str:
    """A version as people write it."""
    return ".".join(map(str, version))


def is_new(version: Version, boundary: Boundary) -> bool:
    """Whether ``version`` behaves as after ``boundary``."""
    return version >= boundary.cut


def unknown(version: str | None) -> tuple[Boundary, ...]:
    """The boundaries in whose unobserved gap ``version`` lies: its behaviour there is a guess."""
    number = parse(version)
    if number is None:
        return ()
    return tuple(each for each in BOUNDARIES if (parse(each.old) or ()) < number < (parse(each.new) or ()))
