"""What helps to mend a mistake: the word that was meant, and edits that put it right.

It is added to a diagnostic once it is known, so that checking stays fast and a program without
mistakes never loads it. Advice depends on nothing but the text and what the checker found.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from sqlang.advice.advisers import ADVISERS
from sqlang.advice.libraries import with_use
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.checked import Checked
    from sqlang.syntax.surface import SurfaceTree

__all__ = ["MOST_ADVISED", "advise"]

MOST_ADVISED: Final = 50
"""So many diagnostics of one text get advice, each of which looks through the text."""


def advise(
    found: Iterable[Diagnostic], surface: SurfaceTree, checked: Checked
) -> tuple[Diagnostic, ...]:
    """The diagnostics in the same order, the first ones each with what helps to mend it."""
    situation = Situation(surface, checked)
    rest = iter(found)
    advised = (_advised(each, situation) for each in islice(rest, MOST_ADVISED))
    return tuple(chain(advised, rest))


def _advised(found: Diagnostic, situation: Situation) -> Diagnostic:
    adviser = ADVISERS.get(found.code)
    if adviser is not None:
        found = adviser(found, situation)
    if found.span.source is not situation.source:
        found = with_use(found, situation)
    return found
