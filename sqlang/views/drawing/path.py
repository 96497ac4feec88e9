"""The way of a request: reads the session's statements in order and draws where each leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang.ir import program as ir
from sqlang.ir.traversal import statement_blocks
from sqlang.views.drawing.deployment import DONE, WORKLOAD, Deployment
from sqlang.views.drawing.graph import EdgeKind, Node, NodeKind, Place, Step
from sqlang.views.numbers import plural

if TYPE_CHECKING:
    from sqlang.views.drawing.sketch import Sketch

DECISIONS_SHOWN: Final = 40
"""Boxes for holds, branches, choices and turns; what follows shares one."""

ARROWS_SHOWN: Final = 120
STATEMENTS_READ: Final = 20_000
NESTING_SHOWN: Final = 60

_MORE: Final = "moresteps"
_HAPPENS: Final = (ir.Run, ir.Hold, ir.Turn, ir.End, ir.Choose, ir.Loop)
_MEMORY: Final = (ir.Grow, ir.Load, ir.Drop, ir.Release)


class _LoopHead:
    """Where a loop begins: the first box of its body, once that is known."""

    def __init__(self, before: _Exits) -> None:
        self.before: Final = before
        self.first: str | None = None


class _Exit(NamedTuple):
    """A way on that still has no target: from a box, or from the beginning of a loop."""

    source: str | _LoopHead
    label: str = ""


_Exits = tuple[_Exit, ...]


class _Transfer(NamedTuple):
    """`transfer (work) from source to target (amount);`, which an IR says in three statements."""

    run: ir.Run
    load: ir.Load
    release: ir.Release


class Path:
    """Walks through the blocks of one session."""

    def __init__(self, program: ir.Program, deployment: Deployment, sketch: Sketch) -> None:
        self._program: Final = program
        self._deployment: Final = deployment
        self._sketch: Final = sketch
        self._shows: Final[dict[int, bool]] = {}
        self._holds: Final[list[str]] = []
        self._condition = ""
        self._numbers = 0
        self._decisions = 0
        self._read = 0
        self._depth = 0
        self._stopped = False

    def draw(self) -> None:
        """Draw the session from the arrival of a request to its end."""
        exits = self._block(self._program.session, (_Exit(WORKLOAD),))
        self._arrive(DONE, (*exits, _Exit(_MORE)) if self._stopped else exits, None)
        if not self._sketch.is_target(DONE):
            return
        self._sketch.add(Node(DONE, NodeKind.END, "done"))
        if isinstance(self._program.arrival, ir.Closed):
            self._sketch.connect(DONE, WORKLOAD, EdgeKind.AGAIN, "the next one", None)

    def _block(self, block: int, exits: _Exits) -> _Exits:
        self._depth += 1
        statements = self._program.blocks[block]
        position = 0
        while position < len(statements) and exits:
            transfer = _transfer_at(statements, position)
            if transfer is not None and not self._is_full():
                exits = self._transfer(transfer, exits)
                position += len(transfer)
            else:
                exits = self._statement(statements[position], exits)
                position += 1
        self._depth -= 1
        return exits

    def _statement(self, statement: ir.Statement, exits: _Exits) -> _Exits:
        if self._is_full():
            return self._stop(exits) if isinstance(statement, (*_HAPPENS, ir.Branch)) else exits
        self._read += 1
        place = self._deployment.place(statement)
        match statement:
            case ir.Run():
                return self._run(statement, exits, place)
            case ir.Hold():
                return self._hold(statement, exits, place)
            case ir.Branch():
                return self._branch(statement, exits, place)
            case ir.Loop():
                return self._loop(statement, exits, place)
            case ir.Choose():
                return self._choose(statement, exits, place)
            case ir.Turn():
                return self._turn(exits, place)
            case ir.End():
                self._arrive(DONE, exits, place)
                exits = ()
            case ir.Observe():
                for key in self._places_of(exits):
                    self._sketch.observe(key, self._program.observes[statement.slot])
            case ir.Grow() | ir.Load() | ir.Drop() | ir.Release():
                self._memory(statement, exits, place)
        return exits

    def _arrive(self, key: str, exits: _Exits, place: Place | None, number: int = 0) -> _Exits:
        """Draw the arrows to a box, for a step of its if it has several; the way goes on there."""
        for source, label in exits:
            if isinstance(source, _LoopHead):
                source.first = source.first or key
            elif source != key or label:
                self._sketch.connect(source, key, EdgeKind.PATH, label, place)
                if number:
                    self._sketch.number(source, key, number)
        return (_Exit(key),)

    def _run(self, run: ir.Run, exits: _Exits, place: Place | None) -> _Exits:
        text = f"{_word(run.mode)} {self._deployment.text(run.work)}"
        if run.stage.index is not None:
            text += f" on {self._deployment.stage_name(run.stage)}"
        if run.also:
            text += f" with {', '.join(map(self._deployment.stage_name, run.also))}"
        key = self._visit(run, text, exits, place)
        if run.growing is not None:
            pool = self._deployment.pool(run.growing)
            self._sketch.connect(key, pool, EdgeKind.MEMORY, "grow", place)
        return (_Exit(key),)

    def _visit(self, run: ir.Run, text: str, exits: _Exits, place: Place | None) -> str:
        key = self._deployment.stage(run.stage)
        number = self._next_number()
        self._sketch.step(key, Step(number, text + self._condition, place))
        self._arrive(key, exits, place, number)
        for stage in run.also:
            other = self._deployment.stage(stage)
            if other != key:
                self._sketch.connect(key, other, EdgeKind.DATA, "at once", place)
        return key

    def _transfer(self, transfer: _Transfer, exits: _Exits) -> _Exits:
        """Contents of one pool go through a stage to another."""
        run, load, release = transfer
        deployment, place = self._deployment, self._deployment.place(run)
        source, target = deployment.pool_name(release.pool), deployment.pool_name(load.pool)
        text = f"transfer {deployment.text(run.work)} from {source} to {target}"
        key = self._visit(run, text, exits, place)
        self._sketch.connect(deployment.pool(release.pool), key, EdgeKind.DATA, "transfer", place)
        amount = deployment.text(load.amount)
        self._sketch.connect(key, deployment.pool(load.pool), EdgeKind.DATA, amount, place)
        self._read += len(transfer)
        return (_Exit(key),)

    def _hold(self, hold: ir.Hold, exits: _Exits, place: Place | None) -> _Exits:
        deployment = self._deployment
        texts = []
        for take in hold.pools:
            texts.append(f"{deployment.pool_name(take.pool)} ({deployment.text(take.units)})")
            if take.reserve is not None:
                name = deployment.pool_name(take.pool)
                texts.append(f"{name} reserve ({deployment.text(take.reserve)})")
        if hold.reuse is not None:
            texts.append(f"reuse ({deployment.text(hold.reuse)})")
        if hold.cache is not None:
            texts.append(f"then cache ({deployment.text(hold.cache)})")
        if hold.lease is not None:
            name, time = deployment.pool_name(hold.lease.pool), deployment.text(hold.lease.time)
            texts.append(f"then lease {name} ({time})")
        key = self._decision(NodeKind.HOLD, "hold", tuple(texts), exits, place)
        for take in hold.pools:
            pool = deployment.pool(take.pool)
            self._sketch.connect(key, pool, EdgeKind.MEMORY, "acquire", place)
        self._holds.append(key)
        exits = self._block(hold.body, (_Exit(key),))
        self._holds.pop()
        return exits

    def _choose(self, choose: ir.Choose, exits: _Exits, place: Place | None) -> _Exits:
        deployment = self._deployment
        texts = (
            f"of {deployment.text(choose.count)}",
            f"with the least {deployment.texts(choose.keys)}",
        )
        title = f"choose {self._program.attributes[choose.slot]}"
        return (_Exit(self._decision(NodeKind.CHOOSE, title, texts, exits, place)),)

    def _turn(self, exits: _Exits, place: Place | None) -> _Exits:
        texts = self._deployment.set_values(self._program.turn)
        key = self._decision(NodeKind.TURN, "next turn", texts or ("its attributes",), exits, place)
        return (_Exit(key),)

    def _decision(
        self, kind: NodeKind, title: str, texts: tuple[str, ...], exits: _Exits, place: Place | None
    ) -> str:
        """A box of its own for a statement; each of its texts is a part of one step."""
        self._decisions += 1
        key = self._sketch.add(Node(f"{kind}{self._decisions}", kind, title, place=place))
        number = self._next_number() if texts else 0
        for each, text in enumerate(texts):
            self._sketch.step(key, Step(0 if each else number, text, place))
        self._arrive(key, exits, place)
        return key

    def _branch(self, branch: ir.Branch, exits: _Exits, place: Place | None) -> _Exits:
        guard = self._deployment.text(branch.guard)
        if self._stays(branch, exits):
            outer = self._condition
            self._condition = f"{outer}, if {guard}"
            exits = self._block(branch.then, exits)
            self._condition = f"{outer}, unless {guard}"
            exits = self._block(branch.otherwise, exits)
            self._condition = outer
            return exits
        then, otherwise = _outcomes(branch.guard)
        key = self._decision(NodeKind.BRANCH, guard, (), exits, place)
        after = self._block(branch.then, (_Exit(key, then),))
        return _once(after + self._block(branch.otherwise, (_Exit(key, otherwise),)))

    def _stays(self, branch: ir.Branch, exits: _Exits) -> bool:
        """Whether a request is at the same box after a branch, whichever way it takes."""
        blocks = (branch.then, branch.otherwise)
        if not any(map(self._shown, blocks)):
            return True
        here = {exit_.source for exit_ in exits}
        return all(
            isinstance(each, (ir.Set, ir.Observe, *_MEMORY))
            or (isinstance(each, ir.Run) and {self._deployment.stage(each.stage)} == here)
            for block in blocks
            for each in self._program.blocks[block]
        )

    def _shown(self, block: int) -> bool:
        """Whether anything in a block is drawn as a box or an arrow of the path."""
        if block in self._shows:
            return self._shows[block]
        seen, pending = {block}, [block]  # of an IR, blocks may contain themselves, or be deep
        while pending:
            for each in self._program.blocks[pending.pop()]:
                if isinstance(each, _HAPPENS):
                    self._shows[block] = True
                    return True
                inner = [nested for nested in statement_blocks(each) if nested not in seen]
                seen.update(inner)
                pending.extend(inner)
        self._shows.update(dict.fromkeys(seen, False))
        return False

    def _loop(self, loop: ir.Loop, exits: _Exits, place: Place | None) -> _Exits:
        head = _LoopHead(exits)
        for source, label in self._block(loop.body, (*exits, _Exit(head))):
            if head.first is not None and not isinstance(source, _LoopHead):
                self._sketch.connect(source, head.first, EdgeKind.AGAIN, label or "again", place)
        return ()

    def _memory(
        self,
        statement: ir.Grow | ir.Load | ir.Drop | ir.Release,
        exits: _Exits,
        place: Place | None,
    ) -> None:
        label = type(statement).__name__.lower()
        if isinstance(statement, ir.Grow | ir.Load):
            label += f" {self._deployment.text(statement.amount)}"
        pool = self._deployment.pool(statement.pool)
        for key in self._places_of(exits):
            self._sketch.connect(key, pool, EdgeKind.MEMORY, label + self._condition, place)

    def _places_of(self, exits: _Exits) -> list[str]:
        """The boxes at which a request may be now, the innermost hold standing for decisions."""
        found: dict[str, None] = {}
        pending = list(reversed(exits))
        while pending:
            source = pending.pop().source
            if isinstance(source, _LoopHead):
                pending.extend(reversed(source.before))
            elif self._holds and self._sketch.kind(source) not in (NodeKind.STAGE, NodeKind.HOLD):
                found[self._holds[-1]] = None
            else:
                found[source] = None
        return list(found)

    def _next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _is_full(self) -> bool:
        return (
            self._stopped
            or self._decisions >= DECISIONS_SHOWN
            or self._sketch.edge_count >= ARROWS_SHOWN
            or self._read >= STATEMENTS_READ
            or self._depth > NESTING_SHOWN
        )

    def _stop(self, exits: _Exits) -> _Exits:
        """What follows is one box."""
        if not self._stopped:
            self._stopped = True
            kinds = (self._program.init, self._program.turn)
            blocks = self._program.blocks
            count = sum(len(block) for at, block in enumerate(blocks) if at not in kinds)
            title = f"{plural(max(count - self._read, 1), 'more statement')}"
            self._sketch.add(Node(_MORE, NodeKind.MORE, title))
        return self._arrive(_MORE, exits, None)


def _transfer_at(statements: tuple[ir.Statement, ...], position: int) -> _Transfer | None:
    match statements[position : position + 3]:
        case (ir.Run(mode=ir.Mode.PLAIN) as run, ir.Load() as load, ir.Release() as release):
            return _Transfer(run, load, release)
    return None


def _word(mode: ir.Mode) -> str:
    return "run" if mode is ir.Mode.PLAIN else mode.value.lower()


def _outcomes(guard: ir.Expression) -> tuple[str, str]:
    """What the two ways from a branch are called: a chance where it is a plain draw."""
    match guard:
        case ir.Sample(
            distribution=ir.Distribution.BERNOULLI, arguments=(ir.Number(value=chance),)
        ) if 0.0 <= chance <= 1.0:
            return f"{100 * chance:.4g} %", f"{100 * (1 - chance):.4g} %"
    return "yes", "no"


def _once(exits: _Exits) -> _Exits:
    return tuple(dict.fromkeys(exits))
