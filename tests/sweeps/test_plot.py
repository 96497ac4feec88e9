"""The plot: marks where the figures are, well-formed whatever names there are."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from sqlang.sweeps.plot import plot_svg
from sqlang.sweeps.plot.axis import Axis, axis_of_figures, positions_of
from sqlang.sweeps.plot.panel import Frame
from sqlang.sweeps.plot.series import choice
from sqlang.sweeps.running import here
from sqlang.sweeps.statistics import Results, summed_up
from sqlang.sweeps.sweep import perform_all
from sqlang.sweeps.variation import read_variation
from tests.sweeps.programs import CHANCE, NEGATIVE, WORK, plan

SVG = "{http://www.w3.org/2000/svg}"
TOOK = "observes.took.mean"


def results(text: str, *vary: str, seeds: range = range(1, 3), measure: str = TOOK) -> Results:
    made = plan(text, *vary, seeds=seeds)
    measures = [measure] if measure else list(made.paths)
    return summed_up(made, measures, perform_all(made, {}, here))


def drawn(results: Results, title: str = "x.sq") -> ET.Element:
    return ET.fromstring(plot_svg(results, title))


def centers(picture: ET.Element) -> list[tuple[float, float]]:
    panels = [each for each in picture if each.get("class") == "panel"]
    found = panels[0].iter(f"{SVG}circle")
    return [(float(each.get("cx", "")), float(each.get("cy", ""))) for each in found]


def test_marks_lie_where_the_figures_are() -> None:
    # Means 1, 2 and 4 of the horizontal values 1, 2 and 4: all on a line, at 0, 1/3 and 1.
    (left, low), (middle, between), (right, high) = centers(drawn(results(WORK, "work=1,2,4")))
    assert middle - left == pytest.approx((right - left) / 3, abs=0.02)
    assert between - low == pytest.approx((high - low) / 3, abs=0.02)
    assert high < low


def test_a_logarithmic_parameter_has_a_logarithmic_axis() -> None:
    (first, _), (second, _), (third, _) = centers(drawn(results(WORK, "work=0.1..10:3:log")))
    assert second - first == pytest.approx(third - second, abs=0.02)


def test_the_band_is_the_interval() -> None:
    of_chance = results(CHANCE, "scale=1,5", seeds=range(4))
    picture = plot_svg(of_chance, "x")
    (band,) = re.findall(r'class="band" points="([^"]+)"', picture)
    heights = [float(place.split(",")[1]) for place in band.split()]
    (upper_left, upper_right, lower_right, lower_left) = heights
    (_, left), (_, right) = centers(ET.fromstring(picture))
    assert (upper_left + lower_left) / 2 == pytest.approx(left, abs=0.02)
    assert (upper_right + lower_right) / 2 == pytest.approx(right, abs=0.02)
    widths = [each.estimates[0].half_width or 0.0 for each in of_chance.points]
    assert (lower_left - upper_left) / (lower_right - upper_right) == pytest.approx(
        widths[0] / widths[1], rel=0.01
    )


def test_values_that_are_no_numbers_stand_side_by_side() -> None:
    picture = plot_svg(results(WORK, "work=1,max(2, 3)"), "x")
    assert "max(2, 3)" in picture
    assert "<polyline" not in picture


def test_where_runs_failed_there_is_a_cross_and_a_gap() -> None:
    picture = plot_svg(results(NEGATIVE, "p=0,0.5,1"), "x")
    assert picture.count('class="failed"') == 1
    assert "2 runs failed: SQ901" in picture
    assert picture.count("<polyline") == 2


def test_other_parameters_make_series_with_a_legend() -> None:
    picture = plot_svg(results(WORK, "work=1,2", "extra=0,1,2"), "x")
    assert picture.count("<polyline") == 3
    assert all(f">extra={value}</text>" in picture for value in (0, 1, 2))


def test_of_many_series_some_are_drawn_and_that_is_said() -> None:
    many = results(WORK, "work=1,2", "extra=1..30", seeds=range(1, 2))
    assert choice(many).chosen == (0, 4, 8, 12, 17, 21, 25, 29)
    picture = plot_svg(many, "x")
    assert "drawn are 8 of 30 combinations" in picture
    assert picture.count("<polyline") == 8


def test_each_measure_has_a_panel_up_to_a_dozen() -> None:
    picture = drawn(results(WORK, "work=1,2", measure=""))
    assert sum(each.get("class") == "panel" for each in picture) == 12
    assert "the first 12 of" in plot_svg(results(WORK, "work=1,2", measure=""), "x")


def test_hostile_names_stay_text() -> None:
    drawn(results(WORK, "work=1,2"), 'a <b> & "c" \x00\ud800 </svg>')


def test_light_and_dark_are_in_the_picture() -> None:
    assert "prefers-color-scheme: dark" in plot_svg(results(WORK, "work=1,2"), "x")


def test_nothing_varied_is_nothing_to_draw_along() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        plot_svg(results(WORK), "x")


@pytest.mark.parametrize(
    ("values", "axis"),
    [
        ([1.0, 9.0], Axis(0.0, 9.48)),
        ([90.0, 100.0], Axis(89.4, 100.6)),
        ([-10.0, 10.0], Axis(-11.2, 11.2)),
        ([5.0, 5.0], Axis(0.0, 7.8)),
        ([0.0, 0.0], Axis(0.0, 1.06)),
        ([], Axis(0.0, 1.06)),
    ],
)
def test_the_upright_axis_holds_all_and_zero_if_it_is_near(values: list[float], axis: Axis) -> None:
    made = axis_of_figures(values)
    assert (made.start, made.end) == pytest.approx((axis.start, axis.end))


def test_ticks_are_round() -> None:
    assert [tick.text for tick in Axis(0.0, 9.48).ticks()] == ["0", "2", "4", "6", "8"]
    assert [tick.text for tick in Axis(0.03, 0.31).ticks()] == [
        "0.05", "0.1", "0.15", "0.2", "0.25", "0.3",
    ]  # fmt: skip
    assert [tick.text for tick in Axis(1.0, 1000.0, True).ticks()] == ["1", "10", "100", "1000"]
    assert [tick.text for tick in Axis(1.0, 20.0, True).ticks()] == ["1", "2", "5", "10", "20"]


def test_few_values_are_marked_themselves() -> None:
    marked = positions_of(read_variation("x=0.1..0.9:9")).ticks
    assert [tick.text for tick in marked] == [f"0.{at}" for at in range(1, 10)]
    assert Frame(10.0, 20.0, 100.0, 50.0).x(0.5) == 60.0
