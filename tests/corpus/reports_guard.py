"""Judges ``guard`` cases: what an editor that edits a file is told of its guards.

Each row of ``edits`` (and of ``with_hosts``, for other configured hosts) is opened and edited by a client in the same
process. ``warn`` says whether the edit is marked; ``because`` the guard's file and line among the links, and the file
that brings it in; ``instead`` and ``note`` are words that must be shown.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from conformance.case import Reader
from conformance.world import World
from corpus.reports_diagnostic import build
from lsp.editor import Editor

from guidechain.core.hosts import HOSTS
from guidechain.lsp.convert import to_uri

EDITED, OPENED = "guarded-edit", "guarded-file"


async def problems(case: Reader) -> list[str]:
    """What is wrong with what the editor is told."""
    here, config, check = build(case), case.whole("config", {}), case["check"]
    found = []
    for index, row in enumerate(check.get("edits", [])):
        found += [f"edits[{index}] {each}" async for each in _edit(here, config, row)]
    for hosts, rows in check.get("with_hosts", {}).items():
        other = {**config, "hosts": hosts.replace(",", " ").split()}
        for index, row in enumerate(rows):
            found += [f"with_hosts {hosts}[{index}] {each}" async for each in _edit(here, other, row)]
    return found


async def _edit(here: World, config: Mapping[str, Any], row: Reader) -> AsyncIterator[str]:
    """Open, edit, and compare what is shown with every key of ``row``."""
    path = here.path(row["path"])
    editor = Editor(here.files)
    known = [each for each in config.get("hosts", []) if each in {host.id for host in HOSTS}]
    editor.configuration = {"hosts": known, "launchFolders": [each or "." for each in config.get("launch", [])]}
    await editor.start([here.tree])
    exists = here.files.entry(path).kind == "file"
    if row.whole("new", False) and exists:
        yield f"{row['path']} is said to be new and stands in the tree"
    text = (here.files.read(path) or b"").decode() if exists else ""
    editor.open(path, text, uri=to_uri(path))
    editor.edit(path, text + "an edit\n")
    await editor.idle()
    told = editor.diagnostics.get(to_uri(path), [])
    edits = [each for each in told if each["code"] == EDITED]
    words = "\n".join(each["message"] for each in told if each["code"] in (EDITED, OPENED))
    if bool(edits) != row["warn"]:
        yield f"{row['path']}: expected {'a' if row['warn'] else 'no'} warning, found {[each['message'] for each in told]}"
    if "because" in row:
        links = [_link(each) for one in edits for each in one.get("relatedInformation", [])]
        for each in _because(here, row["because"]):
            if each not in links:
                yield f"{row['path']}: expected a link to {each}, found {links}"
    for key in ("instead", "note"):
        wanted = row.whole(key)
        if wanted and wanted not in words:
            yield f"{row['path']}: expected {wanted!r} in {words!r}"


def _because(here: World, row: Reader) -> list[tuple[str, int]]:
    """The links that a reason asks for: the guard's line, and the first line of the file that brings it in."""
    via = row.whole("via")
    line = row.whole("line", 1)
    return [(to_uri(here.path(row["file"])), line), *([(to_uri(here.path(via)), 1)] if via else [])]


def _link(related: Mapping[str, Any]) -> tuple[str, int]:
    return related["location"]["uri"], related["location"]["range"]["start"]["line"] + 1
