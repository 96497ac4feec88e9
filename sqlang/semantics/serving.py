"""Rewrites the serving forms `prefill`, `decode`, `tool`, `transfer` to runs (SRV-1 to SRV-8)."""

from __future__ import annotations

from sqlang.semantics.refusals import Refusals
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax import tree
from sqlang.vocabulary import ROLE_STAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_STEP_ROLES: Final = ("prefill", "decode")


class ServingForms:
    """Rewrites serving forms; a form sees the stages declared above it (SRV-4).

    `above` are their names and whether they are step stages: all that the forms depend on.
    """

    __slots__ = ("_declared", "_order", "_refusals", "_stages", "above")

    def __init__(self, refusals: Refusals, order: TokenOrder) -> None:
        self._refusals: Final = refusals
        self._order: Final = order
        self._stages: Final[dict[str, tree.Stage]] = {}
        self._declared: Final[list[tree.Stage]] = []
        self.above: tuple[tuple[str, bool], ...] = ()

    def declare(self, stage: tree.Stage) -> None:
        """Make a stage known to the forms below it; families count once."""
        self._declared.append(stage)
        self.above = (*self.above, (stage.name.name, is_step(stage)))
        self._stages.setdefault(stage.name.name, stage)

    def rewrite(self, form: tree.Serving) -> tuple[tree.Statement, ...]:
        """The statements a form becomes (SRV-5); a damaged one if it names no stage."""
        where = form.where
        named = where is not None and where.stages
        stages = self._named(where.stages) if where is not None and named else self._of_role(form)
        if form.role.name == "transfer":
            return self._transfer(form, stages)
        return (self._run(form, stages, form.growing),)

    def _run(
        self,
        form: tree.Serving,
        stages: tuple[tree.Reference, ...] | None,
        growing: tree.Reference | None,
    ) -> tree.Statement:
        if stages is None:
            return tree.Damaged(form.first, form.last)
        stage = self._stages.get(stages[0].name.name)
        tokenwise = form.role.name in _STEP_ROLES and stage is not None and is_step(stage)
        mode = form.role if tokenwise else None
        return tree.Run(form.first, form.last, stages, mode, form.work, growing)

    def _transfer(
        self, form: tree.Serving, stages: tuple[tree.Reference, ...] | None
    ) -> tuple[tree.Statement, ...]:
        origin, destination, amount = form.origin, form.destination, form.amount
        if origin is None or destination is None or amount is None:
            self._refusals.refuse("SQ324", form)
            return (tree.Damaged(form.first, form.last),)
        if form.growing is not None:
            self._refusals.refuse("SQ325", self._order.with_word_before(form.growing))
        return (
            self._run(form, stages, None),
            tree.Load(form.first, form.last, destination, amount),
            tree.Release(form.first, form.last, origin),
        )

    def _named(self, stages: tuple[tree.Reference, ...]) -> tuple[tree.Reference, ...] | None:
        """The stages after `on`, each declared above (SRV-2)."""
        known = True
        for reference in stages:
            if reference.name.name not in self._stages:
                known = False
                if not self._refusals.damage.hides(reference.name.name, "stage"):
                    self._refusals.refuse("SQ323", reference.name, name=reference.name.name)
        return stages if known else None

    def _of_role(self, form: tree.Serving) -> tuple[tree.Reference, ...] | None:
        """The one stage that plays the role, with the index written after the keyword (SRV-3)."""
        role = form.role.name
        found = [stage for stage in self._declared if stage.name.name in ROLE_STAGES[role]]
        if not found and role in _STEP_ROLES:
            found = [stage for stage in self._declared if is_step(stage)]
        if len(found) == 1:
            index = None if form.where is None else form.where.index
            last = form.role.last if form.where is None else form.where.last
            name = tree.Identifier(form.role.first, form.role.last, found[0].name.name)
            return (tree.Reference(form.role.first, last, name, index),)
        if found:
            also = tuple((stage.name, "this stage could serve it") for stage in found)
            self._refusals.refuse("SQ322", form.role, also=also, role=role)
        elif not self._refusals.damage.hides("stage"):
            self._refusals.refuse("SQ321", form.role, role=role)
        return None


def is_step(stage: tree.Stage) -> bool:
    """Whether a stage serves tokens in iterations."""
    return stage.kind.word.name == "step"


def chance_branch(
    branch: tree.Branch, then: tree.Block, otherwise: tree.Block | None
) -> tree.Branch:
    """`branch with (p)` as `branch (~bernoulli(p))` (STM-1); others only get their blocks."""
    guard: tree.Expression = branch.guard
    if branch.chance is not None:
        word = branch.chance
        distribution = tree.Identifier(word, word, "bernoulli")
        guard = tree.Draw(word, branch.guard.last, distribution, (branch.guard,))
    elif then is branch.then and otherwise is branch.otherwise:
        return branch
    return tree.Branch(branch.first, branch.last, None, guard, then, otherwise)
