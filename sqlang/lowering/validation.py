"""Leads what is wrong with an IR back to the text it was lowered from (spec 02 §10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlang.ir import program as ir
from sqlang.ir.moments import Moment
from sqlang.ir.problems import Problem
from sqlang.ir.validation import Validation
from sqlang.lowering.origins import Origins
from sqlang.lowering.program import LoweredProgram
from sqlang.semantics.checked import Checked
from sqlang.semantics.link import run_place, window_places
from sqlang.semantics.refusals import Place, Refusals
from sqlang.syntax import tree
from sqlang.vocabulary import MOMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.lowering.memory import LoweringMemory


Also = tuple[tuple[Place, str], ...]

_OF_ONE_EXPRESSION: Final = frozenset({"SQ601", "SQ602", "SQ603", "SQ604", "SQ605", "SQ606"})
"""Refusals that hold whatever else is wrong with the program."""


class ValidationReport:
    """Turns the problems of one program into diagnostics.

    Of a program that has other errors only those are reported that cannot follow from them.
    """

    __slots__ = ("_checked", "_listed", "_origins", "_program", "refusals")

    def __init__(self, checked: Checked, program: ir.Program, origins: Origins) -> None:
        self._checked: Final = checked
        self._program: Final = program
        self._origins: Final = origins
        self._listed: Final[dict[str, int]] = {}
        self.refusals: Final = Refusals(checked.damage)

    def add(self, problems: Iterable[Problem]) -> None:
        has_errors = bool(self._checked.diagnostics)
        for problem in problems:
            hidden = self._checked.damage.hides(problem.values.get("name", ""), "set", "choose")
            if has_errors and (hidden or problem.code not in _OF_ONE_EXPRESSION):
                continue
            at, also = self._place(problem)
            self.refusals.refuse(problem.code, at, also=also, **_in_words(problem.values))

    def _place(self, problem: Problem) -> tuple[Place, Also]:
        """What to underline, and the places beside it."""
        node = problem.node
        at, also = self._node(node), self._related(problem)
        match problem.code:
            case "SQ602":
                also = self._hidden_item(problem.values["name"])
            case "SQ603" | "SQ604":
                at, also = self._listing(problem.values["name"])
            case "SQ607" | "SQ608":
                at, also = self._arrivals(at)
            case "SQ609":
                blamed = "warmup" if self._program.warmup < 0.0 else "horizon"
                at, also = window_places(self._checked.declared, self._checked.order, blamed)
            case "SQ611":
                at, also = self._stages_of(node), ()
            case "SQ612":
                at = self._checked.declared.share or at
            case "SQ614":
                at = self._mode(node)
        return at, also

    def _node(self, node: object) -> Place:
        """What became an IR node; for a node that comes from no one place the `run` block."""
        return self._origins.node(node) or run_place(self._checked.declared, self._checked.order)

    def _related(self, problem: Problem) -> Also:
        """The first naming of a stage that is named twice, or the declaration."""
        what = "first named here" if problem.code == "SQ615" else "declared here"
        nodes = (self._origins.node(each) for each in problem.related)
        return tuple((_name_of(node), what) for node in nodes if node is not None)

    def _hidden_item(self, name: str) -> Also:
        listed = [each for each in self._checked.declared.hidden if each.name == name]
        return ((listed[0], "hidden here"),) if listed else ()

    def _listing(self, name: str) -> tuple[Place, Also]:
        """The name in `hidden`; of one listed again and again each later listing in turn."""
        listed = [each for each in self._checked.declared.hidden if each.name == name]
        if len(listed) < 2:
            return (listed[0] if listed else self._node(None)), ()
        at = self._listed.get(name, 0) + 1
        self._listed[name] = at
        return listed[min(at, len(listed) - 1)], ((listed[0], "first listed here"),)

    def _arrivals(self, at: Place) -> tuple[Place, Also]:
        option = self._checked.declared.run_options.get("arrivals")
        arrive = self._checked.declared.arrive
        also = () if arrive is None else ((arrive, "the arrival"),)
        return at if option is None else option, also

    def _stages_of(self, node: object) -> Place:
        run = self._origins.node(node)
        if isinstance(run, tree.Run):
            return tree.Node(run.stages[0].first, run.stages[-1].last)
        return self._node(node)

    def _mode(self, node: object) -> Place:
        origin = self._origins.node(node)
        if isinstance(origin, tree.Run) and origin.mode is not None:
            return origin.mode
        if isinstance(origin, tree.Reference):
            return self._checked.order.with_word_before(origin)
        return self._node(node)


def validate_again(
    checked: Checked, lowered: LoweredProgram, memory: LoweringMemory
) -> list[Problem]:
    """What is wrong with a program of which the most is known to be valid; learns what else is."""
    validation = Validation(lowered.program, lowered.known)
    problems: list[Problem] = []
    approved: list[tree.Statement] = []
    for number, position in lowered.fresh:
        found = validation.statement(number, position)
        problems += found
        if not found:
            approved.append(lowered.statements[number][position])
    # What is nested in a statement stands in a later block.
    for statement in reversed(approved):
        memory.approve(statement)
    rest = validation.rest(has_flows=_has_flows(checked, memory))
    if not rest:
        declared = checked.declared
        items: list[tree.Item] = [pool.node for pool in declared.pools]
        items += [stage.node for stage in declared.stages]
        for item in items:
            memory.known.valid.put(item, True)
    return problems + rest


def _has_flows(checked: Checked, memory: LoweringMemory) -> bool:
    """Whether there is something to say of runs over several stages, if all else is right."""
    if checked.diagnostics:
        return False
    known = memory.known
    parts = (each for block in checked.blocks.sessions() for each in known.segments.parts(block))
    return checked.declared.share is not None or any(known.facts.of(each).is_flow for each in parts)


def _name_of(node: tree.Node) -> Place:
    return node.name if isinstance(node, (tree.Pool, tree.Stage)) else node


def _in_words(values: Mapping[str, str]) -> dict[str, str]:
    """The values of a message, a moment as a person calls it."""
    words = dict(values)
    if "moment" in words:
        words["moment"] = MOMENTS[Moment(words["moment"])].place
    return words
