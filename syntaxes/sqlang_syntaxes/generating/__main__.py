"""`python -m sqlang_syntaxes.generating`, or `make syntaxes`, after a change of the vocabulary."""

from __future__ import annotations

from sqlang_syntaxes.generating.files import write_files

if __name__ == "__main__":
    for path in write_files():
        print(path)
