"""What the settings of one Claude Code launch decide about instruction files: CC-51, CC-80, CC-90 to CC-94."""

from __future__ import annotations

from typing import Literal

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import Globs, compile_globs
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_launch import Start, start
from guidechain.core.hosts.claude_permissions import Rule, covering, rules
from guidechain.core.hosts.claude_settings import Source, Void, joined, settings, single, state
from guidechain.core.hosts.claude_text import EXTENSIONS, HOPS, MAX_BYTES, content, sent_text
from guidechain.core.hosts.imports import Grammar, Refusal, Token
from guidechain.core.model import Entry, Import, Launch
from guidechain.core.snapshot import Snapshot

Scope = Literal["managed", "user", "project", "local"]
Mode = Literal["claude-md", "claude-md-or-agents-md", "claude-md-and-agents-md", "managed-only"]
DEFAULT_MODE: Mode = "claude-md-or-agents-md"
_MODES: dict[str, Mode] = {
    "claude-md": "claude-md",
    "claude-md-or-agents-md": "claude-md-or-agents-md",
    "claude-md-and-agents-md": "claude-md-and-agents-md",
    "managed-only": "managed-only",
}
_OLD_MODES: dict[str, Mode] = {
    "claude": "claude-md",
    "agents-fallback": "claude-md-or-agents-md",
    "both": "claude-md-and-agents-md",
    "none": "managed-only",
}
"""Values of the option's first name, ``projectInstructions`` (CC-80)."""
PLUGIN, NEW_PLUGIN = "agents-md@builtin", "cc-plugin-agents-md@builtin"


@dataclass(frozen=True)
class Facts:
    """``mode`` is the one of CC-80, set by ``mode_by`` (None: the default, or the release); ``agents_off`` says why no
    AGENTS.md is read in a release or by a switch. ``approved``: external imports may load (CC-51), as ``state_file``
    says. ``excludes`` and ``hiding`` keep files out (CC-92, CC-94)."""

    start: Start
    sources: tuple[Source, ...]
    void: tuple[Void, ...]
    mode: Mode
    mode_by: str | None
    agents_off: str
    approved: bool
    trusted: bool
    state_file: str
    excludes: tuple[tuple[Globs, Source], ...]
    permissions: tuple[Rule, ...]

    def external(self, path: str, entry: Entry) -> bool:
        """Whether an import's target lies outside the launch folder (CC-50)."""
        place = entry.real if self.start.has(since.LINKED_IMPORTS) else path
        return not paths.is_below(place, self.start.cwd)


def facts(snapshot: Snapshot, launch: Launch) -> Facts:
    """The facts of ``launch``, worked out once per revision."""
    return snapshot.query(_facts, launch)


def _facts(snapshot: Snapshot, launch: Launch) -> Facts:
    begun = start(snapshot, launch)
    sources, void = settings(snapshot, begun)
    state_file, project = state(snapshot, begun)
    mode, mode_by, off = _mode(begun, sources)
    excludes = [
        (compile_globs("absolute", [pattern]), source)
        for pattern, source in joined(sources, "claudeMdExcludes")
        if begun.has(since.EXCLUDES)
    ]
    return Facts(
        begun,
        sources,
        void,
        mode,
        mode_by,
        off,
        project.get("hasClaudeMdExternalIncludesApproved") is True,
        project.get("hasTrustDialogAccepted") is True,
        state_file,
        tuple(excludes),
        rules(begun, sources),
    )


