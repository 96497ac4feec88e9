"""The analysis of an edited text with definitions and libraries is that of the text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.analysis import analyze
from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Source
from sqlang.syntax import expander, expander_again
from sqlang.syntax.workspace import Workspace
from tests.analysis.edits import bracketed, edited, meant, redefined, typed
from tests.analysis.observables import observables
from tests.analysis.test_incremental import FOLDER, RUN, SMALL, in_pieces, source
from tests.bench.programs import half_in_session
from tests.properties import tried

LIBRARIES = {
    "lib.sq": 'use "two.sq";\ndef g(x) = x + k(1);\ndef h(p) { hold p (1) { set qq = g(2); } }\n',
    "two.sq": "def k(x) = x * 2;\ndef kk(x) = k(x) + k(1);\n",
}
NESTED = """use "lib.sq";
def a(x) = x + 1;
def b(x, y) = a(x) * y + a(y);
def c() = b(1, 2);
def s(p, n) { hold p (n) { set q = b(n, 2); observe o = a(q); } }
def t(p) { s(p, 1); branch (c() < 3) { set z = 1; } }
def e() { }
let k1 = a(2);
let m = c() + b(k1, 1);
pool kv { cap b(9, 9); }
stage engine : step { budget a(4); chunk 4; cost 1; memory kv; }
workload { arrive batch(2); init { set prompt = a(1); } }
session {
  set v = g(1);
  h(kv);
  t(kv);
  e();
  loop { s(kv, v); branch (a(v) < 2) { t(kv); } else { set v = b(1, v); } set v = late(1); end; }
  set w = c() + a(b(1, 2));
  t(kv);
  set u = a(w);
  end;
}
def late(x) = x;
"""
MISTAKEN = """def rec(x) = rec(x);
def two(x) = x; def two(x) = x + 1;
def uses(x) = later(x);
def later(x) = x * 2;
def bad(x) = x + ;
def st(x) { set y = x; turn; }
def draws(x) = x + x;
def cap(x) { set n = x; }
let l = two(1);
pool kv { cap uses(1); }
session {
  set n = draws(~exp(1)); cap(n); st(n); set a = bad(1); set b = uses(2) + later(3);
  set c = two(1, 2); set d = rec(1); two(1); set e = st(1); hold kv (two(1)) { cap(1); cap(2) }
  set now2 = draws(now); end;
}
"""
OF_LIBRARIES = (
    """use "two.sq";
use "lib.sq";
def own(x) { set ow = k(x); h(x); }
pool kv { cap g(3); }
let a = kk(2);
session { set v = g(1); h(kv); own(kv); loop { set w = kk(v); own(kv); } end; }
""",
    """use "lib.sq";
