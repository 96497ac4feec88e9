"""The lines that a layout writes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Paper:
    """Lines that are complete, and the line that is being written."""

    __slots__ = ("_lines", "_newline", "line")

    def __init__(self, newline: str) -> None:
        self._newline: Final = newline
        self._lines: Final[list[str]] = []
        self.line = ""

    @property
    def column(self) -> int:
        """How many characters the line has."""
        return len(self.line) - self.line.rfind("\n") - 1

    def end_line(self) -> None:
        """End the line that is being written, if something stands on it."""
        if self.line.strip():
            self._lines.append(self.line + self._newline)
        self.line = ""

    def start_line(self, indent: int) -> None:
        """Begin a line so many spaces from the left."""
        self.end_line()
        self.line = " " * indent

    def leave_blank(self) -> None:
        """An empty line before the next one."""
        self.end_line()
        self._lines.append(self._newline)

    def put(self, written: str) -> None:
        """Put in what stands on lines of its own, as it was written."""
        self.end_line()
        if written.endswith("\n"):
            self._lines.append(written)
        else:
            self.line = written

    def text(self) -> str:
        """All that is written; the last line is ended."""
        self.end_line()
        return "".join(self._lines)
