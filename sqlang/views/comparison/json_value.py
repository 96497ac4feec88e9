"""A comparison as JSON for other programs; docs/compare.md describes the fields."""

from __future__ import annotations

from sqlang.views.comparison.comparison import (
    Batch,
    Compared,
    Comparison,
    FigureRow,
    Parting,
    Row,
)
from sqlang.views.comparison.intervals import Difference
from sqlang.views.comparison.side import Place
from sqlang.views.comparison.wording import Remark

VERSION = 1

Json = dict[str, object]


def to_json_value(comparison: Comparison) -> Json:
    """Built of dictionaries, lists, strings, numbers and None alone."""
    return {
        "version": VERSION,
        "programs": [_compared(comparison.first), _compared(comparison.second)],
        "source": [
            {"mark": each.mark, "a": each.first, "b": each.second, "text": each.text}
            for each in comparison.source
        ],
        "parting": None if comparison.parting is None else _parting(comparison.parting),
        "compared_all": not comparison.is_cut,
        "seeds": list(comparison.seeds),
        "level": comparison.level,
        "failed_seeds": [
            {"seed": seed, "reason": reason} for seed, reason in comparison.failed_seeds
        ],
        "figures": [_figure(row) for row in comparison.figures],
    }


def _compared(compared: Compared) -> Json:
    failure, stopped = compared.failure, compared.stopped
    return {
        "name": compared.side.name,
        "title": compared.title,
        "changes": list(compared.notes),
        "iterations": compared.iterations,
        "failure": None if failure is None else {"code": failure.code, "message": failure.message},
        "stopped": None if stopped is None else {"reason": stopped.reason, "time": stopped.time},
    }


def _parting(parting: Parting) -> Json:
    explanation = parting.explanation
    return {
        "iterations_alike": parting.alike,
        "time": parting.time,
        "in": "iterations" if parting.is_in_iterations else "sessions",
        "cause": explanation.cause,
        "explanation": explanation.sentence,
        "a": [_remark(remark) for remark in explanation.first],
        "b": [_remark(remark) for remark in explanation.second],
        "common": [_row(row) for row in parting.common],
        "rows": [_row(row) for row in parting.rows],
    }


def _remark(remark: Remark) -> Json:
    return {"text": remark.text, "place": _place(remark.place)}


def _place(place: Place | None) -> Json | None:
    if place is None:
        return None
    return {"line": place.line, "text": place.text, "path": place.path}


def _row(row: Row) -> Json:
    return {
        "time": row.time,
        "stage": row.stage,
        "a": _batch(row.first),
        "b": _batch(row.second),
    }


def _batch(batch: Batch | None) -> Json | None:
    if batch is None:
        return None
    iteration = batch.iteration
    return {
        "members": [
            {
                "session": member.serial,
                "turn": member.turn,
                "mode": "prefill" if member.prefill else "decode",
                "tokens": member.tokens,
            }
            for member in iteration.members
        ],
        "cost": iteration.cost,
        "used": iteration.used,
        "cached": iteration.cached,
        "lines": [place.line for place in batch.places if place.path is None],
    }


def _figure(row: FigureRow) -> Json:
    figure = row.figure
    return {
        "kind": figure.kind,
        "subject": figure.subject,
        "figure": figure.name,
        "a": row.first,
        "b": row.second,
        "difference": None if row.first is None or row.second is None else row.second - row.first,
        "interval": None if row.difference is None else _interval(row.difference),
    }


def _interval(difference: Difference) -> Json:
    mean, half = difference.mean, difference.half_width
    bounds = None if mean is None or half is None else (mean - half, mean + half)
    return {
        "pairs": difference.pairs,
        "a": difference.first,
        "b": difference.second,
        "mean": mean,
        "low": None if bounds is None else bounds[0],
        "high": None if bounds is None else bounds[1],
        "reason": difference.reason,
    }