def _mode(begun: Start, sources: tuple[Source, ...]) -> tuple[Mode, str | None, str]:
    """The mode, the file that sets it, and why AGENTS.md is not read at all, "" when it may be (CC-80)."""
    if not begun.has(since.AGENTS):
        unsure = begun.version in {(2, 1, patch) for patch in range(277, 281)}
        found = "2.1.277 to 2.1.280 may or may not read it" if unsure else f"not read before {since.AGENTS.new}"
        return "claude-md", None, found
    renamed = begun.has(since.PLUGIN_ID)
    for plugin in (NEW_PLUGIN, PLUGIN) if renamed else (PLUGIN,):
        switch = single(sources, "enabledPlugins", plugin, scopes=("user", "flags", "managed"))
        if switch and switch[0] is False:
            return "claude-md", switch[1].path, f"enabledPlugins {plugin}"
    for name in (NEW_PLUGIN, PLUGIN) if renamed else (PLUGIN,):
        for option, values in (("instructionFiles", _MODES), ("projectInstructions", _OLD_MODES)):
            keys = ("pluginConfigs", name, "options", option)
            found_option = single(sources, *keys, scopes=("user", "flags", "managed"))
            if found_option:
                value, source = found_option
                if not isinstance(value, str) or (value not in values and option == "instructionFiles"):
                    continue  # The first name's unknown values are no default (case agents-option-unknown-values).
                mode = values.get(value, "claude-md")
                off = "" if mode in (DEFAULT_MODE, "claude-md-and-agents-md") else f"{option} {mode}"
                return mode, source.path, off
    return DEFAULT_MODE, None, ""


def grammar(snapshot: Snapshot, known: Facts, scope: Scope, *, on_demand: bool = False) -> Grammar:
    """How files of ``scope`` import, at start or on a touch, and which files of it are refused (CC-20, CC-40 to
    CC-54, CC-87, CC-90 to CC-94)."""

    def tokens(path: str) -> tuple[Token, ...]:
        found = content(snapshot, path, known.start.version)
        return found.tokens if found else ()

    switched_off = _switched_off(known, scope, on_demand=on_demand)

    def admit(path: str, entry: Entry, via: Import | None) -> Refusal | None:
        return (
            switched_off
            or kept_out(known, scope, path, entry)
            or _outside(known, scope, path, entry, via, on_demand=on_demand)
            or _without_text(snapshot, known, path, entry)
        )

    extensions = EXTENSIONS if known.start.has(since.EXTENSIONS) else None
    return Grammar(tokens, HOPS, known.start.home, extensions, external=known.external, admit=admit)


def _switched_off(known: Facts, scope: Scope, *, on_demand: bool) -> Refusal | None:
    begun = known.start
    if begun.off:
        return Refusal("disabled", begun.off)
    if scope == "managed":
        return None
    if begun.managed_only:
        return Refusal("disabled", begun.managed_only)
    if not begun.reads(scope):
        return Refusal("disabled", "--setting-sources")
    if known.mode == "managed-only" and not on_demand:
        return Refusal("disabled", known.mode_by, "instructionFiles managed-only")
    return None


def kept_out(known: Facts, scope: Scope, path: str, entry: Entry) -> Refusal | None:
    """What claudeMdExcludes and Read deny rules keep out (CC-92, CC-94).

    Exclusions go by the name alone, not by a link's target (observed on 2.1.332, case ``excludes-links``).
    """
    for globs, source in known.excludes if scope != "managed" else ():
        pattern = globs.decided_by(path)
        if pattern is not None:
            return Refusal("ignored", source.path, f"claudeMdExcludes {pattern}")
    if known.permissions and scope in ("project", "local") and known.start.has(since.READ_DENY):
        denied = (rule for rule in known.permissions if rule.kind == "deny")
        for rule in covering(denied, "Read", (path, entry.real)):
            return Refusal("ignored", rule.source.path, f"permissions.deny {rule.written}")
    return None


def _outside(
    known: Facts, scope: Scope, path: str, entry: Entry, via: Import | None, *, on_demand: bool
) -> Refusal | None:
    """External imports (CC-50 to CC-54)."""
    if via is None or scope == "user" or not known.external(path, entry):
        return None
    if on_demand:
        return Refusal("outside-root", known.start.cwd, "a file that comes on a touch imports nothing from outside")
    if known.approved:
        return None
    return Refusal("not-approved", None, f"outside the launch folder {known.start.cwd}")


def _without_text(snapshot: Snapshot, known: Facts, path: str, entry: Entry) -> Refusal | None:
    if entry.size > MAX_BYTES:
        return Refusal("too-large", None, f"limit {MAX_BYTES} bytes")
    text = sent_text(snapshot, path, known.start.version)
    return None if text.strip() else Refusal("empty")
