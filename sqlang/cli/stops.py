"""What is said of a run that one of its bounds ended, or whoever waited for it."""

from __future__ import annotations

from sqlang.cli.parsing import Arguments
from sqlang.diagnostics.catalogue import message
from sqlang.views.numbers import exact


def said(reason: str, time: float, arguments: Arguments) -> str:
    """The message of SQ990, with the option that made the bound."""
    options = {
        "iterations": f"--max-iterations {arguments.max_iterations}",
        "events": f"--max-events {arguments.max_events}",
        "deadline": f"--deadline {arguments.deadline}",
        "memory": f"--max-memory {arguments.memory}",
    }
    return ended(options.get(reason, reason), time)


def ended(bound: str, time: float) -> str:
    """The message of SQ990 for a bound; `time` is of the program's clock."""
    return message("SQ990", {"bound": f"{bound}, at time {exact(time)}"})


def interrupted(time: float) -> str:
    """What is said after Ctrl-C, once what there is has been shown."""
    return f"interrupted at time {exact(time)}; shown is what had happened by then"
