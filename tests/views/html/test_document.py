"""Pages are whole, safe and self-contained."""

from __future__ import annotations

from html.parser import HTMLParser

from sqlang.views.html import document, escaped


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["title"]:
            self.title += data


def test_every_element_is_closed_and_nothing_is_fetched() -> None:
    outline = _Outline()
    outline.feed(document("a < b & c", "<p>x</p>", styles=["p { color: red; }"], scripts=["1;"]))
    assert outline.open == []
    assert outline.title == "a < b & c"
    assert outline.links == ["data:,"]


def test_text_cannot_end_what_it_stands_in() -> None:
    assert escaped("</p><b title='\"'>") == "&lt;/p&gt;&lt;b title=&#x27;&quot;&#x27;&gt;"
