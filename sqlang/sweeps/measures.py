"""The figures of a report by their paths, `observes.ttft.mean`, and which of them are meant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from sqlang.ir.program import Program
from sqlang.syntax.spelling import nearest
from sqlang.views.expectations.addresses import FIGURES, RUN_FIGURES

Figures = Mapping[str, float | None]
"""By path, as expectations spell it; one that is not finite is None (REP-2)."""

ALL: Final = "all"
_GIVEN: Final = ("horizon", "warmup", "seed")
"""What a run is given and does not find out."""
_COUNTED: Final = tuple(each for each in RUN_FIGURES if each not in _GIVEN)
_OBSERVES: Final = "observes"
_STAGES: Final = "stages"
_MEAN: Final = "mean"
_OF_OBSERVES: Final = (_MEAN, "p99")
_OF_STAGES: Final = ("utilization", "mean_number")
_MOST_NAMED: Final = 8


class MeasureError(ValueError):
    """A measure that no run reports, or that is not one alone."""


def figures_of(report: str) -> dict[str, float | None]:
    """The figures of a report, the JSON of REP-1."""
    value: dict[str, Any] = json.loads(report)
    found: dict[str, float | None] = {name: value[name] for name in _COUNTED}
    for name, observation in value[_OBSERVES].items():
        for figure in FIGURES[_OBSERVES]:
            found[f"{_OBSERVES}.{name}.{figure}"] = observation[figure]
    for part in ("stages", "pools"):
        rows = value[part]
        for name, row in zip(_members([row["name"] for row in rows]), rows, strict=True):
            for figure in FIGURES[part]:
                found[f"{part}.{name}.{figure}"] = row[figure]
    return found


def paths_of(program: Program) -> Iterator[str]:
    """The paths of all figures that a run of a program reports, in the order of REP-1."""
    yield from _COUNTED
    names = {
        _OBSERVES: program.observes,
        _STAGES: _members([stage.name for stage in program.stages]),
        "pools": _members([pool.name for pool in program.pools]),
    }
    for part, of_part in names.items():
        for name in of_part:
            yield from (f"{part}.{name}.{figure}" for figure in FIGURES[part])


def useful(paths: Sequence[str]) -> tuple[str, ...]:
    """What is shown unless something else is asked for: of what is observed, else of the stages."""
    part, figures = _OBSERVES, _OF_OBSERVES
    if not any(path.startswith(f"{part}.") for path in paths):
        part, figures = _STAGES, _OF_STAGES
    chosen = tuple(
        path for path in paths if path.startswith(f"{part}.") and path.rpartition(".")[2] in figures
    )
    return chosen or ("ended", "mean_live")


def resolved(names: Sequence[str], paths: Sequence[str]) -> tuple[str, ...]:
    """The paths that names mean: whole ones, `ttft.p99`, `ttft` for its mean, or `all`.

    Raises `MeasureError`.
    """
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(paths if name == ALL else (_resolved(name, paths),)))
    return tuple(found)


def figure_at(figures: Figures, path: str) -> float | None:
    """A figure; the first member of a family is also what is no family, with a single member."""
    return figures.get(path, figures.get(path.replace("[0].", ".")))


def labels(paths: Sequence[str]) -> list[str]:
    """What to call measures in few words: `ttft mean`; the path where that would be two."""
    short = [_label(path) for path in paths]
    count = Counter(short)
    return [label if count[label] == 1 else path for label, path in zip(short, paths, strict=True)]


def _label(path: str) -> str:
    part, dot, rest = path.partition(".")
    if not dot:
        return part.replace("_", " ")
    name, _, figure = rest.rpartition(".")
    return f"{name} {figure.replace('_', ' ')}"


def _resolved(name: str, paths: Sequence[str]) -> str:
    if name in paths:
        return name
    candidates = [path for path in paths if path.partition(".")[2] == name]
    if not candidates:
        candidates = [path for path in paths if path == f"{_OBSERVES}.{name}.{_MEAN}"]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise MeasureError(f"`{name}` is more than one: {', '.join(candidates)}")
    raise MeasureError(f"no run of the program reports `{name}`{_advice(name, paths)}")


def _advice(name: str, paths: Sequence[str]) -> str:
    known = [*paths, *(path.partition(".")[2] for path in paths if "." in path)]
    near = nearest(name, known)
    if near is not None:
        return f"; did you mean `{near}`?"
    shown = ", ".join(useful(paths)[:_MOST_NAMED])
    return f"; there are {shown} and others, and `{ALL}`"


def _members(names: Iterable[str]) -> list[str]:
    """The names of stages or pools, those of families with a number each."""
    known = list(names)
    size, seen = Counter(known), Counter[str]()
    written = []
    for name in known:
        written.append(name if size[name] == 1 else f"{name}[{seen[name]}]")
        seen[name] += 1
    return written
