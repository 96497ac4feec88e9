"""A client for tests that a late answer does not end.

A question that a test gave up waiting for may still be answered; the framework would put the answer
into a future that is cancelled, fail, and take the client from all tests that share it.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features
from pytest_lsp.protocol import LanguageClientProtocol


class PatientProtocol(LanguageClientProtocol):
    """Takes no notice of answers to what nobody waits for any more."""

    def _handle_response(
        self,
        msg_id: str | int,
        result: Any | None = None,  # noqa: ANN401 - whatever the protocol answers
        error: types.ResponseError | None = None,
    ) -> None:
        future = self._request_futures.get(msg_id)
        if future is not None and future.cancelled():
            del self._request_futures[msg_id]
            return
        super()._handle_response(msg_id, result, error)


def patient_client() -> LanguageClient:
    """A client with all that the test framework notes of a server."""
    client = LanguageClient(protocol_cls=PatientProtocol, converter_factory=default_converter)
    register_lsp_features(client)
    return client
