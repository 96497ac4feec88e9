"""Serving forms as kernel statements, and kernel statements as serving forms (SRV-1 to SRV-5)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.refactoring.kernel_forms import KernelForms, flat, reference_text
from sqlang.refactoring.model import Kind, Refactoring, Selection
from sqlang.semantics.serving import is_step
from sqlang.syntax import tree
from sqlang.vocabulary import ROLE_STAGES


def serving_rewrites(selection: Selection) -> Iterator[Refactoring]:
    """The other form of the statement under the cursor, outside of definitions.

    In one it depends on the stages above its uses what a form means.
    """
    if selection.definition is not None:
        return
    found = selection.innermost(tree.Serving, tree.Run, tree.Block)
    if isinstance(found, tree.Serving):
        yield from _to_kernel(selection, found)
    elif isinstance(found, tree.Run):
        yield from _to_serving(selection, found)


def _to_kernel(selection: Selection, form: tree.Serving) -> Iterator[Refactoring]:
    statements = KernelForms(selection.analysis).statements(form)
    if statements:
        between = f"\n{selection.indentation(form.first.start)}"
        edit = selection.replaced(form, between.join(statements))
        title = f"Write `{form.role.name}` as `run`"
        yield Refactoring(title, Kind.REWRITE, (edit,))


def _to_serving(selection: Selection, run: tree.Run) -> Iterator[Refactoring]:
    above = _stages_above(selection.analysis.surface.program, run)
    stages = {stage.name.name: stage for stage in reversed(above)}
    if any(reference.name.name not in stages for reference in run.stages):
        return
    first_is_step = is_step(stages[run.stages[0].name.name])
    if run.mode is not None and first_is_step:
        yield _serving(selection, run, run.mode.name, above)
    elif run.mode is None and not first_is_step:
        yield _serving(selection, run, "tool", above)
        yield from _transfer(selection, run, above)


def _stages_above(program: tree.Program, run: tree.Run) -> list[tree.Stage]:
    items = program.items
    return [
        item for item in items if isinstance(item, tree.Stage) and item.last.end <= run.first.start
    ]


def _serving(
    selection: Selection, run: tree.Run, role: str, above: list[tree.Stage]
) -> Refactoring:
    growing = "" if run.growing is None else f" growing {reference_text(run.growing)}"
    text = f"{role}{_where(run, role, above)} {_work(run)}{growing};"
    return Refactoring(f"Write `run` as `{role}`", Kind.REWRITE, (selection.replaced(run, text),))


def _where(run: tree.Run, role: str, above: list[tree.Stage]) -> str:
    """Nothing for the one stage that plays the role, else `on` and the stages (SRV-2, SRV-3)."""
    if len(run.stages) == 1 and _player(role, above) == run.stages[0].name.name:
        index = run.stages[0].index
        return "" if index is None else f"[{flat(index)}]"
    return f" on {', '.join(reference_text(stage) for stage in run.stages)}"


def _player(role: str, above: list[tree.Stage]) -> str | None:
    found = [stage.name.name for stage in above if stage.name.name in ROLE_STAGES[role]]
    if not found and role in ("prefill", "decode"):
        found = [stage.name.name for stage in above if is_step(stage)]
    return found[0] if len(found) == 1 else None


def _work(run: tree.Run) -> str:
    inner = run.work.inner if isinstance(run.work, tree.Parenthesized) else run.work
    return f"({flat(inner)})"


def _transfer(
    selection: Selection, run: tree.Run, above: list[tree.Stage]
) -> Iterator[Refactoring]:
    """For a run that is followed by a load of one pool and a release of another."""
    block = selection.innermost(tree.Block)
    if not isinstance(block, tree.Block) or run not in block.statements or run.growing is not None:
        return
    at = block.statements.index(run)
    match block.statements[at + 1 : at + 3]:
        case (tree.Load() as load, tree.Release() as release):
            amount = load.amount
            inner = amount.inner if isinstance(amount, tree.Parenthesized) else amount
            text = (
                f"transfer{_where(run, 'transfer', above)} {_work(run)} "
                f"from {reference_text(release.pool)} to {reference_text(load.pool)} "
                f"({flat(inner)});"
            )
            edit = selection.edit(run.first.start, release.last.end, text)
            yield Refactoring("Write these three statements as `transfer`", Kind.REWRITE, (edit,))
