"""`sq sweep`: a program with many values and seeds, its runs divided among processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.cli.loading import LoadError, load_named
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.output_files import written
from sqlang.cli.sweep_options import SweepArguments, parse
from sqlang.cli.sweep_progress import shown_progress
from sqlang.sweeps.journal import Journal, JournalError
from sqlang.sweeps.library import bounded, place_for
from sqlang.sweeps.measures import MeasureError, resolved, useful
from sqlang.sweeps.plan import Plan, Run, Subject, make_plan
from sqlang.sweeps.running import MissingLibraryError, PlaceError
from sqlang.sweeps.statistics import Results, summed_up
from sqlang.sweeps.sweep import Known, known_to, perform_all
from sqlang.sweeps.tables import csv_bytes, parquet_bytes, points_table, require_parquet, runs_table
from sqlang.sweeps.task import Outcome, WorkerError

_PARQUET: Final = ".parquet"


def command(words: Sequence[str], console: Console) -> int:
    """Sweep; 1 if the program has errors, or if a run fails or is ended by a bound."""
    arguments = parse(words)
    try:
        plan = _plan(arguments, console)
        measures = _measures(arguments, plan)
        if any(path.endswith(_PARQUET) for path in arguments.tables):
            require_parquet()
        results = summed_up(plan, measures, _outcomes(arguments, plan, console), arguments.level)
    except LoadError as failure:
        return failure.code
    except MissingLibraryError as missing:
        console.error(_installation(missing))
        return FAILED
    except (PlaceError, WorkerError) as error:
        console.error(f"sq: {error}; what is finished is kept in {arguments.journal_path}")
        return FAILED
    except (JournalError, MeasureError, ValueError) as error:
        console.error(f"sq: {error}")
        return USAGE
    if not _files_written(results, arguments, console):
        return USAGE
    _print(results, arguments, console)
    return FAILED if results.failed else CLEAN


def _plan(arguments: SweepArguments, console: Console) -> Plan:
    sets, arguments.sets = arguments.sets, []
    analysis, program = load_named(arguments.file, arguments, console, arguments.file)
    subject = Subject(program, analysis, sets, arguments.settings)
    seeds = arguments.seeds_from(program.ir.seed)
    limits = bounded(arguments.bounds, arguments.processes, arguments.address)
    return make_plan(subject, arguments.variations, seeds, limits)


def _measures(arguments: SweepArguments, plan: Plan) -> tuple[str, ...]:
    if not plan.paths:
        return ()
    return resolved(arguments.measures, plan.paths) if arguments.measures else useful(plan.paths)


def _outcomes(arguments: SweepArguments, plan: Plan, console: Console) -> Mapping[Run, Outcome]:
    path = arguments.journal_path
    try:
        journal = Journal(path)
    except OSError as error:
        raise ValueError(
            f"cannot write {path}: {error.strerror or error}; `--journal FILE` names another place"
        ) from error
    total = sum(1 for _ in plan.runs())
    with closing(journal):
        known = known_to(journal, plan)
        _tell(known, total, path, console)
        place = place_for(arguments.processes, arguments.address)
        with shown_progress(console, total, known.outcomes.values()) as progress:
            try:
                return perform_all(plan, known.outcomes, place, journal, progress.advance)
            except KeyboardInterrupt:
                progress.stop()
                finished = f"{len(known.outcomes) + journal.added} of {total} runs are finished"
                console.error(f"sq: interrupted; {finished}, and the same command goes on there")
                raise


def _tell(known: Known, total: int, path: str, console: Console) -> None:
    """What a journal that was there already is good for."""
    if known.outcomes:
        console.error(f"sq: {len(known.outcomes)} of {total} runs are finished already ({path})")
    elif known.others:
        console.error(
            f"sq: the runs in {path} are of other programs, values or bounds; this begins anew"
        )


def _files_written(results: Results, arguments: SweepArguments, console: Console) -> bool:
    tables = [(path, runs_table) for path in arguments.outputs]
    tables += [(path, points_table) for path in arguments.summaries]
    for path, make_table in tables:
        table = make_table(results)
        data = parquet_bytes(table) if path.endswith(_PARQUET) else csv_bytes(table)
        if not written(path, data, console):
            return False
    if arguments.plot is None:
        return True
    from sqlang.sweeps.plot import plot_svg

    picture = plot_svg(results, _title(arguments))
    return written(arguments.plot, picture.encode("utf-8", "replace"), console)


def _print(results: Results, arguments: SweepArguments, console: Console) -> None:
    if arguments.json:
        import json

        from sqlang.sweeps.json_value import to_json_value

        text = json.dumps(to_json_value(results), ensure_ascii=False, allow_nan=False)
        console.result_json(text)
    elif not arguments.writes_to_standard_output:
        from sqlang.sweeps.text import results_text

        console.result(results_text(results, _title(arguments)))


def _title(arguments: SweepArguments) -> str:
    return "standard input" if arguments.file == STANDARD_INPUT else arguments.file


def _installation(missing: MissingLibraryError) -> str:
    advice = "\n`--jobs 1` needs nothing" if missing.library == "joblib" else ""
    return f"sq: {missing}\n  pip install 'serq-lang[{missing.extra}]'{advice}"
