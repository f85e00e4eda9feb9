"""Findings in the background: a newer edit ends the scan, and only files whose findings changed are sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Mapping

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from guidechain.core.diagnostics import findings
from guidechain.core.model import Finding
from guidechain.core.queries.governed import Governed, governed_by
from guidechain.core.queries.inventory import Inventory, take_inventory
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.convert import to_diagnostic, to_faded, to_related, to_uri
from guidechain.lsp.guarding import about_guards, find_guards
from guidechain.lsp.progress import Cancelled, Progress, finished_in_slices, in_slices
from guidechain.lsp.session import Scan, Session, WrittenGuard
from guidechain.lsp.written_guards import guards_written_in

logger = logging.getLogger(__name__)

DEBOUNCE = 0.2
"""Seconds of quiet before an edit from which findings are computed at once; after a quicker one they wait so long."""

MOST_PREVIEWS = 8
"""Virtual documents that are refreshed at most, those asked for last."""


class Publisher:
    """Keeps the client's findings true. ``schedule`` after every change; the last one counts."""

    def __init__(self, server: LanguageServer, session: Session, debounce: float = DEBOUNCE) -> None:
        self._server = server
        self._session = session
        self._debounce = debounce
        self._task: asyncio.Task[None] | None = None
        self._sent: dict[str, tuple[lsp.Diagnostic, ...]] = {}
        self._found: dict[str, tuple[lsp.Diagnostic, ...]] = {}
        self._owed: set[str] = set()
        self._asked = -debounce

    def schedule(self, *, at_once: bool = False) -> None:
        """Compute and send findings soon; a scan that is under way is of an older world and ends."""
        if self._task:
            self._task.cancel()
        loop = asyncio.get_running_loop()
        quiet, self._asked = loop.time() - self._asked, loop.time()
        at_once = at_once or self._debounce <= quiet
        self._task = loop.create_task(self._run(0 if at_once else self._debounce))

    def repeat(self, uri: str) -> None:
        """Send the findings of ``uri`` again with the next scan, also if there are none."""
        self._owed.add(uri)

    def tell_of_guards(self, path: str) -> None:
        """Send what is to be said of an open guarded file as it stands now, beside what the last scan found in it."""
        buffer = self._session.buffers.get(path)
        if buffer is None or path not in self._session.guarded:
            return
        diagnostics = (*about_guards(self._session, path), *self._found.get(buffer.uri, ()))
        if self._sent.get(buffer.uri, ()) != diagnostics:
            params = lsp.PublishDiagnosticsParams(buffer.uri, diagnostics, version=buffer.version)
            self._server.text_document_publish_diagnostics(params)
            self._sent[buffer.uri] = diagnostics

    def guards_told(self, path: str) -> tuple[lsp.Diagnostic, ...]:
        """What the client shows of the guards of an open file."""
        return about_guards(self._session, path)

    async def idle(self) -> None:
        """Wait until the client has been told everything (for tests and for orderly ends)."""
        while self._task and not self._task.done():
            await asyncio.wait({self._task})

    async def _run(self, delay: float) -> None:
        await asyncio.sleep(delay)
        progress = Progress(self._server, "Guidechain: checking guidance", shown=self._session.client.shows_progress)
        try:
            await self._scan(progress)
        except Cancelled:
            logger.info("the scan was cancelled; the next change starts another")
        except Exception:  # The boundary of background work: nobody else would log it.
            logger.exception("the scan failed")
        finally:
            progress.end()

    async def _scan(self, progress: Progress) -> None:
        session, snapshot = self._session, self._session.snapshot
        found: dict[str, list[Finding]] = {}
        inventories: dict[str, Inventory] = {}
        for root in session.scanned_roots():
            inventories[root] = await finished_in_slices(take_inventory(snapshot, session.settings_of(root)), progress)
        for path in list(session.buffers):
            await find_guards(session, snapshot, path)
            self.tell_of_guards(path)
        for root in session.scanned_roots():
            settings = session.settings_of(root)
            async for finding in in_slices(findings(snapshot, settings), progress):
                known = found.setdefault(finding.path, [])
                if not session.is_of_other_folder(finding.path, root) and finding not in known:
                    known.append(finding)
        self._found = await finished_in_slices(self._converted(snapshot, found), progress)
        await self._send()
        governed = await self._count(snapshot, inventories)
        written = await self._written(snapshot)
        is_news = (snapshot.revision, governed, written) != (
            session.scan.revision,
            session.scan.governed,
            session.scan.guards,
        )
        by_file = {path: tuple(each) for path, each in found.items()}
        session.scan = Scan(snapshot.revision, inventories, by_file, governed, written)
        if is_news:
            self._refresh()

    async def _count(self, snapshot: Snapshot, inventories: Mapping[str, Inventory]) -> dict[str, Governed]:
        """What each open instruction file governs."""
        counts = {}
        for root, inventory in inventories.items():
            settings = self._session.settings_of(root)
            for file in inventory.files:
                is_loaded = any(trial.loaded for standing in file.standings for trial in standing.trials)
                if is_loaded and file.path in self._session.buffers:
                    counts[file.path] = await finished_in_slices(governed_by(snapshot, settings, file.path))
        return counts

    async def _written(self, snapshot: Snapshot) -> dict[str, tuple[WrittenGuard, ...]]:
        """The guards that stand in each open file."""
        found = {}
        for path in list(self._session.buffers):
            guards = await guards_written_in(self._session, snapshot, path)
            if guards:
                found[path] = guards
        return found

    def _refresh(self) -> None:
        """Have the client ask again for what it shows of an older world; its answer matters to nobody."""
        for uri in list(self._session.previews)[-MOST_PREVIEWS:]:
            self._server.workspace_text_document_content_refresh(lsp.TextDocumentContentRefreshParams(uri))
        if self._session.client.refreshes_lenses:
            self._server.workspace_code_lens_refresh(None)

    def _converted(
        self, snapshot: Snapshot, found: dict[str, list[Finding]]
    ) -> Generator[None, None, dict[str, tuple[lsp.Diagnostic, ...]]]:
        """What was found as the client shows it, by address; one finding may speak of hundreds of files.

        Text that is never seen fades where it stands in an open file; a closed one needs no hint.
        """
        client = self._session.client
        related, tags = client.related_information, client.unnecessary_tag
        converted: dict[str, list[lsp.Diagnostic]] = {}
        for path, each_of in found.items():
            shown = converted.setdefault(self._session.uri(path) or to_uri(path), [])
            for each in each_of:
                places = []
                for place in each.related if related else ():
                    places.append(to_related(snapshot, each, place, client.encoding))
                    yield
                shown.append(to_diagnostic(snapshot, each, client.encoding, places, tags=tags))
                yield
                for faded, hint in to_faded(snapshot, each, client.encoding, related=related) if tags else ():
                    buffer = self._session.buffers.get(faded)
                    if buffer:
                        converted.setdefault(buffer.uri, []).append(hint)
        return {uri: tuple(shown) for uri, shown in converted.items()}

    async def _send(self) -> None:
        """Bring what the client has to what was found; every open file is told its findings, if only none.

        What has been sent is noted with each file, since a newer edit may end this between two of them.
        """
        wanted = dict(self._found)
        versions = {buffer.uri: buffer.version for buffer in self._session.buffers.values()}
        for path, buffer in self._session.buffers.items():
            wanted[buffer.uri] = (*about_guards(self._session, path), *wanted.get(buffer.uri, ()))
        for uri in {**wanted, **self._sent}:
            diagnostics = wanted.get(uri, ())
            if self._sent.get(uri, ()) != diagnostics or uri in self._owed:
                self._server.text_document_publish_diagnostics(
                    lsp.PublishDiagnosticsParams(uri, diagnostics, version=versions.get(uri))
                )
                self._sent[uri] = diagnostics
                self._owed.discard(uri)
                await asyncio.sleep(0)
        self._sent = {uri: diagnostics for uri, diagnostics in self._sent.items() if diagnostics}
