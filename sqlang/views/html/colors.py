"""The colors of pages alone, for pictures that stand outside of a page."""

from __future__ import annotations

import os

from sqlang.views.html.document import resource

_HERE = os.path.dirname(__file__)


def colors() -> str:
    """The variables of `page.css` for light and dark, as CSS; no rule that concerns a page."""
    return resource(_HERE, "page.css").partition("\n* {")[0] + "\n"
