"""What fixes would change, as a unified diff that `patch` and `git apply` take."""

from __future__ import annotations

from collections.abc import Iterator


def unified_diff(path: str, before: str, after: str) -> bytes:
    """The changes to the file at a path in UTF-8; line ends are those of the file."""
    from difflib import unified_diff as lines_of_diff

    name = path.replace("\\", "/")
    lines = lines_of_diff(_lines(before), _lines(after), name, name)
    return "".join(_ended(lines)).encode("utf-8", "surrogateescape")


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; only U+000A ends one (LEX-1)."""
    *lines, last = text.split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
