"""The custom request ``guidechain/files``: the inventory of a workspace folder.

Params: ``{"textDocument": {"uri": string}}``, the address of a workspace folder or of anything in it. The answer is
that of ``guidechain files --format json`` (``core.plain.files_answer``) with the address of each file as ``uri`` and of
each culprit as ``culpritUri`` (null where a setting's name is the culprit). A folder that nobody works in as a whole
(the home folder) is not walked; ``incomplete`` says so. Null is the answer for an address that is no ``file``.
"""

from __future__ import annotations

from typing import Any

from guidechain.core.plain import files_answer
from guidechain.core.queries.inventory import InstructionFile, take_inventory
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path, to_uri
from guidechain.lsp.feature import Feature, uri_in
from guidechain.lsp.progress import finished_in_slices
from guidechain.lsp.session import Session


async def files(ls: GuidechainServer, params: Any) -> dict[str, object] | None:
    """The instruction files and how they stand. Raises JsonRpcInvalidParams for params without an address."""
    session = ls.session
    path = to_path(uri_in(params))
    if path is None:
        return None
    settings = session.settings_of(path if path in session.folders else session.root_for(path))
    inventory = await finished_in_slices(take_inventory(session.snapshot, settings))
    answer = files_answer(settings, inventory.files, inventory.found.incomplete)
    for file, shown in zip(inventory.files, _rows(answer["files"]), strict=True):
        _add_addresses(session, file, shown)
    return answer


def _add_addresses(session: Session, file: InstructionFile, shown: dict[str, Any]) -> None:
    shown["uri"] = session.uri(file.path) or to_uri(file.path)
    for standing, row in zip(file.standings, shown["hosts"], strict=True):
        culprit = standing.reason.culprit if standing.reason and row["culprit"] else None
        is_path = culprit is not None and session.snapshot.entry(culprit).kind != "missing"
        row["culpritUri"] = to_uri(culprit) if culprit and is_path else None


def _rows(value: object) -> list[dict[str, Any]]:
    return value if isinstance(value, list) else []


FILES = Feature("guidechain/files", files)
