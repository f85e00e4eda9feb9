"""Answers as plain values, for JSON: one documented shape for the command line, the server and MCP."""

from __future__ import annotations

from guidechain.core import explain, paths
from guidechain.core.model import FileChain, Settings


def chains_answer(settings: Settings, target: str, found: tuple[FileChain, ...]) -> dict[str, object]:
    """What each host loads for ``target``, version 1.

    ``{"version", "root", "target", "chains": [{"host", "title", "host_version", "launch",
    "loaded": [{"path", "when", "via", "acts", "bytes", "kept"}], "not_loaded": [{"path", "why", "culprit"}],
    "decided_by": [], "refused"}]}``. ``bytes`` is a file's size, ``kept`` what of it arrives; ``launch`` and ``target``
    are "" for the root itself.
    """
    return {
        "version": 1,
        "root": settings.root,
        "target": written(settings, target),
        "chains": [_chain_json(settings, chain) for chain in found],
    }


def _chain_json(settings: Settings, chain: FileChain) -> dict[str, object]:
    return {
        "host": chain.host.id,
        "title": chain.host.title,
        "host_version": explain.version(chain.host, chain.launch),
        "launch": written(settings, chain.launch.cwd),
        "loaded": [
            {
                "path": written(settings, file.loaded.path),
                "when": file.loaded.when,
                "via": written(settings, file.loaded.via.path) if file.loaded.via else None,
                "acts": list(file.acts),
                "bytes": file.loaded.size,
                "kept": file.loaded.size if file.loaded.kept is None else file.loaded.kept,
            }
            for file in chain.files
        ],
        "not_loaded": [
            {
                "path": written(settings, passed.path),
                "why": passed.why,
                "culprit": written(settings, passed.culprit) if passed.culprit else None,
            }
            for passed in chain.not_loaded
        ],
        "decided_by": [written(settings, decider) for decider in chain.decided_by],
        "refused": chain.refused,
    }


def written(settings: Settings, path: str) -> str:
    """A path as every answer states it: relative to the root ("" itself), ``~/...`` below home, else absolute.

    A culprit that is no path (a setting's name) stands for itself.
    """
    if path == settings.root:
        return ""
    return paths.shown(path, settings.root, settings.home) if paths.is_absolute(path) else path
