"""The only place where URIs become paths and paths become URIs.

Nothing here raises on what a client sends: a URI that cannot be understood is `None`, its document
is left alone, and the server goes on.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

_PARTS = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(//(?P<authority>[^/]*))?(?P<path>.*)", re.S
)
_DRIVE = re.compile(r"/[A-Za-z]:(/|$)")
_UNRESERVED = "/-._~!$&'()*,;=@"


class _Parts(NamedTuple):
    scheme: str
    authority: str
    path: str


def key_of(uri: str) -> str | None:
    """What two spellings of one document's URI have in common, or `None` if it has no meaning.

    Escapes are undone and the letter of a Windows drive is folded: editors write both
    `file:///c%3A/a.sq` and `file:///C:/a.sq`. Links are not followed: a key names a document as the
    client knows it.
    """
    parts = _parse(uri)
    if parts is None:
        return None
    path = parts.path
    if parts.scheme == "file" and _DRIVE.match(path):
        path = path[:1] + path[1].lower() + path[2:]
    return f"{parts.scheme}://{parts.authority}{path}"


def path_of(uri: str) -> str | None:
    """The path of a `file:` URI; `None` for any other scheme and for what cannot be decoded."""
    parts = _parse(uri)
    if parts is None or parts.scheme != "file" or not parts.path.startswith("/"):
        return None
    if "\0" in parts.path:
        return None
    if parts.authority not in ("", "localhost"):
        return f"//{parts.authority}{parts.path}"
    if os.name == "nt" and _DRIVE.match(parts.path):
        return parts.path[1].lower() + parts.path[2:]
    return parts.path


def uri_of(path: str) -> str:
    """The `file:` URI of an absolute path; every character that could mean something is escaped."""
    path = path.replace("\\", "/") if os.name == "nt" else path
    if path.startswith("//"):
        return "file:" + _escape(path)
    return "file://" + _escape(path if path.startswith("/") else "/" + path)


def preview_uri(scheme: str, uri: str) -> str:
    """The URI of a preview of the document `uri`; its path ends in a name that says what it is."""
    name = (_parse(uri) or _Parts("", "", uri)).path.rsplit("/", 1)[-1]
    return f"{scheme}:/{_escape(name)}{_SUFFIXES.get(scheme, '')}?{quote(uri, safe='')}"


def previewed(uri: str) -> tuple[str, str] | None:
    """The scheme of a preview and the URI of its document; `None` if `uri` is no preview."""
    scheme, colon, rest = uri.partition(":")
    _, question, query = rest.partition("?")
    document = _decode(query)
    if scheme not in _SUFFIXES or not colon or not question or document is None:
        return None
    # An editor that took the URI apart and put it together again has escaped it once more.
    return scheme, document if ":" in document else _decode(document) or document


_SUFFIXES = {
    "sq-ir": ".json",
    "sq-trace": ".trace.sq",
    "sq-report": ".report.txt",
    "sq-compare": ".compare.txt",
    "sq-timeline": ".timeline.txt",
}
PREVIEW_SCHEMES = tuple(_SUFFIXES)


def _parse(uri: str) -> _Parts | None:
    match = _PARTS.fullmatch(uri)
    path = _decode(match["path"]) if match else None
    if match is None or path is None:
        return None
    return _Parts(match["scheme"].lower(), (match["authority"] or "").lower(), path)


def _decode(text: str) -> str | None:
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeError:
        return None


def _escape(path: str) -> str:
    return quote(path, safe=_UNRESERVED, errors="surrogateescape")
