"""What the catalogue records about each code."""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """A code, the rule of the specification behind it, and what it says.

    `template` is a sentence with named fields (`str.format`) for the user's own words; `title`
    names the mistake in a list. What the mistake means, with an example, is on the code's page
    (`sqlang.diagnostics.pages`), which a check does not read.
    """

    code: str
    rule: str
    template: str
    title: str
