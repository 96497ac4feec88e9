"""A mistake of form makes no mistakes of meaning: what may be lost is not missed."""

from __future__ import annotations

import pytest

from tests.semantics.programs import checked, codes

KV = "pool kv[2] { cap 9; } stage s : fifo;"


@pytest.mark.parametrize(
    "text",
    [
        "session { set = 2; observe a = q; }",
        "session { q = 2; observe a = q; }",
        "let = 2; session { set a = q; }",
        "pool { cap 1; } session { drop q; }",
        "stage : fifo; session { run q (1); tool on q 1; }",
        "stage : step { cost 1; } session { prefill 1; }",
        "def (x) = x; session { set a = q(1); }",
        f"{KV} session {{ hold kv[0] 1) {{ release kv[0]; load kv[0] (1); }} }}",
        f"{KV} session {{ hold kv[0] (1) {{ }} lease kv[1 (2) }}",
        "pool p[0] { admit via e; } stage e[3] : fifo;",
        "let b = 3 - 3); pool p { block b; }",
        "workload { hidden q; init { = 1; } }",
        f"{KV} session {{ set h = used(kv[0]); h = 1; hold kv[0] (h) {{ }} }}",
    ],
)
def test_what_may_be_lost_is_not_missed(text: str) -> None:
    found = codes(checked(text))
    assert len(found) == 1, found
    assert found[0] < "SQ3"


def test_what_cannot_be_lost_is_still_told() -> None:
    text = "session { set a = ; observe b = zz; drop yy; run xx (ww); }"
    assert codes(checked(text)) == ["SQ105", "SQ401", "SQ403", "SQ404", "SQ401"]


def test_a_damaged_constant_has_no_value() -> None:
    analysis = checked("let a = 3 > 2); let b = 5; pool p { cap a; }")
    assert analysis.constants == {"b": 5.0}
