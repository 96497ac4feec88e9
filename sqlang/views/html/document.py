"""A page that needs nothing but itself: no network, no file beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape

_HERE = os.path.dirname(__file__)


def document(
    title: str, body: str, *, styles: Iterable[str] = (), scripts: Iterable[str] = ()
) -> str:
    """A whole HTML page in UTF-8.

    `title` is plain text; `body` is HTML. Each of `styles` (CSS) follows the style that all pages
    share, each of `scripts` (JavaScript) runs once the body is there; they come from `resource` or
    are written by us, and contain no `</`.
    """
    style = "\n".join([colors(), resource(_HERE, "page.css"), *styles])
    script = "".join(f"<script>\n{each}</script>\n" for each in scripts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{escaped(title)}</title>
<style>
{style}</style>
</head>
<body>
{body}
{script}</body>
</html>
"""


def colors() -> str:
    """The style that names the colors, light and dark, for pages and for pictures of their own."""
    return resource(_HERE, "colors.css")


def escaped(text: str) -> str:
    """Plain text as HTML, also between quotes."""
    return escape(text, quote=True)


def resource(folder: str, name: str) -> str:
    """The text of a style or a script that lies in a package's folder."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
