"""Where the page about a code is: below an address of the user's, or in the package itself."""

from __future__ import annotations

import os
from typing import Final

import sqlang.diagnostics
from sqlang_server import uris

_PAGES: Final = os.path.join(os.path.dirname(os.path.abspath(sqlang.diagnostics.__file__)), "pages")
_ENDS_OF_ADDRESSES: Final = ("/", "#", "=", "?")


def code_page(code: str, address: str) -> str:
    """The URI of the page about a code; `address` is `sq.docs.url`, empty if nobody set it."""
    if not address:
        return uris.uri_of(os.path.join(_PAGES, f"{code}.md"))
    return address + code if address.endswith(_ENDS_OF_ADDRESSES) else f"{address}/{code}"
