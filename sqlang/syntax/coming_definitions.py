"""What the definitions in an excerpt will be, as far as can be told before it is parsed.

A guess saves a parse with what was defined before the edit; one that is wrong costs one more.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from sqlang.syntax.definition_reader import DefinitionReader
from sqlang.syntax.definitions import DefinitionRecord
from sqlang.syntax.runs import Hidden
from sqlang.syntax.tokens import Token


def coming_definitions(
    read: Sequence[Token], before: Mapping[str, DefinitionRecord], given_up: Container[int]
) -> Mapping[str, DefinitionRecord]:
    """The definitions `before` the edit with those that are read again in their places."""
    found = dict(before)
    for pending in _definitions(read):
        first, name = pending[-1], pending[-2].text
        others = {other: record for other, record in found.items() if other != name}
        record = DefinitionReader(pending, others, {}).read()
        if record is None:
            continue
        record = record._replace(damaged=record.damaged or id(first) in given_up)
        if found.get(name) == record:
            continue
        for other, earlier in before.items():
            if earlier.first is first and other != name:
                found.pop(other, None)
        found[name] = record
    return found


def _definitions(read: Sequence[Token]) -> Iterator[list[Token]]:
    """For each definition that is not in a run the tokens from it on to the next run, reversed."""
    starts: list[int] = []
    end = read[-1]
    for at, token in enumerate(read):
        if type(token) is Hidden:
            if starts and starts[-1] == at - 1:
                starts.pop()
            for start in starts:
                yield [end, *read[start : at - 1][::-1]]
            starts = []
        elif token.text == "def":
            starts.append(at)
    for start in starts:
        yield list(read[start:][::-1])
