"""What a feature module exports: one request or notification, or one command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from guidechain.core.hosts import HOSTS


@dataclass(frozen=True)
class Feature:
    """A method of the protocol and its handler ``handle(ls, params)``, plain or async.

    ``options`` are what the server registers for it with ``initialize``.
    """

    method: str
    handle: Callable[..., Any]
    options: Any = None


@dataclass(frozen=True)
class Command:
    """A server command and its handler ``handle(ls, *arguments)``; it takes the arguments as they were sent."""

    name: str
    handle: Callable[..., Any]


def uri_in(params: Any) -> str:
    """The ``textDocument.uri`` of a custom request's params. Raises JsonRpcInvalidParams when there is none."""
    document = params.get("textDocument") if isinstance(params, dict) else None
    uri = document.get("uri") if isinstance(document, dict) else None
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams('Expected {"textDocument": {"uri": string}}')
    return uri


def text_in(params: Any, name: str) -> str | None:
    """The optional string ``name`` of a custom request's params. Raises JsonRpcInvalidParams for another value."""
    value = params.get(name) if isinstance(params, dict) else None
    if value is not None and not isinstance(value, str):
        raise JsonRpcInvalidParams(f'Expected a string as "{name}"')
    return value


def host_in(params: Any, name: str = "host") -> str | None:
    """The optional host id ``name``. Raises JsonRpcInvalidParams for a host that there is not."""
    host = text_in(params, name)
    ids = [each.id for each in HOSTS]
    if host is not None and host not in ids:
        raise JsonRpcInvalidParams(f'Expected one of {", ".join(ids)} as "{name}", found {host!r:.60}')
    return host
