"""Pages: what is linked to what, and that nothing of a program gets out of its place."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

from sqlang.analysis import analyze
from sqlang.engine import run
from sqlang.views.outcome import RUNNING, Failure, Outcome, Stop
from sqlang.views.recording import Recorder
from sqlang.views.timeline.page import timeline_page
from sqlang.views.timeline.source_lines import source_lines
from tests.views.timeline.runs import SEPARATE_PHASES, traced


def page(text: str, outcome: Outcome = RUNNING, title: str = "a run") -> str:
    analysis, timeline = traced(text)
    assert analysis.program is not None
    recorder = Recorder(analysis.program)
    run(analysis.program, observer=recorder)
    return timeline_page(analysis, recorder.recording(), timeline, outcome, title, "sq trace x.sq")


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html)
    assert found is not None
    value: dict[str, Any] = json.loads(found[1])
    return value


class _Lines(HTMLParser):
    """The classes of the source lines, and every attribute that runs a script."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, str] = {}
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.handlers += [name for name in given if name.startswith("on")]
        if tag == "li":
            self.lines[given.get("data-line") or ""] = given.get("class") or ""


def test_lines_and_statements_are_linked_both_ways() -> None:
    lines = source_lines(analyze(SEPARATE_PHASES))
    # In the text: the engine from line 7 to 13, the hold from 21 to 26, prefill 23, decode 25.
    assert lines.of_place["stage1"] == (7,)
    assert lines.of_place["s2.2"] == (21,)
    assert lines.of_place["s3.0"] == (23,)
    assert lines.at_line[9] == ("stage1",)
    assert lines.at_line[22] == ("s2.2",)
    assert lines.at_line[23] == ("s3.0",)
    assert set(lines.at_line[25]) == {"s3.2", "s4.0"}
    assert 2 not in lines.at_line


def test_a_statement_of_a_definition_is_at_its_body_and_its_uses() -> None:
    text = (
        "stage z : delay;\ndef visit(w) {\n  run z (w);\n}\nworkload { arrive batch(1); }\n"
        "session {\n  visit(1);\n  visit(2);\n  end;\n}\nrun { horizon 5; }\n"
    )
    analysis = analyze(text)
    assert analysis.program is not None, analysis.diagnostics
    lines = source_lines(analysis)
    assert lines.of_place["s2.0"] == (3, 7)
    assert lines.of_place["s2.1"] == (3, 8)
    assert set(lines.at_line[3]) == {"s2.0", "s2.1"}


def test_a_page_has_the_blocks_with_tokens_of_each_member() -> None:
    value = data(page(SEPARATE_PHASES))
    assert [block["start"] for block in value["blocks"]] == [0, 1, 2, 3]
    assert value["blocks"][1] == {
        "stage": 1,
        "start": 1,
        "end": 2,
        "size": 1,
        "used": 7,
        "cached": 0,
        "cost": 1,
        "places": ["s3.0"],
        "members": [[1, 0, "p", 4]],
    }
    assert value["sessions"]["0"]["places"] == ["s2.2", "s3.0", "s4.0"]
    assert (value["complete"], value["view"]) == (True, [0, 4])


def test_numbers_that_json_lacks_are_written_out() -> None:
    text = SEPARATE_PHASES.replace("cost 1;", "cost 1 / 0;")
    value = data(page(text))
    assert (value["blocks"][0]["cost"], value["blocks"][0]["end"]) == ("Infinity", "Infinity")


def test_a_failed_run_is_told_and_its_line_marked() -> None:
    failure = Failure("SQ901", "a <guard>", (3, 2), 0, 1.0)
    html = page(SEPARATE_PHASES, Outcome(failure=failure))
    assert "The run failed at 1 in session 0: SQ901, a &lt;guard&gt;" in html
    parsed = _Lines()
    parsed.feed(html)
    assert "failing" in parsed.lines["25"].split()
    assert [line for line, kind in parsed.lines.items() if "failing" in kind.split()] == ["25"]


def test_a_stopped_run_is_told() -> None:
    html = page(SEPARATE_PHASES, Outcome(stopped=Stop("iterations", 3.0)))
    assert "The run was stopped at 3 by its bound on iterations" in html


def test_nothing_of_a_program_becomes_markup() -> None:
    hostile = "</script><img src=x onerror=alert(1)>"
    html = page(f"// {hostile} <!-- \n{SEPARATE_PHASES}", title=hostile)
    assert "<img" not in html
    assert html.count("</script>") == 2
    parsed = _Lines()
    parsed.feed(html)
    assert parsed.handlers == []


def test_a_page_needs_no_other_file() -> None:
    html = page(SEPARATE_PHASES)
    assert re.findall(r'(?:src|href)="(?!data:)', html) == []
    assert "@import" not in html
    assert "innerHTML" not in html
