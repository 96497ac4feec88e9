"""Where the page about a code is: below an address of the user's, or in the package itself."""

from __future__ import annotations

import os
from typing import Final

import sqlang.diagnostics
from sqlang_server import uris

_DIAGNOSTICS: Final = os.path.dirname(os.path.abspath(sqlang.diagnostics.__file__))
_FOLDERS: Final = ("whole_pages", "pages")
"""An installed package has whole pages, a checkout what they are made from (setup.py)."""

_PAGES: Final = next(
    folder
    for folder in (os.path.join(_DIAGNOSTICS, name) for name in _FOLDERS)
    if os.path.isdir(folder)
)
_ENDS_OF_ADDRESSES: Final = ("/", "#", "=", "?")


def code_page(code: str, address: str) -> str:
    """The URI of the page about a code; `address` is `sq.docs.url`, empty if nobody set it."""
    if not address:
        return uris.uri_of(os.path.join(_PAGES, f"{code}.md"))
    return address + code if address.endswith(_ENDS_OF_ADDRESSES) else f"{address}/{code}"
