"""Quick fixes: what a finding offers, as edits of exactly the text that it was found in."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.core.model import Edit, Finding, Fix
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path, to_range, to_uri
from guidechain.lsp.feature import Feature
from guidechain.lsp.features.guard_actions import CODES as GUARD_CODES
from guidechain.lsp.features.guard_actions import guard_actions
from guidechain.lsp.session import Session

KINDS = [lsp.CodeActionKind.QuickFix]


def code_action(ls: GuidechainServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The fixes of the findings in the range; none while the findings are of an older text."""
    session = ls.session
    path = to_path(params.text_document.uri)
    wanted = params.context.only
    if path is None or not session.client.code_actions:
        return []
    if wanted is not None and not any("quickfix".startswith(str(getattr(each, "value", each))) for each in wanted):
        return []
    actions = _about_guards(ls, path, params)
    if session.scan.revision != session.snapshot.revision:
        return actions
    for finding in session.scan.findings.get(path, ()):
        shown = to_range(session.snapshot, path, finding.span, session.client.encoding)
        if shown.end < params.range.start or params.range.end < shown.start:
            continue
        theirs = [each for each in params.context.diagnostics if each.code == finding.code and each.range == shown]
        for fix in finding.fixes:
            edit = to_workspace_edit(session, fix)
            if edit:
                actions.append(_action(finding, fix, edit, theirs))
    return actions


def _about_guards(ls: GuidechainServer, path: str, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What can be done about the guards of the file in the range."""
    theirs = [each for each in params.context.diagnostics if each.code in GUARD_CODES]
    actions = []
    for title, behind in guard_actions(ls, path, params):
        edit = to_workspace_edit(ls.session, behind) if isinstance(behind, Fix) else None
        command = None if isinstance(behind, Fix) else behind
        if edit or command:
            kind = lsp.CodeActionKind.QuickFix
            actions.append(lsp.CodeAction(title, kind, diagnostics=theirs or None, edit=edit, command=command))
    return actions


def _action(finding: Finding, fix: Fix, edit: lsp.WorkspaceEdit, theirs: list[lsp.Diagnostic]) -> lsp.CodeAction:
    preferred = len(finding.fixes) == 1
    return lsp.CodeAction(
        fix.title, lsp.CodeActionKind.QuickFix, diagnostics=theirs or None, edit=edit, is_preferred=preferred
    )


def to_workspace_edit(session: Session, fix: Fix) -> lsp.WorkspaceEdit | None:
    """A fix as the client can apply it, held to the versions of open documents; None when it cannot."""
    files: dict[str, list[Edit]] = {}
    for each in fix.edits:
        files.setdefault(each.path, []).append(each)
    created = [path for path in files if session.snapshot.entry(path).kind == "missing"]
    client = session.client
    moves = bool(created or fix.renames)
    able = (client.creates_files or not created) and (client.renames_files or not fix.renames)
    if not (files or fix.renames) or not able:
        return None
    edits = {path: [_text_edit(session, each) for each in each_of] for path, each_of in files.items()}
    uris = {path: session.uri(path) or to_uri(path) for path in files}
    if not (client.document_changes or moves):  # Who takes files made and renamed takes them in no other form.
        return lsp.WorkspaceEdit(changes={uris[path]: texts for path, texts in edits.items()})
    changes: list[lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile] = [
        lsp.CreateFile(uris[path], options=lsp.CreateFileOptions(ignore_if_exists=True)) for path in created
    ]
    for path, texts in edits.items():
        buffer = session.buffers.get(path)
        document = lsp.OptionalVersionedTextDocumentIdentifier(uris[path], buffer.version if buffer else None)
        changes.append(lsp.TextDocumentEdit(document, texts))
    changes += [lsp.RenameFile(session.uri(old) or to_uri(old), to_uri(new)) for old, new in fix.renames]
    return lsp.WorkspaceEdit(document_changes=changes)


def _text_edit(session: Session, edit: Edit) -> lsp.TextEdit:
    return lsp.TextEdit(to_range(session.snapshot, edit.path, edit.span, session.client.encoding), edit.text)


CODE_ACTION = Feature(
    lsp.TEXT_DOCUMENT_CODE_ACTION, code_action, lsp.CodeActionOptions(code_action_kinds=KINDS, resolve_provider=False)
)
