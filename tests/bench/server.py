"""The figures of the language server: `make bench-server`, or `python -m tests.bench.server`.

Everything is measured by a client over stdio, in wall time, debounce 0: a busy machine shows.
Edits are of one character at a random place of the whole file, put in, taken out or exchanged, and
undone; half of each file's lines are in its session. Each figure is the median and the 95th
percentile; in brackets the same of the processor time that the server's message loop spent
meanwhile, which a busy machine changes less.
"""

from __future__ import annotations

import string
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from tests.bench.editor import Json, TimedEditor
from tests.bench.final_state import differences
from tests.bench.frontend import machine_and_form
from tests.bench.programs import half_in_session

EDITS = 200
STARTS = 15
SIZES = (100, 1_000, 5_000)
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + " \n"
SETTINGS = {"sq.diagnostics.delay": 0, "sq.trace.delay": 0}
MISTAKES = 5
PAUSE = 8.0
"""Seconds after which a server has given back what nobody asks about."""
ENDLESS = ("horizon 20;", "horizon 1e15;")


class Taken(NamedTuple):
    """Seconds of wall time, and of processor time of the server."""

    wall: float
    processor: float


def main() -> None:
    """Print a line for each figure; arguments choose some of them by their names."""
    chosen = sys.argv[1:] or ["start", "edits", "asked", "hints", "memory"]
    print(machine_and_form())
    for name in chosen:
        FIGURES[name]()


def start() -> None:
    """From the start of the process to the answer to `initialize`."""
    times = []
    for _ in range(STARTS):
        editor = TimedEditor(**SETTINGS)
        times.append(Taken(editor.start_time, editor.start_spent))
        editor.close()
    print(f"initialize: {_spread(times)}")


def edits() -> None:
    """From an edit to its diagnostics."""
    for lines in SIZES:
        editor = _opened(half_in_session(lines))
        print(f"{lines:,} lines: edit to diagnostics {_spread(_edited(editor, EDITS))}")
        editor.close()


def asked() -> None:
    """Requests right after an edit, when nothing runs and while a run is active."""
    for lines in SIZES:
        for title, text in (
            ("idle", half_in_session(lines)),
            ("running", half_in_session(lines).replace(*ENDLESS)),
        ):
            editor = _opened(text)
            random = Random(2)
            for name, ask in _REQUESTS.items():
                times = [_after_an_edit(editor, ask, random) for _ in range(EDITS)]
                print(f"{lines:,} lines, {title}: {name} {_spread(times)}")
            editor.close()


def hints() -> None:
    """From an edit to the first hints of its program, also the last of ten while a run goes on."""
    for lines in SIZES:
        for title, text in (
            ("a run that ends", half_in_session(lines)),
            ("a run without end", half_in_session(lines).replace(*ENDLESS)),
        ):
            editor = _opened(text)
            time.sleep(1.0)
            singles = [_hinted(editor, 1, number) for number in range(20)]
            tenths = [_hinted(editor, 10, number) for number in range(20, 30)]
            print(
                f"{lines:,} lines, {title}: first hints {_spread(singles)}; "
                f"after the tenth of ten edits {_spread(tenths)}"
            )
            editor.close()


def memory() -> None:
    """What ten open files take, in the server and in its workers: shown alone, and all edited."""
    for lines in (100, 1_000):
        for title, count in (("opened", 0), ("each edited", 40)):
            editor = TimedEditor(**SETTINGS)
            for number in range(10):
                editor.open(half_in_session(lines), f"file:///work/program{number}.sq")
                _edited(editor, count)
            time.sleep(PAUSE)
            print(f"ten files of {lines:,} lines, {title}: {_told(editor)}")
            editor.close()


def long() -> None:
    """Ten thousand edits in a row, each another one, beside what the text takes just opened.

    Ends with an error if a server that has just been started answers anything else after them.
    """
    for lines in (100, 1_000):
        editor = TimedEditor(**SETTINGS)
        editor.open(half_in_session(lines))
        time.sleep(PAUSE)
        print(f"{lines:,} lines, opened: {_told(editor)}")
        made = 0
        for stop in (10, 200, 1_000, 3_000, 10_000):
            while made < stop:
                count = min(100, stop - made)
                _edited(editor, count, seed=made)
                made += count
            print(f"{lines:,} lines, {made:,} edits: {_told(editor)}")
        _compare_with_cold(editor)
        editor.close()


def _compare_with_cold(editor: TimedEditor) -> None:
    """Compares the present text, and then with some mistakes, with that of a new server."""
    random = Random(4)
    for number in range(MISTAKES + 1):
        if number:
            editor.forget()
            editor.edit(*_edit(editor.text, random))
            editor.diagnosed()
        different = differences(editor, **SETTINGS)
        if different:
            sys.exit(f"a server just started answers otherwise: {', '.join(different)}")
    print(f"a server just started answers the same, also with up to {MISTAKES} mistakes")


