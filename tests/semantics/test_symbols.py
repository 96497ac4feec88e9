"""What a program declares and where it occurs, in its own text and in libraries."""

from __future__ import annotations

from sqlang.analysis import Analysis, analyze
from sqlang.semantics.symbols import Occurrence, SymbolKind
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from tests.semantics.programs import RUN, checked


def occurrences_of(analysis: Analysis, kind: SymbolKind, name: str) -> list[Occurrence]:
    """Where a symbol occurs."""
    symbol = analysis.symbols.find(kind, name)
    assert symbol is not None
    return [each for each in analysis.symbols.occurrences if each.symbol is symbol]


def occurrences(analysis: Analysis, kind: SymbolKind, name: str) -> list[tuple[int, bool]]:
    """The offsets where a symbol occurs, and whether it is written there."""
    return [(each.span.start, each.write) for each in occurrences_of(analysis, kind, name)]


def places(text: str, *marked: str) -> list[int]:
    """The offsets in a text where each of some stretches starts, past the `|` in it."""
    return [text.index(mark.replace("|", "")) + mark.index("|") for mark in marked]


def assert_occurs(analysis: Analysis, kind: SymbolKind, name: str, *marked: str) -> None:
    """A symbol occurs exactly at the places marked by `|` in stretches of the text."""
    starts = [at for at, _ in occurrences(analysis, kind, name)]
    assert starts == places(analysis.source.text, *marked)


def test_pools_and_stages() -> None:
    text = (
        "pool kv { admit via e; } stage e : step { cost 1; memory kv; } "
        "session { hold kv (used(kv)) { run e prefill (1) growing kv; } }"
    )
    analysis = checked(text)
    assert_occurs(
        analysis,
        SymbolKind.POOL,
        "kv",
        "pool |kv",
        "memory |kv",
        "hold |kv",
        "used(|kv)",
        "growing |kv",
    )
    assert_occurs(analysis, SymbolKind.STAGE, "e", "via |e;", "stage |e", "run |e")


def test_attributes_are_written_and_read() -> None:
    text = "session { set a = 1; observe a = a + serial; choose a in a by (a * 2); }"
    analysis = checked(text)
    starts = places(text, "set |a", "= |a +", "choose |a", "in |a", "(|a *")
    writes = [True, False, True, False, False]
    found = occurrences(analysis, SymbolKind.ATTRIBUTE, "a")
    assert found == list(zip(starts, writes, strict=True))
    assert occurrences(analysis, SymbolKind.OBSERVATION, "a") == [
        (text.index("observe a") + 8, True)
    ]
    serial = analysis.symbols.find(SymbolKind.ATTRIBUTE, "serial")
    assert serial is not None
    assert serial.declarations == ()
    assert analysis.symbols.find(SymbolKind.ATTRIBUTE, "think") is None


def test_a_binding_has_its_own_scope() -> None:
    text = (
        "pool kv[3] { } session { set u = 1; "
        "hold kv[u] (u + 0) at admission (v = u * 7, u = v) { } cache (u - 1) set w = u + 5; }"
    )
    analysis = checked(text)
    assert_occurs(analysis, SymbolKind.BINDING, "u", "(|u + 0)", ", |u = v", "cache (|u")
    assert_occurs(analysis, SymbolKind.ATTRIBUTE, "u", "set |u", "kv[|u", "= |u * 7", "= |u + 5")


def test_a_body_reads_the_binding() -> None:
    text = "pool kv { } session { hold kv (1) at admission (u = 2) { observe o = u + 3; } }"
    analysis = checked(text)
    assert_occurs(analysis, SymbolKind.BINDING, "u", "(|u = 2", "= |u + 3")


def test_parameters_are_seen_in_the_body_only() -> None:
    text = (
        "pool kv { } def f(p, x) { hold p (x + used(p)) { } } session { set x = 1; f(kv, x * 2); }"
    )
    analysis = checked(text)
    assert_occurs(analysis, SymbolKind.PARAMETER, "p", "f(|p", "hold |p", "used(|p)")
    assert_occurs(analysis, SymbolKind.PARAMETER, "x", "p, |x)", "(|x + used")
    assert_occurs(analysis, SymbolKind.DEFINITION, "f", "def |f", "|f(kv")
    assert_occurs(analysis, SymbolKind.POOL, "kv", "pool |kv", "f(|kv")


def test_an_argument_that_a_definition_passes_on() -> None:
    text = (
        "stage s[2] : fifo; def inner(e) { run e (1); } def outer(e) { inner(e); } "
        "session { set j = 1; outer(s[j]); }"
    )
    analysis = checked(text)
    assert_occurs(analysis, SymbolKind.STAGE, "s", "stage |s", "outer(|s")
    assert_occurs(analysis, SymbolKind.ATTRIBUTE, "j", "set |j", "s[|j")


def test_constants() -> None:
    text = "let k = 2; let m = k * 3; pool p { cap k + 1; } session { set a = k - 1; }"
    analysis = checked(text)
    assert_occurs(analysis, SymbolKind.CONSTANT, "k", "let |k", "= |k *", "cap |k", "= |k -")


def test_an_unused_body_is_read_too() -> None:
    text = "pool kv { } def f(v) { grow kv (v); } session { end; }"
    assert_occurs(checked(text), SymbolKind.POOL, "kv", "pool |kv", "grow |kv")


def test_the_occurrence_at_an_offset() -> None:
    text = "let count = 2; session { set a = count; }"
    analysis = checked(text)
    for offset in range(text.index("count;"), text.index("count;") + 6):
        found = analysis.symbols.at("<string>", offset)
        assert found is not None
        assert found.symbol.name == "count"
    assert analysis.symbols.at("<string>", text.index("= count") + 1) is None
    assert analysis.symbols.at("elsewhere", 5) is None


def test_symbols_of_a_library() -> None:
    workspace = Workspace()
    library = "def f(v) { observe seen = v; }"
    workspace.open_buffer("/somewhere/lib.sq", library)
    text = f'use "lib.sq"; session {{ f(1); }} {RUN}'
    analysis = analyze(Source(text, "/somewhere/main.sq", "/somewhere"), workspace=workspace)
    found = occurrences_of(analysis, SymbolKind.DEFINITION, "f")
    paths = [each.span.source.path for each in found]
    assert paths == ["/somewhere/lib.sq", "/somewhere/main.sq"]


def test_the_rest_of_a_damaged_program_is_known() -> None:
    analysis = checked("pool a { } session { hold a (1 { } } stage b : fifo; let c = 1;")
    found = {(each.kind, each.name) for each in analysis.symbols.symbols}
    assert {(SymbolKind.POOL, "a"), (SymbolKind.STAGE, "b"), (SymbolKind.CONSTANT, "c")} <= found
