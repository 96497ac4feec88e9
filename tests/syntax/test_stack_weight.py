"""How much deeper a stretch of a text may make what is open on the stack."""

from __future__ import annotations

import pytest

from sqlang.syntax.stack_weight import most_weight


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("end;", 1),
        ("set a = 1;", 2),
        ("set a = 1; set b = 2; set c = 3;", 2),
        ("set a = ((1 + 2) * 3);", 8),
        ("loop { end; }", 4),
        ("loop { loop { set a = 1; } }", 8),
        ('set a = 1; // {{{{\n/* ((( */ log "{{{{";', 2),
    ],
)
def test_signs_count_up_to_the_next_semicolon_on_their_level(text: str, weight: int) -> None:
    """A brace counts as three, every other sign as one; what a level held goes with its `;`."""
    assert most_weight(text) - most_weight("") == weight
