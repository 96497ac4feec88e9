"""`python -m sqlang_server`: the server on standard input and output."""

from __future__ import annotations

import sys

from sqlang_server.app import main

if __name__ == "__main__":
    sys.exit(main(None))
