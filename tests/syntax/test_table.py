"""The parse table that ships: made from the grammar as it stands, and loaded without Lark."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lark.parsers.lalr_analysis import Shift

from sqlang.syntax.actions import ACTIONS
from sqlang.syntax.build_table import (
    TABLE_FILE,
    GrammarError,
    beside_this_module,
    build,
    compile_grammar,
    grammar_checksum,
    grammar_text,
    to_module,
)
from sqlang.syntax.table import load_table
from sqlang.vocabulary import GRAMMAR_WORDS


def test_regenerating_the_table_changes_nothing() -> None:
    shipped = Path(beside_this_module(TABLE_FILE)).read_text(encoding="utf-8")
    assert to_module(build(grammar_text())) == shipped


def test_the_table_that_ships_is_that_of_the_grammar() -> None:
    assert load_table().checksum == grammar_checksum(grammar_text())
    assert load_table() == build(grammar_text())


def test_every_word_of_the_table_is_one_that_the_lexer_knows() -> None:
    words = {terminal for row in load_table().shifts for terminal in row if terminal[0].isalpha()}
    assert "observe" in words
    assert words <= GRAMMAR_WORDS


def test_loading_needs_no_lark() -> None:
    program = "import sys; from sqlang.syntax.table import load_table; load_table(); "
    program += "sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_an_edited_grammar_makes_another_table() -> None:
    edited = grammar_text().replace('"loop" block', '"forever" block -> loop | "loop" block', 1)
    made = build(edited)
    assert "forever" in made.shifts[made.lists["statements"]]
    assert made.checksum != load_table().checksum


def test_line_ends_do_not_change_the_checksum() -> None:
    grammar = grammar_text()
    assert grammar_checksum(grammar.replace("\n", "\r\n")) == grammar_checksum(grammar)


def test_every_rule_has_its_action_and_every_action_its_rule() -> None:
    assert {rule.action for rule in load_table().rules} - {None} == ACTIONS.keys()


def test_only_where_states_read_a_word_before_a_name() -> None:
    """SRV-6: in all other states a word is a keyword or a name, never a choice between both."""
    lark, lark_table = compile_grammar(grammar_text())
    words = {t.name: str(t.pattern.value) for t in lark.terminals if str(t.pattern.value).isalpha()}
    found = [
        {words[terminal] for terminal in row if terminal in words}
        for row in lark_table.states.values()
        if "NAME" in row and words.keys() & row.keys()
    ]
    assert found == [{"on"}] * 4


def test_a_state_shifts_or_has_one_reduction() -> None:
    _, lark_table = compile_grammar(grammar_text())
    for row in lark_table.states.values():
        assert len({rule for action, rule in row.values() if action is not Shift}) <= 1


def test_recovery_has_its_six_lists() -> None:
    assert load_table().lists.keys() == {
        "items",
        "statements",
        "pool_options",
        "step_options",
        "workload_items",
        "run_options",
    }


def test_an_alternative_without_action_is_refused() -> None:
    grammar = grammar_text().replace("-> drop", "", 1)
    with pytest.raises(GrammarError, match="`statement` needs an action"):
        build(grammar)


def test_a_list_in_two_states_is_refused() -> None:
    grammar = grammar_text().replace('"loop" block ', '"loop" "[" statements "]" ', 1)
    with pytest.raises(GrammarError, match="more than one state"):
        build(grammar)
