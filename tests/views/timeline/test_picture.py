"""Pictures of timelines: whole, finite, safe, and where the times are."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest

from sqlang.views.timeline import Window
from sqlang.views.timeline.lane_pictures import bin_parts
from sqlang.views.timeline.picture import timeline_svg
from sqlang.views.timeline.scale import Scale, stretch
from tests.views.timeline.runs import SEPARATE_PHASES, recorded, vector

SVG = "{http://www.w3.org/2000/svg}"
LENGTHS = ("x", "y", "width", "height", "x1", "x2", "y1", "y2")
EXTREME = """
stage e : step { budget 4; cost COST; }
stage z : delay;
pool m { block 3; }
workload { arrive ARRIVE; }
session { hold m (1) { run z (WORK); run e prefill (8); } end; }
run { horizon HORIZON; }
"""


def drawn(text: str, window: Window | None = None, iterations: int | None = None) -> ET.Element:
    """The picture of a run, which must be XML with finite lengths."""
    picture = timeline_svg(recorded(text, window, iterations), "a run")
    root = ET.fromstring(picture)
    for element in root.iter():
        for name in LENGTHS:
            value = element.get(name, "0").removesuffix("%")
            assert math.isfinite(float(value)), (element.tag, name, value)
            assert name not in ("width", "height") or float(value) >= 0
    return root


def of_class(root: ET.Element, kind: str) -> list[ET.Element]:
    return [each for each in root.iter() if kind in each.get("class", "").split()]


def extents(elements: list[ET.Element]) -> list[tuple[float, float]]:
    return [
        (float(each.get("data-from", "nan")), float(each.get("data-to", "nan")))
        for each in elements
    ]


def test_blocks_stand_at_their_times_with_their_statements() -> None:
    blocks = of_class(drawn(SEPARATE_PHASES), "block")
    assert [each.get("data-block") for each in blocks] == ["0", "1", "2", "3"]
    assert [each.get("data-place") for each in blocks] == [
        "stage1 s3.0",
        "stage1 s3.0",
        "stage1 s4.0",
        "stage1 s4.0",
    ]
    rectangles = [each.find(f"{SVG}rect") for each in blocks]
    assert extents([each for each in rectangles if each is not None]) == [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
    ]
    # 938 pixels from 150 on are the time from 0 to 4.
    assert [each.get("x") for each in rectangles if each is not None] == [
        "150",
        "384.5",
        "619",
        "853.5",
    ]
    texts = [each.findtext(f"{SVG}text") for each in blocks]
    assert texts == ["p2", "p4", "d1", "d1"]
    assert blocks[1].findtext(f"{SVG}title") == (
        "engine, iteration 2, 1 to 2: 1:0:p4 · used 7 · cached 0 · cost 1"
    )


def test_sessions_have_rows_of_what_they_did() -> None:
    rows = of_class(drawn(SEPARATE_PHASES), "row")
    assert [each.get("data-session") for each in rows] == ["0", "1"]
    assert extents(of_class(rows[0], "at-decode")) == [(1, 4)]
    assert extents(of_class(rows[0], "decode")) == [(2, 4)]
    assert extents(of_class(rows[1], "is-stage")) == [(0, 1)]
    assert extents(of_class(rows[1], "holding")) == [(1, 2)]


def test_memory_is_as_high_as_it_is_full() -> None:
    # The lane of `kv` has 54 pixels for 20 units, of which 2, 7, 3, 4 are used.
    pool = of_class(drawn(SEPARATE_PHASES), "pool")[1]
    heights = [float(each.get("height", "0")) for each in of_class(pool, "used")]
    assert heights == [5.4, 18.9, 8.1, 10.8]


def test_preemptions_are_marked_in_the_pool_and_in_the_row() -> None:
    root = drawn(vector("126-step-preempt-lifo"))
    assert extents(of_class(of_class(root, "pool")[1], "mark")) == [(1, 1)]
    assert extents(of_class(of_class(root, "row")[1], "mark")) == [(1, 1)]
    assert extents(of_class(of_class(root, "row")[1], "is-requeued")) == [(1, 6)]


@pytest.mark.parametrize("cost", ["0", "1", "1e-300", "1e300", "1 / 0", "0 / 0", "tokens"])
@pytest.mark.parametrize("arrive", ["none", "batch(3)"])
@pytest.mark.parametrize(("work", "horizon"), [("0", "1e300"), ("1e-9", "5"), ("1e200", "1e300")])
def test_extreme_runs_have_finite_pictures(cost: str, arrive: str, work: str, horizon: str) -> None:
    text = EXTREME.replace("COST", cost).replace("ARRIVE", arrive)
    root = drawn(text.replace("WORK", work).replace("HORIZON", horizon))
    assert of_class(root, "axis")


ENDLESS = """
stage e : step { budget 4; cost 1; }
workload { arrive closed(1); }
session { run e prefill (4); run e decode (3); end; }
run { horizon 1e9; }
"""


def test_many_iterations_are_drawn_in_bins_and_few_of_them_one_by_one() -> None:
    whole = drawn(ENDLESS, iterations=20_000)
    assert "coarse" in whole.get("class", "").split()
    part = drawn(ENDLESS, Window(15_000, 15_010), iterations=20_000)
    assert "coarse" not in part.get("class", "").split()
    assert len(of_class(part, "block")) == 12


def test_a_bin_is_hidden_where_there_are_blocks() -> None:
    assert bin_parts(0, 2, (3, 9)) == [("bins", 0, 2)]
    assert bin_parts(2, 4, (3, 9)) == [("under", 2, 4), ("bins", 2, 3)]
    assert bin_parts(4, 6, (3, 9)) == [("under", 4, 6)]
    assert bin_parts(8, 10, (3, 9)) == [("under", 8, 10), ("bins", 9, 10)]


def test_equal_runs_have_equal_pictures() -> None:
    text = vector("156-exclusive-random")
    assert timeline_svg(recorded(text)) == timeline_svg(recorded(text))


def test_a_title_cannot_leave_its_place() -> None:
    picture = timeline_svg(recorded(SEPARATE_PHASES), "</title><script>alert(1)</script>\0", "<b>&")
    assert "<script>" not in picture
    assert "<b>" not in picture
    ET.fromstring(picture)


def test_the_axis_has_round_times() -> None:
    assert Scale(0, 4, 0, 100).ticks() == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
    assert Scale(995, 1015, 0, 100).ticks() == [
        996,
        998,
        1000,
        1002,
        1004,
        1006,
        1008,
        1010,
        1012,
        1014,
    ]


def test_what_is_shown_has_a_length() -> None:
    ended = recorded(SEPARATE_PHASES)
    assert stretch(ended) == (0, 4)
    assert stretch(ended._replace(end=0.0)) == (0, 1)
    assert stretch(ended._replace(window=Window(1, 2))) == (1, 2)
    assert stretch(ended._replace(window=Window(50, 60))) == (0, 4)
