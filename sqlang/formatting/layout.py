"""Writes a program in its one layout (docs/fmt.md): what stands on one line, and what on its own.

The layout depends on the tokens, on the comments and how they stand, and on the blank lines; line
breaks and spaces of the text count for nothing else. Comments and blank lines between two clauses
are written here; those inside of a clause are pieces of it.
"""

from __future__ import annotations

from bisect import bisect_left

from sqlang.formatting.looseness import Piece
from sqlang.formatting.outline import POOL, SETTINGS, Body, Clause, Part
from sqlang.formatting.paper import Paper
from sqlang.formatting.remarks import Remark
from sqlang.formatting.wrapping import INDENT, WIDTH, Wrapping
from sqlang.formatting.written import Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ALWAYS_SHORT: Final = frozenset({POOL, SETTINGS})
"""Bodies that may stand on one line whatever number of clauses they have."""

_APART_AFTER_COMMENT: Final = frozenset(")],;")


class Layout:
    """One pass over a text; `marks` tells where spaces stand (`spacing`)."""

    def __init__(self, written: Written, program: Body, marks: bytearray) -> None:
        self._written: Final = written
        self._program: Final = program
        self._marks: Final = marks
        self._shown: Final = [
            f" {text}" if mark else text for text, mark in zip(written.texts, marks, strict=True)
        ]
        self._paper: Final = Paper(written.newline)
        self._next_kept = 0
        self._kept_until = 0
        self._crowded: Final = self._crowded_places()

    def text(self) -> str:
        """The program in its layout."""
        self._clauses(self._program, 0)
        return self._paper.text()

    def _crowded_places(self) -> list[int]:
        """The indices of tokens with a comment before them, or that are kept as written."""
        written = self._written
        places = set(written.remarks)
        for start, stop in written.kept:
            places.update(
                range(bisect_left(written.starts, start), bisect_left(written.starts, stop))
            )
        return sorted(places)

    def _is_crowded(self, start: int, stop: int) -> bool:
        """Whether there is such a token from one index up to another."""
        at = bisect_left(self._crowded, start)
        return at < len(self._crowded) and self._crowded[at] < stop

    # Clauses

    def _clauses(self, body: Body, indent: int) -> None:
        """Write what stands in a body, each clause on a line of its own."""
        is_first = True
        for clause in body.clauses:
            if self._between(clause.start, indent, is_first=is_first):
                self._clause(clause, indent)
            elif not clause.kept:
                self._opened(clause, indent)
            is_first = False
        self._between(body.closing, indent, is_first=is_first, is_end=True)

    def _clause(self, clause: Clause, indent: int) -> None:
        line = self._one_line(clause)
        if line is not None and self._paper.column + len(line) <= WIDTH:
            self._paper.line += line
        else:
            self._opened(clause, indent)

    def _one_line(self, clause: Clause) -> str | None:
        """A clause on one line, however long, unless it needs several."""
        if self._is_crowded(clause.start + 1, clause.stop):
            return None
        line = ""
        for part in clause.parts:
            line += self._flat(part.start, part.stop, is_first=not line)
            if part.body is None:
                continue
            inner = self._short(part.body)
            if inner is None:
                return None
            line += inner
        return line

    def _short(self, body: Body) -> str | None:
        """A body as it stands on one line, if it is short enough to be read there."""
        clauses = body.clauses
        if len(clauses) > 1 and body.kind not in _ALWAYS_SHORT:
            return None
        line = " {"
        for clause in clauses:
            part = clause.parts[0]
            if part.body is not None:
                return None
            if clause is not clauses[0] and self._is_blank(part.start):
                return None
            line += " " + self._flat(part.start, part.stop)
        return line + " }"

    def _flat(self, start: int, stop: int, *, is_first: bool = True) -> str:
        """Tokens on one line, the space before the first left out if nothing is before it."""
        flat = "".join(self._shown[start:stop])
        return flat[self._marks[start] :] if is_first else flat

    def _is_blank(self, at: int) -> bool:
        """Whether an empty line stands before a token, with nothing else between."""
        written = self._written
        return written.text.count("\n", written.ends[at - 1], written.starts[at]) > 1

    def _opened(self, clause: Clause, indent: int) -> None:
        """Write a clause whose bodies have lines of their own, if it has any."""
        for part in clause.parts:
            self._part(part, indent, is_tail=part is not clause.parts[0])
            if part.body is not None:
                self._body(part.body, indent)

    def _body(self, body: Body, indent: int) -> None:
        """Write what follows a `{`."""
        if not body.clauses and not self._is_crowded(body.opening, body.closing + 1):
            self._paper.line += " }"
            return
        self._clauses(body, indent + INDENT)
        if not self._is_hidden(self._written.starts[body.closing]):
            self._paper.start_line(indent)
            self._paper.line += "}"

    # Parts of clauses

    def _part(self, part: Part, indent: int, *, is_tail: bool) -> None:
        """Write the tokens of a part and the `{` behind them."""
        stop = part.stop if part.body is None else part.body.opening + 1
        paper = self._paper
        if not self._is_crowded(part.start + (not is_tail), stop):
            line = self._flat(part.start, stop, is_first=not is_tail)
            if paper.column + len(line) <= WIDTH:
                paper.line += line
                return
        head = self._written.texts[part.start]
        Wrapping(self._pieces(part.start, stop, is_tail), paper, indent, head).write()

    def _pieces(self, start: int, stop: int, is_tail: bool) -> list[Piece]:
        """What stands in a part; the comments before its first token only if it is a tail."""
        written, pieces = self._written, list[Piece]()
        breaks = is_tail and self._is_hidden(written.starts[start - 1])
        after_comment = False
        for at in range(start, stop):
            remarks = written.remarks.get(at, ()) if is_tail or at > start else ()
            for remark in remarks:
                breaks = self._keep(remark.start, pieces) or breaks
                if self._is_hidden(remark.start):
                    continue
                alone = remark.stands_alone or (remark.on_own_line and remark.is_rest_of_line)
                pieces.append(_comment(remark, breaks=breaks or alone, newline=written.newline))
                breaks = alone or remark.is_rest_of_line
                after_comment = True
            breaks = self._keep(written.starts[at], pieces) or breaks
            text = written.texts[at]
            if self._is_hidden(written.starts[at]):
                pieces.append(Piece("", 0, token=text))
                continue
            space = self._marks[at] if is_tail or at > start else 0
            if after_comment and text not in _APART_AFTER_COMMENT:
                space = 1
            pieces.append(Piece(text, space, token=text, breaks=breaks))
            breaks = after_comment = False
        return pieces

    def _keep(self, offset: int, pieces: list[Piece]) -> bool:
        """Add what is kept and begins up to an offset; whether something was."""
        raw = self._kept_up_to(offset)
        if raw:
            pieces.append(Piece(raw, 0, breaks=True, fits=False, is_written=True))
        return bool(raw)

    # Between clauses

    def _between(self, at: int, indent: int, *, is_first: bool, is_end: bool = False) -> bool:
        """Write the comments before a token, and begin its line unless a body ends there.

        `is_first` tells that nothing stands before it in its body. Returns whether it has a line.
        """
        written, paper = self._written, self._paper
        position = written.ends[at - 1] if at else 0
        joined = False
        for remark in written.remarks.get(at, ()):
            blank = not is_first and self._leaves_blank(position, remark.start)
            position = remark.end
            if self._put_kept(remark.start, blank=blank):
                blank = False
            if self._is_hidden(remark.start):
                continue
            if remark.on_own_line:
                if blank:
                    paper.leave_blank()
                paper.start_line(indent)
                paper.line += _shifted(remark, indent, written.newline)
                is_first = False
                joined = True
            else:
                paper.line += f" {remark.text}".replace("\n", written.newline)
            joined = joined and not (remark.is_rest_of_line or remark.ends_line)
        blank = not is_first and not is_end and self._leaves_blank(position, written.starts[at])
        if self._put_kept(written.starts[at], blank=blank):
            blank = joined = False
        if is_end or self._is_hidden(written.starts[at]):
            return False
        if joined:
            paper.line += " "
            return True
        if blank:
            paper.leave_blank()
        paper.start_line(indent)
        return True

    def _leaves_blank(self, start: int, stop: int) -> bool:
        """Whether an empty line stands between two places, outside of what is kept."""
        written = self._written
        if self._next_kept < len(written.kept):
            stop = min(stop, written.kept[self._next_kept][0])
        start = max(start, self._kept_until)
        if start >= stop:
            return False
        begins_line = start == self._kept_until and written.text[start - 1 : start] == "\n"
        return written.text.count("\n", start, stop) + begins_line > 1

    def _put_kept(self, offset: int, *, blank: bool) -> bool:
        """Write what is kept and begins up to an offset; whether something was."""
        raw = self._kept_up_to(offset)
        if raw:
            if blank:
                self._paper.leave_blank()
            self._paper.put(raw)
        return bool(raw)

    def _kept_up_to(self, offset: int) -> str:
        """What is kept as written, begins up to an offset and has not been taken yet."""
        written, taken = self._written, ""
        while self._next_kept < len(written.kept):
            start, stop = written.kept[self._next_kept]
            if start > offset:
                break
            taken += written.text[start:stop]
            self._kept_until = stop
            self._next_kept += 1
        return taken

    def _is_hidden(self, offset: int) -> bool:
        """Whether what stands there has been written with what is kept."""
        return offset < self._kept_until


def _comment(remark: Remark, *, breaks: bool, newline: str) -> Piece:
    """A comment inside a clause."""
    text = remark.text.replace("\n", newline)
    fits = not remark.is_rest_of_line and "\n" not in text
    return Piece(text, 1, breaks=breaks, fits=fits)


def _shifted(remark: Remark, column: int, newline: str) -> str:
    """A comment on lines of its own, all of them moved as the first one is."""
    first, *rest = remark.text.split("\n")
    if not rest or remark.column is None or any(_has_tab(line) for line in rest):
        return remark.text.replace("\n", newline)
    distance = column - remark.column
    moved = [_moved(line, distance) for line in rest]
    return newline.join([first, *moved])


def _moved(line: str, distance: int) -> str:
    if distance >= 0:
        return " " * distance + line if line.strip() else line
    return line[min(-distance, len(line) - len(line.lstrip(" "))) :]


def _has_tab(line: str) -> bool:
    return "\t" in line[: len(line) - len(line.lstrip())]
