"""What the catalogue records about each code."""

from __future__ import annotations

from sqlang.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Code(Record):
    """A code, the rule of the specification behind it, and what it says.

    `template` is a sentence with named fields (`str.format`) for the user's own words; `title`
    names the mistake in a list. What the mistake means, with an example, is on the code's page
    (`sqlang.diagnostics.pages`), which a check does not read.
    """

    __slots__ = ("code", "rule", "template", "title")

    def __init__(self, code: str, rule: str, template: str, title: str) -> None:
        self.code: Final = code
        self.rule: Final = rule
        self.template: Final = template
        self.title: Final = title
