"""Results as one JSON object."""

from __future__ import annotations

from sqlang.sweeps.statistics import Estimate, PointResult, Results

VERSION = 1


def to_json_value(results: Results) -> dict[str, object]:
    """The object that `sq sweep --json` prints."""
    plan = results.plan
    return {
        "version": VERSION,
        "vary": {each.name: [value.text for value in each.values] for each in plan.variations},
        "seeds": [plan.seeds[0], plan.seeds[-1]],
        "level": results.level,
        "measures": list(results.measures),
        "points": [_point(results, each) for each in results.points],
    }


def _point(results: Results, result: PointResult) -> dict[str, object]:
    names = (variation.name for variation in results.plan.variations)
    pairs = zip(names, result.point.values, strict=True)
    return {
        "values": {
            name: value.text if value.number is None else value.number for name, value in pairs
        },
        "failed": [failure._asdict() for failure in result.failures],
        "estimates": {
            path: _estimate(estimate)
            for path, estimate in zip(results.measures, result.estimates, strict=True)
        },
    }


def _estimate(estimate: Estimate) -> dict[str, object]:
    return {
        "runs": estimate.runs,
        "mean": estimate.mean,
        "half_width": estimate.half_width,
        "low": estimate.low,
        "high": estimate.high,
        "least": estimate.least,
        "greatest": estimate.greatest,
        "reason": estimate.reason or None,
    }
