"""`textDocument/documentLink`: the files that a program names in `use` and `trace`."""

from __future__ import annotations

from lsprotocol import types

from sqlang_server.features.paths import Path, paths
from sqlang_server.view import View


def document_links(view: View) -> list[types.DocumentLink]:
    """What stands between the quotes leads to the file, also to one that is not there.

    Nobody looks on the disk for that: editors offer to make a file that they cannot open, and a
    link is right as soon as it is made. A text without a folder has no links (USE-4).
    """
    return [
        types.DocumentLink(
            view.positions.of_span(each.span),
            view.uri_of_path(each.path),
            tooltip=_tooltip(each) if view.client.document_link_tooltips else None,
        )
        for each in paths(view)
    ]


def _tooltip(path: Path) -> str:
    what = "library" if path.of_library else "trace"
    return f"Open the {what} {path.path}"