def _told(editor: TimedEditor) -> str:
    server, workers = editor.memory()
    return f"server {server:.0f} MB, workers {', '.join(f'{each:.0f}' for each in workers)} MB"


def _opened(text: str) -> TimedEditor:
    editor = TimedEditor(**SETTINGS)
    editor.open(text)
    time.sleep(1.0)
    _edited(editor, 10)
    return editor


def _edited(editor: TimedEditor, count: int, seed: int = 1) -> list[Taken]:
    """What it took from each edit to its diagnostics."""
    random = Random(seed)
    whole = editor.text
    times = []
    for number in range(count):
        if number % 2:
            start, end, new = _back(editor.text, whole)
        else:
            start, end, new = _edit(whole, random)
        editor.forget()
        spent = editor.spent()
        sent = editor.edit(start, end, new)
        times.append(Taken(editor.diagnosed().time - sent, editor.spent() - spent))
    if editor.text != whole:
        editor.edit(*_back(editor.text, whole))
        editor.diagnosed()
    return times


def _edit(text: str, random: Random) -> tuple[int, int, str]:
    at = random.randrange(len(text))
    kind = random.randrange(3)
    return at, at + (kind != 0), "" if kind == 1 else random.choice(CHARACTERS)


def _back(text: str, whole: str) -> tuple[int, int, str]:
    """The edit that makes `whole` of a text that differs from it by one edit."""
    start = 0
    while start < min(len(text), len(whole)) and text[start] == whole[start]:
        start += 1
    kept = 0
    while kept < min(len(text), len(whole)) - start and text[-1 - kept] == whole[-1 - kept]:
        kept += 1
    return start, len(text) - kept, whole[start : len(whole) - kept]


Ask = Callable[[TimedEditor, int], Taken]


def _after_an_edit(editor: TimedEditor, ask: Ask, random: Random) -> Taken:
    """How long a request takes at the place of an edit, once its diagnostics are there.

    The edit puts in a letter; when it is taken out again the request follows too, as editors ask.
    """
    whole = editor.text
    at = random.randrange(len(whole))
    editor.forget()
    editor.edit(at, at, "x")
    editor.diagnosed()
    taken = ask(editor, at)
    editor.edit(at, at + 1, "")
    editor.diagnosed()
    ask(editor, at)
    return taken


def _ask(method: str) -> Ask:
    def ask(editor: TimedEditor, at: int) -> Taken:
        return _request(editor, method, editor.at(at))[1]

    return ask


def _request(editor: TimedEditor, method: str, params: object) -> tuple[Json, Taken]:
    spent, begun = editor.spent(), time.perf_counter()
    answer = editor.request(method, params)
    return answer.message["result"], Taken(answer.time - begun, editor.spent() - spent)


def _tokens() -> Ask:
    known: dict[TimedEditor, str] = {}

    def ask(editor: TimedEditor, _: int) -> Taken:
        document = {"textDocument": {"uri": editor.uri}}
        if editor not in known:
            whole = editor.request("textDocument/semanticTokens/full", document)
            known[editor] = whole.message["result"]["resultId"]
        given = {**document, "previousResultId": known[editor]}
        answer, taken = _request(editor, "textDocument/semanticTokens/full/delta", given)
        known[editor] = answer["resultId"]
        return taken

    return ask


_REQUESTS: dict[str, Ask] = {
    "hover": _ask("textDocument/hover"),
    "definition": _ask("textDocument/definition"),
    "completion": _ask("textDocument/completion"),
    "semantic tokens delta": _tokens(),
}


def _hinted(editor: TimedEditor, count: int, number: int) -> Taken:
    """The seconds from the last of some edits, 100 ms apart, to hints of the program it made."""
    at = editor.text.index("seed ") + len("seed ")
    for step in range(count):
        if step:
            time.sleep(0.1)
        editor.forget()
        end = editor.text.index(";", at)
        spent = editor.spent()
        sent = editor.edit(at, end, str(1000 + 10 * number + step))
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    while True:
        editor.wait(lambda each: each.get("method") == "workspace/inlayHint/refresh")
        editor.forget()
        params = {"textDocument": {"uri": editor.uri}, "range": whole}
        answer = editor.request("textDocument/inlayHint", params)
        found = answer.message["result"] or ()
        shown = [each for each in found if isinstance(each.get("data"), dict)]
        if any(each["data"].get("stale") is False for each in shown):
            return Taken(answer.time - sent, editor.spent() - spent)


def _spread(times: Sequence[Taken]) -> str:
    wall = _median_and_last([each.wall for each in times])
    return f"{wall} ms [{_median_and_last([each.processor for each in times])}]"


def _median_and_last(times: Sequence[float]) -> str:
    ordered = sorted(times)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"{median(ordered) * 1000:.1f} / {last * 1000:.1f}"


FIGURES: dict[str, Callable[[], None]] = {
    "start": start,
    "edits": edits,
    "asked": asked,
    "hints": hints,
    "memory": memory,
    "long": long,
}


if __name__ == "__main__":
    main()
