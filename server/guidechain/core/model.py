"""All data types that flow between the core and its edges: frozen, with public fields and no logic.

Paths are absolute strings with ``/`` (see ``core.paths``). Sizes are bytes. Lines and columns
are zero-based and count code points. The file is long because what flows is read in one place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from guidechain.core.frozen import dataclass

if TYPE_CHECKING:
    from guidechain.core.hosts.versions import Boundary
    from guidechain.core.snapshot import Snapshot

Kind = Literal["file", "directory", "special", "missing", "unreadable", "blocked"]
Act = Literal["read", "edit", "write", "list", "search", "shell", "mention"]
When = Literal["start", "on-touch", "on-match", "on-request"]
Why = Literal[
    "shadowed",
    "empty",
    "over-budget",
    "too-large",
    "outside-search",
    "untrusted",
    "not-approved",
    "ignored",
    "no-match",
    "too-deep",
    "cycle",
    "outside-root",
    "refused-type",
    "unreadable",
    "missing",
    "not-a-file",
    "duplicate",
    "disabled",
    "unknown-name",
    "wrong-case",
    "wrong-touch",
    "lost-with",
    "not-an-import",
]
Severity = Literal["error", "warning", "information", "hint"]
Pairs = tuple[tuple[str, str], ...]

ACTS: tuple[Act, ...] = ("read", "edit", "write", "list", "search", "shell", "mention")


@dataclass(frozen=True)
class Entry:
    """What stands at a path. ``real`` is the path with every link resolved.

    ``unreadable``: a file or folder that exists and cannot be opened. ``blocked``: a path that
    cannot even be examined (a link loop, a folder above it without search permission).
    A dangling link is ``missing``; ``real`` is then the path that it names.
    """

    kind: Kind
    real: str
    size: int = 0


@dataclass(frozen=True)
class Launch:
    """How a host is started. ``cwd`` is the launch folder as given, links unresolved.

    ``env`` holds only the variables that the host declares it reads; ``args`` are the host's own
    command-line arguments; ``options`` are facts that cannot be read from files (``copse.trusted``).
    ``version`` is the host's version, None for the newest observed one. ``platform`` is a value of
    ``sys.platform`` and decides the managed locations. ``mentions`` are the paths named in the prompt.
    """

    cwd: str
    home: str | None = None
    version: str | None = None
    args: tuple[str, ...] = ()
    env: Pairs = ()
    options: Pairs = ()
    platform: str = "linux"
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Touch:
    """What the agent does to ``path`` (which need not exist). ``command`` is the text of a shell act; ``assumed``: the
    file counts as being there, as for a probe."""

    path: str
    act: Act = "read"
    command: str | None = None
    assumed: bool = False


@dataclass(frozen=True, order=True)
class Position:
    """A place in a text, zero-based, in code points."""

    line: int
    column: int


@dataclass(frozen=True, order=True)
class Span:
    """A range in a text; ``end`` is exclusive."""

    start: Position
    end: Position


@dataclass(frozen=True)
class Import:
    """One import token: the importing file, where it stands, as written, and the path that it names.

    ``target`` is None when the token names nothing; ``why`` is None when the import is live.
    ``external`` says that the target lies outside the launch folder.
    """

    path: str
    span: Span
    written: str
    target: str | None
    why: Why | None = None
    external: bool = False


@dataclass(frozen=True)
class Loaded:
    """A file that enters the prompt. ``kept`` is the number of bytes that arrive when it is cut, else None.

    ``size`` is the file's size in bytes; ``via`` the import that brought it, if one did. ``pattern`` is the
    glob that matched, for a file that loads on a match.
    """

    path: str
    real: str
    when: When = "start"
    size: int = 0
    kept: int | None = None
    via: Import | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class NotLoaded:
    """A file that was passed over, the reason, and the file or setting that caused it.

    ``detail`` completes the reason in a few words that follow a colon ("limit 32768 bytes").
    """

    path: str
    why: Why
    culprit: str | None = None
    via: Import | None = None
    detail: str = ""


@dataclass(frozen=True)
class Chain:
    """What one host loads for one launch and one touch, in prompt order; it may hold a file twice.

    ``searched`` are the folders looked into, ``decided_by`` the settings files that changed the outcome,
    ``refused`` the reason why the host would not start, else None. ``budget`` is the byte limit in force
    for the sum of the project files, if the host has one.
    """

    host: str
    launch: Launch
    touch: Touch | None
    loaded: tuple[Loaded, ...] = ()
    not_loaded: tuple[NotLoaded, ...] = ()
    searched: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = ()
    refused: str | None = None
    budget: int | None = None


@dataclass(frozen=True)
class Part:
    """A stretch of the text that a host's model sees. ``path`` is the file it comes from; None marks the
    host's own words (wrappers, notices). ``role`` is the message that carries it (system, user, tool)."""

    text: str
    path: str | None = None
    role: str = "user"


