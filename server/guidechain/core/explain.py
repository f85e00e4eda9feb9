"""Chains, passed-over files and imports in words: what lens, hover, command line and MCP all say.

Every function returns plain text without a final full stop. ``settings`` gives the root and home that paths are
shown against.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from guidechain.core import paths
from guidechain.core.hosts.versions import parse, unknown
from guidechain.core.model import FileChain, Host, Import, Launch, NotLoaded, Settings, TouchedFile, Why

if TYPE_CHECKING:
    from guidechain.core.queries.inventory import Standing

ARROW = " → "

REASONS: Mapping[Why, tuple[str, str]] = {
    "shadowed": ("another file takes its place", "{culprit} takes its place"),
    "empty": ("it is blank", "it is blank"),
    "over-budget": ("the byte budget is used up before it", "the byte budget is used up before it by {culprit}"),
    "too-large": ("it is larger than {host} reads", "it is larger than {culprit} allows"),
    "outside-search": ("{host} does not look in its folder", "{host} does not look in its folder ({culprit})"),
    "untrusted": ("{host} reads it in trusted folders only", "{host} reads it in trusted folders only ({culprit})"),
    "not-approved": ("it needs an approval that was not given", "{culprit} needs an approval that was not given"),
    "ignored": ("it is excluded", "{culprit} excludes it"),
    "no-match": ("its globs do not match here", "the globs of {culprit} do not match here"),
    "too-deep": ("imports do not go this deep", "imports do not go this deep ({culprit})"),
    "cycle": ("it would import itself", "it would import itself through {culprit}"),
    "outside-root": ("it lies outside the folders that {host} reads", "it lies outside {culprit}"),
    "refused-type": ("{host} takes no file of this kind", "{host} takes no file of this kind ({culprit})"),
    "unreadable": ("it cannot be read", "{culprit} cannot be read"),
    "missing": ("there is no such file", "there is no such file ({culprit})"),
    "not-a-file": ("it is no regular file", "{culprit} is no regular file"),
    "duplicate": ("its text is there already", "its text is there already from {culprit}"),
    "disabled": ("it is switched off", "{culprit} switches it off"),
    "unknown-name": ("{host} does not look for this name", "{host} does not look for this name ({culprit})"),
    "wrong-case": ("{host} wants other capitals in the name", "{host} wants other capitals in the name: {culprit}"),
    "wrong-touch": ("only another act brings it", "only another act brings it ({culprit})"),
    "lost-with": ("another file of the chain failed", "{culprit} failed and took it along"),
    "not-an-import": ("{host} takes this for text", "{host} takes this for text ({culprit})"),
}
"""Words for each reason: without and with a culprit."""


def shown(settings: Settings, path: str) -> str:
    """``path`` for people: relative to the workspace, ``~/...`` below home, else absolute; printable."""
    return printable(paths.shown(path, settings.root, settings.home))


def printable(text: str) -> str:
    """``text`` on one line, with an escape for each character that a terminal or a view would act on or hide."""
    return text if text.isprintable() else "".join(each if each.isprintable() else _escaped(each) for each in text)


def folder_shown(settings: Settings, folder: str) -> str:
    """A folder for people: as ``shown``, with a final ``/`` and ``./`` for the root."""
    written = shown(settings, folder)
    return written if written.endswith("/") else written + "/"


def reason(settings: Settings, host: Host, passed: NotLoaded) -> str:
    """Why ``host`` passed a file over ("AGENTS.override.md takes its place")."""
    return _reason(settings, host, passed.path, passed.why, passed.culprit, passed.detail)


def import_words(settings: Settings, host: Host, token: Import) -> str:
    """What an import token does: the file that it brings, or why it brings none."""
    target = shown(settings, token.target) if token.target else token.written
    if token.why is None:
        return f"{host.title} imports {target}" + (" (outside the launch folder)" if token.external else "")
    return f"{host.title} does not import {target}: {_reason(settings, host, token.target, token.why, None, '')}"


def arrival(settings: Settings, chain: FileChain, file: TouchedFile) -> str:
    """How a file comes in: "at start", "on read", "on edit, for src/**", with its import and its cut."""
    loaded = file.loaded
    starts = "at start" if loaded.when == "start" else f"on {' or '.join(file.acts)}"
    words = ["on request" if loaded.when == "on-request" else starts]
    if loaded.pattern:
        words.append(f"for {loaded.pattern}")
    if loaded.via:
        words.append(f"imported by {shown(settings, loaded.via.path)}:{loaded.via.span.start.line + 1}")
    cut = cut_words(file)
    if cut:
        words.append(cut)
    return ", ".join(words)


def cut_words(file: TouchedFile) -> str:
    """ "12,768 of 20,480 bytes arrive", or "" for a file that arrives whole."""
    kept = file.loaded.kept
    if kept is None or kept == file.loaded.size:
        return ""
    return f"{kept:,} of {file.loaded.size:,} bytes arrive"


def chain_words(settings: Settings, chain: FileChain, conditions: bool = True) -> str:
    """A chain in one line: "Codex: AGENTS.md → packages/api/AGENTS.override.md"."""
    if chain.refused:
        return f"{chain.host.title} does not start here: {chain.refused}"
    if not chain.files:
        return f"{chain.host.title} loads nothing here"
    notes = caveats(chain.host, chain.launch) if conditions else ()
    suffix = f" ({', '.join(notes)})" if notes else ""
    return f"{chain.host.title}{suffix}: {files_words(settings, chain)}"


def files_words(settings: Settings, chain: FileChain, name: Callable[[str], str] | None = None) -> str:
    """The files of a chain in order with arrows; acts are named on those that only some acts bring.

    ``name`` writes a path, when it is not to be the plain ``shown`` (a link, say).
    """
    return ARROW.join(_with_acts(settings, chain, file, name) for file in chain.files)


def standings_words(settings: Settings, standings: Sequence[Standing]) -> str:
    """What a file is to its hosts: "Codex loads this file at start; Copse does not load it: it is blank"."""
    hosts: dict[tuple[bool, str], list[str]] = {}
    for each in standings:
        hosts.setdefault(_standing_words(settings, each), []).append(each.host.title)
    said, named = [], False
    for (loads, words), titles in hosts.items():
        several = len(titles) > 1
        verb = ("load" if several else "loads") if loads else ("do not load" if several else "does not load")
        said.append(f"{' and '.join(titles)} {verb} {'it' if named else 'this file'}{words}")
        named = True
    return "; ".join(said)


def standings_short(standings: Sequence[Standing]) -> str:
    """The same in few words: "loaded by Codex, by Claude Code from some launch folders, not by Copse"."""
    loading = [each for each in standings if any(trial.loaded for trial in each.trials)]
    partly = [each.host.title for each in loading if each.state == "launch-dependent"]
    always = [each.host.title for each in loading if each.state != "launch-dependent"]
    never = [each.host.title for each in standings if each not in loading]
    said = [f"by {' and '.join(always)}"] if always else []
    said += [f"by {' and '.join(partly)} from some launch folders"] if partly else []
    if not said:
        return f"not loaded by {' or '.join(never)}"
    said += [f"not by {' or '.join(never)}"] if never else []
    return f"loaded {', '.join(said)}"


def _standing_words(settings: Settings, standing: Standing) -> tuple[bool, str]:
    """Whether a host loads a file, and how or why not, to be put behind "loads this file"."""
    loading = [trial for trial in standing.trials if trial.loaded]
    if not loading:
        missed = standing.reason or NotLoaded("", "outside-search")
        return False, f": {reason(settings, standing.host, missed)}"
    loaded, act = loading[0].loaded, loading[0].act
    how = "at start" if loaded is None or loaded.when == "start" else f"on {act}"
    how += f", for {loaded.pattern}" if loaded and loaded.pattern else ""
    how += f", imported by {shown(settings, loaded.via.path)}" if loaded and loaded.via else ""
    if standing.state != "launch-dependent":
        return True, f" {how}"
    started = " and ".join(dict.fromkeys(folder_shown(settings, each.launch.cwd) for each in loading))
    missing = " and ".join(
        dict.fromkeys(folder_shown(settings, each.launch.cwd) for each in standing.trials if not each.loaded)
    )
    return True, f" {how} when started in {started}, not in {missing}"


def counted(number: int, what: str) -> str:
    """ "1 file", "1,200 files"."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def same_files(chains: Sequence[FileChain]) -> bool:
    """Whether all ``chains`` bring the same files in the same order in the same way."""
    return len({(chain.refused, tuple(_signature(file) for file in chain.files)) for chain in chains}) <= 1


