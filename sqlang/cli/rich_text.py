"""Prints what views color, with rich; loaded only where a terminal wants colors."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text


def print_rich(text: Text) -> None:
    """Print a text as it is: nothing in it is markup, and the terminal breaks its lines."""
    terminal = Console(soft_wrap=True, highlight=False, emoji=False, markup=False)
    terminal.print(text, end="")
