"""How far a sweep is, as a bar on the terminal of standard error; nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlang.cli.console import Console
from sqlang.sweeps.plan import Run
from sqlang.sweeps.task import Outcome

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class SweepProgress:
    """Counts finished runs, and shows them in a bar if there is one."""

    def __init__(self, known: Iterable[Outcome]) -> None:
        outcomes = list(known)
        self.finished = len(outcomes)
        self.failed = sum(not each.is_whole for each in outcomes)
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def show(self, total: int) -> None:
        """Begin to show a bar for so many runs."""
        from rich import progress
        from rich.console import Console as Terminal

        self._bar = progress.Progress(
            progress.TextColumn("{task.completed}/{task.total} runs"),
            progress.BarColumn(bar_width=None),
            progress.TextColumn("[red]{task.fields[failed]}"),
            progress.TimeElapsedColumn(),
            progress.TextColumn("[dim]left"),
            progress.TimeRemainingColumn(compact=True),
            console=Terminal(file=sys.stderr),
            transient=True,
        )
        self._task = self._bar.add_task("", total=total, completed=self.finished, failed="")
        self._bar.start()

    def advance(self, _run: Run, outcome: Outcome) -> None:
        """A run is finished."""
        self.finished += 1
        self.failed += not outcome.is_whole
        if self._bar is not None and self._task is not None:
            failed = f"{self.failed} failed" if self.failed else ""
            self._bar.update(self._task, completed=self.finished, failed=failed)

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def shown_progress(
    console: Console, total: int, known: Iterable[Outcome]
) -> Iterator[SweepProgress]:
    """Counts runs, in a bar if standard error is a terminal and there is something to run."""
    progress = SweepProgress(known)
    if console.errors.is_terminal and progress.finished < total:
        progress.show(total)
    try:
        yield progress
    finally:
        progress.stop()