@dataclass(frozen=True)
class TouchedFile:
    """One file of a ``FileChain`` and the acts that bring it; every act when it loads at start."""

    loaded: Loaded
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class FileChain:
    """What one host, started in one folder, loads for work on ``path``: the chains of several ``acts`` in one.

    ``files`` are in prompt order; ``not_loaded`` holds what no act brings. ``path`` equal to the launch folder
    means session start only.
    """

    host: Host
    launch: Launch
    path: str
    files: tuple[TouchedFile, ...] = ()
    not_loaded: tuple[NotLoaded, ...] = ()
    searched: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = ()
    refused: str | None = None
    budget: int | None = None
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True)
class Governing:
    """A file that applies to ``path`` for some host: ``uses`` says for which host and launch, and how."""

    path: str
    real: str
    uses: tuple[tuple[FileChain, TouchedFile], ...]


@dataclasses.dataclass(frozen=True)
class Pattern:
    """One glob of a file that applies only where its globs match: where it stands in ``path``, and as written.

    ``matches`` says of an absolute path whether this glob takes it; what it takes lies at or below ``folder``.
    ``why`` completes "never matches:" for a glob that can match nothing whatever files there are, else "".
    """

    path: str
    span: Span
    written: str
    folder: str
    matches: Callable[[str], bool] = field(compare=False)
    why: str = ""


@dataclass(frozen=True)
class Problem:
    """Something in a file that a host reads otherwise than it looks, or not at all.

    ``message`` completes a sentence that begins with the host ("ignores the key globs"). ``edits`` mend it, if certain.
    """

    path: str
    span: Span
    message: str
    edits: tuple[Edit, ...] = ()
    severity: Severity = "warning"


@dataclass(frozen=True, eq=False)
class Host:
    """One coding-agent host: one ``chain`` function and the constants that describe it; equal to itself only.

    ``verified`` are the versions it was observed on, oldest first. ``traces`` are names of files, and of folders with
    a final ``/``, that show the host is in use. ``candidates`` are gitignore-style patterns, relative to the workspace,
    for every file that looks like an instruction file of this host, also the ones that it would never load. ``env``
    are the variables that it reads. ``imports`` lists the import tokens of a file, live or not; None: it has none.
    ``compose`` gives the text that the host's model sees for a chain, wrappers and cuts included. ``assumes`` names
    the launch options that answers take for granted where they are unset, each with its words ("if trusted").
    ``acts`` are enough to bring whatever any act brings; ``patterns`` lists the globs that say where a file applies,
    ``front_matter`` what is wrong with a file's front matter, ``void_settings`` the settings that count for nothing;
    ``raise_budget`` edits the workspace so that so many bytes fit.
    ``boundaries`` are the releases in which a rule changed (``hosts.versions.unknown`` names the gaps between them).
    ``program`` is what is started and ``package`` its npm package; ``program_folders`` (``~/...``) may hold it beside
    the usual ones, ``release_folders`` hold one entry per installed release (``installed.py`` looks there).
    ``guards`` lists what the host's own mechanisms keep from being edited, rules without effect included. ``enforce``
    gives the change of a settings file that makes the host act on a guard; None where it has no such rule.
    """

    id: str
    title: str
    verified: tuple[str, ...]
    traces: tuple[str, ...]
    candidates: tuple[str, ...]
    chain: Callable[[Snapshot, Launch, Touch | None], Chain]
    env: tuple[str, ...] = ()
    imports: Callable[[Snapshot, Launch, str], tuple[Import, ...]] | None = None
    compose: Callable[[Snapshot, Chain], tuple[Part, ...]] | None = None
    acts: tuple[Act, ...] = ACTS
    patterns: Callable[[Snapshot, Launch, str], tuple[Pattern, ...]] | None = None
    front_matter: Callable[[Snapshot, Launch, str], tuple[Problem, ...]] | None = None
    void_settings: Callable[[Snapshot, Launch], tuple[Problem, ...]] | None = None
    raise_budget: Callable[[Snapshot, Launch, int], tuple[Edit, ...]] | None = None
    assumes: Pairs = ()
    boundaries: tuple[Boundary, ...] = ()
    guards: Callable[[Snapshot, Launch], tuple[Guard, ...]] | None = None
    enforce: Callable[[Snapshot, Launch, Guard], Fix | None] | None = None
    program: str = ""
    package: str = ""
    program_folders: tuple[str, ...] = ()
    release_folders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Related:
    """A further place that a finding speaks of. ``unnecessary``: text that the finding's hosts never see."""

    path: str
    span: Span
    message: str
    unnecessary: bool = False


