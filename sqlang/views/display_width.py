"""How many columns a text takes in a terminal, and padding to a number of columns."""

from __future__ import annotations

TAB_COLUMNS = 4
_INVISIBLE = frozenset({"Mn", "Me", "Cf"})
_STEERING = (*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_REPLACED = {code: chr(0x2400 + code) for code in range(0x20)} | dict.fromkeys(_STEERING, "\ufffd")


def display_width(text: str) -> int:
    """Columns of a text: wide characters take two, combining and format characters none."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def pad(text: str, columns: int) -> str:
    """The text with spaces after it up to a number of columns; longer texts stay as they are."""
    return text + " " * (columns - display_width(text))


def pad_left(text: str, columns: int) -> str:
    """The text with spaces before it up to a number of columns."""
    return " " * (columns - display_width(text)) + text


def wrapped(text: str, columns: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces where there are any."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if display_width(longer) <= columns:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = pieces(word, columns)
        lines += full
    return [*lines, line]


def pieces(text: str, columns: int) -> list[str]:
    """The text cut wherever a line of so many columns is full; at least one character in each."""
    found: list[str] = []
    piece, width = "", 0
    for character in text:
        more = _character_width(character)
        if piece and width + more > columns:
            found.append(piece)
            piece, width = "", 0
        piece += character
        width += more
    return [*found, piece]


def printable(line: str) -> str:
    """A line of source made safe for a terminal: tabs expanded, control characters replaced.

    A program may hold any character in a comment (LEX-3); none may steer the reader's terminal.
    """
    if "\t" in line:
        line = _expand_tabs(line)
    return line if line.isprintable() else line.translate(_REPLACED)


def _expand_tabs(line: str) -> str:
    expanded, *parts = line.split("\t")
    for part in parts:
        expanded += " " * (TAB_COLUMNS - display_width(expanded) % TAB_COLUMNS) + part
    return expanded


def _character_width(character: str) -> int:
    import unicodedata  # most texts are plain ASCII

    if unicodedata.category(character) in _INVISIBLE:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
