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
    hover,
    lifecycle,
    open_governing,
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
    preview.PREVIEW,
    preview.TEXT_DOCUMENT_CONTENT,
)
"""In the order of a session: its start, its documents, its questions."""

COMMANDS: tuple[Command, ...] = (open_governing.OPEN_GOVERNING,)
