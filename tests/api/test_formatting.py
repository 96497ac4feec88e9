"""`sqlang.format`: a text in its layout, or its syntax errors."""

from __future__ import annotations

import pytest

import sqlang


def test_a_text_gets_its_layout() -> None:
    assert sqlang.format("let  a=1; // why") == "let a = 1; // why\n"
    assert sqlang.format("session{set x=unknown;}") == "session { set x = unknown; }\n"


def test_syntax_errors_are_raised() -> None:
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.format("let a = ;\nsession { end }")
    assert [each.code for each in caught.value.diagnostics] == ["SQ105", "SQ101"]
