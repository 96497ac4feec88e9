"""What can be wrong with an IR, as values that a caller turns into diagnostics or an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Problem:
    """One refusal of part 3, section 7 or of SQ6xx.

    `values` fill the message template of `code` in the catalogue. `node` is the narrowest IR node
    at fault, for an editor that knows the node's span; `where` says the place in words, for a
    reader of JSON (IR-54); `related` are nodes that the refusal speaks of as well.
    """

    __slots__ = ("code", "values", "node", "where", "related")

    def __init__(
        self,
        code: str,
        values: Mapping[str, str],
        node: object | None,
        where: str,
        related: tuple[object, ...] = (),
    ) -> None:
        self.code: Final = code
        self.values: Final = values
        self.node: Final = node
        self.where: Final = where
        self.related: Final = related


class IrError(ValueError):
    """An IR that cannot be read or is not valid; `problems` has at least one, the first decides."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        super().__init__(f"{first.code}: {first.where}")