def version(host: Host, launch: Launch) -> str | None:
    """The version of ``host`` that an answer stands for: the launch's, else the newest observed one."""
    return launch.version or next(iter(reversed(host.verified)), None)


def is_installed(settings: Settings, host: Host) -> bool:
    """Whether answers stand for the version of ``host`` that was found on the machine."""
    return host.id in dict(settings.installed) and host.id not in dict(settings.versions)


def gap_words(host: Host, version: str | None) -> str:
    """ "between 0.45.0 and 0.47.0: unknown" for a version in an interval that nobody observed, else ""."""
    gaps = unknown(parse(version), host.boundaries)
    ranges = ", ".join(dict.fromkeys(f"between {each.old} and {each.new}" for each in gaps))
    return f"{ranges}: unknown" if gaps else ""


def versioned(settings: Settings, host: Host, launch: Launch) -> str:
    """A host with the version that an answer is for: "Codex 0.171.0", "Codex 0.168.0 (installed)".

    In an interval that nobody observed it says so: "Codex 0.46 (between 0.45.0 and 0.47.0: unknown)".
    """
    notes = ["installed"] if is_installed(settings, host) else []
    notes += filter(None, [gap_words(host, launch.version)])
    return f"{host.title} {version(host, launch) or ''}".rstrip() + (f" ({'; '.join(notes)})" if notes else "")


