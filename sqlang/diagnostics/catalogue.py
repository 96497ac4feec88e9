"""Every code with its message: the only place where a diagnostic gets its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from sqlang.diagnostics.code import Code
from sqlang.diagnostics.model import Diagnostic, Fix, Related, Severity
from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


__all__ = ["CATALOGUE", "Code", "alternatives", "counted", "message", "report"]


class _Catalogue(Mapping[str, Code]):
    """Loads the codes when the first one is asked for: a program without mistakes needs none."""

    @cached_property
    def _codes(self) -> dict[str, Code]:
        from sqlang.diagnostics.codes import GROUPS

        return {entry.code: entry for group in GROUPS for entry in group}

    def __getitem__(self, code: str) -> Code:
        return self._codes[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)


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
