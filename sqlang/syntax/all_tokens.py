"""The tokens of an edited text as one sequence, whether they were read again or stand in runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, overload

from sqlang.syntax.expanded import written_out_expanded
from sqlang.syntax.runs import written_out
from sqlang.syntax.tokens import Token


class AllTokens(Sequence[Token]):
    """The tokens that a parse has read and the end token, runs written out once one is asked for.

    `written` are those of the text.
    """

    __slots__ = ("_all", "_read", "_written")

    def __init__(self, read: Sequence[Token], written: Sequence[Token]) -> None:
        self._read: Final = read
        self._written: Final = written
        self._all: list[Token] | None = None

    def __len__(self) -> int:
        return len(self._tokens)

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Token]: ...

    def __getitem__(self, index: int | slice) -> Token | Sequence[Token]:
        return self._tokens[index]

    def __iter__(self) -> Iterator[Token]:
        return iter(self._tokens)

    @property
    def _tokens(self) -> list[Token]:
        if self._all is None:
            self._all = [*self._written_out(), self._written[-1]]
        return self._all

    def _written_out(self) -> list[Token]:
        return written_out(self._read, self._written)


class ExpandedTokens(AllTokens):
    """The same of a kernel parse: tokens with definitions expanded."""

    def _written_out(self) -> list[Token]:
        return written_out_expanded(self._read, self._written)
