"""What completion offers, and what it does not: tables by hand from parts 1 and 2 of the spec."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.syntax.workspace import Workspace
from sqlang.vocabulary import RENAMED_CONTEXT, RETIRED_WORDS
from sqlang_server.client import Client
from tests.server.offers import accepted, applied, completed, labels, offered
from tests.server.snapshots import POOREST

PROGRAM = """let rate = 2;
pool kv { cap 20; }
pool host { cap 50; }
pool replica[2] { cap 4; }
stage engine : step { budget 4; cost 1; }
stage cpu : fifo;
def half(v) = v / 2;
def report(p) { observe left = free(p); }
workload {
  arrive batch(2);
  init { set prompt = 4; set output = 2; }
  hidden output;
}
"""


def words(text: str) -> set[str]:
    return set(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|", "let def use pool stage workload session server share run"),
        ("pool p { |", "cap block evict preempt queue admit spill"),
        ("pool p { evict |", "lru by"),
        ("pool p { preempt |", "lifo none"),
        ("pool p { queue |", "fifo by"),
        ("pool p { admit |", "via"),
        ("stage s : |", "fifo ps delay step"),
        ("stage |", "prefill decode tool link transfer"),
        ("stage s : step { |", "budget cost chunk memory serve"),
        ("stage s : step { cost 1; serve |", "admission decode exclusive by"),
        ("stage s : step { cost 1; serve decode |", "first"),
        ("workload { |", "arrive trace init turn session hidden"),
        ("workload { arrive |", "poisson renewal closed batch none"),
        ('workload { trace "a.csv" |', "ordered"),
        ("workload { init { |", "set observe"),
        ("share |", "maxmin bottleneck"),
        ("run { |", "horizon warmup seed arrivals"),
        ("run { horizon 3; |", "warmup seed arrivals"),
        ("run { | seed 1; }", "horizon warmup arrivals"),
        ("session { hold p (1) |", "reserve reuse at"),
        ("session { hold p (1) at |", "admission"),
        ("session { hold p (1), |", ""),
        ("session { run s |", "prefill decode"),
        ("session { run s prefill (1) |", "growing"),
        ("session { transfer 1 |", "from"),
        ("session { transfer 1 from p |", "to"),
        ("session { decode 1 |", "growing"),
        ("session { choose j |", "in"),
        ("session { choose j in 2 |", "by"),
        ("session { branch |", "with"),
        ("session { set x = ~|", "exp det bernoulli uniform erlang h2"),
        ("let |", ""),
        ("pool |", ""),
        ("def f(|", ""),
        ("session { hold p (1) at admission (|", ""),
    ],
)
def test_exactly_these_fit(text: str, expected: str) -> None:
    assert set(offered(text)) == words(expected)


_STATEMENTS = (
    "set observe hold grow drop release load run branch loop choose prefill decode tool transfer"
)


@pytest.mark.parametrize("word", ["session", "workload"])
def test_the_word_that_is_missing_before_a_block_is_offered(word: str) -> None:
    blocks = {"session": "{ run s (1); }", "workload": "{ arrive batch(1); }"}
    text = " ".join(("|" if each == word else each) + blocks[each] for each in blocks)
    assert word in offered(f"stage s : delay; {text} run {{ horizon 9; }}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("session { |", f"{_STATEMENTS} turn end"),
        ("server { |", _STATEMENTS),
        ("workload { session { |", f"{_STATEMENTS} turn end request"),
        ("def f() { |", f"{_STATEMENTS} turn end request"),
        ("session { hold p (1) { } |", f"{_STATEMENTS} turn end cache lease"),
        ("session { hold p (1) { } cache (1) |", f"{_STATEMENTS} turn end lease"),
        ("session { branch (1) { } |", f"{_STATEMENTS} turn end else"),
        ("session { set x = 1\n|", f"{_STATEMENTS} turn end"),
    ],
)
def test_each_side_says_its_statements(text: str, expected: str) -> None:
    assert set(offered(text)) == words(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("session { hold |", "kv host replica"),
        ("session { hold k|", "kv host replica"),
        ("session { hold kv (1), |", "kv host replica"),
        ("session { drop |", "kv host replica"),
        ("session { hold kv (1) { } lease |", "kv host replica"),
        ("session { run |", "engine cpu"),
        ("session { run en|", "engine cpu"),
        ("session { hold kv (1) { run en|", "engine cpu"),
        ("session { hold kv (1 { run en|", "engine cpu"),
        ("session { run engine, |", "engine cpu"),
        ("session { prefill on |", "engine cpu"),
        ("session { decode 1 growing |", "kv host replica"),
        ("session { transfer 1 from |", "kv host replica"),
        ("session { transfer 1 from kv to |", "kv host replica"),
        ("session { set x = used(|", "kv host replica"),
        ("session { set x = min(1, free(|", "kv host replica"),
        ("session { set x = queue(|", "engine cpu"),
        ("session { report(|", "kv host replica"),
        ("pool p { admit via |", "engine cpu"),
        ("pool p { spill |", "kv host replica p"),
        ("pool p { spill kv via |", "engine cpu"),
        ("stage s : step { memory |", "kv host replica"),
        ("def f(one, two) { hold |", "one two kv host replica"),
        ("workload { hidden |", "prompt serial turn_no new out think more forced"),
    ],
)
def test_only_names_of_the_kind_that_is_wanted(text: str, expected: str) -> None:
    assert set(offered(PROGRAM + text)) == words(expected)


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        (
            "stage s : step { cost |",
            "tokens prefilled attention decoders kv_decode kv_prefill residents now prompt rate",
            "remaining decoding admission size age present output",
        ),
        (
            "stage s : step { budget |",
            "decoders kv_decode kv_prefill residents now prompt",
            "tokens prefilled attention remaining output",
        ),
        (
            "stage s : step { cost 1; serve by (|",
            "remaining decoding admission residents prompt",
            "tokens size output",
        ),
        ("stage s : ps(|", "present now", "tokens size residents output"),
        ("pool p { evict by (|", "size age last waiting prompt", "present tokens output"),
        ("pool p { spill kv via cpu (|", "size age", "tokens"),
        ("pool p { queue by (|", "now prompt serial min", "size tokens output"),
        ("pool p { cap |", "rate inf min half", "prompt now used blocksize serial"),
        ("stage s : fifo(|", "rate", "prompt now used"),
        ("run { horizon |", "rate inf", "prompt now"),
        ("workload { arrive poisson(|", "rate", "prompt now used"),
        ("workload { arrive renewal(|", "rate min half", "prompt now used"),
        ("session { set x = |", "prompt output now rate half min used", "tokens report engine kv"),
        ("session { hold kv (|", "prompt now free", "output tokens"),
        ("session { hold kv (1) reserve (|", "prompt", "output"),
        ("session { hold kv (1) { } cache (|", "prompt output", "tokens"),
        ("session { hold replica[|", "prompt output", "tokens"),
        ("session { choose j in 2 by (queue(cpu[|", "prompt output j", "tokens engine"),
        ("session { set x = price(cpu, |", "prompt", "cpu engine kv"),
        ("session { observe ttft = now - |", "prompt now", "ttft kv"),
        ("def f(one, two) = |", "one two prompt tokens half", "f report kv"),
        ("let a = |", "rate inf", "a prompt now used"),
        ("let a = | ; let later = 3;", "rate", "later"),
        ("session { set x = |; } let later = 3;", "later", ""),
        ("session { set x = |; set y = 3; } def below(v) = v;", "y half", "below"),
        ("session { set x = half(|", "prompt", "kv engine"),
    ],
)
def test_what_an_expression_may_read_there(text: str, there: str, missing: str) -> None:
    found = set(offered(PROGRAM + text))
    assert words(there) - found == set()
    assert words(missing) & found == set()


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        ("session { hold kv (|) at admission (room = 3) { } }", "room", ""),
        ("session { hold kv (1) at admission (room = |", "", "room"),
        ("session { hold kv (1) at admission (room = 1, two = |", "room", "two"),
        ("session { hold kv (1) at admission (room = 1) { set x = |", "room", ""),
        ("session { hold kv (1) at admission (room = 1) { } cache (|", "room", ""),
        ("session { hold kv (1) at admission (room = 1) { } set x = |", "", "room"),
        ("def f(one) { set x = one; } session { set x = |", "", "one"),
    ],
)
def test_what_is_known_around_a_place_only(text: str, there: str, missing: str) -> None:
    found = set(offered(PROGRAM + text))
    assert words(there) - found == set()
    assert words(missing) & found == set()


@pytest.mark.parametrize(
    "text",
    [
        "session { set x = 1; // a|",
        "session { /* a| */ }",
        "session { /* a|",
        "session { set x = 12|",
        "session { set x = 1e|",
        'use "a.sq"|',
        'session { set x = "a|b"; }',
        "session { set x = 1 <|= 2; }",
        "session { run cpu |",
    ],
)
def test_nothing_where_nothing_fits(text: str) -> None:
    assert offered("stage cpu : fifo; " + text) == []


@pytest.mark.parametrize(
    "text",
    [
        "pool kv { cap 1; session { run en|",
        "pool kv { cap 1; } } session { run en|",
        "stage s : step { cost 1; session { run en|",
        "session { set x = ; run en|",
        "session { set x = 1 run en|",
        "session { foo bar; run en|",
        "session { branch (1 { run en|",
        "session { hold (1) { run en|",
        "session { ) ] run en|",
        "session { set x = 1; } } } session { run en|",
    ],
)
def test_mistakes_before_it_change_nothing(text: str) -> None:
    assert set(offered(PROGRAM + text)) - {"s"} == {"engine", "cpu"}


def test_what_a_statement_holds_comes_first() -> None:
    text = PROGRAM + "session { hold kv (1), host (1) { hold host (2) { release |"
    assert offered(text) == ["host", "kv", "replica"]


def test_engines_come_first_where_tokens_are_computed() -> None:
    assert offered(PROGRAM + "session { prefill on |") == ["engine", "cpu"]


def test_the_variables_of_a_moment_come_before_the_programs_names() -> None:
    found = offered(PROGRAM + "stage s : step { cost |")
    assert found[:3] == ["attention", "decoders", "kv_decode"]
    assert found.index("tokens") < found.index("prompt") < found.index("rate") < found.index("min")


def test_options_that_are_given_come_last() -> None:
    assert offered("pool p { cap 1; evict lru; |")[-2:] == ["cap", "evict"]


def test_nothing_is_offered_twice() -> None:
    for text in ("session { set x = |", "stage s : step { cost |", "session { |", "|"):
        found = offered(PROGRAM + "let min = 2; session { set now = 1; } " + text)
        assert len(found) == len(set(found))


def test_words_of_older_editions_are_never_offered() -> None:
    places = ("|", "session { |", "session { hold kv (1) |", "stage s : step { cost |")
    found = {label for text in places for label in offered(PROGRAM + text)}
    assert (found & (set(RETIRED_WORDS) | set(RENAMED_CONTEXT))) - {"queued"} == set()


def test_items_that_there_may_be_once_are_not_offered_again() -> None:
    assert "workload" not in offered(PROGRAM + "|")
    assert "workload" in offered("|workload { }")


@pytest.mark.parametrize(
    ("text", "label", "result"),
    [
        ("session { ho|", "hold", "session { hold ${1:pool} (${2:1}) {\n\t$0\n}"),
        ("session { |ho }", "hold", "session { hold ${1:pool} (${2:1}) {\n\t$0\n} }"),
        ("session { ho| kv (1) { } }", "hold", "session { hold kv (1) { } }"),
        ("session { set x = mi|", "min", "session { set x = min(${1:a}, ${2:b})"),
        ("session { set x = mi|(1, 2); }", "min", "session { set x = min(1, 2); }"),
        ("session { set x = m|ax; }", "min", "session { set x = min(${1:a}, ${2:b}); }"),
        ("session { end|; }", "end", "session { end; }"),
        ("pool a[2] { } session { drop |;", "a", "pool a[2] { } session { drop a[${1:index}];"),
        ("pool a[2] { } session { drop |[1];", "a", "pool a[2] { } session { drop a[1];"),
    ],
)
def test_what_accepting_writes(text: str, label: str, result: str) -> None:
    assert accepted(text, label) == result


def test_a_client_without_snippets_gets_words() -> None:
    assert accepted("session { ho|", "hold", POOREST) == "session { hold"
    assert accepted("session { set x = mi|", "min", POOREST) == "session { set x = min"


def test_in_a_word_the_client_may_insert_or_replace() -> None:
    both = Client(inserts_or_replaces=True)
    assert accepted("session { set x = m|ax; }", "min", both) == "session { set x = min; }"
    assert accepted("session { set x = m|ax; }", "min", both, insert=True) == (
        "session { set x = minax; }"
    )


def test_a_client_of_the_first_edition_gets_kinds_it_knows() -> None:
    text = PROGRAM + "session { hold |"
    new = Client(completion_kinds=frozenset(types.CompletionItemKind))
    for client, kind in ((POOREST, types.CompletionItemKind.Class), (new, 22)):
        found = completed(text, client)
        assert found is not None
        assert {item.kind for item in found.items} == {kind}


def test_ranges_may_be_given_once_for_all() -> None:
    found = completed("session { set x = m|", Client(completion_defaults=frozenset({"editRange"})))
    assert found is not None
    assert found.item_defaults is not None
    assert found.item_defaults.edit_range == types.Range(
        types.Position(0, 18), types.Position(0, 19)
    )
    assert all(item.text_edit is None for item in found.items)


def test_a_long_list_is_cut_to_what_the_letters_may_mean() -> None:
    sets = "".join(f"set name{n} = 1; " for n in range(300))
    found = completed(f"session {{ {sets} set x = name29|")
    assert found is not None
    assert found.is_incomplete
    assert {"name29", "name290", "name299"} <= {item.label for item in found.items}
    assert all("n" in item.label for item in found.items)
    whole = completed("session { set x = na|")
    assert whole is not None
    assert not whole.is_incomplete


@pytest.mark.parametrize(
    ("text", "trigger", "is_asked"),
    [
        ("session { hold |", " ", True),
        ("session { run |", " ", True),
        ("pool p { evict |", " ", True),
        ("session { set x = |", " ", False),
        ("session { set x = 1; |", " ", False),
        ("session { hold kv (1) |", " ", False),
        ("session { set x = used(|", "(", True),
        ("session { set x = (|", "(", False),
        ("session { hold kv (|", "(", False),
        ("session { set x = ~|", "~", True),
        ("session { set x = 1 /|", "/", False),
        ("session { set x = 1.|", ".", False),
        ("// hold |", " ", False),
        ("//! |", " ", True),
    ],
)
def test_nobody_is_bothered_in_vain(text: str, trigger: str, is_asked: bool) -> None:
    assert bool(offered(PROGRAM + text, trigger=trigger)) == is_asked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "library").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "library" / "measures.sq").write_text("def f(x) = x;")
    (tmp_path / "a-b c.sq").write_text("")
    (tmp_path / "chat.csv").write_text("")
    (tmp_path / "notes.txt").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('use "|"', ["a-b c.sq", "unsaved.sq", "library/"]),
        ('use "|', ["a-b c.sq", "unsaved.sq", "library/"]),
        ('use "a-|', ["a-b c.sq", "unsaved.sq", "library/"]),
        ('use "library/|";', ["measures.sq"]),
        ('use "library/../|', ["a-b c.sq", "unsaved.sq", "library/"]),
        ('use "nowhere/|', []),
        ('workload { trace "|"; }', ["chat.csv", "library/", "notes.txt"]),
        ('workload { trace "|', ["chat.csv", "library/", "notes.txt"]),
        ('session { set x = "|"; }', []),
        ('use "\n|"', []),
    ],
)
def test_files_where_a_path_is_wanted(folder: Path, text: str, expected: list[str]) -> None:
    assert set(labels(_in_folder(folder, text))) == set(expected)


def test_a_file_that_no_program_can_name_is_not_offered(folder: Path) -> None:
    """Half the clients would not even take the message: a lone surrogate is no text."""
    (folder / "library" / 'quo"te.sq').write_text("")
    Path(os.fsdecode(os.fsencode(folder) + b"/library/bad\xff.sq")).write_text("")
    assert labels(_in_folder(folder, 'use "library/|";')) == ["measures.sq"]


def test_likely_files_come_first(folder: Path) -> None:
    found = labels(_in_folder(folder, 'workload { trace "|'))
    assert found == ["chat.csv", "library/", "notes.txt"]


def test_a_text_without_a_folder_has_no_files() -> None:
    assert labels(completed('use "|"', path="")) == []


@pytest.mark.parametrize(
    ("text", "label", "result"),
    [
        ('use "lib|x/measures.sq";', "library/", 'use "library//measures.sq";'),
        ('use "a-|', "a-b c.sq", 'use "a-b c.sq'),
        ('use "a-|; let a = 1;', "a-b c.sq", 'use "a-b c.sq; let a = 1;'),
        ('use "library/me|as";', "measures.sq", 'use "library/measures.sq";'),
    ],
)
def test_accepting_a_file_replaces_its_part_of_the_path(
    folder: Path, text: str, label: str, result: str
) -> None:
    assert applied(text, _in_folder(folder, text), label) == result


def _in_folder(folder: Path, text: str) -> types.CompletionList | None:
    """The answer in a program of a folder in which another library is not saved yet."""
    workspace = Workspace()
    workspace.open_buffer(str(folder / "unsaved.sq"), "")
    workspace.open_buffer(str(folder / "program.sq"), text)
    return completed(text, workspace=workspace, path=str(folder / "program.sq"))


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        ("//! |", "ITER observe report error refused", "kv"),
        ("//! obs|", "observe", ""),
        ("//! observe |", "ttft", "kv mean"),
        ("//! observe ttft |", "count mean ci cv2 p99 min max", "ttft"),
        ("//! report |", "turns events pools. stages. observes.", "kv"),
        ("//! report pools.|", "kv. host.", "engine. turns"),
        ("//! report stages.engine.|", "utilization iterations", "spills"),
    ],
)
def test_expectations(text: str, there: str, missing: str) -> None:
    found = set(offered(PROGRAM + "session { observe ttft = 1; }\n" + text))
    assert words(there) - found == set()
    assert words(missing) & found == set()


def test_no_text_is_too_broken() -> None:
    for text in (
        "|",
        "\ufeff|",
        "}}}}|",
        "((((|",
        "\0|",
        'use "|',
        "é|",
        "a\r|b",
        "session {" * 300 + "|",
    ):
        completed(text)
