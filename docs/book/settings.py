"""The page of the language server's settings, from its one table."""

from __future__ import annotations

from typing import Final

from docs.book.tables import code, joined, table
from sqlang_server.settings import SETTINGS, Setting, Value

PAGE: Final = "settings.md"

_TEXT: Final = """# Settings of the editors

All editors have the same settings, since it is the language server that reads them: from
`initializationOptions`, `workspace/didChangeConfiguration` or `workspace/configuration`, nested
(`{ "sq": { "trace": { "enabled": false } } }`) or with dots (`"sq.trace.enabled": false`). A value
that makes no sense leaves the one in force, and is told. This page is made from the server's own
table.

{settings}

With several folders open, each may have settings of its own, but for those that hold for all of
them. Which hints a project shows, and which files are no programs of its, is not the editor's
business: it stands in [`sqlang.toml` or `pyproject.toml`](check.md#settings), where `sq check`
reads it too.

The pages that an editor opens for the code of a diagnostic come with the server. `sq.docs.url`
leads to others: to the folder `codes` of this book where it is served, or to what
`sq explain --pages FOLDER` writes."""


def settings_page() -> str:
    """Every setting with its default, what it takes, and what it does."""
    rows = (
        (
            f"{code(each.name)}{{ #{each.name.replace('.', '-').lower()} }}",
            code(_written(each.default)),
            _taken(each),
            each.description + (" *Holds for all folders.*" if each.for_all_folders else ""),
        )
        for each in SETTINGS
    )
    return _TEXT.replace("{settings}", table(("setting", "default", "values", "meaning"), rows))


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _taken(setting: Setting) -> str:
    if isinstance(setting.default, bool):
        return "`true`, `false`"
    if isinstance(setting.default, str):
        return joined(code(_written(each)) for each in setting.choices) or "a text"
    low, high = (
        f"{bound:g}" if bound < 1e6 else f"{bound:,.0f}"
        for bound in (setting.minimum, setting.maximum)
    )
    return f"{low} to {high}"
