"""A comparison as lines of text for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from sqlang.views.comparison.comparison import (
    Batch,
    Comparison,
    FigureRow,
    Parting,
    Row,
    how_far,
)
from sqlang.views.comparison.source_difference import ONLY_CODE, has_code_alone
from sqlang.views.comparison.styled import (
    FIRST,
    MARKED,
    PLAIN,
    QUIET,
    SECOND,
    TITLE,
    Cell,
    Line,
    Piece,
    line,
    table_lines,
)
from sqlang.views.comparison.wording import Remark
from sqlang.views.numbers import clock, percent, plural, quantity, short

_COMMON_SHOWN: Final = 3
_ROWS_SHOWN: Final = 8
_SEEDS_SHOWN: Final = 3
_COLUMNS: Final = 92
_LEAST_SHARE: Final = 0.0005


def comparison_lines(comparison: Comparison) -> list[Line]:
    """The whole comparison: programs, source, schedule, explanation, figures."""
    blocks = [
        list(_programs(comparison)),
        list(_source(comparison)),
        list(_schedule(comparison)),
        list(_explanation(comparison)),
        list(_figures(comparison)),
    ]
    lines: list[Line] = []
    for block in blocks:
        if block:
            lines += [(), *block] if lines else block
    return lines


def _programs(comparison: Comparison) -> Iterator[Line]:
    for compared, style in ((comparison.first, FIRST), (comparison.second, SECOND)):
        yield (Piece(f"{compared.side.name}  ", style), Piece(compared.title))
        for note in compared.notes:
            yield line(f"   {note}")
        if not compared.is_whole:
            yield (Piece("   "), Piece(how_far(compared), MARKED))


def _source(comparison: Comparison) -> Iterator[Line]:
    if not comparison.source:
        return
    is_code_alone = has_code_alone(comparison.first.side.text, comparison.second.side.text)
    yield (Piece("source  ", TITLE), Piece(ONLY_CODE if is_code_alone else "", QUIET))
    styles = {"-": FIRST, "+": SECOND, "…": QUIET}
    for each in comparison.source:
        numbers = [("" if n is None else str(n)).rjust(4) for n in (each.first, each.second)]
        style = styles.get(each.mark, PLAIN)
        mark = each.mark if each.mark != "…" else " "
        text = "…" if each.mark == "…" else each.text.expandtabs(4)
        yield (Piece(f"  {' '.join(numbers)} ", QUIET), Piece(f"{mark} {text}", style))


def _schedule(comparison: Comparison) -> Iterator[Line]:
    yield (Piece("schedule  ", TITLE), Piece(schedule_text(comparison)))
    parting = comparison.parting
    if parting is None or not parting.rows:
        return
    hidden = parting.alike - min(len(parting.common), _COMMON_SHOWN)
    if hidden > 0:
        yield line(f"  … {plural(hidden, 'iteration')} alike", QUIET)
    common = parting.common[len(parting.common) - min(len(parting.common), _COMMON_SHOWN) :]
    shown = parting.rows[:_ROWS_SHOWN]
    yield from table_lines(list(_schedule_rows(comparison, common, shown)))
    if _iterations_follow(comparison, parting, len(shown)):
        yield line("  …", QUIET)


def schedule_text(comparison: Comparison) -> str:
    """`1 iteration alike, then they part at t=1`"""
    parting = comparison.parting
    iterations = comparison.first.iterations
    if parting is None:
        up_to = " (no more are compared)" if comparison.is_cut else ""
        if not iterations:
            return "no iterations; the sessions fare alike on both sides"
        whole = comparison.first.is_whole and comparison.second.is_whole
        never = (
            "the schedules never part" if whole else "the schedules do not part as far as they go"
        )
        return f"{never}: {plural(iterations, 'iteration')} alike{up_to}"
    if not parting.is_in_iterations:
        alike = "no iterations" if not parting.alike else plural(parting.alike, "iteration")
        return f"{alike}; what happens to sessions parts at t={clock(parting.time)}"
    alike = plural(parting.alike, "iteration")
    return f"{alike} alike, then they part at t={clock(parting.time)}"


def _schedule_rows(
    comparison: Comparison, common: Sequence[Row], rows: Sequence[Row]
) -> Iterator[tuple[Cell, ...]]:
    stages = {row.stage for row in (*common, *rows)}
    names = comparison.first.side.name, comparison.second.side.name
    stage = "stage" if len(stages) > 1 else ""
    yield (
        Cell(""),
        Cell("t", QUIET, is_figure=True),
        Cell(stage, QUIET),
        Cell(names[0], FIRST),
        Cell(names[1], SECOND),
    )
    for row in common:
        yield _schedule_row(row, "", QUIET, bool(stage))
    for number, row in enumerate(rows):
        yield _schedule_row(row, "" if number else ">", "" if number else MARKED, bool(stage))


def _schedule_row(row: Row, mark: str, style: str, with_stage: bool) -> tuple[Cell, ...]:
    return (
        Cell(mark, MARKED),
        Cell(clock(row.time), style, is_figure=True),
        Cell(row.stage if with_stage else "", style),
        Cell(_batch_text(row.first, row.second), style),
        Cell(_batch_text(row.second, row.first), style),
    )


def _batch_text(batch: Batch | None, beside: Batch | None) -> str:
    """A batch, with its cost if that of the other side's is another."""
    if batch is None:
        return ""
    if beside is None or beside.iteration.cost == batch.iteration.cost:
        return batch.text
    return f"{batch.text}, takes {quantity(batch.iteration.cost, beside.iteration.cost)}"


