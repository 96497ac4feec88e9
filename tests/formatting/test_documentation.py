"""The programs in docs/fmt.md are in the layout that the page describes."""

from __future__ import annotations

import re

from tests.cli.commands import ROOT
from tests.formatting.programs import formatted

PROGRAM = re.compile(r"^```serq(?: fragment)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_programs_of_the_page_are_formatted() -> None:
    page = (ROOT / "docs" / "fmt.md").read_text(encoding="utf-8")
    programs = PROGRAM.findall(page)
    assert len(programs) == 2
    for program in programs:
        assert formatted(program) == program
