"""pygls' protocol with its gaps closed: every request is answered, no answer carries a traceback.

What pygls 2.1.1 does by itself, and what is done about it here: requests whose params are absent or do not fit
get no answer (-32602); requests before ``initialize`` are served and those after ``shutdown`` get no
answer (-32002, -32600); internal errors carry a traceback and paths (the log has them); a client's answer that does not
fit leaves its waiter hanging for ever; params of custom requests become namedtuples (plain objects here);
keeping documents splits lines at form feeds and the like (the session keeps them instead).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Generator
from typing import Any

import cattrs
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage

logger = logging.getLogger(__name__)

PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32602, -32603
NOT_INITIALIZED = -32002

PREVIEW_SCHEME = "guidechain-preview"
"""The scheme of the virtual documents that the server composes."""

_KEPT_BY_SESSION = (
    lsp.TEXT_DOCUMENT_DID_OPEN,
    lsp.TEXT_DOCUMENT_DID_CHANGE,
    lsp.TEXT_DOCUMENT_DID_CLOSE,
    lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
)


def converter() -> cattrs.Converter:
    """lsprotocol's converter; params and results of methods it does not know stay plain values."""
    made: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in (JsonRPCRequestMessage, JsonRPCNotification, JsonRPCResponseMessage):
        made.register_structure_hook(kind, lambda data, cls: cls(**data))
    return made


class Protocol(LanguageServerProtocol):
    """One client's connection."""

    @property
    def has_shut_down(self) -> bool:
        """Whether the client sent ``shutdown``."""
        return self._shutdown

    def receive(self, body: bytes) -> None:
        """Take one message as it came. Whatever it is, a request gets exactly one answer."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._refuse(None, PARSE_ERROR, f"Not JSON: {type(error).__name__}")
            return
        if not isinstance(data, dict) or data.get("jsonrpc") != self.VERSION:
            self._refuse(None, INVALID_REQUEST, 'Expected one object with "jsonrpc": "2.0"')
            return
        if "method" not in data:
            self._receive_answer(data)
        elif not isinstance(data["method"], str):
            self._refuse(_id(data), INVALID_REQUEST, 'Expected a string as "method"')
        elif "id" in data:
            self._receive_request(data)
        else:
            self._receive_notification(data)

    def _receive_request(self, data: dict[str, Any]) -> None:
        name, number = data["method"], _id(data)
        if number is None:
            self._refuse(None, INVALID_REQUEST, f'{name}: expected a string or a whole number as "id"')
        elif self._shutdown:
            self._refuse(number, INVALID_REQUEST, f"{name}: the server has been shut down; only exit is left")
        elif name == lsp.INITIALIZE and self._workspace is not None:
            self._refuse(number, INVALID_REQUEST, "initialize: the server is initialized already")
        elif name != lsp.INITIALIZE and self._workspace is None:
            self._refuse(number, NOT_INITIALIZED, f"{name}: the first request must be initialize")
        else:
            try:
                message = self.structure_message({**data, "params": data.get("params")})
            except JsonRpcException as error:
                self._refuse(number, INVALID_PARAMS, f"{name}: the params do not fit: {_reason(error)}")
                return
            self.handle_message(message)

    def _receive_notification(self, data: dict[str, Any]) -> None:
        if self._workspace is None and data["method"] != lsp.EXIT:
            logger.warning("ignored before initialize: %s", data["method"])
            return
        try:
            message = self.structure_message({**data, "params": data.get("params")})
        except JsonRpcException as error:
            logger.warning("ignored %s: the params do not fit: %s", data["method"], _reason(error))
            return
        self.handle_message(message)

    def _receive_answer(self, data: dict[str, Any]) -> None:
        number = _id(data)
        if number is None or number not in self._request_futures:
            logger.warning("ignored an answer to no request")
            return
        if self._request_futures[number].cancelled():  # Whoever asked has given up; an answer would end the server.
            del self._request_futures[number]
            return
        try:
            message = self.structure_message({"result": None, **data} if "error" not in data else data)
        except JsonRpcException as error:
            failure = lsp.ResponseError(INVALID_PARAMS, f"the client's answer does not fit: {_reason(error)}")
            self._handle_response(number, None, failure)
            return
        self.handle_message(message)

    def _refuse(self, number: int | str | None, code: int, message: str) -> None:
        self._send_data({"jsonrpc": self.VERSION, "id": number, "error": {"code": code, "message": message}})

    def _send_response(self, msg_id: Any, result: Any = None, error: lsp.ResponseError | None = None) -> None:
        if error is not None and error.code == INTERNAL_ERROR:
            error = lsp.ResponseError(INTERNAL_ERROR, "Internal error; the server's log says more")
        super()._send_response(msg_id, result, error)

    def _get_handler(self, feature_name: str) -> Callable[[Any], Any]:
        if feature_name in _KEPT_BY_SESSION and feature_name in self.fm.features:
            own: Callable[[Any], Any] = self.fm.features[feature_name]
            return own
        return super()._get_handler(feature_name)

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        """Answer ``initialize``, the virtual documents included, which pygls knows but does not advertise."""
        result = yield from super().lsp_initialize(params)
        offered = params.capabilities.workspace and params.capabilities.workspace.text_document_content
        if offered and result.capabilities.workspace:
            result.capabilities.workspace.text_document_content = lsp.TextDocumentContentOptions([PREVIEW_SCHEME])
        return result


def _id(data: dict[str, Any]) -> int | str | None:
    number = data.get("id")
    return number if isinstance(number, int | str) and not isinstance(number, bool) else None


def _reason(error: JsonRpcException) -> str:
    """The innermost cause, in one line, without the values that the client sent."""
    cause: BaseException = error.__cause__ or error
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    notes = " ".join(getattr(cause, "__notes__", ()))
    return f"{type(cause).__name__} {notes or str(cause)[:200]}".strip()
