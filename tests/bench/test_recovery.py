"""A sample of the figures of recovery is above their thresholds; what is bad would be counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from sqlang.analysis import analyze
from tests.bench.declarations import lost_declarations
from tests.bench.recovery import Outcome, figures, measure, sample
from tests.bench.variants import INSERTED, Variant, deletions, insertions
from tests.conformance import vectors

SIZE = 250
NAME = "000-separate-phases"
TEXT = vectors.source("run", NAME).text


def edited(old: str, new: str) -> Variant:
    """The program with something else in one place."""
    start = TEXT.index(old)
    return Variant("run", NAME, start, start + len(old), new)


def outcome(old: str, new: str) -> Outcome:
    (only,) = measure([edited(old, new)], processes=1)
    return only


@pytest.mark.parametrize("variants", [deletions, insertions])
def test_one_mistake_is_told_once_at_its_place_and_costs_no_other_item(
    variants: Callable[[], Iterator[Variant]],
) -> None:
    shares = figures(measure(sample(variants(), SIZE), processes=1))
    assert shares.counted >= SIZE * 0.9
    assert shares.at_most_two >= 0.99
    assert shares.near >= 0.95
    assert shares.declared == 1


def test_variants_that_the_reference_accepts_or_refuses_for_their_meaning_do_not_count() -> None:
    edits = (
        edited("gate (serial)", "gate (x)"),
        edited("run gate (", "run gat ("),
        edited("2;", "3;"),
    )
    assert measure(edits, processes=1) == []


def test_the_distance_is_counted_in_tokens() -> None:
    # The edit begins at `;`, at `(`, and at `1`: what we mark is the gap before `set`, `;`, `)`.
    places = [
        (";\n  set t0", "\n  set t0"),
        ("now;", "(now;"),
        ("cap 2; admit", "1 + (cap * 2; admit"),
    ]
    assert [outcome(*each).distance for each in places] == [0, 2, 0]


def test_far_silent_and_many_diagnostics_lower_the_shares() -> None:
    good = Outcome(edited("now;", "now"), ("SQ101",), 1, ())
    bad = [
        good._replace(said=("SQ101",) * 2),
        good._replace(said=("SQ101",) * 3),
        good._replace(said=(), distance=None),
        good._replace(distance=2, lost=("pool kv",)),
    ]
    assert figures([good, *bad]) == (5, 0.4, 0.6, 0.6, 0.8)
    ordered = sorted([good, *bad], key=lambda each: each.badness)
    assert ordered == [good, bad[0], bad[3], bad[1], bad[2]]


def test_what_another_item_declares_may_be_lost() -> None:
    gone = edited("pool reqs { cap 2; admit via engine; }\npool kv { cap 20; }", "")
    (lost,) = lost_declarations(gone, analyze(gone.source))
    assert (lost.name, lost.start) == ("kv", TEXT.index("kv {"))


def test_what_the_damaged_item_declares_is_not_counted() -> None:
    renamed = edited("pool kv", "pool other_kv")
    assert lost_declarations(renamed, analyze(renamed.source)) == ()


def test_a_declaration_somewhere_else_is_not_the_same() -> None:
    copied = edited("pool reqs { cap 2; admit via engine; }\npool kv { cap 20; }", "pool kv { }")
    assert [lost.name for lost in lost_declarations(copied, analyze(copied.source))] == ["kv"]


def test_every_token_is_deleted_once() -> None:
    texts = [TEXT[v.start : v.end] for v in deletions() if v.name == NAME]
    assert texts[:6] == ["pool", "reqs", "{", "cap", "2", ";"]
    assert "".join(texts) == "".join("\n".join(TEXT.splitlines()[3:]).split())


def test_the_tokens_put_in_take_turns() -> None:
    every = list(insertions())
    first = {variant.text.strip() for variant in every[: len(INSERTED)]}
    assert first == set(INSERTED)
    places = sum(1 for _ in deletions()) + len({(v.kind, v.name) for v in every})
    assert len(every) == places


def test_an_offset_moves_with_what_stands_behind_the_edit() -> None:
    longer = edited("pool kv", "pool other_kv")
    assert longer.moved(longer.start - 1) == longer.start - 1
    assert longer.moved(longer.end) == longer.source.text.index(" { cap 20")
