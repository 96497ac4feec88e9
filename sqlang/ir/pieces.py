"""A program in pieces of text, to be compared, kept and sent apart from each other.

A piece is a pool, a stage, a statement, or the frame, which is all the rest. Its text is a JSON
array of the values in it, each node and each tuple before what it holds, so that depth costs no
stack. It is for processes of one version; for others there is `sqlang.ir.writing`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum
from hashlib import sha256

from sqlang.ir import deployment, expressions, names, statements
from sqlang.ir import program as ir
from sqlang.ir.node import Node, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType
    from typing import Final


_SPLIT: Final = ("pools", "stages", "blocks")
_FRAME: Final = tuple([name for name in fields_of(ir.Program) if name not in _SPLIT])
_MODULES: Final[tuple[ModuleType, ...]] = (deployment, expressions, statements, ir)

_GROWTH: Final = 1.5
_LEAST: Final = 200
"""Nodes that are gone are forgotten once so many times as many are known as there are."""


_Block = tuple[Sequence[Node], tuple[str, ...]]


class ProgramPieces:
    """The texts of the pieces of one program."""

    __slots__ = ("_digest", "blocks", "frame", "pools", "stages")

    def __init__(
        self,
        frame: str,
        pools: tuple[str, ...],
        stages: tuple[str, ...],
        blocks: tuple[tuple[str, ...], ...],
    ) -> None:
        self.frame: Final = frame
        self.pools: Final = pools
        self.stages: Final = stages
        self.blocks: Final = blocks
        self._digest: str | None = None

    @property
    def digest(self) -> str:
        """Equal for equal programs, and different for others as far as SHA-256 can tell."""
        if self._digest is None:
            # A text has no line feed, and none is empty.
            lists = ((self.frame,), self.pools, self.stages, *self.blocks)
            text = "\n\n".join(["\n".join(texts) for texts in lists])
            self._digest = sha256(text.encode()).hexdigest()
        return self._digest


class PieceWriter:
    """Writes the pieces of one program after the other; what it has seen is not written again."""

    __slots__ = ("_blocks", "_nodes")

    def __init__(self) -> None:
        # What is known of an object keeps it alive, so that no other can get its identity.
        self._nodes: dict[int, tuple[Node, str]] = {}
        self._blocks: dict[int, _Block] = {}

    def pieces(self, program: ir.Program) -> ProgramPieces:
        """The pieces of a program, of which the most may be that of the last one."""
        before, self._blocks = self._blocks, {}
        pieces = ProgramPieces(
            _text(tuple([getattr(program, name) for name in _FRAME])),
            self._texts(program.pools),
            self._texts(program.stages),
            tuple([self._block(block, before) for block in program.blocks]),
        )
        live = len(program.pools) + len(program.stages) + sum(map(len, program.blocks))
        if len(self._nodes) > _GROWTH * live + _LEAST:
            self._keep_only(program)
        return pieces

    def _block(self, block: Sequence[Node], before: Mapping[int, _Block]) -> tuple[str, ...]:
        """A block as a whole is mostly the same; a long one is not once it has been edited."""
        known = before.get(id(block)) or (block, self._texts(block))
        self._blocks[id(block)] = known
        return known[1]

    def _texts(self, nodes: Sequence[Node]) -> tuple[str, ...]:
        known = self._nodes
        for node in nodes:
            if id(node) not in known:
                known[id(node)] = node, _text(node)
        return tuple([known[id(node)][1] for node in nodes])

    def _keep_only(self, program: ir.Program) -> None:
        """Forget what is not of this program."""
        lists = (program.pools, program.stages, *program.blocks)
        self._nodes = {id(node): self._nodes[id(node)] for nodes in lists for node in nodes}


class PieceTable:
    """Pieces by the numbers that who sent them gave them, and the programs made of them."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: Final[dict[int, object]] = {}

    def put(self, number: int, text: str) -> None:
        """Take a piece that `PieceWriter` wrote."""
        self._values[number] = _read(text)

    def forget(self, numbers: Iterable[int]) -> None:
        """Drop what will not be asked for again."""
        for number in numbers:
            del self._values[number]

    def program(
        self,
        frame: int,
        pools: Iterable[int],
        stages: Iterable[int],
        blocks: Iterable[Iterable[int]],
    ) -> ir.Program:
        """The program of these pieces, each of which may be given once.

        Nothing is checked: they are those of a valid program. Raises `KeyError` for a number that
        is unknown.
        """
        rest = self._values[frame]
        assert isinstance(rest, tuple), "a frame is written as a tuple"
        parts: dict[str, object] = dict(zip(_FRAME, rest, strict=True))
        parts["pools"] = self._nodes(pools)
        parts["stages"] = self._nodes(stages)
        parts["blocks"] = tuple([self._nodes(block) for block in blocks])
        return ir.Program(*[parts[name] for name in fields_of(ir.Program)])  # type: ignore[arg-type]  # as they were written

    def _nodes(self, numbers: Iterable[int]) -> tuple[object, ...]:
        values = self._values
        return tuple([values[number] for number in numbers])


def _classes() -> dict[str, type[Node]]:
    return {
        name: found
        for module in _MODULES
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, Node)
    }


def _constants() -> dict[str, Enum]:
    return {
        str(each): each
        for found in vars(names).values()
        if isinstance(found, type) and issubclass(found, Enum)
        for each in found
    }


_CLASSES: Final = _classes()
_CONSTANTS: Final = _constants()
_FIELDS: Final = {kind: tuple(reversed(fields_of(kind))) for kind in _CLASSES.values()}


def _text(value: object) -> str:
    items: list[object] = []
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, Node):
            kind = type(value)
            items.append(kind.__name__)
            pending += [getattr(value, name) for name in _FIELDS[kind]]
        elif isinstance(value, tuple):
            items.append(f"({len(value)}")
            pending += reversed(value)
        elif isinstance(value, Enum):
            items.append(str(value))
        elif isinstance(value, str):
            items.append(f"={value}")
        else:
            items.append(value)
    return json.dumps(items, separators=(",", ":"))


def _read(text: str) -> object:
    """What a text was written from, built from the inside out."""
    built: list[object] = []
    for item in reversed(json.loads(text)):
        if not isinstance(item, str):
            built.append(item)
        elif item[0] == "=":
            built.append(item[1:])
        elif item[0] == "(":
            built.append(tuple([built.pop() for _ in range(int(item[1:]))]))
        elif item in _CLASSES:
            kind = _CLASSES[item]
            built.append(kind(*[built.pop() for _ in _FIELDS[kind]]))
        else:
            built.append(_CONSTANTS[item])
    return built.pop()
