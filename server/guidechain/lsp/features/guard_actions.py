"""What a person can do about a guard: quick fixes on a guarded file, and the commands behind them.

``guidechain.openGuard [uri, line]`` shows the guard's line (zero-based). ``guidechain.copyAlternative [text]`` hands a
command over: to the clipboard of a client that declares ``experimental.guidechain.copy`` (by the notification
``guidechain/copy {"text"}``), else as a message. ``guidechain.typeAlternative [text]`` puts it on the command line of
a client that declares ``experimental.guidechain.type`` (``guidechain/type {"text"}``), to be looked at and started by
the person. ``guidechain.allowGuarded [uri]`` sets a file's guards aside until the
server ends. Nothing here runs what a sentence names.
"""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from guidechain.core import paths
from guidechain.core.diagnostics import guarded_edit, guarded_file
from guidechain.core.explain import shown
from guidechain.core.guards import said
from guidechain.core.guards.fixes import exception_for
from guidechain.core.guards.flat import classify
from guidechain.core.model import Fix, Guard, Settings
from guidechain.core.queries.guards import sources_of
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path, to_uri
from guidechain.lsp.feature import Command
from guidechain.lsp.guarding import warns

CODES = (guarded_edit.CODE, guarded_file.CODE)

Action = tuple[str, lsp.Command | Fix]


def guard_actions(ls: GuidechainServer, path: str, asked: lsp.CodeActionParams) -> list[Action]:
    """Titles and what is behind them, for the guards that the client shows in the range."""
    file = ls.session.guarded.get(path)
    if file is None or path in ls.session.allowed or not _is_marked(ls, path, asked.range):
        return []
    settings = ls.session.settings_for(path)
    return list(_actions(ls, settings, path, file.guards))


def _is_marked(ls: GuidechainServer, path: str, place: lsp.Range) -> bool:
    shown_ = ls.publisher.guards_told(path)
    return any(each.range.start <= place.end and place.start <= each.range.end for each in shown_)


def _actions(ls: GuidechainServer, settings: Settings, path: str, guards: tuple[Guard, ...]) -> Iterator[Action]:
    told = list(dict.fromkeys(each for guard in guards for each in sources_of(guard) if paths.is_absolute(each.path)))
    for guard in told[:3]:
        uri = ls.session.uri(guard.path) or to_uri(guard.path)
        title = f"Open the guard: {said.place(settings, guard)}"
        yield title, lsp.Command(title, OPEN_GUARD.name, arguments=[uri, guard.span.start.line])
    for instead in dict.fromkeys(guard.instead for guard in guards if guard.instead):
        target = _existing(ls, settings, path, guards, instead)
        if target:
            title = f"Open {shown(settings, target)} instead"
            yield title, lsp.Command(title, OPEN_GUARD.name, arguments=[ls.session.uri(target) or to_uri(target), 0])
        elif " " in instead:
            title = f"Copy: {instead}" if ls.session.client.copies_text else f"Show: {instead}"
            yield title, lsp.Command(title, COPY_ALTERNATIVE.name, arguments=[instead])
            if ls.session.client.types_commands and _is_command(instead):
                title = f"Type without running: {instead}"
                yield title, lsp.Command(title, TYPE_ALTERNATIVE.name, arguments=[instead])
    if any(warns(guard) for guard in guards):
        title = f"Allow edits of {shown(settings, path)} in this session"
        yield title, lsp.Command(title, ALLOW_GUARDED.name, arguments=[ls.session.uri(path) or to_uri(path)])
    binding = [guard for guard in told if warns(guard) and guard.origin != "marker"]
    fixes = [exception_for(ls.session.snapshot, settings, guard, path) for guard in binding]
    edits = tuple(edit for fix in fixes if fix for edit in fix.edits)
    if edits and None not in fixes:  # One guard that stays would leave the file guarded.
        files = " and ".join(dict.fromkeys(shown(settings, edit.path) for edit in edits))
        title = f"Except {paths.name(path)} from the guard{'s' * (len(edits) > 1)} in {files}"
        yield title, Fix(title, edits)


def _is_command(text: str) -> bool:
    """Whether ``text`` is one line that starts a program; a line end or an escape in it could start something."""
    return text.isprintable() and classify(text, 0, len(text), lambda _: False).kind == "command"


def _existing(
    ls: GuidechainServer, settings: Settings, path: str, guards: tuple[Guard, ...], written: str
) -> str | None:
    """The file that ``written`` names, from the guard's folder or the root."""
    if " " in written or "*" in written:
        return None
    bases = dict.fromkeys(each for guard in guards for each in (paths.parent(guard.path), guard.base))
    found = (paths.join(base, written) for base in bases)
    return next((each for each in found if each != path and ls.session.snapshot.is_file(each)), None)


async def open_guard(ls: GuidechainServer, *arguments: object) -> lsp.Location | None:
    """Show a line, or answer it to a client that shows no documents. Raises JsonRpcInvalidParams for odd arguments."""
    match arguments:
        case [str(uri), int(line)] if 0 <= line < 2**31:
            place = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [uri, line]")
    if not ls.session.client.shows_documents:
        return lsp.Location(uri, place)
    await ls.window_show_document_async(lsp.ShowDocumentParams(uri, external=False, take_focus=True, selection=place))
    return None


def copy_alternative(ls: GuidechainServer, *arguments: object) -> None:
    """Hand a command over to the person. Raises JsonRpcInvalidParams for odd arguments."""
    match arguments:
        case [str(text)]:
            pass
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [text]")
    if ls.session.client.copies_text:
        ls.protocol.notify("guidechain/copy", {"text": text})
    else:
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))


def type_alternative(ls: GuidechainServer, *arguments: object) -> None:
    """Put a command on a command line, unstarted. Raises JsonRpcInvalidParams for odd arguments."""
    match arguments:
        case [str(text)] if _is_command(text):
            ls.protocol.notify("guidechain/type", {"text": text})
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [text], one line with a command")


def allow_guarded(ls: GuidechainServer, *arguments: object) -> None:
    """Set a file's guards aside for the session. Raises JsonRpcInvalidParams for odd arguments."""
    match arguments:
        case [str(uri)]:
            path = to_path(uri)
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [uri]")
    if path is not None:
        ls.session.allowed.add(path)
        ls.publisher.tell_of_guards(path)


OPEN_GUARD = Command("guidechain.openGuard", open_guard)
COPY_ALTERNATIVE = Command("guidechain.copyAlternative", copy_alternative)
TYPE_ALTERNATIVE = Command("guidechain.typeAlternative", type_alternative)
ALLOW_GUARDED = Command("guidechain.allowGuarded", allow_guarded)
