"""Symbols and hints of an edited text are those of the text, and cost what the edit changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.analysis import Analysis, analyze
from sqlang.incremental import IncrementalAnalysis
from sqlang.semantics import known_mentions
from sqlang.semantics.symbols import Occurrence, Symbol, SymbolKind
from sqlang.source import Source, Span
from sqlang.syntax import segments
from sqlang.syntax.workspace import Workspace
from tests.analysis.edits import bracketed, edited, meant, typed
from tests.bench.programs import half_in_session, nested, with_declarations
from tests.conformance import vectors
from tests.properties import tried
from tests.semantics.programs import RUN

FOLDER = "/nowhere"
LIBRARY_PATH = f"{FOLDER}/lib.sq"
LIBRARY = "def half(x) = x / 2;\ndef visit(room) { hold room (1) { set seen = seen + 1; } }\n"
EXAMPLES = sorted(Path(__file__).parents[2].joinpath("examples").glob("*.sq"))
DEFINING = [
    f"""use "lib.sq";
pool kv {{ }}
session {{ visit(kv); observe o = half(seen); }}
{RUN}""",
    f"""pool kv {{ admit via s; }} stage s : fifo;
let a = 1;
def to(p, q) {{ hold p (a) {{ run q (1); }} }}
def on(q, p) {{ to(p, q); }}
session {{
loop {{
on(s, kv);
end;
set b = a;
}}
set c = b;
}}
{RUN}""",
    f"""pool kv {{ }}
