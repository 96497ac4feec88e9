"""Codes of a run that failed or was ended (9xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


RUN: Final = (
    Code(
        "SQ901",
        "ERR-1",
        "{message}",
        "guard neither 0 nor 1",
    ),
    Code(
        "SQ902",
        "ERR-2",
        "{message}",
        "index past the family",
    ),
    Code(
        "SQ903",
        "ERR-3",
        "{message}",
        "grow without a hold",
    ),
    Code(
        "SQ904",
        "ERR-4",
        "{message}",
        "load without a hold",
    ),
    Code(
        "SQ905",
        "ERR-5",
        "{message}",
        "load past the allocation",
    ),
    Code(
        "SQ906",
        "ERR-6",
        "{message}",
        "growing without a hold",
    ),
    Code(
        "SQ907",
        "ERR-7",
        "{message}",
        "horizon before the arrivals",
    ),
    Code(
        "SQ908",
        "ERR-8",
        "{message}",
        "horizon before the drain",
    ),
    Code(
        "SQ909",
        "ERR-9",
        "{message}",
        "drained in the warmup",
    ),
    Code(
        "SQ910",
        "ERR-10",
        "{message}",
        "gap not positive and finite",
    ),
    Code(
        "SQ911",
        "ERR-11",
        "{message}",
        "budget_left of another kind of stage",
    ),
    Code(
        "SQ921",
        "CSV-3",
        "{message}",
        "trace that cannot be read",
    ),
    Code(
        "SQ922",
        "CSV-3",
        "{message}",
        "trace without a turn",
    ),
    Code(
        "SQ923",
        "CSV-3",
        "{message}",
        "trace line without its fields",
    ),
    Code(
        "SQ924",
        "CSV-2",
        "{message}",
        "field that is not a number",
    ),
    Code(
        "SQ990",
        "END-1",
        "the run was ended by its bound: {bound}",
        "bound of a run",
    ),
    Code(
        "SQ991",
        "EXE-15",
        "{message}",
        "no progress",
    ),
    Code(
        "SQ992",
        "TRC-1",
        "the program promises {expected}, but {found}",
        "expectation does not hold",
    ),
    Code(
        "SQ993",
        "POOL-26",
        "{message}",
        "no meaning in the language",
    ),
    Code(
        "SQ994",
        "LEX-2",
        "not formatted: its layout would be another program, by a fault of ours; please report it",
        "fault of the formatter",
    ),
)