let a = g(2);
let b = k(a);
pool kv { }
session { set v = g(b); h(kv); end; }
""",
)
PROGRAMS = [NESTED + RUN, MISTAKEN + RUN, half_in_session(60), half_in_session(110)]


def workspace() -> Workspace:
    files = Workspace()
    for name, text in LIBRARIES.items():
        files.open_buffer(f"{FOLDER}/{name}", text)
    return files


def is_cold(incremental: IncrementalAnalysis, text: str, files: Workspace) -> bool:
    found = incremental.update(source(text))
    return observables(found) == observables(analyze(source(text), workspace=files))


@contextmanager
def bounded(tokens: int | None) -> Iterator[None]:
    """A program may have no more tokens than these with its definitions expanded."""
    with pytest.MonkeyPatch.context() as patch:
        if tokens is not None:
            for module in (expander, expander_again):
                patch.setattr(module, "MAXIMUM_EXPANDED_TOKENS", tokens)
        yield


@given(
    st.integers(0, 2**32),
    st.sampled_from(PROGRAMS),
    st.booleans(),
    st.sampled_from([None, None, 400, 700, 1100]),
)
@tried(6)
def test_after_any_edits_it_equals_the_cold_one(
    seed: int, program: str, fine: bool, bound: int | None
) -> None:
    random = Random(seed)
    files = workspace()
    with in_pieces(fine=fine), bounded(bound):
        incremental = IncrementalAnalysis(workspace=files)
        incremental.update(source(program))
        text, coming = program, list[str]()
        for _ in range(10):
            if not coming:
                base = program if random.random() < 0.6 else text
                coming = random.choice(
                    (
                        [redefined(base, random, SMALL)],
                        [redefined(base, random, SMALL), base],
                        [meant(program, random)],
                        [edited(base, random, SMALL)],
                        typed(base, random),
                        bracketed(base, random),
                    )
                )
            text = coming.pop(0)
            assert is_cold(incremental, text, files)


@given(st.integers(0, 2**32), st.sampled_from(OF_LIBRARIES), st.booleans())
@tried(8)
def test_libraries_may_be_edited_meanwhile(seed: int, program: str, fine: bool) -> None:
    random = Random(seed)
    files = workspace()
    program += RUN
    texts = dict(LIBRARIES)
    with in_pieces(fine=fine):
        incremental = IncrementalAnalysis(workspace=files)
        incremental.update(source(program))
        text = program
        for _ in range(10):
            name = random.choice(list(texts))
            if random.random() < 0.6:
                base = LIBRARIES[name] if random.random() < 0.6 else texts[name]
                texts[name] = redefined(base, random, list(LIBRARIES.values()))
                files.open_buffer(f"{FOLDER}/{name}", texts[name])
            if random.random() < 0.6:
                text = redefined(program if random.random() < 0.6 else text, random, SMALL)
            if random.random() < 0.1:
                files.close_buffer(f"{FOLDER}/{name}")
            assert is_cold(incremental, text, files)


def test_uses_stay_expanded_unless_their_definition_changes() -> None:
    """Forty definitions, each with one use: the records of the others' uses stay the same."""
    text = half_in_session(500)
    incremental = IncrementalAnalysis()
    before = incremental.update(Source(text)).kernel.uses
    assert len(before) >= 40
    statement = text.replace("set goal7 =", "set goal7 = 1 +")
    after = incremental.update(Source(statement)).kernel.uses
    assert [a is b for a, b in zip(before, after, strict=True)] == [True] * len(before)
    body = statement.replace("length * size7", "length * 2 * size7")
    last = incremental.update(Source(body)).kernel.uses
    changed = [a.name.text for a, b in zip(after, last, strict=True) if a is not b]
    assert changed == ["wait7"]


def test_what_a_definition_uses_counts_for_its_uses() -> None:
    text = f"def a(x) = x;\ndef b(x) = a(x);\nlet c = b(1);\nsession {{ set d = a(1); }}{RUN}"
    incremental = IncrementalAnalysis()
    assert incremental.update(Source(text)).constants == {"c": 1.0}
    assert incremental.update(Source(text.replace("= x;", "= x + 1;"))).constants == {"c": 2.0}
    found = incremental.update(Source(text.replace("def a", "def z")))
    assert {each.code for each in found.diagnostics} == {"SQ408", "SQ423"}


def test_an_unchanged_library_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    opened = open

    def noted(path: str | Path, *mode: str, **options: str) -> object:
        if str(path).startswith(str(tmp_path)):
            read.append(os.path.basename(path))
        return opened(path, *mode, **options)  # type: ignore[call-overload]  # as it was called

    def at_home(text: str) -> Source:
        return Source(text, str(tmp_path / "main.sq"), str(tmp_path))

    for name, library in LIBRARIES.items():
        (tmp_path / name).write_text(library)
    files = Workspace()
    monkeypatch.setattr("builtins.open", noted)
    text = f'use "two.sq"; use "lib.sq"; let a = kk(2); session {{ set v = g(1); }}{RUN}'
    incremental = IncrementalAnalysis(workspace=files)
    first = incremental.update(at_home(text))
    assert first.program is not None
    assert read == ["two.sq", "lib.sq"]
    second = incremental.update(at_home(text.replace("set v = g(1)", "set v = g(12)")))
    assert second.program is not None
    assert second.kernel.definitions[0] is first.kernel.definitions[0]
    assert len(read) == 2
    (tmp_path / "two.sq").write_text(LIBRARIES["two.sq"].replace("x * 2", "x * 30"))
    third = incremental.update(at_home(text))
    assert third.constants == {"a": 90.0}
    assert read[2:] == ["two.sq"]
