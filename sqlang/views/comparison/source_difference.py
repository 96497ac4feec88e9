"""How the texts of two programs differ, line by line."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import NamedTuple

from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.views.comparison.clauses import line_of

_CONTEXT_LINES = 2

ONLY_CODE = "lines without code are left out, for their comments differ"


class SourceLine(NamedTuple):
    """A line of the two texts: `mark` is `-`, `+`, ` `, or `…` for lines left out."""

    mark: str
    first: int | None
    second: int | None
    text: str


class _Line(NamedTuple):
    number: int
    text: str


def source_lines(
    first: Source | None, second: Source | None, context: int = _CONTEXT_LINES
) -> tuple[SourceLine, ...]:
    """How the texts differ, with lines of context; empty if they do not, or there are none.

    Lines without code are shown only if they are the same in both (see `has_code_alone`).
    """
    if first is None or second is None or first.text == second.text:
        return ()
    old, new = _lines(first), _lines(second)
    if has_code_alone(first, second):
        old, new = _with_code(old, first), _with_code(new, second)
    matcher = SequenceMatcher(None, _texts(old), _texts(new), autojunk=False)
    found: list[SourceLine] = []
    for group in matcher.get_grouped_opcodes(context):
        if found or group[0][1] > 0:
            found.append(SourceLine("…", None, None, ""))
        for tag, begin, end, start, stop in group:
            if tag == "equal":
                found += [
                    SourceLine(" ", one.number, other.number, one.text)
                    for one, other in zip(old[begin:end], new[start:stop], strict=True)
                ]
                continue
            found += [SourceLine("-", each.number, None, each.text) for each in old[begin:end]]
            found += [SourceLine("+", None, each.number, each.text) for each in new[start:stop]]
    if found and not _is_at_end(found[-1], old, new):
        found.append(SourceLine("…", None, None, ""))
    return tuple(found)


def has_code_alone(first: Source | None, second: Source | None) -> bool:
    """Whether `source_lines` leaves out the lines without code.

    Two programs differ in their comments from the first line on, which says nothing of what they
    do; a program and a change of it have the same comments, which say what the change is about.
    """
    if first is None or second is None:
        return False
    comments = []
    for source in (first, second):
        with_code = _numbers_with_code(source)
        rest = [each.text.strip() for each in _lines(source) if each.number not in with_code]
        comments.append([text for text in rest if text])
    return comments[0] != comments[1]


def _lines(source: Source) -> list[_Line]:
    lines = source.lines
    found = [_Line(at + 1, lines.line_text(at)) for at in range(len(lines))]
    return found if not found or found[-1].text else found[:-1]


def _with_code(lines: list[_Line], source: Source) -> list[_Line]:
    numbers = _numbers_with_code(source)
    return [each for each in lines if each.number in numbers]


def _numbers_with_code(source: Source) -> set[int]:
    tokens = tokenize(source).tokens
    return {line_of(source, token.start) for token in tokens if token.start < token.end}


def _texts(lines: list[_Line]) -> list[str]:
    return [each.text for each in lines]


def _is_at_end(line: SourceLine, old: list[_Line], new: list[_Line]) -> bool:
    return line.first == old[-1].number if line.first else line.second == new[-1].number
