"""Where the definitions that a token came through were used (DEF-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.syntax.tokens import Expansion, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_SHOWN_USES: Final = 8
"""How many uses one diagnostic names: expansions may be nested without bound (DEF-3)."""


def chain(expansion: Expansion | None) -> Iterator[Expansion]:
    """An expansion and those around it, innermost first."""
    while expansion is not None:
        yield expansion
        expansion = expansion.outer


def with_uses(diagnostic: Diagnostic, token: Token) -> Diagnostic:
    """The diagnostic with every use on the way to `token` as a related place."""
    if token.expansion is None:
        return diagnostic
    uses = tuple(
        Related(use.span, f"in `{use.definition}`, used here")
        for use in islice(chain(token.expansion), _SHOWN_USES)
    )
    return diagnostic._replace(related=diagnostic.related + uses)


def merged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """One diagnostic for each mistake: a body with an error is not reported again at each use."""
    found: dict[tuple[str, int, int, int], Diagnostic] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.code, id(diagnostic.span.source), *diagnostic.span.offsets)
        earlier = found.get(key)
        found[key] = _joined(earlier, diagnostic) if earlier else diagnostic
    return tuple(found.values())


def _joined(earlier: Diagnostic, later: Diagnostic) -> Diagnostic:
    if len(earlier.related) >= _SHOWN_USES:
        return earlier
    more = [place for place in later.related if place not in earlier.related]
    return earlier._replace(related=(*earlier.related, *more))
