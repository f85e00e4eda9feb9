"""FEATURES and COMMANDS: everything that the server answers. A new one is one module here and one line in its table."""

from __future__ import annotations

from guidechain.lsp.feature import Command, Feature
from guidechain.lsp.features import (
    chain,
    code_action,
    code_lens,
    configuration,
    definition,
    files,
    guard_actions,
    guard_files,
    guards,
    hover,
    lifecycle,
    open_governing,
    open_guarded,
    open_reach,
    preview,
    references,
    sync,
    watched_files,
)

FEATURES: tuple[Feature, ...] = (
    lifecycle.INITIALIZE,
    lifecycle.INITIALIZED,
    sync.DID_OPEN,
    sync.DID_CHANGE,
    sync.DID_SAVE,
    sync.DID_CLOSE,
    sync.DID_CHANGE_FOLDERS,
    watched_files.DID_CHANGE_WATCHED_FILES,
    configuration.DID_CHANGE_CONFIGURATION,
    hover.HOVER,
    code_lens.CODE_LENS,
    definition.DEFINITION,
    definition.DOCUMENT_LINK,
    references.REFERENCES,
    code_action.CODE_ACTION,
    chain.CHAIN,
    chain.GOVERNING,
    files.FILES,
    guards.GUARDS,
    guard_files.WILL_CREATE,
    guard_files.WILL_RENAME,
    guard_files.WILL_DELETE,
    preview.PREVIEW,
    preview.TEXT_DOCUMENT_CONTENT,
)
"""In the order of a session: its start, its documents, its questions."""

COMMANDS: tuple[Command, ...] = (
    open_governing.OPEN_GOVERNING,
    open_guarded.OPEN_GUARDED,
    open_reach.OPEN_GOVERNED,
    open_reach.OPEN_IMPORTED,
    guard_actions.OPEN_GUARD,
    guard_actions.COPY_ALTERNATIVE,
    guard_actions.TYPE_ALTERNATIVE,
    guard_actions.ALLOW_GUARDED,
)
