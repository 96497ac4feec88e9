"""The report of a run as a plain text for people (REP-6, REP-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, TypeVar

from sqlang.views.display_width import pad
from sqlang.views.numbers import exact
from sqlang.views.outcome import ObserveFigures, PoolFigures, ReportFigures, StageFigures

_NAME_COLUMNS: Final = 16
_OBSERVE_COLUMNS: Final = (7, 11, 12, 11, 11)
_STAGE_COLUMNS: Final = (7, 11, 11, 13, 11, 11, 12)
_POOL_COLUMNS: Final = (7, 11, 11, 11, 11, 10)

_Member = TypeVar("_Member", StageFigures, PoolFigures)


def report_text(report: ReportFigures) -> str:
    """Blocks for the run, its observations, stages and pools; blocks without rows are left out."""
    blocks = [
        _run_block(report),
        _observations_block(report),
        _stages_block(report.stages),
        _pools_block(report.pools) + stuck_notes(report),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def stuck_notes(report: ReportFigures) -> list[str]:
    """For each pool with stuck sessions (POOL-20) the line that ends its report."""
    return [
        f"note: {pool.stuck} session(s) at pool {name} were preempted again without progress"
        for name, pool in _members(report.pools)
        if pool.stuck
    ]


def _run_block(report: ReportFigures) -> list[str]:
    run = (
        f"serQ run   seed {report.seed}   time 0 .. {exact(report.end)}   "
        f"warm-up {exact(report.warmup)}   (horizon {exact(report.horizon)})"
    )
    sessions = (
        f"sessions   {report.arrivals} arrived, {report.ended} ended, {report.turns} turns, "
        f"{_decimals(3)(report.mean_live)} live on average, {report.events} events"
    )
    return [run, sessions]


def _observations_block(report: ReportFigures) -> list[str]:
    if not report.observes:
        return []
    header = _row("observations", ("count", "mean", "+/-95%", "cv2", "p99"), _OBSERVE_COLUMNS)
    return [header, *(_observation(*observe) for observe in report.observes.items())]


def _observation(name: str, figures: ObserveFigures) -> str:
    mean, ratio = _decimals(4), _decimals(3)
    cells = (
        str(figures.samples),
        mean(figures.mean),
        mean(figures.ci),
        ratio(figures.cv2),
        mean(figures.p99),
    )
    return _row(f"  {name}", cells, _OBSERVE_COLUMNS)


def _stages_block(stages: Sequence[StageFigures]) -> list[str]:
    if not stages:
        return []
    titles = ("number", "busy", "done", "per unit", "wait", "service", "iterations")
    header = _row("stages", titles, _STAGE_COLUMNS)
    return [header, *(_stage(name, stage) for name, stage in _members(stages))]


def _stage(name: str, stage: StageFigures) -> str:
    mean, share = _decimals(4), _decimals(3)
    cells = (
        share(stage.mean_number),
        share(stage.utilization),
        str(stage.completed),
        mean(stage.throughput),
        mean(stage.mean_wait),
        mean(stage.mean_service),
        str(stage.iterations),
    )
    return _row(f"  {name}", cells, _STAGE_COLUMNS)


def _pools_block(pools: Sequence[PoolFigures]) -> list[str]:
    if not pools:
        return []
    titles = ("used", "cached", "queued", "holders", "wait", "admitted")
    lines = [_row("pools", titles, _POOL_COLUMNS)]
    for name, pool in _members(pools):
        lines.append(_pool(name, pool))
        lines.extend(_pool_counts(pool))
    return lines


def _pool(name: str, pool: PoolFigures) -> str:
    units, count, wait = _decimals(1), _decimals(3), _decimals(4)
    cells = (
        units(pool.mean_used),
        units(pool.mean_cached),
        count(pool.mean_queue),
        count(pool.mean_holders),
        wait(pool.mean_wait),
        str(pool.admissions),
    )
    return _row(f"  {name}", cells, _POOL_COLUMNS)


def _pool_counts(pool: PoolFigures) -> list[str]:
    counts = (
        pool.evicted_entries,
        pool.evicted_units,
        pool.preemptions,
        pool.spills,
        pool.rejected,
        pool.stuck,
    )
    if not any(counts):
        return []
    line = (
        f"    evictions {pool.evicted_entries} ({exact(pool.evicted_units)} units), "
        f"preemptions {pool.preemptions}, spills {pool.spills}, rejected {pool.rejected}, "
        f"stuck {pool.stuck}"
    )
    return [line]


def _members(rows: Sequence[_Member]) -> Iterator[tuple[str, _Member]]:
    """Each with its name, members of a family as `name[i]`."""
    for name, group in groupby(rows, key=lambda row: row.name):
        members = list(group)
        for index, member in enumerate(members):
            yield (name if len(members) == 1 else f"{name}[{index}]"), member


def _decimals(digits: int) -> Callable[[float | None], str]:
    """How to write a figure with so many decimals; one that is not finite is `-` (REP-2)."""
    return lambda value: "-" if value is None else f"{value:.{digits}f}"


def _row(name: str, cells: Sequence[str], columns: Sequence[int]) -> str:
    figures = (cell.rjust(width) for cell, width in zip(cells, columns, strict=True))
    return pad(name, _NAME_COLUMNS + 2) + "".join(figures)
