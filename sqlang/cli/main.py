"""`sq`: finds the subcommand, gives it the rest of the command line, and exits with its code.

Exit codes: 0 done and clean; 1 the program has errors, the run failed or a bound ended it; 2 the
command line is wrong, or a file cannot be read or written.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping, Sequence

from sqlang.cli.console import Console, ReaderGoneError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn


CLEAN: Final = 0
FAILED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130

_OBJECTS_BEFORE_COLLECTION: Final = 100_000
_WITH_CHILDREN: Final = ("lsp", "sweep")
"""Commands that begin processes and threads, whose libraries have something to do at the end."""

COMMANDS: Final[Mapping[str, str]] = {
    "check": "find the mistakes in programs",
    "ir": "print a program's IR as JSON",
    "run": "run a program and print its report",
    "fmt": "give programs their one layout",
    "trace": "show the source with what happened beside each line",
    "test": "test whether programs do what they promise in `//!` comments",
    "compare": "run two programs, or one and a change of it, side by side",
    "sweep": "run a program with many values and seeds, on all cores or a cluster",
    "draw": "draw the deployment and the way of a request through it",
    "explain": "explain a code such as SQ401, or list all",
    "lsp": "start the language server",
}
"""The subcommands, each the name of a module beside this one with a function `command`."""

_USAGE: Final = "usage: sq [--version] [--help] COMMAND ..."


def entry_point() -> NoReturn:
    """Run the command line of this process, which lasts no longer than that.

    What starting creates stays, so looking for garbage among it is a waste, and so is to take
    everything down piece by piece at the end: together a fifth of a check.
    """
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION)
    code = main()
    if "".join(sys.argv[1:2]) in _WITH_CHILDREN or sys.gettrace() or sys.getprofile():
        sys.exit(code)  # a profiler has its results
    os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line without the program's name; returns the exit code.

    Raises `SystemExit` for `--help` of a subcommand and for a command line it does not understand.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    console = Console()
    try:
        code = _dispatch(words, console)
        console.flush()
    except ReaderGoneError:
        return CLEAN
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        console.error(f"sq: {error.strerror or error}")
        return USAGE
    return code


def _dispatch(words: list[str], console: Console) -> int:
    name = words[0] if words else ""
    if name in COMMANDS:
        return _run_command(name, words[1:], console)
    if name in ("--version", "-V"):
        console.result(version())
        return CLEAN
    if name in ("--help", "-h", "help"):
        console.result(_help())
        return CLEAN
    console.error(_unknown(name))
    return USAGE


def _run_command(name: str, words: list[str], console: Console) -> int:
    # `importlib` would load `warnings` for this one call.
    module = __import__(f"sqlang.cli.{name}", fromlist=("command",))
    code: int = module.command(words, console)
    return code


def version() -> str:
    """The line by which an editor knows this command for ours."""
    from sqlang import IR_VERSION, __version__
    from sqlang.engine import COMPILED

    return f"sqlang {__version__} (IR {IR_VERSION}, {'compiled' if COMPILED else 'plain'})"


def _help() -> str:
    rows = "\n".join(f"  {name:<9}{summary}" for name, summary in COMMANDS.items())
    return f"""{_USAGE}

Checks, runs and explains programs in serQ, the language of serving systems.

{rows}

`sq COMMAND --help` says more about each, with an example."""


def _unknown(name: str) -> str:
    if not name:
        return f"{_USAGE}\nsq: which command? `sq --help` lists them"
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    advice = f"; did you mean `{near[0]}`?" if near else ""
    return f"{_USAGE}\nsq: there is no command `{name}`{advice}"
