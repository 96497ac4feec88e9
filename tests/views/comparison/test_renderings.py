"""JSON has the fields that the documentation names; the page is whole, escaped and quiet."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import jsonschema
import pytest

from sqlang import Limits
from sqlang.views.comparison.color import colored
from sqlang.views.comparison.comparison import Comparison
from sqlang.views.comparison.json_value import to_json_value
from sqlang.views.comparison.page import page
from sqlang.views.comparison.styled import plain_text
from sqlang.views.comparison.text import comparison_lines
from tests.cli.commands import ROOT
from tests.views.comparison.programs import EXAMPLE_TEXT, WITHOUT_EXCLUSIVE, compared, mixed

NUMBER = {"type": ["number", "null"]}
TEXT = {"type": "string"}
LINE = {"type": ["integer", "null"]}


def closed(**fields: object) -> dict[str, object]:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def optional(schema: dict[str, object]) -> dict[str, object]:
    return {"anyOf": [{"type": "null"}, schema]}


def listed(schema: object) -> dict[str, object]:
    return {"type": "array", "items": schema}


MEMBER = closed(
    session={"type": "integer"},
    turn={"type": "number"},
    mode={"enum": ["prefill", "decode"]},
    tokens={"type": "number"},
)
BATCH = closed(
    members=listed(MEMBER),
    cost={"type": "number"},
    used={"type": "number"},
    cached={"type": "number"},
    lines=listed({"type": "integer"}),
)
ROW = closed(time={"type": "number"}, stage=TEXT, a=optional(BATCH), b=optional(BATCH))
PLACE = closed(line={"type": "integer"}, text=TEXT, path={"type": ["string", "null"]})
REMARK = closed(text=TEXT, place=optional(PLACE))
PARTING = closed(
    iterations_alike={"type": "integer"},
    time={"type": "number"},
    cause=TEXT,
    explanation=TEXT,
    a=listed(REMARK),
    b=listed(REMARK),
    common=listed(ROW),
    rows=listed(ROW),
    **{"in": {"enum": ["iterations", "sessions"]}},
)
PROGRAM = closed(
    name=TEXT,
    title=TEXT,
    changes=listed(TEXT),
    iterations={"type": "integer"},
    failure=optional(closed(code=TEXT, message=TEXT)),
    stopped=optional(closed(reason=TEXT, time={"type": "number"})),
)
INTERVAL = closed(
    pairs={"type": "integer"}, a=NUMBER, b=NUMBER, mean=NUMBER, low=NUMBER, high=NUMBER, reason=TEXT
)
FIGURE = closed(
    kind={"enum": ["observe", "run", "stage", "pool"]},
    subject=TEXT,
    figure=TEXT,
    a=NUMBER,
    b=NUMBER,
    difference=NUMBER,
    interval=optional(INTERVAL),
)
SCHEMA = closed(
    version={"const": 1},
    programs={"type": "array", "items": PROGRAM, "minItems": 2, "maxItems": 2},
    source=listed(closed(mark={"enum": list("-+ …")}, a=LINE, b=LINE, text=TEXT)),
    parting=optional(PARTING),
    compared_all={"type": "boolean"},
    seeds=listed({"type": "integer"}),
    level={"type": "number"},
    failed_seeds=listed(closed(seed={"type": "integer"}, reason=TEXT)),
    figures=listed(FIGURE),
)

HOSTILE = mixed().replace("\nrun {", " // </script><b title='x'>\nrun {")
COMPARISONS = {
    "exclusivity": compared(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE),
    "seeds": compared(mixed(gate="~exp(1)"), mixed(gate="~exp(1)", budget="3"), seeds=3),
    "failed seeds": compared(
        mixed(gate="~exp(1)"),
        mixed(gate="~exp(1)", budget="3"),
        seeds=3,
        limits=Limits(iterations=2),
    ),
    "alike": compared(EXAMPLE_TEXT, EXAMPLE_TEXT),
    "failed": compared(mixed(), mixed().replace("observe r = now;", "branch (now) { }")),
    "empty batch": compared(HOSTILE, HOSTILE.replace("title='x'", "title='y'")),
    "no iterations": compared(
        "stage g : delay; workload { arrive batch(1); } session { run g (1); } run { horizon 9; }",
        "stage g : delay; workload { arrive batch(1); } session { run g (2); } run { horizon 9; }",
    ),
}


@pytest.mark.parametrize("comparison", COMPARISONS.values(), ids=COMPARISONS)
def test_json_follows_its_schema(comparison: Comparison) -> None:
    value = json.loads(json.dumps(to_json_value(comparison), allow_nan=False))
    jsonschema.validate(value, SCHEMA)


def test_the_documentation_names_every_field() -> None:
    text = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
    fields: set[str] = set()
    schemas: list[object] = [SCHEMA]
    while schemas:
        schema = schemas.pop()
        if isinstance(schema, dict):
            fields |= set(schema.get("properties", ()))
            schemas += schema.values()
        elif isinstance(schema, list):
            schemas += schema
    assert {field for field in fields if f"`{field}`" not in text} == set()


class _Outline(HTMLParser):
    """Checks that tags are closed in order, and gathers ids, links and texts."""

    VOID = frozenset({"meta", "link", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                assert value not in self.ids
                self.ids.add(value or "")
            elif name == "href":
                self.links.add(value or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def outline(comparison: Comparison) -> _Outline:
    parser = _Outline()
    parser.feed(page(comparison))
    assert parser.open == []
    return parser


@pytest.mark.parametrize("comparison", COMPARISONS.values(), ids=COMPARISONS)
def test_the_page_is_whole_and_its_links_lead_somewhere(comparison: Comparison) -> None:
    parsed = outline(comparison)
    inner = {link[1:] for link in parsed.links if link.startswith("#")}
    assert inner <= parsed.ids
    assert {link for link in parsed.links if not link.startswith("#")} == {"data:,"}
    assert "script" not in parsed.tags


def test_the_page_shows_the_parting_and_its_reason() -> None:
    parsed = outline(COMPARISONS["exclusivity"])
    assert "they part at t=1" in parsed.text
    assert "the prefill of session 1 gets the remaining 3" in parsed.text
    assert {"a12", "b12", "a25", "b24"} <= parsed.ids


def test_texts_of_programs_are_escaped() -> None:
    parsed = outline(COMPARISONS["empty batch"])
    assert "b" not in parsed.tags
    assert "</script><b title='x'>" in parsed.text


@pytest.mark.parametrize("comparison", COMPARISONS.values(), ids=COMPARISONS)
def test_colors_change_no_character(comparison: Comparison) -> None:
    lines = comparison_lines(comparison)
    plain = [line.rstrip() for line in colored(lines).plain.splitlines()]
    assert "\n".join(plain) == plain_text(lines)


def test_costs_are_without_the_noise_of_binary_fractions() -> None:
    noisy = compared(mixed(cost="0.1 * tokens"), mixed(cost="0.1 * tokens", budget="3"))
    parting = noisy.parting
    assert parting is not None
    assert parting.rows[0].second is not None
    assert parting.rows[0].second.iteration.cost == 0.1 * 3  # 0.30000000000000004
    for rendered in (page(noisy), plain_text(comparison_lines(noisy))):
        assert "0:0:p3" in rendered
        assert "takes 0.3" in rendered
        assert "000000" not in rendered


def test_costs_that_differ_by_a_bit_alone_are_told_apart() -> None:
    text = plain_text(comparison_lines(compared(mixed(cost="0.1 + 0.2"), mixed(cost="0.3"))))
    assert "0:0:p4, takes 0.30000000000000004  0:0:p4, takes 0.3\n" in text


def test_the_picture_begins_near_the_parting_however_long_the_iterations_before() -> None:
    """Batches of four tokens are a hundred times as long as others."""
    usual = "tokens > 3 ? 100 : 1"
    first = mixed(cost=usual, horizon="500")
    comparison = compared(first, first.replace("prefill (4)", "prefill (4 - serial)"))
    assert comparison.parting is not None
    assert comparison.parting.time == 200
    drawn = page(comparison)
    place = re.search(r'class="parting" x1="([\d.]+)"', drawn)
    assert place is not None
    assert float(place[1]) < 500
    assert "<title>t=100, takes 100: 0:0:d1 1:0:p3</title>" in drawn
    assert "<title>t=0, " not in drawn


def test_intervals_are_drawn_over_several_seeds() -> None:
    assert 'class="bar-mean"' in page(COMPARISONS["seeds"])
    assert 'class="bar-mean"' not in page(COMPARISONS["exclusivity"])


def test_seeds_without_figures_are_told_with_their_reason() -> None:
    comparison = COMPARISONS["failed seeds"]
    assert [seed for seed, _ in comparison.failed_seeds] == list(comparison.seeds)
    text = plain_text(comparison_lines(comparison))
    seed, reason = comparison.failed_seeds[0]
    assert f"no figures with seed {seed}: {reason}\n" in text
    assert "ended by a bound (iterations)" in reason