@dataclass(frozen=True)
class Edit:
    """A replacement of text in one file; an empty span inserts. A path that does not exist is created."""

    path: str
    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """A change that a person may choose to apply: the ``edits``, then the ``renames`` (old path, new path)."""

    title: str
    edits: tuple[Edit, ...] = ()
    renames: Pairs = ()


@dataclass(frozen=True)
class Finding:
    """One thing to report, in one shape for the editor, the command line, SARIF and MCP.

    ``unnecessary`` marks text that its hosts never see (editors fade it, here and at ``related``).
    """

    code: str
    severity: Severity
    path: str
    span: Span
    message: str
    hosts: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    unnecessary: bool = False


@dataclass(frozen=True)
class Settings:
    """The values in force for one workspace folder; where they came from is settings.py's affair.

    ``root`` is the workspace root; ``launches`` the configured launch folders, empty when none are.
    ``problems`` are the values that could not be used, as findings of the code ``unknown-setting``. ``contract``
    is the delivery contract, None where the file has none. ``in_force`` is False when the file could not be parsed.
    ``installed`` are the versions found on the machine, which hold where ``versions`` names none.
    """

    root: str
    hosts: tuple[str, ...] = ()
    launches: tuple[str, ...] = ()
    versions: Pairs = ()
    options: Pairs = ()
    severities: Pairs = ()
    exclude: tuple[str, ...] = ()
    home: str | None = None
    env: Pairs = ()
    platform: str = "linux"
    problems: tuple[Finding, ...] = ()
    contract: Contract | None = None
    in_force: bool = True
    installed: Pairs = ()


Level = Literal["forbid", "ask", "avoid", "note"]
Origin = Literal["contract", "settings", "prose", "marker", "tool"]


@dataclass(frozen=True)
class Guard:
    """Paths that should not be edited and the words that say so, whatever the source.

    ``patterns`` and ``except_`` are gitignore-style, relative to the folder ``base``. ``path`` and ``span`` are where
    the guard is written, ``places`` the span of each pattern where they are known apart. ``existing_only``: files
    that do not exist yet may be created. ``instead`` is what to do in place of an edit; ``enforced_by`` what stops
    the edit, if anything does. ``acts`` are what it speaks of: ``edit delete rename commit read create``. ``via`` is
    the file that imports ``path``, where one does; ``host`` the title of the host whose mechanism it is. ``void``
    completes "guards nothing:" for a rule that its host takes and never acts on, or skips; ``repair`` is the spelling
    that would have its effect. ``also`` are further guards that say the same of the same paths.
    """

    patterns: tuple[str, ...]
    base: str
    path: str
    span: Span
    except_: tuple[str, ...] = ()
    level: Level = "forbid"
    origin: Origin = "contract"
    sentence: str = ""
    instead: str | None = None
    existing_only: bool = False
    enforced_by: str | None = None
    places: tuple[Span, ...] = ()
    acts: tuple[str, ...] = ("edit",)
    via: str | None = None
    host: str | None = None
    void: str = ""
    repair: str | None = None
    also: tuple[Guard, ...] = ()


