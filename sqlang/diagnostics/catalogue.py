"""Every code with its message: the only place where a diagnostic gets its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlang.diagnostics.model import Diagnostic, Fix, Related, Severity
from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.diagnostics.code import Code


_START: Final = len("SQ4")
"""How much of a code names its group."""


class _Catalogue(Mapping[str, "Code"]):
    """Loads a group when one of its codes is asked for: a program without mistakes needs none."""

    def __init__(self) -> None:
        self._groups: dict[str, dict[str, Code]] = {}

    def _codes(self) -> dict[str, Code]:
        """The codes of all groups."""
        from sqlang.diagnostics.codes import GROUPS

        return {code: entry for start in GROUPS for code, entry in self._group(start).items()}

    def _group(self, start: str) -> dict[str, Code]:
        if start not in self._groups:
            from sqlang.diagnostics.codes import GROUPS, codes_of

            self._groups[start] = {entry.code: entry for entry in codes_of(GROUPS[start])}
        return self._groups[start]

    def __getitem__(self, code: str) -> Code:
        return self._group(code[:_START])[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes())

    def __len__(self) -> int:
        return len(self._codes())


CATALOGUE: Final[Mapping[str, Code]] = _Catalogue()
"""All codes in their order: 0xx to 9xx."""


def report(
    code: str,
    span: Span,
    /,
    *,
    related: Iterable[Related] = (),
    fixes: Iterable[Fix] = (),
    severity: Severity = Severity.ERROR,
    **values: str,
) -> Diagnostic:
    """The diagnostic of `code` at `span`; `values` fill the fields of its message.

    Raises `KeyError` for a code or a field that is not in the catalogue: a mistake of ours.
    """
    return Diagnostic(code, span, message(code, values), severity, tuple(related), tuple(fixes))


def message(code: str, values: Mapping[str, str]) -> str:
    """The message of `code` with its fields filled."""
    return CATALOGUE[code].template.format_map(values)


def alternatives(*words: str) -> str:
    """The words in backquotes, as a choice: for `{expected}` in SQ101 and SQ102."""
    quoted = [f"`{word}`" for word in words]
    if len(quoted) == 1:
        return quoted[0]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def counted(number: int, noun: str) -> str:
    """`1 argument`, `2 arguments`: for `{expected}` of SQ215, SQ409 and SQ413."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
