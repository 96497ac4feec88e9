"""A text as it was written: its tokens, and what stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.formatting.kept import Stretch, switched_off, united
from sqlang.formatting.remarks import Remark, remarks_of
from sqlang.source import Span
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Written:
    """A text with the texts of its tokens and their places, its comments, and what is kept.

    `starts` and `ends` have an entry for the end token too, `texts` has not. Lines end as the first
    one does: with CR LF, or with LF (LEX-1).
    """

    __slots__ = ("ends", "kept", "newline", "remarks", "starts", "text", "texts")

    def __init__(self, text: str, tokens: Sequence[Token], comments: Sequence[Span]) -> None:
        self.text: Final = text
        self.texts: Final = [token.text for token in tokens]
        self.texts.pop()
        self.starts: Final = [token.start for token in tokens]
        self.ends: Final = [token.end for token in tokens]
        self.remarks: Final[dict[int, list[Remark]]] = (
            remarks_of(text, comments, self.starts, self.ends) if comments else {}
        )
        self.kept: list[Stretch] = switched_off(text, comments)
        at = text.find("\n")
        self.newline: Final = "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"

    def keep(self, stretches: Sequence[Stretch]) -> None:
        """Keep more of the text as it is written."""
        self.kept = united([*self.kept, *stretches])

    def elements(self) -> tuple[list[int], list[int]]:
        """Where the tokens and comments start and end, in the order of the text."""
        starts, ends = self.starts[:-1], self.ends[:-1]
        for remarks in self.remarks.values():
            starts += [remark.start for remark in remarks]
            ends += [remark.end for remark in remarks]
        return sorted(starts), sorted(ends)
