"""The parse table that ships: made from the grammar as it stands, and loaded without Lark."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark.parsers.lalr_analysis import Shift

from sqlang.syntax import table
from sqlang.syntax.actions import ACTIONS
from sqlang.syntax.build_table import GrammarError, build, compile_grammar
from sqlang.syntax.table import from_json, grammar_checksum, grammar_text, load_table, to_json
from sqlang.vocabulary import GRAMMAR_WORDS


@pytest.fixture
def no_cache() -> Iterator[None]:
    load_table.cache_clear()
    yield
    load_table.cache_clear()


def test_regenerating_the_table_changes_nothing() -> None:
    shipped = Path(table.beside_this_module(table.TABLE_FILE)).read_text(encoding="utf-8")
    assert to_json(build(grammar_text())) == shipped


def test_every_word_of_the_table_is_one_that_the_lexer_knows() -> None:
    words = {terminal for row in load_table().shifts for terminal in row if terminal[0].isalpha()}
    assert "observe" in words
    assert words <= GRAMMAR_WORDS


def test_the_table_survives_json() -> None:
    assert from_json(to_json(load_table())) == load_table()


def test_loading_needs_no_lark() -> None:
    program = "import sys; from sqlang.syntax.table import load_table; load_table(); "
    program += "sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.usefixtures("no_cache")
def test_an_edited_grammar_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    edited = grammar_text().replace('"loop" block', '"forever" block -> loop | "loop" block', 1)
    monkeypatch.setattr(table, "grammar_text", lambda: edited)
    assert "forever" in load_table().shifts[load_table().lists["statements"]]


@pytest.mark.usefixtures("no_cache")
def test_a_table_that_cannot_be_read_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    expected = load_table()
    load_table.cache_clear()
    (tmp_path / table.TABLE_FILE).write_text("{}")
    (tmp_path / table.GRAMMAR_FILE).write_text(grammar_text())
    monkeypatch.setattr(table, "beside_this_module", lambda name: str(tmp_path / name))
    assert load_table() == expected


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
