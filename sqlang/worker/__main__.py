"""`python -m sqlang.worker`: see the package for its messages."""

from __future__ import annotations

import argparse
import signal

from sqlang.worker.channel import Channel
from sqlang.worker.loop import serve
from sqlang.worker.memory import bound_address_space

_HEADROOM = 512
"""Mebibytes of address space beside what a run may use: code, stacks, and what is only reserved."""


def main() -> None:
    """Serves until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m sqlang.worker", description=__doc__)
    parser.add_argument(
        "--memory", type=int, default=512, metavar="MIB", help="most memory to use (default 512)"
    )
    memory = parser.parse_args().memory
    bound_address_space(memory + _HEADROOM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client decides, not the terminal
    serve(Channel.of_standard_streams(), memory)


if __name__ == "__main__":
    main()
