"""Paths as collectors of diagnostics know them: from the top of the repository, with slashes."""

from __future__ import annotations

import os

from sqlang.source import Source


def repository_path(source: Source) -> str | None:
    """The path of a text from the top of the repository; `None` for a text without a file.

    In a workflow of GitHub the top is what was checked out, elsewhere it is the current folder. A
    file outside it keeps its full path.
    """
    if source.directory is None:
        return None
    path = os.path.abspath(source.path)
    top = os.path.abspath(os.environ.get("GITHUB_WORKSPACE") or os.curdir)
    prefix = os.path.join(top, "")
    return (path.removeprefix(prefix) if path.startswith(prefix) else path).replace(os.sep, "/")
