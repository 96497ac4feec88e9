"""Sessions at a terminal (`console` blocks): what the commands in them really say."""

from __future__ import annotations

import io
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from sqlang.cli.main import main
from tests.documentation.blocks import ROOT, Block, blocks_of

PROMPT: Final = "$ "
LEFT_OUT: Final = "…"
"""Alone on a line it stands for any lines, also none."""

_COLUMNS: Final = 110


class Exchange(NamedTuple):
    """A command in a session, what the page shows of its answer, and the answer."""

    block: Block
    command: str
    shown: str
    answer: str

    @property
    def leaves_lines_out(self) -> bool:
        return any(line.strip() == LEFT_OUT for line in self.shown.splitlines())

    @property
    def is_true(self) -> bool:
        """Whether the page shows the answer, but for lines that it leaves out."""
        pieces = re.split(rf"^ *{LEFT_OUT}\n", self.shown, flags=re.MULTILINE)
        pattern = "(?:.*\n)*?".join(map(re.escape, pieces))
        return re.fullmatch(pattern, self.answer) is not None


def answers_of(page: Path, folder: Path) -> Iterator[Exchange]:
    """What every command of a page says, each in the state that the page has reached there."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for block in blocks_of(page):
        if block.file is not None:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command, shown in _exchanges(block.text):
                yield Exchange(block, command, shown, said(command, folder))


def _exchanges(session: str) -> Iterator[tuple[str, str]]:
    """Each command of a session, with what is shown of its answer."""
    _, *parts = re.split(rf"^{re.escape(PROMPT)}", session, flags=re.MULTILINE)
    for part in parts:
        command, _, answer = part.partition("\n")
        yield command, answer


class _Terminal(io.TextIOWrapper):
    """Is wide enough for a page, and without colors."""

    def isatty(self) -> bool:
        return True


def said(command: str, folder: Path) -> str:
    """What `sq` writes to a terminal, in the order in which it does."""
    program, *words = shlex.split(command)
    if program != "sq":
        raise ValueError(f"a session cannot run {program!r}; show it in a block `sh`")
    written = io.BytesIO()
    output = _Terminal(written, "utf-8", newline="\n", write_through=True)
    # Not a terminal: how far a run is would be told there.
    errors = io.TextIOWrapper(written, "utf-8", newline="\n", write_through=True)
    surroundings = {"NO_COLOR": "1", "COLUMNS": str(_COLUMNS)}
    with (
        patch.dict(os.environ, surroundings),
        chdir(folder),
        redirect_stdout(output),
        redirect_stderr(errors),
        suppress(SystemExit),
    ):
        main(words)
    text = written.getvalue().decode("utf-8")
    output.detach()
    errors.detach()
    return text
