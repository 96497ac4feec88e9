"""The moment of a place in a text, from the nodes around it (spec 2, section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sqlang.ir.moments import Moment
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


CONSTANT: Final = "constant"
"""Stands where a place has no moment, since its value is known beforehand (CST-1)."""

_OPTIONS: Final = {"budget": Moment.BUDGET, "chunk": Moment.BUDGET, "cost": Moment.STEP}

_BELOW: Final[Mapping[type[tree.Node], Moment | str]] = {
    tree.Block: Moment.SESSION,
    tree.Reference: Moment.SESSION,
    tree.QueueOption: Moment.ADMIT,
    tree.EvictOption: Moment.EVICT,
    tree.SpillOption: Moment.EVICT,
    tree.ServeOption: Moment.SERVE,
    tree.Let: CONSTANT,
}
"""The moment of all that stands below a node."""


def moment_at(path: Sequence[tree.Node]) -> Moment | str | None:
    """The moment of the last node of a path from the program; `None` where it is not known.

    In the body of a definition it is that of each use.
    """
    moment: Moment | str | None = None
    for parent, child in pairwise(path):
        if isinstance(parent, tree.Definition):
            return None
        moment = _of_child(parent, child, moment)
    return moment


def _of_child(
    parent: tree.Node, child: tree.Node, outer: Moment | str | None
) -> Moment | str | None:
    """The moment of what stands directly below a node."""
    match parent:
        case tree.Take():
            return Moment.SESSION if child is parent.pool else Moment.ADMIT
        case tree.Hold():
            admitted = child is parent.reuse or child is parent.at_admission
            return Moment.ADMIT if admitted else Moment.SESSION
        case tree.ExpressionOption(word=word):
            return _OPTIONS.get(word.name, CONSTANT)
        case tree.StageKind(word=word, argument=argument) if child is argument:
            return Moment.PS if word.name == "ps" else CONSTANT
        case tree.Arrive(word=word):
            return Moment.SESSION if word.name == "renewal" else CONSTANT
    return _BELOW.get(type(parent), outer)
