"""What the command line of `sq sweep` can say."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.cli.output_files import STANDARD_OUTPUT, output_file
from sqlang.cli.parsing import (
    Arguments,
    add_bounds,
    add_program,
    add_settings,
    make_parser,
    number,
    positive,
)
from sqlang.sweeps.running import processors
from sqlang.sweeps.variation import Variation, VariationError, read_variation

if TYPE_CHECKING:
    from sqlang.engine import Limits

_EXAMPLE: Final = """sq sweep examples/one_stage_queue.sq --vary rate=0.1..0.9:9 --seeds 10
sq sweep program.sq --vary Lambda=0.1..2.0:20 --vary K=1,2,4 --seeds 32 \\
    --output runs.csv --summary means.parquet --plot means.svg
sq sweep program.sq --vary K=1..1000:4:log --seeds 8 --measure ttft.p99
sq sweep program.sq --vary K=1..8 --seeds 100 --backend dask --address tcp://10.0.0.1:8786"""
_DASK: Final = "dask"
_PROCESSES: Final = "processes"
_TABLES: Final = (".csv", ".parquet")


class SweepArguments(Arguments):
    """The command line; `outputs` and `summaries` are tables of runs and of means."""

    def __init__(self) -> None:
        super().__init__()
        self.variations: list[Variation] = []
        self.seeds: tuple[int | None, int] = (None, 1)
        self.measures: list[str] = []
        self.level = 0.95
        self.outputs: list[str] = []
        self.summaries: list[str] = []
        self.plot: str | None = None
        self.json = False
        self.journal: str | None = None
        self.jobs: int | None = None
        self.backend = _PROCESSES
        self.address: str | None = None

    @property
    def processes(self) -> int:
        """Among how many processes of this machine runs are divided."""
        return self.jobs or processors()

    @property
    def bounds(self) -> Limits:
        """The bounds of each run, none on memory unless it is given."""
        return self.limits._replace(memory=self.max_memory)

    @property
    def tables(self) -> list[str]:
        """All files with tables."""
        return [*self.outputs, *self.summaries]

    @property
    def writes_to_standard_output(self) -> bool:
        """Whether something else than the text goes there."""
        return STANDARD_OUTPUT in (*self.tables, self.plot)

    @property
    def journal_path(self) -> str:
        """Where finished runs are written down: in the current folder, named after the program."""
        if self.journal is not None:
            return self.journal
        name = "stdin" if self.file == STANDARD_INPUT else os.path.basename(self.file)
        return f".{os.path.splitext(name)[0]}.sweep.jsonl"

    def seeds_from(self, own: int) -> range:
        """The seeds; of a number of them those from the program's `own` on."""
        first, last = self.seeds
        return range(own, own + last) if first is None else range(first, last + 1)


def parse(words: Sequence[str]) -> SweepArguments:
    """The arguments; raises `SystemExit` for a command line that makes no sense."""
    parser = make_parser(
        "sweep",
        "Run a program with all combinations of values and with several seeds, on all cores or\n"
        "a cluster, and show means with confidence intervals. Finished runs are never run again.",
        _EXAMPLE,
    )
    add_program(parser)
    _add_runs(parser)
    _add_results(parser)
    _add_places(parser)
    add_settings(parser)
    add_bounds(parser)
    arguments = parser.parse_args(words, SweepArguments())
    _refuse_nonsense(parser, arguments)
    return arguments


def _add_runs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--vary",
        dest="variations",
        metavar="NAME=VALUES",
        action="append",
        type=_variation,
        default=[],
        help="values of the constant NAME, or of the only option of this name: FROM..TO:COUNT, "
        "FROM..TO:COUNT:log, FROM..TO of whole numbers, or V1,V2,…; may be given several times",
    )
    parser.add_argument(
        "--seeds", type=_seeds, metavar="N", help="run each with N seeds, or with FIRST..LAST (1)"
    )
    parser.add_argument(
        "--measure",
        dest="measures",
        metavar="NAME",
        action="append",
        default=[],
        help="what to show of the reports: ttft.p99, stages.gpu.utilization, mean_live, all; "
        "may be given several times (mean and p99 of what is observed)",
    )
    parser.add_argument(
        "--confidence",
        "--level",
        dest="level",
        type=_level,
        metavar="SHARE",
        help="confidence of the intervals (0.95)",
    )


def _add_results(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--output",
        dest="outputs",
        metavar="FILE",
        action="append",
        type=_table,
        default=[],
        help="a table with a row for each run, *.csv or *.parquet; - for CSV on standard output",
    )
    parser.add_argument(
        "--summary",
        dest="summaries",
        metavar="FILE",
        action="append",
        type=_table,
        default=[],
        help="a table with a row for each mean, *.csv or *.parquet",
    )
    parser.add_argument(
        "--plot", type=_picture, metavar="FILE", help="a picture of the means, *.svg"
    )
    parser.add_argument("--json", action="store_true", help="the means as JSON")
    parser.add_argument(
        "--journal",
        type=output_file,
        metavar="FILE",
        help="where finished runs are written down (.NAME.sweep.jsonl)",
    )


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-j",
        "--jobs",
        "--processes",
        dest="jobs",
        type=positive,
        metavar="N",
        help="run in N processes (one a core)",
    )
    parser.add_argument(
        "--backend", choices=(_PROCESSES, _DASK), help="where to run (processes of this machine)"
    )
    parser.add_argument(
        "--address", metavar="ADDRESS", help="the Dask scheduler, such as tcp://10.0.0.1:8786"
    )


def _refuse_nonsense(parser: argparse.ArgumentParser, arguments: SweepArguments) -> None:
    if (arguments.backend == _DASK) != (arguments.address is not None):
        parser.error("--backend dask and --address ADDRESS go together")
    if arguments.address is not None and arguments.jobs is not None:
        parser.error("--jobs is of this machine; how many run on a cluster is for that to say")
    if arguments.plot is not None and not arguments.variations:
        parser.error("--plot draws along a parameter that varies: give one by --vary")
    names = [*arguments.tables, arguments.plot]
    texts = names.count(STANDARD_OUTPUT) + arguments.json
    if texts > 1:
        parser.error("only one thing can go to standard output")
    if arguments.seed is not None and arguments.seeds[0] is not None:
        parser.error("--seeds FIRST..LAST says all seeds, so --seed cannot be had too")


def _variation(text: str) -> Variation:
    try:
        return read_variation(text)
    except VariationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _seeds(text: str) -> tuple[int | None, int]:
    """How many seeds, or the first and the last."""
    first, dots, last = text.partition("..")
    if not dots:
        return None, positive(text)
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last) < 2**64):
        raise argparse.ArgumentTypeError(f"`{text}` is not of the form 10 or 1..10")
    return int(first), int(last)


def _table(text: str) -> str:
    if text != STANDARD_OUTPUT and not text.endswith(_TABLES):
        raise argparse.ArgumentTypeError(f"`{text}` ends neither in .csv nor in .parquet")
    return text


def _picture(text: str) -> str:
    if text != STANDARD_OUTPUT and not text.endswith(".svg"):
        raise argparse.ArgumentTypeError(f"`{text}` does not end in .svg: a plot is an SVG")
    return text


def _level(text: str) -> float:
    """A share between 0 and 1."""
    value = number(text)
    if not 0.0 < value < 1.0:
        raise argparse.ArgumentTypeError(f"`{text}` is not between 0 and 1")
    return value
