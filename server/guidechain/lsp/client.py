"""What the connected client can do, read once from its ``initialize``; everything else asks here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lsprotocol import types as lsp


@dataclass(frozen=True)
class Client:
    """The capabilities that change an answer; the defaults are those of a client that declares nothing."""

    encoding: str = "utf-16"
    markdown: bool = False
    configuration: bool = False
    watches_configuration: bool = False
    watches_files: bool = False
    watches_relative: bool = False
    refreshes_lenses: bool = False
    shows_documents: bool = False
    offers_choices: bool = False
    shows_progress: bool = False
    related_information: bool = False
    unnecessary_tag: bool = False
    link_tooltips: bool = False
    code_actions: bool = False
    resolves_actions: bool = False
    document_changes: bool = False
    creates_files: bool = False
    renames_files: bool = False
    previews: bool = False
    copies_text: bool = False
    types_commands: bool = False
    lists_places: bool = False


def read_client(capabilities: lsp.ClientCapabilities, encoding: str) -> Client:
    """The Client behind ``capabilities``."""

    def at(path: str) -> Any:
        found: Any = capabilities
        for name in path.split("."):
            found = getattr(found, name, None)
        return found

    operations = at("workspace.workspace_edit.resource_operations") or ()
    tags = getattr(at("text_document.publish_diagnostics.tag_support"), "value_set", None) or ()
    return Client(
        encoding=encoding,
        markdown=lsp.MarkupKind.Markdown in (at("text_document.hover.content_format") or ()),
        configuration=bool(at("workspace.configuration")),
        watches_configuration=bool(at("workspace.did_change_configuration.dynamic_registration")),
        watches_files=bool(at("workspace.did_change_watched_files.dynamic_registration")),
        watches_relative=bool(at("workspace.did_change_watched_files.relative_pattern_support")),
        refreshes_lenses=bool(at("workspace.code_lens.refresh_support")),
        shows_documents=bool(at("window.show_document.support")),
        offers_choices=at("window.show_message.message_action_item") is not None,
        shows_progress=bool(at("window.work_done_progress")),
        related_information=bool(at("text_document.publish_diagnostics.related_information")),
        unnecessary_tag=lsp.DiagnosticTag.Unnecessary in tags,
        link_tooltips=bool(at("text_document.document_link.tooltip_support")),
        code_actions=at("text_document.code_action.code_action_literal_support") is not None,
        resolves_actions="edit" in (at("text_document.code_action.resolve_support.properties") or ())
        and bool(at("text_document.code_action.data_support")),
        document_changes=bool(at("workspace.workspace_edit.document_changes")),
        creates_files=lsp.ResourceOperationKind.Create in operations,
        renames_files=lsp.ResourceOperationKind.Rename in operations,
        previews=at("workspace.text_document_content") is not None,
        copies_text=_experimental(capabilities, "copy"),
        types_commands=_experimental(capabilities, "type"),
        lists_places=_experimental(capabilities, "places"),
    )


def _experimental(capabilities: lsp.ClientCapabilities, name: str) -> bool:
    """Whether the client declares ``experimental.guidechain.NAME``."""
    ours = capabilities.experimental.get("guidechain") if isinstance(capabilities.experimental, dict) else None
    return isinstance(ours, dict) and ours.get(name) is True
