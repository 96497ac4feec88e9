"""What the reference recorded of each program holds as its expectations; what it did not, not."""

from __future__ import annotations

import json

import pytest

from sqlang.api.examination import Examination, examine, rewritten
from sqlang.engine import Limits
from sqlang.source import Source
from tests.conformance import vectors

COVERED = [
    name for name in vectors.names("run") if not {"sets", "as_text"} & vectors.expectation("run", name).keys()
]


def promises_of(name: str) -> tuple[list[str], list[str]]:
    """The recorded lines, and the recorded report figure by figure."""
    recorded = vectors.expectation("run", name)
    lines = [f"//! {line}" for line in recorded["iter"]]
    report = json.loads(recorded.get("report_json", "{}"), parse_int=str, parse_float=str)
    return lines, [f"//! report {path} {value}" for path, value in figures(report)]


def figures(report: dict[str, vectors.Json]) -> list[tuple[str, str]]:
    """Each number of a report with its path, digit by digit as it is recorded."""
    found = [(key, value) for key, value in report.items() if not isinstance(value, list | dict)]
    for name, entry in report.get("observes", {}).items():
        found += [(f"observes.{name}.{key}", value) for key, value in entry.items()]
    for part in ("stages", "pools"):
        names = [entry["name"] for entry in report.get(part, [])]
        for at, entry in enumerate(report.get(part, [])):
            name = entry["name"]
            member = f"[{names[:at].count(name)}]" if names.count(name) > 1 else ""
            found += [
                (f"{part}.{name}{member}.{key}", value)
                for key, value in entry.items()
                if key != "name"
            ]
    return [(path, "null" if value is None else value) for path, value in found]


def text_of(name: str, lines: list[str]) -> str:
    return "\n".join([vectors.source("run", name).text, *lines, ""])


def examined(name: str, lines: list[str]) -> Examination:
    source = vectors.source("run", name)
    text = Source(text_of(name, lines), source.path, source.directory)
    examination = examine(text, Limits(deadline=60.0))
    assert examination is not None
    return examination


def messages(examination: Examination) -> list[str]:
    assert examination.expectations.mistakes == ()
    assert examination.verdict.unjudged == ()
    return [each.message for each in examination.verdict.broken]


@pytest.mark.parametrize("name", COVERED)
def test_what_is_recorded_holds_and_nothing_else_does(name: str) -> None:
    lines, report = promises_of(name)
    if not lines and not report:
        pytest.skip("nothing is recorded of its run")
    examination = examined(name, lines + report)
    assert messages(examination) == []

    at = len(lines) // 2
    corruptions = []
    if lines:
        corruptions.append([*lines[:at], *lines[at + 1 :]] if len(lines) > 1 else [])
        corruptions.append([*lines[:at], lines[at] + "1", *lines[at + 1 :]])
        corruptions.append([*lines, lines[-1]])
    for corrupted in filter(None, corruptions):
        again = rewritten(examination, text_of(name, corrupted))
        assert messages(again) != []
    for index in range(0, len(report), 7):
        path = report[index].rpartition(" ")[0]
        again = rewritten(examination, text_of(name, [f"{path} 123456.75"]))
        assert len(messages(again)) == 1