@dataclass(frozen=True)
class NamedCheck:
    """A command that guidance names. ``cwd`` is relative to the workspace root ("" for the root itself).

    ``scope`` is the path or pattern that the sentence limits it to, if any. ``required``: the sentence demands it, and
    it ends by itself. ``placeholder``: it holds a part to fill in (``<crate>``).
    """

    command: str
    cwd: str
    scope: str | None
    kind: str
    path: str
    span: Span
    required: bool = False
    placeholder: bool = False


@dataclass(frozen=True)
class Scope:
    """A named area of work. ``allow`` are gitignore-style patterns that start at the contract's folder; None allows
    every path. ``allow_span`` is where they are written."""

    name: str
    allow: tuple[str, ...] | None
    forbid: Guard | None
    allow_span: Span


@dataclass(frozen=True)
class RequiredCheck:
    """A command that must pass before delivery. ``cwd`` is relative to the contract's folder ("" for itself);
    ``when`` are patterns of changed paths that make it required, empty for always."""

    name: str
    run: str
    cwd: str
    when: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Contract:
    """The delivery part of ``guidechain.toml`` (or ``[tool.guidechain]``) at ``path``.

    ``prose`` says what a broken guard that stands only in prose does: warn, fail or nothing (ignore). ``span`` is
    where the contract starts.
    """

    path: str
    span: Span
    guards: tuple[Guard, ...] = ()
    scopes: tuple[Scope, ...] = ()
    checks: tuple[RequiredCheck, ...] = ()
    prose: Literal["warn", "fail", "ignore"] = "warn"


@dataclass(frozen=True)
class Changed:
    """One path of a change, absolute and normalised. A rename is a deletion and an addition.

    ``kind`` is what stands there after the change (before it, for a deletion).
    """

    path: str
    status: Literal["added", "modified", "deleted", "listed"]
    kind: Literal["file", "link", "submodule", "unknown"] = "unknown"


@dataclass(frozen=True)
class Receipt:
    """The record of one run of a required check: ``tree`` is the fingerprint of the exact content it ran on,
    ``tree_after`` that of the content it left behind. ``exit`` is None when the command did not run to its end."""

    name: str
    run: str
    cwd: str
    status: Literal["passed", "failed", "skipped"]
    exit: int | None
    seconds: float
    tree: str
    tree_after: str
    reason: str = ""


@dataclass(frozen=True)
class Broken:
    """One broken rule of a delivery.

    ``path`` is the changed path (absolute) or None, ``check`` the name of a required check or None. ``source`` and
    ``span`` are where the rule is written.
    """

    rule: Literal[
        "forbidden",
        "outside-scope",
        "check-missing",
        "check-skipped",
        "check-failed",
        "check-stale",
        "judged-by-base",
        "judged-by-itself",
    ]
    message: str
    source: str
    span: Span
    path: str | None = None
    check: str | None = None
    guard: Guard | None = None


@dataclass(frozen=True)
class Verdict:
    """The answer of the delivery check: it passed when ``failures`` is empty. ``evidence`` are sentences that say
    what was examined; ``clean`` the changed paths that break no rule."""

    failures: tuple[Broken, ...]
    warnings: tuple[Broken, ...]
    evidence: tuple[str, ...]
    clean: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What differs from the previous snapshot.

    ``paths``: files whose content or existence changed. ``trees``: paths at or below which anything may
    have changed (a folder moved, a link repointed). Listings of the folders above are dropped with them.
    """

    paths: frozenset[str] = field(default_factory=frozenset)
    trees: frozenset[str] = field(default_factory=frozenset)
