"""docs/check.md says what there is: options, formats, settings."""

from __future__ import annotations

import re

from sqlang.cli.check_options import FORMATS
from sqlang.configuration.reading import KEYS
from tests.cli.commands import ROOT, sq

TEXT = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")


def test_every_option_is_described() -> None:
    options = set(re.findall(r"--[a-z-]+", sq("check", "--help").output)) - {"--help", "--p"}
    assert {"--fix", "--select", "--stdin-filename"} <= options
    assert options - set(re.findall(r"--[a-z-]+", TEXT)) == set()


def test_every_setting_is_described_in_the_same_words() -> None:
    rows = {
        (name, meaning)
        for name, meaning in re.findall(r"^\| `([a-z-]+)` \| .* \| (.*) \|$", TEXT, re.MULTILINE)
    }
    assert rows == set(KEYS.items())


def test_every_format_is_described() -> None:
    assert {name for name in FORMATS if f"| `{name}` | " in TEXT} == set(FORMATS)
