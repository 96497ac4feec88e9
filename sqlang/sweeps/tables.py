"""Results as tables for other programs: a row for each run, or for each point and measure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from sqlang.sweeps.measures import figure_at
from sqlang.sweeps.running import MissingLibraryError
from sqlang.sweeps.statistics import Results
from sqlang.sweeps.variation import Value, Variation
from sqlang.views.numbers import exact

TEXT = "text"
WHOLE = "whole"
NUMBER = "number"

Cell = str | int | float | None


class Column(NamedTuple):
    """Its name, and what is in it: `text`, `whole` numbers from 0, or a `number`."""

    name: str
    kind: str


class Table(NamedTuple):
    """Columns, and rows with a cell for each."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def dictionaries(self) -> list[dict[str, Cell]]:
        """The rows as dictionaries, for `pandas.DataFrame`."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


_RUN_COLUMNS = (Column("seed", WHOLE), Column("code", TEXT))
_POINT_COLUMNS = (
    Column("measure", TEXT),
    Column("runs", WHOLE),
    Column("failed", WHOLE),
    Column("mean", NUMBER),
    Column("level", NUMBER),
    Column("half_width", NUMBER),
    Column("low", NUMBER),
    Column("high", NUMBER),
    Column("least", NUMBER),
    Column("greatest", NUMBER),
)


def runs_table(results: Results) -> Table:
    """A row for each run, in the order of points and seeds: values, seed, code, measures.

    The code is empty if the run came to its end; else it has no figures.
    """
    plan = results.plan
    measures = tuple(Column(path, NUMBER) for path in results.measures)
    parameters = _parameters(plan.variations, (*_RUN_COLUMNS, *measures))
    return Table((*parameters, *_RUN_COLUMNS, *measures), tuple(_run_rows(results)))


def points_table(results: Results) -> Table:
    """A row for each point and measure: values, mean, interval, and of how many runs."""
    parameters = _parameters(results.plan.variations, _POINT_COLUMNS)
    return Table((*parameters, *_POINT_COLUMNS), tuple(_point_rows(results)))


def csv_bytes(table: Table) -> bytes:
    """A table as CSV in UTF-8: shortest digits that read back, nothing where there is no value."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in table.columns)
    for row in table.rows:
        writer.writerow(_written(cell) for cell in row)
    return text.getvalue().encode("utf-8", "backslashreplace")


def require_parquet() -> None:
    """Raise `MissingLibraryError` if Parquet files cannot be written."""
    if find_spec("pyarrow") is None:
        raise MissingLibraryError("pyarrow", "sweep")


def parquet_bytes(table: Table) -> bytes:
    """A table as a Parquet file; raises `MissingLibraryError` without pyarrow."""
    require_parquet()
    import pyarrow as pa
    from pyarrow import parquet

    kinds: dict[str, Any] = {
        TEXT: pa.string(),
        WHOLE: pa.uint64(),
        NUMBER: pa.float64(),
    }
    schema = pa.schema([(column.name, kinds[column.kind]) for column in table.columns])
    cells = [[row[at] for row in table.rows] for at in range(len(table.columns))]
    arrays = [
        pa.array(_of_kind(column.kind, of_column), kinds[column.kind])
        for column, of_column in zip(table.columns, cells, strict=True)
    ]
    sink = io.BytesIO()
    parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), sink)
    return sink.getvalue()


def _parameters(variations: Sequence[Variation], others: Sequence[Column]) -> tuple[Column, ...]:
    """The columns of the values; a parameter named as another column is `let.NAME`."""
    taken = {column.name for column in others}
    return tuple(
        Column(
            f"let.{each.name}" if each.name in taken else each.name,
            NUMBER if each.is_numeric else TEXT,
        )
        for each in variations
    )


def _values(variations: Sequence[Variation], values: Sequence[Value]) -> tuple[Cell, ...]:
    return tuple(
        value.number if variation.is_numeric else value.text
        for variation, value in zip(variations, values, strict=True)
    )


def _run_rows(results: Results) -> Iterator[tuple[Cell, ...]]:
    plan = results.plan
    for point in plan.points:
        values = _values(plan.variations, point.values)
        for seed in plan.seeds:
            outcome = results.outcome(point, seed)
            figures = (figure_at(outcome.figures, path) for path in results.measures)
            yield (*values, seed, outcome.code, *figures)


def _point_rows(results: Results) -> Iterator[tuple[Cell, ...]]:
    for result in results.points:
        values = _values(results.plan.variations, result.point.values)
        for path, estimate in zip(results.measures, result.estimates, strict=True):
            yield (
                *values,
                path,
                estimate.runs,
                len(result.failures),
                estimate.mean,
                None if estimate.half_width is None else results.level,
                estimate.half_width,
                estimate.low,
                estimate.high,
                estimate.least,
                estimate.greatest,
            )


def _of_kind(kind: str, cells: Sequence[Cell]) -> list[Cell]:
    """Counts among the figures are numbers as well."""
    if kind != NUMBER:
        return list(cells)
    return [None if cell is None else float(cell) for cell in cells]


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    return exact(cell) if isinstance(cell, float) else str(cell)
