"""How expectations name figures: `observe ttft mean`, `report stages.gpu[1].utilization`."""

from __future__ import annotations

from sqlang.views.expectations.model import Address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from sqlang.ir.program import Program

STATISTICS: Final = ("count", "mean", "ci", "cv2", "p99", "min", "max")
"""What `observe` knows of an observation: its figures in the report, and the extremes."""

RUN_FIGURES: Final = (
    "horizon",
    "end",
    "warmup",
    "seed",
    "events",
    "arrivals",
    "ended",
    "turns",
    "mean_live",
)
FIGURES: Final[Mapping[str, tuple[str, ...]]] = {
    "observes": ("count", "mean", "ci", "cv2", "p99"),
    "stages": (
        "mean_number",
        "utilization",
        "completed",
        "throughput",
        "mean_wait",
        "mean_service",
        "iterations",
    ),
    "pools": (
        "mean_used",
        "mean_cached",
        "mean_queue",
        "mean_holders",
        "mean_wait",
        "admissions",
        "evicted_entries",
        "evicted_units",
        "preemptions",
        "spills",
        "rejected",
        "stuck",
    ),
}
"""The figures of the report by its parts, in the order of REP-1."""


class AddressError(Exception):
    """A path leads to no figure: its part number `place`, or all of it, is not one of `known`."""

    def __init__(self, problem: str, place: int | None = None, known: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.problem: Final = problem
        self.place: Final = place
        self.known: Final = known


_FIRST: Final = 0
_NAME: Final = 1
_FIGURE: Final = 2
"""The parts of a path."""


def address_of(path: str) -> Address:
    """The address that a path spells; raises `AddressError` for one that no report has."""
    first, *rest = path.split(".")
    if not rest and first in RUN_FIGURES:
        return Address("", "", None, first)
    if first not in FIGURES:
        known = tuple(FIGURES) if rest else RUN_FIGURES
        raise AddressError(f"a report has no `{first}`", _FIRST, known)
    if len(rest) != 2:
        raise AddressError(f"a path is `{first}.NAME.FIGURE`")
    name, member = _name_and_member(rest[0])
    figure = rest[1]
    if figure not in FIGURES[first]:
        what = f"the `{first}` of a report have no `{figure}`"
        raise AddressError(what, _FIGURE, FIGURES[first])
    return Address(first, name, member, figure)


def _name_and_member(text: str) -> tuple[str, int | None]:
    name, bracket, rest = text.partition("[")
    if not bracket:
        return name, None
    digits = rest.removesuffix("]")
    if not rest.endswith("]") or not (digits.isascii() and digits.isdecimal()):
        raise AddressError(f"a member of a family is `{name}[0]`, `{name}[1]` and so on", _NAME)
    return name, int(digits)


def check_address(address: Address, program: Program) -> None:
    """Raise `AddressError` if the report of a program has no such figure."""
    part, name, member = address.part, address.name, address.member
    if not part:
        return
    if part == "observes":
        _require_name(name, program.observes, "observe")
        if member is not None:
            raise AddressError(f"an observe has no members, so it is `{name}` alone", _NAME)
        return
    members = program.stages if part == "stages" else program.pools
    names = tuple(each.name for each in members)
    _require_name(name, names, part.removesuffix("s"))
    size = names.count(name)
    if size == 1 and member is not None:
        raise AddressError(f"`{name}` is no family, so it is `{name}` alone", _NAME)
    if size > 1 and (member is None or member >= size):
        last = f"`{name}[0]` to `{name}[{size - 1}]`"
        raise AddressError(f"`{name}` is a family: {last}", _NAME)


def _require_name(name: str, names: tuple[str, ...], kind: str) -> None:
    if name not in names:
        raise AddressError(f"the program has no {kind} `{name}`", _NAME, names)
