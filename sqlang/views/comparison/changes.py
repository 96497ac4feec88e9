"""A program with something taken out or replaced, made on its text, which then has its own lines.

The lines and clauses that changes name are those of the text before any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlang.analysis import Analysis
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.override import parse_override
from sqlang.syntax.spelling import nearest
from sqlang.views.comparison.clauses import Clause, clauses_of, line_of


class Without(NamedTuple):
    """What begins on the lines from `first` to `last`, counted from 1, is taken out."""

    first: int
    last: int


class SetTo(NamedTuple):
    """The constant of this name gets another value, or the only option of this name does."""

    name: str
    value: str


class Replace(NamedTuple):
    """The clause that begins with the same word as `text` is replaced, on `line` if it is given."""

    text: str
    line: int | None = None


Change = Without | SetTo | Replace


class Changed(NamedTuple):
    """The text with its changes, and what each of them did, in words."""

    source: Source
    notes: tuple[str, ...]


class ChangeError(ValueError):
    """A change that cannot be made, and what to say instead."""


class _Edit(NamedTuple):
    start: int
    end: int
    text: str
    note: str


def apply_changes(analysis: Analysis, changes: Sequence[Change]) -> Changed:
    """The changed text of a program without syntax errors.

    Raises:
        ChangeError: a change does not say what it means, or two of them are about the same clause.
    """
    source = analysis.source
    text = _Text(analysis)
    edits = [edit for change in changes for edit in text.edits(change)]
    changed = Source(_applied(source, edits), f"{source.path} (changed)", source.directory)
    return Changed(changed, tuple(edit.note for edit in edits))


class _Text:
    """Finds what changes speak of."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._source = analysis.source
        self._clauses = clauses_of(analysis.surface, analysis.source)
        self._starts = {token.start for token in analysis.surface.tokens[:-1]}

    def edits(self, change: Change) -> Iterator[_Edit]:
        match change:
            case Without():
                for clauses in self._together(self._beginning_in(change)):
                    yield self._removal(clauses)
            case SetTo():
                yield self._value(change)
            case Replace():
                yield self._replacement(change)

    def _beginning_in(self, change: Without) -> list[Clause]:
        """The outermost clauses that begin on the lines, parts only where nothing else does."""
        found: list[Clause] = []
        for line in range(change.first, change.last + 1):
            if line > len(self._source.lines):
                raise ChangeError(f"there is no line {line}")
            if any(clause.line < line <= clause.last_line for clause in found):
                continue
            begun = _outermost([each for each in self._clauses if each.line == line])
            whole = [clause for clause in begun if not clause.is_part]
            found += whole or begun
            if not begun and (change.first == change.last or self._has_code(line)):
                raise ChangeError(self._why_nothing_begins(line))
        if not found:
            raise ChangeError(f"lines {change.first} to {change.last} hold no code")
        return _outermost(found)

    def _why_nothing_begins(self, line: int) -> str:
        if not self._has_code(line):
            return f"line {line} holds no code"
        around = [each for each in self._clauses if each.line < line <= each.last_line]
        if not around:
            return f"nothing begins on line {line}"
        inner = max(around, key=lambda clause: clause.start)
        text = self._source.lines.line_text(line - 1).strip()
        does = "ends" if text.startswith("}") else "goes on with"
        return (
            f"line {line} only {does} {inner.described}; `--without {inner.line}` takes all of "
            f"that out, `--replace` changes it"
        )

    def _has_code(self, line: int) -> bool:
        lines = self._source.lines
        start, end = lines.line_start(line - 1), lines.line_end(line - 1)
        return any(start <= token < end for token in self._starts)

    def _together(self, clauses: Sequence[Clause]) -> list[list[Clause]]:
        """Clauses that stand beside each other on a line go together."""
        groups: list[list[Clause]] = []
        for clause in clauses:
            before = groups[-1][-1] if groups else None
            between = self._source.text[before.end : clause.start] if before else "\n"
            if between.strip() or "\n" in between:
                groups.append([clause])
            else:
                groups[-1].append(clause)
        return groups

    def _removal(self, clauses: Sequence[Clause]) -> _Edit:
        first, last = clauses[0], clauses[-1]
        note = f"without line {first.line}: {' '.join(each.described for each in clauses)}"
        start, end = self._with_blank_line(first.start, last.end)
        return _Edit(start, end, "", note)

    def _with_blank_line(self, start: int, end: int) -> tuple[int, int]:
        """The stretch with its lines, if they hold nothing else but a comment behind it."""
        text = self._source.text
        begin = text.rfind("\n", 0, start) + 1
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop + 1
        behind = text[end:stop].strip()
        if text[begin:start].strip() or (behind and not behind.startswith("//")):
            while start > begin and text[start - 1] in " \t":
                start -= 1
            return start, end
        return begin, stop

    def _lets(self, name: str) -> list[Clause]:
        return [
            clause
            for clause in self._clauses
            if isinstance(clause.node, tree.Let) and clause.node.name.name == name
        ]

    def _value(self, change: SetTo) -> _Edit:
        parsed = parse_override(change.value)
        if isinstance(parsed, tuple):
            raise ChangeError(f"`{change.value.strip()}` is not an expression")
        lets = self._lets(change.name)
        found = lets or [
            clause
            for clause in self._clauses
            if isinstance(clause.node, tree.ExpressionOption)
            and clause.node.word.name == change.name
        ]
        if len(found) > 1:
            raise ChangeError(
                f"`{change.name}` is set in {len(found)} places: {_listed(found)}; say which with "
                f"`--replace '{found[0].line}: {change.name} {change.value.strip()};'`"
            )
        if not found:
            raise ChangeError(self._nothing_named(change.name))
        clause = found[0]
        assert isinstance(clause.node, (tree.Let, tree.ExpressionOption))
        span = clause.node.value.span
        value = parsed.span.text
        note = f"line {clause.line}: {clause.described} with {value} instead of `{span.text}`"
        return _Edit(span.start, span.end, value, note)

    def _nothing_named(self, name: str) -> str:
        names = {*self._analysis.constants}
        for clause in self._clauses:
            if isinstance(clause.node, tree.ExpressionOption):
                names.add(clause.node.word.name)
        near = nearest(name, sorted(names))
        advice = f"; did you mean `{near}`?" if near else ""
        return f"the program has neither a `let {name}` nor an option `{name}`{advice}"

    def _replacement(self, change: Replace) -> _Edit:
        text = change.text.strip()
        words = text.replace("(", " ( ").replace(";", " ;").split()
        if not words:
            raise ChangeError("there is nothing to put in: `--replace 'CLAUSE'`")
        clause = self._meant(words, change.line)
        if clause.text.endswith(";") and not text.endswith((";", "}")):
            text += ";"
        note = f"line {clause.line}: {clause.described} becomes `{text}`"
        return _Edit(clause.start, clause.end, text, note)

    def _meant(self, words: list[str], line: int | None) -> Clause:
        """The only clause that can be meant: of the same word, then of the same two words."""
        there = [each for each in self._clauses if line is None or each.line == line]
        same = [each for each in there if each.keyword == words[0]]
        if not same and line is not None:
            same = _outermost(there)
        if len(same) > 1 and len(words) > 1:
            same = [each for each in same if each.words[1:2] == (words[1],)] or same
        if len(same) == 1:
            return same[0]
        where = "" if line is None else f" on line {line}"
        if not same:
            raise ChangeError(f"no clause begins with `{words[0]}`{where}")
        first = same[0].line if line is None else line
        raise ChangeError(
            f"{len(same)} clauses begin with `{words[0]}`{where}: {_listed(same)}; "
            f"say which with `--replace '{first}: {' '.join(words)}'`"
        )


def _outermost(clauses: Sequence[Clause]) -> list[Clause]:
    return [each for each in clauses if not any(other.holds(each) for other in clauses)]


def _listed(clauses: Sequence[Clause]) -> str:
    shown = [f"{each.described} on line {each.line}" for each in clauses[:6]]
    more = len(clauses) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _applied(source: Source, edits: Sequence[_Edit]) -> str:
    """The text with all edits made; a removal inside another one is part of that."""
    text = source.text
    pieces: list[str] = []
    at = 0
    for edit in _apart(source, edits):
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, text[at:]])


def _apart(source: Source, edits: Sequence[_Edit]) -> list[_Edit]:
    kept: list[_Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        before = kept[-1] if kept else None
        if before is None or edit.start >= before.end:
            kept.append(edit)
        elif edit.text or before.text:
            line = line_of(source, edit.start)
            raise ChangeError(f"two changes are about the same clause on line {line}")
        elif edit.end > before.end:
            kept[-1] = before._replace(end=edit.end)
    return kept
