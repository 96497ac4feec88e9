"""The lines in a box and at an arrow, short enough to be read at a glance, alike everywhere."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang.views.display_width import display_width, printable
from sqlang.views.drawing.graph import Edge, Node, NodeKind, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNWRITABLE: Final = dict.fromkeys((*range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd")
_ADDRESS: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~")

_COLUMNS: Final = 42
_LABEL_COLUMNS: Final = 26
_TOOLTIP_COLUMNS: Final = 300
_FACTS: Final = 6
_STEPS: Final = 8
_LABELS: Final = 4
_TOOLTIP_LINES: Final = 40


class CaptionKind(StrEnum):
    """What a line says; its value names the line's style."""

    TITLE = "title"
    ROLE = "role"
    FACT = "fact"
    STEP = "step"
    OBSERVE = "observe"


class Caption(NamedTuple):
    """One line in a box. `number` stands before a step, if it is not 0."""

    kind: CaptionKind
    text: str
    number: int = 0
    place: Place | None = None

    @property
    def line(self) -> str:
        """The text with its number, for formats that know no columns."""
        return f"({self.number}) {self.text}" if self.number else self.text


def captions(node: Node) -> list[Caption]:
    """The lines in a box, from top to bottom."""
    copies = f" ×{node.copies}" if node.copies > 1 else ""
    room = _COLUMNS - len(copies)
    lines = [Caption(CaptionKind.TITLE, shortened(node.title, room) + copies, 0, node.place)]
    if node.role:
        lines.append(Caption(CaptionKind.ROLE, node.role, 0, node.place))
    lines.extend(
        Caption(CaptionKind.FACT, shortened(text, _COLUMNS), 0, node.place)
        for text in _first(node.facts, _FACTS)
    )
    for step in node.steps[:_STEPS]:
        text = shortened(step.text, _COLUMNS)
        lines.append(Caption(CaptionKind.STEP, text, step.number, step.place))
    if len(node.steps) > _STEPS:
        lines.append(Caption(CaptionKind.STEP, f"… {len(node.steps) - _STEPS} more"))
    if node.observes:
        text = shortened(f"observe {', '.join(node.observes)}", _COLUMNS)
        lines.append(Caption(CaptionKind.OBSERVE, text))
    return lines


def label_lines(edge: Edge) -> list[str]:
    """What stands at an arrow, from top to bottom."""
    return [shortened(text, _LABEL_COLUMNS) for text in _first(edge.labels, _LABELS)]


def tooltip(node: Node) -> str:
    """All that is known of a box, in several lines; bounded, but not short."""
    lines = [f"{node.title} ×{node.copies}" if node.copies > 1 else node.title]
    if node.role:
        lines[0] += f": {node.role}"
    lines.extend(node.facts)
    lines.extend(
        f"({step.number}) {step.text}" if step.number else step.text for step in node.steps
    )
    if node.observes:
        lines.append(f"observe {', '.join(node.observes)}")
    if node.kind is NodeKind.BRANCH:
        lines[0] = f"branch ({lines[0]})"
    text = "\n".join(shortened(line, _TOOLTIP_COLUMNS) for line in _first(lines, _TOOLTIP_LINES))
    return text if node.place is None else f"{text}\n{where(node.place)}"


def edge_tooltip(edge: Edge, titles: dict[str, str]) -> str:
    """All that is known of an arrow; `titles` are those of the boxes, by key."""
    ends = f"{titles[edge.source]} → {titles[edge.target]}"
    lines = (ends, *_first(edge.labels, _TOOLTIP_LINES))
    text = "\n".join(shortened(line, _TOOLTIP_COLUMNS) for line in lines)
    return text if edge.place is None else f"{text}\n{where(edge.place)}"


def where(place: Place) -> str:
    """A place as compilers name it: `file:line`."""
    return f"{safe(place.path)}:{place.line}"


def link(place: Place) -> str:
    """A place as a relative address, with the line named as forges do: `file#L7`."""
    path = "".join(
        chr(byte) if byte in _ADDRESS else f"%{byte:02X}"
        for byte in place.path.replace("\\", "/").encode("utf-8", "replace")
    )
    return f"{path}#L{place.line}"


def safe(text: str) -> str:
    """A text that every format can carry and no terminal obeys: names in an IR are any strings."""
    return printable(text).translate(_UNWRITABLE)


def shortened(text: str, columns: int) -> str:
    """One printable line of at most so many columns; what is cut off leaves an ellipsis."""
    text = safe(text[: 4 * columns])
    if display_width(text) <= columns:
        return text
    while display_width(text) > columns - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _first(texts: Iterable[str], count: int) -> list[str]:
    known = list(texts)
    if len(known) <= count:
        return known
    return [*known[: count - 1], f"… {len(known) - count + 1} more"]
