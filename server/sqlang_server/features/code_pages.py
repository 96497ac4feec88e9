"""Where the page about a code is: below an address of the user's, or in the package itself."""

from __future__ import annotations

import os
from typing import Final

import sqlang.diagnostics
from sqlang_server import uris

_ENDS_OF_ADDRESSES: Final = ("/", "#", "=", "?")


def pages_in(diagnostics: str) -> str:
    """The folder of the pages in that of a package `sqlang.diagnostics`.

    An installed one has whole pages, a checkout what they are made from (setup.py).
    """
    whole, parts = (os.path.join(diagnostics, name) for name in ("whole_pages", "pages"))
    return whole if os.path.isdir(whole) else parts


_PAGES: Final = pages_in(os.path.dirname(os.path.abspath(sqlang.diagnostics.__file__)))


def code_page(code: str, address: str) -> str:
    """The URI of the page about a code; `address` is `sq.docs.url`, empty if nobody set it."""
    if not address:
        return uris.uri_of(os.path.join(_PAGES, f"{code}.md"))
    return address + code if address.endswith(_ENDS_OF_ADDRESSES) else f"{address}/{code}"
