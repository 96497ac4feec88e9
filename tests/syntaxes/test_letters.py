"""What counts as a letter or digit beyond ASCII, beside what the language says (LEX-5)."""

from __future__ import annotations

import re
import sys

import regex

from sqlang_syntaxes.structure.lexical import LETTER, NAME, WHITE

EVERY = "".join(map(chr, (n for n in range(sys.maxunicode + 1) if not 0xD800 <= n <= 0xDFFF)))
FIRST = set(regex.findall(r"[\p{Alphabetic}_]", EVERY))
FURTHER = FIRST | set(regex.findall(r"[\p{Nd}\p{Nl}\p{No}]", EVERY))


def test_each_letter_of_the_language_begins_a_name() -> None:
    assert FIRST - set(re.findall(f"[{LETTER}]", EVERY)) == set()


def test_each_letter_or_digit_goes_on_with_it() -> None:
    going_on = {each for each in FURTHER if re.fullmatch(NAME, f"a{each}")}
    assert FURTHER - going_on == set()


def test_white_space_is_that_of_unicode() -> None:
    assert set(re.findall(f"[{WHITE}]", EVERY)) == set(regex.findall(r"\p{White_Space}", EVERY))


def test_in_ascii_and_latin_nothing_else_is_taken() -> None:
    latin = {each for each in re.findall(f"[{LETTER}]", EVERY) if ord(each) < 0x250}
    assert latin == {each for each in FIRST if ord(each) < 0x250}
