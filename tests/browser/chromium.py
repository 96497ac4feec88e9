"""A real Chromium without a screen, which opens our pages and keeps what it complains of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
Scheme = Literal["light", "dark"]


def program() -> str:
    """Where a Chromium is; without one the test is skipped, but never on CI."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("CI has no Chromium: .ci/run should have installed it")
    if found is None:
        pytest.skip("there is no Chromium on this machine (Debian: apt-get install chromium)")
    return found


@contextmanager
def running() -> Iterator[Browser]:
    """A browser with a new profile."""
    executable = program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            browser.close()


class OpenPage:
    """One page as a person has it before them, with everything the browser had to say of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.fetched: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self.complaints.append(request.url))
        page.on("request", lambda request: self.fetched.append(request.url))

    def open(self, path: Path) -> None:
        """Opens a file, which must need nothing but itself."""
        self.page.goto(path.as_uri())
        assert self.fetched == [path.as_uri()]

    def lines_lit(self) -> list[int]:
        """The lines of the source that are highlighted."""
        lit = self.page.locator("#source li.lit").evaluate_all(
            "all => all.map(e => e.dataset.line)"
        )
        return [int(line) for line in lit]

    def blocks_lit(self) -> list[int]:
        """The iterations of the timeline that are highlighted."""
        lit = self.page.locator("[data-block].lit").evaluate_all(
            "all => [...new Set(all.map(e => Number(e.dataset.block)))].sort()"
        )
        return [int(block) for block in lit]

    def is_wider_than_window(self) -> bool:
        """Whether one would have to scroll sideways to read it."""
        wider: bool = self.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        return wider


@contextmanager
def opened(
    browser: Browser, path: Path, scheme: Scheme = "light", width: int = 1400
) -> Iterator[OpenPage]:
    """A file in a window of its own; at the end nobody may have complained."""
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 1000}, offline=True
    )
    try:
        open_page = OpenPage(context.new_page())
        open_page.open(path)
        yield open_page
        assert open_page.complaints == []
    finally:
        context.close()