def _iterations_follow(comparison: Comparison, parting: Parting, shown: int) -> bool:
    most = max(comparison.first.iterations, comparison.second.iterations)
    return len(parting.rows) > shown or parting.alike + shown < most


def _explanation(comparison: Comparison) -> Iterator[Line]:
    parting = comparison.parting
    if parting is None:
        return
    explanation = parting.explanation
    yield (Piece("why  ", TITLE), Piece(explanation.cause, MARKED))
    yield from _wrapped(explanation.sentence, "  ")
    sides = (
        (comparison.first, explanation.first, FIRST),
        (comparison.second, explanation.second, SECOND),
    )
    for compared, remarks, style in sides:
        yield line(f"  {compared.side.name}", style)
        width = max((len(_gutter(remark)) for remark in remarks), default=0)
        for remark in remarks:
            gutter = _gutter(remark).ljust(width)
            lines = list(_wrapped(remark.text, " " * (width + 6)))
            yield (Piece(f"    {gutter}  ", QUIET), Piece("".join(lines[0][0].text).lstrip()))
            yield from lines[1:]


def _gutter(remark: Remark) -> str:
    return "" if remark.place is None else remark.place.named


def _wrapped(text: str, indent: str) -> Iterator[Line]:
    for each in wrap(text, _COLUMNS, initial_indent=indent, subsequent_indent=indent):
        yield line(each)


def _figures(comparison: Comparison) -> Iterator[Line]:
    rows = [row for row in comparison.figures if row.figure.kind == "observe" or row.differs]
    hidden = len(comparison.figures) - len(rows)
    if len(comparison.seeds) > 1:
        shown = ", ".join(map(str, comparison.seeds[:_SEEDS_SHOWN]))
        more = ", …" if len(comparison.seeds) > _SEEDS_SHOWN else ""
        what = f"means over {len(comparison.seeds)} seeds ({shown}{more}), differences in pairs"
        yield (Piece("figures  ", TITLE), Piece(what))
    elif rows:
        yield line("figures", TITLE)
    for seed, reason in comparison.failed_seeds[:_SEEDS_SHOWN]:
        yield line(f"  no figures with seed {seed}: {reason}", MARKED)
    if rows:
        yield from table_lines(list(_figure_rows(comparison, rows)))
    if hidden:
        yield line(f"  {plural(hidden, 'other figure')} alike", QUIET)


def _figure_rows(comparison: Comparison, rows: Sequence[FigureRow]) -> Iterator[tuple[Cell, ...]]:
    names = comparison.first.side.name, comparison.second.side.name
    several = len(comparison.seeds) > 1
    interval = f"± {percent(comparison.level)}" if several else ""
    yield (
        Cell("", QUIET),
        Cell("", QUIET),
        Cell(names[0], FIRST, is_figure=True),
        Cell(names[1], SECOND, is_figure=True),
        Cell(f"{names[1]} - {names[0]}", QUIET, is_figure=True),
        Cell(interval, QUIET, is_figure=True),
        Cell("", QUIET),
    )
    before = ("", "")
    for row in rows:
        subject = row.figure.kind, row.figure.subject
        yield _figure_row(row, several, is_first=subject != before)
        before = subject


def _figure_row(row: FigureRow, several: bool, is_first: bool) -> tuple[Cell, ...]:
    figure, difference = row.figure, row.difference
    subject = figure.subject or figure.kind
    first, second, half, note = row.first, row.second, "", ""
    if several and difference is not None:
        first, second = difference.first, difference.second
        note = difference.note
        if difference.half_width is not None:
            half = "0" if difference.is_constant else short(difference.half_width)
    elif not several:
        note = relative_text(row.first, row.change)
    style = MARKED if row.change else PLAIN
    return (
        Cell(subject if is_first else "", PLAIN),
        Cell(figure.name, QUIET),
        Cell(value_text(first), PLAIN, is_figure=True),
        Cell(value_text(second), PLAIN, is_figure=True),
        Cell(change_text(row.change), style, is_figure=True),
        Cell(half, PLAIN, is_figure=True),
        Cell(note, QUIET),
    )


def value_text(value: float | None) -> str:
    """A figure in few digits, `-` if it has no value."""
    return "-" if value is None else short(value)


def change_text(change: float | None) -> str:
    """A difference with its sign."""
    if change is None:
        return "-"
    return f"+{short(change)}" if change > 0 else short(change)


def relative_text(before: float | None, change: float | None) -> str:
    """A difference in percent of what it is from; empty if that says nothing."""
    if not before or not change:
        return ""
    share = change / abs(before)
    if abs(share) < _LEAST_SHARE:
        return ""
    return f"+{percent(share)}" if share > 0 else percent(share)