session {{
set u = 1;
hold kv (u) at admission (u = u + 1; v = u) {{
set w = u + v;
hold kv (v) at admission (v = w) {{ observe o = v; }}
}}
}}
{RUN}""",
    half_in_session(80),
]
PROGRAMS = [
    *(
        text
        for kind in ("accept", "reject", "run")
        for name in vectors.names(kind)
        if len(text := vectors.source(kind, name).text) < 3000
    ),
    *(path.read_text(encoding="utf-8") for path in EXAMPLES),
    *DEFINING * 20,
    *(nested(100), with_declarations(90)) * 20,
]


def source(text: str) -> Source:
    return Source(text, f"{FOLDER}/main.sq", FOLDER)


def library() -> Workspace:
    files = Workspace()
    files.open_buffer(LIBRARY_PATH, LIBRARY)
    return files


def placed(span: Span) -> tuple[str, int, int]:
    return span.source.path, span.start, span.end


def told(symbol: Symbol) -> object:
    node = symbol.node
    return (
        symbol.kind,
        symbol.name,
        [placed(each) for each in symbol.declarations],
        node and (type(node), placed(node.span)),
    )


def occurring(found: Occurrence) -> object:
    return placed(found.span), told(found.symbol), found.write


def seen(analysis: Analysis) -> list[object]:
    """All hints, symbols and occurrences."""
    return [
        [
            (each.code, placed(each.span), each.message, [placed(of.span) for of in each.related])
            for each in analysis.hints
        ],
        [told(each) for each in analysis.symbols.symbols],
        [occurring(each) for each in analysis.symbols.occurrences],
    ]


def looked_up(analysis: Analysis, random: Random) -> list[object]:
    """What is found at some places and of some names, without a look at all."""
    table, text, path = analysis.symbols, analysis.source.text, analysis.source.path
    start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
    at = table.at(path, start)
    name = text[end : end + random.randrange(1, 5)]
    kinds = [table.find(kind, name) for kind in SymbolKind]
    return [
        at and occurring(at),
        [occurring(each) for each in table.within(path, start, end)],
        [each and told(each) for each in kinds],
        at and [occurring(each) for each in table.occurrences_of(at.symbol)],
    ]


def assert_looked_up_alike(analysis: Analysis) -> None:
    """What is looked up is what is among all."""
    table, source = analysis.symbols, analysis.source
    own = [each for each in table.occurrences if each.span.source is source]
    for number, occurrence in enumerate(own):
        assert table.at(source.path, occurrence.span.start) == occurrence
        assert (
            table.within(source.path, occurrence.span.end, len(source.text))[:2]
            == (own[number : number + 2])
        )
    for symbol in table.symbols:
        of_it = [each for each in table.occurrences if each.symbol is symbol]
        assert table.occurrences_of(symbol) == of_it
        written = [each.span for each in of_it if each.write]
        assert [each for each in symbol.declarations if each in written] == written
        first = next(
            each for each in table.symbols if (each.kind, each.name) == (symbol.kind, symbol.name)
        )
        assert table.find(symbol.kind, symbol.name) is first


@contextmanager
def in_pieces(*, fine: bool) -> Iterator[None]:
    """With `fine` pieces a short program has segments and stretches, and forgets what is gone."""
    with pytest.MonkeyPatch.context() as patch:
        if fine:
            patch.setattr(segments, "_LONG", 2)
            patch.setattr(segments, "_LENGTH", 4)
            patch.setattr(segments, "_LONGEST", 8)
            patch.setattr(known_mentions, "_LENGTH", 2)
            patch.setattr(known_mentions, "_LONGEST", 4)
            patch.setattr(known_mentions, "_LEAST", 0)
        yield


@given(st.integers(0, 2**32), st.sampled_from(PROGRAMS), st.booleans())
@tried(30)
def test_symbols_after_any_edits_are_those_of_the_text(seed: int, program: str, fine: bool) -> None:
    with in_pieces(fine=fine):
        edit_at_random(program, Random(seed), 12)


def edit_at_random(program: str, random: Random, count: int) -> None:
    """Edit a program so many times; what is seen of it is asked for most of the times."""
    files = library()
    incremental = IncrementalAnalysis(workspace=files)
    whole, coming = program, [program]
    for _ in range(count):
        text = coming.pop(0)
        if random.random() < 0.1:
            files.open_buffer(LIBRARY_PATH, edited(LIBRARY, random, PROGRAMS))
        found = incremental.update(source(text))
        cold = analyze(source(text), workspace=files)
        asked = random.random()
        if asked < 0.6:
            state = random.getstate()
            once = looked_up(found, random)
            random.setstate(state)
            assert once == looked_up(cold, random)
        if asked < 0.9:
            assert seen(found) == seen(cold)
        whole = text if found.program is not None else whole
        if not coming:
            coming = next_texts(whole if random.random() < 0.6 else text, random)


def next_texts(text: str, random: Random) -> list[str]:
    """What a text becomes, in one step or several."""
    kind = random.randrange(6)
    if kind == 0:
        return typed(text, random)
    if kind == 1:
        return bracketed(text, random)
    if kind == 2:
        return [edited(text, random, PROGRAMS), text]
    if kind == 3 and any(map(str.isdigit, text)):
        return [meant(text, random)]
    return [(renamed if kind == 4 else moved)(text, random)]


def renamed(text: str, random: Random) -> str:
    """A word exchanged for another wherever it is."""
    words = text.split()
    if not words:
        return text
    word, other = random.choice(words), random.choice((*words, "kv", "serial", "wait1"))
    return text.replace(word, other) if random.random() < 0.5 else text.replace(word, other, 1)


def moved(text: str, random: Random) -> str:
    """Some lines moved to another place."""
    lines = text.split("\n")
    start = random.randrange(len(lines))
    stretch = lines[start : start + random.randrange(1, 9)]
    del lines[start : start + len(stretch)]
    at = random.randrange(len(lines) + 1)
    return "\n".join([*lines[:at], *stretch, *lines[at:]])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(p) = p;", "def f(p) = free(p);"),
        ("def f(p) = p;", "def f(p) = p + 1;"),
        ("def f(p) = g(p); def g(p) = p;", "def f(p) = g(p); def g(p) = free(p);"),
        ("def f(p) = g(p); def g(p) = free(p);", "def f(p) = h(p); def g(p) = free(p);"),
        ("def f(p) = free(p);", "def f(q, p) = free(p);"),
        ("def f(p) = free(p);", "def g(p) = free(p);"),
        ("def f(p) = free(p);", "def f(p) = p; def f(p) = free(p);"),
        ("let x = 1; def f(p) = p;", "let y = 1; def f(p) = p;"),
        ("stage x : fifo; def f(p) { run p (1); }", "stage x : fifo; def f(p) { hold p (1) { } }"),
    ],
)
def test_what_a_name_means_changes_with_what_stands_elsewhere(before: str, after: str) -> None:
    rest = f" pool x {{ }} session {{ set b = f(x); f(x); hold x (1) {{ observe x = x; }} }} {RUN}"
    incremental = IncrementalAnalysis()
    for text in (before, after, before, after):
        assert seen(incremental.update(source(text + rest))) == seen(analyze(source(text + rest)))


@pytest.mark.parametrize("program", [*DEFINING, nested(100), EXAMPLES[0].read_text("utf-8")])
@pytest.mark.parametrize("fine", [False, True])
def test_what_is_looked_up_is_among_all(program: str, fine: bool) -> None:
    with in_pieces(fine=fine):
        assert_looked_up_alike(analyze(source(program), workspace=library()))


def known_of(incremental: IncrementalAnalysis) -> int:
    """Of how many parts and stretches it is known what they mention."""
    return len(incremental._memory.known.mentions)


def test_an_edit_concerns_what_is_around_it() -> None:
    text = half_in_session(1000)
    incremental = IncrementalAnalysis()
    assert incremental.update(Source(text)).hints == ()
    for before, after in (("serial == 40", "serial == 4"), ("= 40 + 1", "= 4 + 1"), ("= 4 +", "+")):
        known = known_of(incremental)
        assert known > 200
        text = text.replace(before, after, 1)
        found = incremental.update(Source(text))
        assert found.symbols.find(SymbolKind.POOL, "pool40")
        assert found.hints == ()
        assert known < known_of(incremental) < known + 12


def test_what_is_gone_is_forgotten() -> None:
    incremental = IncrementalAnalysis()
    for number in range(700):
        text = f"pool kv {{ }} session {{ hold kv ({number}) {{ end; }} }} {RUN}"
        assert incremental.update(Source(text)).hints == ()
    assert known_of(incremental) < 1100


def test_a_library_that_stays_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    incremental = IncrementalAnalysis(workspace=library())
    first = incremental.update(source(DEFINING[0]))
    assert {each.code for each in first.hints} == set()
    reads: list[Source] = []
    monkeypatch.setattr("sqlang.semantics.known_libraries.parse_surface", reads.append)
    found = incremental.update(source(DEFINING[0].replace("half", "half ", 1)))
    half = found.symbols.find(SymbolKind.DEFINITION, "half")
    assert half is not None
    assert [placed(each) for each in half.declarations] == [(LIBRARY_PATH, 4, 8)]
    assert reads == []


@pytest.mark.parametrize(
    ("definitions", "kind"),
    [
        ("def f(p) = g(p); def g(p) = f(p);", SymbolKind.ATTRIBUTE),
        ("def f(p) = g(p); def g(p) = f(p) + free(p);", SymbolKind.POOL),
        ("def f(p) = f(p) + queue(p);", SymbolKind.STAGE),
        ("def f(p) { run p (1); hold p (1) { } }", SymbolKind.POOL),
        ("def f(p) = p;", SymbolKind.ATTRIBUTE),
        ("def f() = 1;", SymbolKind.ATTRIBUTE),
    ],
)
def test_what_a_call_does_with_a_name(definitions: str, kind: SymbolKind) -> None:
    """Also if definitions use each other in a circle, which is refused."""
    text = f"pool x {{ }} stage x : fifo; {definitions} session {{ set x = 1; set b = f(x); }}"
    found = analyze(text).symbols.at("<string>", text.index("f(x)") + 2)
    assert found is not None
    assert found.symbol.kind is kind
