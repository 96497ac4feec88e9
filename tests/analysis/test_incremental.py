"""The analysis of an edited text is that of the text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlang.incremental as incremental_analysis
from sqlang.analysis import Analysis, analyze
from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Source
from sqlang.syntax import anchors, excerpt, run_lines, segments, surface
from sqlang.syntax.workspace import Workspace
from tests.analysis.edits import bracketed, edited, meant, typed
from tests.analysis.observables import observables
from tests.bench.programs import nested, with_declarations
from tests.conformance import vectors
from tests.properties import tried

FOLDER = "/nowhere"
LIBRARY = "def g(x) = x + now;\ndef h(p) { hold p (1) { } }\n"
RUN = " run { horizon 9; warmup 0; seed 1; }"
PROGRAMS = [
    vectors.source(kind, name).text
    for kind in ("accept", "reject", "run")
    for name in vectors.names(kind)
]
SMALL = [text for text in PROGRAMS if len(text) < 4000]


def source(text: str) -> Source:
    return Source(text, f"{FOLDER}/main.sq", FOLDER)


def indented(text: str) -> str:
    """The text with its lines indented by the braces that are open before them."""
    lines: list[str] = []
    depth = 0
    for line in text.split("\n"):
        stripped = line.strip()
        lines.append("  " * (depth - stripped.startswith("}")) + stripped)
        depth += line.count("{") - line.count("}")
    return "\n".join(lines)


def workspace(library: str = LIBRARY) -> Workspace:
    files = Workspace()
    files.open_buffer(f"{FOLDER}/lib.sq", library)
    return files


class Editor:
    """A text that is edited; after each edit its analysis must be the cold one."""

    def __init__(self, program: str) -> None:
        self._files = workspace()
        self.incremental = IncrementalAnalysis(workspace=self._files)
        self.incremental.update(source(program))

    def library(self, text: str) -> None:
        self._files.open_buffer(f"{FOLDER}/lib.sq", text)

    def edit(self, text: str) -> Analysis:
        found = self.incremental.update(source(text))
        assert observables(found) == observables(analyze(source(text), workspace=self._files))
        return found


@given(st.integers(0, 2**32), st.sampled_from(SMALL))
@tried(20)
def test_after_any_edits_it_equals_the_cold_one(seed: int, program: str) -> None:
    random = Random(seed)
    library = LIBRARY
    editor = Editor(program)
    whole, text = program, program
    for _ in range(12):
        # Mistakes add up, so go back to a program without any now and then.
        text = edited(whole if random.random() < 0.5 else text, random, SMALL)
        if random.random() < 0.05:
            library = edited(library, random, SMALL)
            editor.library(library)
        found = editor.edit(text)
        whole = text if found.program is not None else whole


LONG = [
    nested(110),
    with_declarations(100),
    "def f(x) = x + 1;\ndef h(p) { hold p (1) { set qq = f(2); } }\n"
    + nested(100).replace("end;", "h(kv); end;"),
]


INDENTED = indented(nested(100))


@contextmanager
def in_pieces(*, fine: bool) -> Iterator[None]:
    """With `fine` pieces a long program is one of a few statements already."""
    with pytest.MonkeyPatch.context() as patch:
        if fine:
            patch.setattr(segments, "_LONG", 2)
            patch.setattr(segments, "_LENGTH", 4)
            patch.setattr(segments, "_LONGEST", 8)
            patch.setattr(excerpt, "_LONG", 5)
            patch.setattr(excerpt, "_BESIDE", 8)
            patch.setattr(anchors, "_SIZE", 4)
            patch.setattr(surface, "_OPENED", 3)
            patch.setattr(run_lines, "_GROWTH", 0)
        yield


@given(st.integers(0, 2**32), st.sampled_from(LONG), st.booleans())
@tried(4)
def test_of_a_long_program_most_is_not_read_again(seed: int, program: str, fine: bool) -> None:
    random = Random(seed)
    with in_pieces(fine=fine):
        editor = Editor(program)
        whole, text, coming = program, program, list[str]()
        for _ in range(10):
            if not coming:
                base = whole if random.random() < 0.5 else text
                coming = random.choice(
                    (
                        [meant(base, random)],
                        [edited(base, random, SMALL)],
                        typed(base, random),
                        [edited(base, random, SMALL), base],
                    )
                )
            text = coming.pop(0)
            found = editor.edit(text)
            whole = text if found.program is not None else whole


@given(st.integers(0, 2**32), st.sampled_from([*SMALL, *LONG, INDENTED]), st.booleans())
@tried(6)
def test_what_opens_or_closes_is_put_in_and_taken_out(seed: int, program: str, fine: bool) -> None:
    random = Random(seed)
    with in_pieces(fine=fine):
        editor = Editor(program)
        for _ in range(3):
            for text in bracketed(program, random):
                editor.edit(text)
    assert editor.incremental.restarts == 0


def test_an_edit_reads_the_tokens_around_it() -> None:
    text = nested(1000)
    incremental = IncrementalAnalysis()
    whole = incremental.update(Source(text)).surface
    at = text.index("goal60 =")
    edits = (text[:at] + "x" + text[at:], text, text[:at] + "{" + text[at:], text)
    read = [len(incremental.update(Source(each)).surface.parse.stream) for each in edits]
    assert len(whole.tokens) > 9000
    assert max(read) < 1000
    assert incremental.restarts == 0


def test_statements_in_one_segment_are_forgotten_once_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "_LONG", 2)
    monkeypatch.setattr(incremental_analysis, "_LEAST", 0)
    pool = "pool kv { } "
    body = "hold kv (1) at admission { v = now; } { set a = v; } " * 8
    incremental = IncrementalAnalysis()
    for number in range(20):
        text = f"{pool}session {{ {body} set b = {number}; end; }}{RUN}"
        found = incremental.update(Source(text))
        assert observables(found) == observables(analyze(Source(text)))


def after(first: str, *texts: str) -> None:
    """Edit a text again and again."""
    editor = Editor(first)
    for text in texts:
        editor.edit(text)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("session { set a = 1; set b = a; }", "session { set c = 1; set a = 1; set b = a; }"),
        (
            "session { branch (1 < 2) { end; } end; }",
            "session { branch (1 < 2) { end; } else end; }",
        ),
        ("let z = 0.0; session { set a = z; }", "let z = -0.0; session { set a = z; }"),
        ("session { set a = 1e; }", "session { set a = 1e+5; }"),
        ("session { set a = now; /* b */ end; }", "session { set a = now; /* b * end; }"),
        ("stage e : fifo; session { run e (1); }", "stage e : ps(1); session { run e (1); }"),
        (
            "pool p { } pool q { } session { hold p (1) { load p (1); } }",
            "pool p { } pool q { } session { hold q (1) { load p (1); } }",
        ),
        (
            "def f(x) = x; session { set a = f(1); set b = g(1); }",
            "def f(x) = x + x; session { set a = f(1); set b = g(1); }",
        ),
        (
            "workload { session { request; request; } } server { set a = 1; end; }",
            "workload { session { request; request; } } server { set b = 1; end; }",
        ),
        (
            "session { set a = now; }",
            "workload { session { request; } hidden a; } server { turn; }",
        ),
        (
            "session { set a = 1; set b = a {in(a + 2); set c = 2; end; }",
            "session { set a = 1; set b = a in(a + 2); set c = 2; end; }",
        ),
        ('use "lib.sq"; session { set a = g(1); }', 'use "lib.s"; session { set a = g(1); }'),
        ("session { set a = é; }", "session { set a = now; }"),
        ("session { observe a = 1; }\n", "session { observe a = 1; }\r\n"),
    ],
)
def test_an_edit_shows_wherever_it_matters(before: str, now: str) -> None:
    after(before + RUN, now + RUN)
    after(now + RUN, before + RUN)
    after(before + RUN, now + RUN, before + RUN, now + RUN)


def test_an_edited_library_is_read_again() -> None:
    files = workspace()
    incremental = IncrementalAnalysis(workspace=files)
    text = f'use "lib.sq"; session {{ set a = g(1); }}{RUN}'
    assert incremental.update(source(text)).diagnostics == ()
    files.open_buffer(f"{FOLDER}/lib.sq", "def g(x, y) = x;\n")
    assert [each.code for each in incremental.update(source(text)).diagnostics] == ["SQ215"]


def test_what_is_unchanged_is_not_made_again() -> None:
    text = f"pool kv {{ }} session {{ set a = 1; hold kv (a) {{ end; }} set b = 2; }}{RUN}"
    incremental = IncrementalAnalysis()
    first = incremental.update(Source(text))
    assert first.program is not None
    blocks = first.program.blocks
    second = incremental.update(Source(text.replace("b = 2", "b = 3")))
    assert second.program is not None
    assert second.program.pools[0] is first.program.pools[0]
    changed = second.program.blocks[second.program.session]
    assert [a is b for a, b in zip(changed, blocks[first.program.session], strict=True)] == [
        True,
        True,
        False,
    ]
    assert incremental.restarts == 0


def test_another_file_begins_anew() -> None:
    incremental = IncrementalAnalysis()
    incremental.update(Source("session { end; }", "/a.sq", "/"))
    found = incremental.update(Source("session { end }", "/b.sq", "/"))
    assert [each.code for each in found.diagnostics][:1] == ["SQ101"]
    assert incremental.restarts == 1


@pytest.mark.parametrize("opener", ["loop {", "branch (1 < 2) {", "set a = ("])
def test_what_is_moved_deeper_is_still_too_deep(opener: str) -> None:
    """Nested statements with long ones beside them, moved across the bound on nesting and back."""
    beside = "hold kv (1) { set x = ((1 + 2) * 3); set y = x; set z = y; observe q = now; } " * 3
    closer = ");" if opener.endswith("(") else "}"
    for depth in range(90, 108, 3):
        nest = "loop {\n" * depth + beside + "\nset b = 1;\n" + "}\n" * depth
        flat = f"pool kv {{ }} session {{\n{beside}\n{nest}end;\n}}{RUN}"
        at = flat.index("loop")
        deeper = f"{flat[:at]}{opener * 6} {flat[at:]}"
        closed = deeper.replace("end;\n}", f"{closer * 6}end;\n}}")
        after(flat, deeper, closed, flat, closed)


def test_a_run_of_statements_may_be_closed_by_a_line_in_it() -> None:
    """The lines of what is unchanged decide where a missing brace is put in."""
    hold = "    hold kv (1) {\n      set x = 1;\n    }\n"
    text = (
        f"pool kv {{ }}\nsession {{\n  loop {{\n{hold * 40}  }}\n{hold[2:] * 40}  end;\n}}\n{RUN}"
    )
    for indent in ("", "  ", "      "):
        other = text.replace("    set x = 1;", f"{indent}set x = 1;")
        for broken in (other.replace("  }\n  hold", "\n  hold", 1), other.replace("}", "", 9)):
            after(other, broken, broken.replace("end;", "end; end;"), other)
