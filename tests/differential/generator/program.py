"""Whole programs: the parts in one text, with the files beside it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.differential.generator.choices import Choices
from tests.differential.generator.definitions import LIBRARY, definition_items
from tests.differential.generator.mishaps import mishap
from tests.differential.generator.place import Place
from tests.differential.generator.pools import pool_items
from tests.differential.generator.runs import pause
from tests.differential.generator.scene import Scene
from tests.differential.generator.stages import share_item, stage_items
from tests.differential.generator.statements import block, statements
from tests.differential.generator.workload import (
    TRACE,
    run_item,
    trace_file,
    workload,
    workload_item,
)


class GeneratedProgram(NamedTuple):
    """A program's text, and the files beside it by name."""

    text: str
    files: tuple[tuple[str, str], ...] = ()

    def write(self, folder: Path) -> Path:
        """Write everything to a folder; the path of the program."""
        for name, content in self.files:
            (folder / name).write_text(content, encoding="utf-8")
        path = folder / "program.sq"
        path.write_text(self.text, encoding="utf-8")
        return path


@st.composite
def programs(draw: DrawFn) -> GeneratedProgram:
    """Well-formed programs, most of which run to their end."""
    choices = Choices(draw)
    scene = Scene(choices)
    arrivals = workload(choices, scene)
    deployment = [*pool_items(choices, scene), *stage_items(choices, scene)]
    client, server = _sides(choices, scene)
    lines = [
        *_constants(scene),
        *definition_items(choices),
        *deployment,
        *workload_item(choices, scene, arrivals.arrival, client if scene.is_two_sided else []),
        *(server if scene.is_two_sided else client),
        run_item(choices, scene, arrivals.limit),
    ]
    if scene.shares:
        lines.append(share_item(choices))
    text = "\n".join(lines) + "\n"
    return GeneratedProgram(text, _files(choices, scene, text))


def _constants(scene: Scene) -> list[str]:
    values = ("1.5", "2 * 4")
    return [f"let {name} = {value};" for name, value in zip(scene.constants, values, strict=False)]


def _files(choices: Choices, scene: Scene, text: str) -> tuple[tuple[str, str], ...]:
    files = [("library.sq", LIBRARY)] if "library.sq" in text else []
    if scene.has_trace:
        files.append((TRACE, trace_file(choices)))
    return tuple(files)


def _sides(choices: Choices, scene: Scene) -> tuple[list[str], list[str]]:
    """The session and, in a program of two sides, the server."""
    place = Place(statements=16)
    if not scene.is_two_sided:
        served = _with_mishap(choices, scene, statements(choices, scene, place, 3, 8))
        return ["session {", *block(_session(choices, scene, served)), "}"], []
    server = statements(choices, scene, Place(server=True), 2, 7)
    server = _with_mishap(choices, scene, server)
    asked = ["request;", *statements(choices, scene, Place(statements=3), 0, 2)]
    session = ["session {", *block(_session(choices, scene, asked)), "}"]
    return session, ["server {", *block(server), "}"]


def _with_mishap(choices: Choices, scene: Scene, lines: list[str]) -> list[str]:
    failing = mishap(choices, scene)
    return [*failing, *lines] if choices.chance(60) else [*lines, *failing]


def _session(choices: Choices, scene: Scene, served: list[str]) -> list[str]:
    """Time passes first, so that a session cannot end at the instant it began."""
    start = [pause(choices), "set began = now;"]
    if scene.mishap.error == "ERR-8":
        served = [*served, f"branch (now > {scene.horizon / 2:g}) {{ run gate (999); }}"]
    if not choices.chance(60 if scene.has_trace else 40):
        return [*start, *(["turn;"] if choices.chance(20) else []), *served, "end;"]
    turn = ["turn;"] if scene.has_trace or choices.chance(60) else []
    enough = ["with (0.4)", "(now > 15)"]
    if turn:
        enough += [f"(turn_no >= {choices.between(1, 4)})", "(more == 0)"]
    ending = f"branch {choices.one_of(enough)} {{ end; }}"
    return [*start, "loop {", *block([*turn, *served, pause(choices), ending]), "}"]
