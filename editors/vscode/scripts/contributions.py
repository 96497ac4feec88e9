"""What package.json and the snippets repeat of the server and the vocabulary: made from these.

Run as a program it writes the files; `make contributions` does.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from sqlang import __version__
from sqlang.vocabulary import snippets
from sqlang_server.settings import SETTINGS, Setting

EXTENSION: Final = Path(__file__).parents[1]
MANIFEST: Final = EXTENSION / "package.json"
SNIPPETS: Final = EXTENSION / "snippets" / "serq.json"

Json = dict[str, object]

_OWN: Final[dict[str, Json]] = {
    "sq.server.path": {
        "type": "string",
        "default": "",
        "scope": "machine",
        "order": 0,
        "markdownDescription": "The `sq` to use. If this is empty it is looked for: "
        "the interpreter of the Python extension, the folder's `.venv`, `PATH`, "
        "the server that comes with this extension.",
    },
    "sq.server.python": {
        "type": "string",
        "default": "",
        "scope": "machine",
        "order": 1,
        "markdownDescription": "The Python (3.11 or later) by which the server that comes with "
        "this extension is installed. If this is empty it is looked for.",
    },
}
"""The settings of the extension itself, of which the server is not told."""

_PLACES: Final = {
    "program": "a program",
    "block": "a session",
    "pool": "a pool",
    "step": "a step stage",
    "workload": "the workload",
    "run": "the settings of the run",
}
"""The contexts whose forms stand on lines of their own, and what a person calls each."""


def settings() -> Json:
    """`contributes.configuration`"""
    properties = _OWN | {
        each.name: _schema(each, at) for at, each in enumerate(SETTINGS, len(_OWN))
    }
    return {"title": "serQ", "properties": properties}


def snippet_file() -> Json:
    """The forms of keywords, as VS Code inserts them: by name, with what is typed for each."""
    return {
        f"{keyword} in {place}": {"prefix": keyword, "body": body.split("\n")}
        for context, place in _PLACES.items()
        for keyword, body in snippets.forms(context).items()
    }


def manifest() -> str:
    """package.json with what is made here."""
    whole: Json = json.loads(MANIFEST.read_text(encoding="utf-8"))
    contributes = whole["contributes"]
    assert isinstance(contributes, dict)
    whole["version"] = __version__
    contributes["configuration"] = settings()
    return _text(whole)


def files() -> dict[Path, str]:
    """Every file that is made here, with its text."""
    return {MANIFEST: manifest(), SNIPPETS: _text(snippet_file())}


def _schema(setting: Setting, order: int) -> Json:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    schema: Json = {
        "type": kinds[type(setting.default)],
        "default": setting.default,
        "scope": "window" if setting.for_all_folders else "resource",
        "order": order,
        "markdownDescription": setting.description,
    }
    if setting.choices:
        schema["enum"] = list(setting.choices)
    if not isinstance(setting.default, (bool, str)):
        schema["minimum"] = setting.minimum
        if setting.maximum != float("inf"):
            schema["maximum"] = setting.maximum
    return schema


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the files."""
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
