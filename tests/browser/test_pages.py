"""Our pages in a real browser: nothing is fetched, nothing goes wrong, links light up."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import Scheme, opened, running
from tests.cli.commands import sq

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "separate_phases.sq"
PREFILL = 23  # the line of `prefill prompt growing kv;`, whose tokens are iterations 0 and 1
HOSTILE = """stage gpu : fifo; // </script><script>throw 1</script> <!-- "&' ]]> \u2028
workload { arrive batch(1); }
session { run gate (1); observe late = now; }
run { horizon 1.5; }
"""
FAILING = """stage gate : delay;
workload { arrive batch(2); }
session { set late = 2; run gate (1); branch (late) { end; } }
run { horizon 9; }
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trace")
    page, program = folder / "page.html", folder / f"{'a_name_' * 12}.sq"
    shutil.copy(EXAMPLE, program)
    assert sq("trace", str(program), "--html", str(page)).code == 0
    return page


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compare")
    page, program = folder / "page.html", folder / f"{'a_name_' * 12}.sq"
    shutil.copy(EXAMPLE, program)
    assert sq("compare", str(program), "--without", "12", "--html", str(page)).code == 0
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 420])
def test_a_trace_fits_every_window(
    browser: Browser, traced: Path, scheme: Scheme, width: int
) -> None:
    with opened(browser, traced, scheme, width) as shown:
        assert shown.page.locator("#L12").is_visible()
        assert not shown.is_wider_than_window()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 420])
def test_a_comparison_fits_every_window(
    browser: Browser, compared: Path, scheme: Scheme, width: int
) -> None:
    with opened(browser, compared, scheme, width) as shown:
        assert shown.page.get_by_text("exclusivity").first.is_visible()
        assert not shown.is_wider_than_window()


def test_a_line_lights_what_it_did(browser: Browser, traced: Path) -> None:
    with opened(browser, traced) as shown:
        shown.page.locator(f"#L{PREFILL}").click()
        assert shown.blocks_lit() == [0, 1]
        assert shown.lines_lit() == [PREFILL]


def test_an_iteration_lights_its_line_and_says_what_it_was(browser: Browser, traced: Path) -> None:
    with opened(browser, traced) as shown:
        shown.page.locator('#timeline [data-block="1"]').first.click()
        assert shown.lines_lit() == [PREFILL]
        detail = shown.page.locator("#detail").inner_text()
        assert "1:0:p4" in detail
        assert "7" in detail  # units of kv


def test_a_session_lights_its_iterations_and_statements(browser: Browser, traced: Path) -> None:
    with opened(browser, traced) as shown:
        shown.page.locator('.row[data-session="0"] .serial').click()
        assert shown.blocks_lit() == [0, 2, 3]
        assert shown.lines_lit() == [21, PREFILL, 25]


def test_the_timeline_is_used_from_the_keyboard(browser: Browser, traced: Path) -> None:
    with opened(browser, traced) as shown:
        whole = shown.page.locator("#shown").inner_text()
        shown.page.locator("#timeline").focus()
        shown.page.keyboard.press("+")
        assert shown.page.locator("#shown").inner_text() != whole
        shown.page.keyboard.press("0")
        assert shown.page.locator("#shown").inner_text() == whole


def test_a_lane_without_averages_is_seen_from_afar(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert sq("trace", str(ROOT / "examples" / "vllm_like.sq"), "--html", str(page)).code == 0
    with opened(browser, page) as shown:
        assert shown.page.locator("svg.coarse").count() == 1
        for pool in ("pool0", "pool1"):  # of `kv` there are averages, of `seats` every change
            lane = shown.page.locator(f'.lane[data-place="{pool}"] .used')
            seen = lane.evaluate_all("all => all.filter(e => e.getClientRects().length).length")
            assert seen > 100


def test_a_session_that_stands_out_says_how_to_see_it(browser: Browser, tmp_path: Path) -> None:
    """Session 39 waits longest; it lives from 0 to 40, and its row is not among the first 24."""
    (tmp_path / "desk.sq").write_text(
        "stage desk : fifo(1);\nworkload { arrive batch(40); }\nsession { run desk (1); }\n"
        "run { horizon 100; }\n"
    )
    page = tmp_path / "page.html"
    assert sq("trace", str(tmp_path / "desk.sq"), "--html", str(page)).code == 0
    with opened(browser, page) as shown:
        rows = shown.page.locator("#notable tbody tr")
        assert rows.first.locator("td").first.inner_text() == "39"
        rows.first.focus()
        shown.page.keyboard.press("Enter")
        detail = shown.page.locator("#detail").inner_text()
        assert "session 39" in detail
        assert f"--html {page} --session 39" in detail
        assert "desk.sq --session 39" in detail
        shown.page.get_by_role("button", name="session", exact=True).click()
        assert rows.first.locator("td").first.inner_text() == "28"


def test_a_program_cannot_reach_into_its_page(browser: Browser, tmp_path: Path) -> None:
    program, page = tmp_path / "hostile.sq", tmp_path / "page.html"
    program.write_text(HOSTILE.replace("gpu", "gate"), encoding="utf-8")
    assert sq("trace", str(program), "--html", str(page)).code == 0
    with opened(browser, page) as shown:
        line = shown.page.locator("#L1").inner_text()
        assert "</script><script>throw 1</script> <!-- \"&' ]]>" in line


def test_a_failed_run_says_so_at_its_line(browser: Browser, tmp_path: Path) -> None:
    program, page = tmp_path / "failing.sq", tmp_path / "page.html"
    program.write_text(FAILING, encoding="utf-8")
    assert sq("trace", str(program), "--html", str(page)).code == 1
    with opened(browser, page) as shown:
        assert shown.page.locator("#problem").is_visible()
        assert shown.page.locator("#source li.failing").get_attribute("data-line") == "3"


def test_the_timeline_alone_is_a_picture(browser: Browser, tmp_path: Path) -> None:
    picture = tmp_path / "timeline.svg"
    assert sq("trace", str(EXAMPLE), "--svg", str(picture)).code == 0
    with opened(browser, picture) as shown:
        assert "p4" in (shown.page.locator("svg").first.text_content() or "")