def assumptions(host: Host, launch: Launch) -> tuple[str, ...]:
    """What an answer takes for granted because no file and no setting tells ("if trusted")."""
    given = dict(launch.options)
    return tuple(words for option, words in host.assumes if option not in given)


def caveats(host: Host, launch: Launch) -> tuple[str, ...]:
    """The assumptions, and that nobody observed the version ("0.46 is between 0.45.0 and 0.47.0: unknown")."""
    gap = gap_words(host, launch.version)
    return (*assumptions(host, launch), *([f"{launch.version} is {gap}"] if gap else []))


def _with_acts(
    settings: Settings, chain: FileChain, file: TouchedFile, name: Callable[[str], str] | None = None
) -> str:
    written = name(file.loaded.path) if name else shown(settings, file.loaded.path)
    notes = [] if file.loaded.when == "start" or file.acts == chain.acts else [f"on {' or '.join(file.acts)}"]
    if file.loaded.kept is not None and file.loaded.kept != file.loaded.size:
        notes.append("cut")
    return f"{written} ({', '.join(notes)})" if notes else written


def _signature(file: TouchedFile) -> tuple[object, ...]:
    return (file.loaded.path, file.loaded.kept, file.loaded.when == "start", file.acts)


def _reason(settings: Settings, host: Host, path: str | None, why: Why, culprit: str | None, detail: str) -> str:
    bare, blaming = REASONS[why]
    words = blaming if culprit and culprit != path else bare
    place = shown(settings, culprit) if culprit and paths.is_absolute(culprit) else culprit or ""
    sentence = words.format(host=host.title, culprit=place)
    return f"{sentence}: {detail}" if detail else sentence


def _escaped(character: str) -> str:
    """A character that a terminal or a view would act on, as an escape; an undecodable byte as itself."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
