"""The rules on definitions that need the whole program (DEF-18, DEF-19)."""

from __future__ import annotations

from collections.abc import Collection

from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.declarations import Declarations
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree
from sqlang.syntax.tokens import Token
from sqlang.vocabulary import BUILTIN_ATTRIBUTES, CONTEXT_VARIABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.definitions import Argument, DefinitionRecord, UseRecord


_BUILTIN: Final = frozenset(word.name for word in BUILTIN_ATTRIBUTES)
_SET_BY_ADMISSION: Final = frozenset({"cached", "computed"})


def refuse_shared_names(
    definitions: Collection[DefinitionRecord], declared: Declarations, refusals: Refusals
) -> None:
    """A definition is not named like a pool, a stage or a `let` (DEF-19)."""
    names = {definition.name.text for definition in definitions}
    if names.isdisjoint(
        [
            *[pool.name for pool in declared.pools],
            *[stage.name for stage in declared.stages],
            *[let.name.name for let in declared.lets],
        ]
    ):
        return
    pools = {pool.name: pool.node.name for pool in reversed(declared.pools)}
    stages = {stage.name: stage.node.name for stage in reversed(declared.stages)}
    lets = {let.name.name: let.name for let in reversed(declared.lets)}
    for definition in definitions:
        name = definition.name.text
        for code, others in (("SQ227", pools), ("SQ228", stages), ("SQ229", lets)):
            if name in others:
                also = ((others[name], "the other declaration"),)
                refusals.refuse(code, definition.name, also=also, name=name)
                break


class UseChecks:
    """What an argument of a statement definition may not read (DEF-18).

    `fixed` are the names that some `let`, `set` or `choose` of the text gives a meaning of the
    program's own; `turn` and `server` are the blocks that run between the use and the read.
    """

    __slots__ = ("_fixed", "_refusals", "_set_by_request", "_set_by_turn")

    def __init__(
        self,
        fixed: frozenset[str],
        turn: tree.Block | None,
        server: tree.Block | None,
        refusals: Refusals,
    ) -> None:
        self._fixed: Final = fixed
        self._set_by_turn: Final = _BUILTIN | _assigned(turn)
        self._set_by_request: Final = _SET_BY_ADMISSION | _assigned(server)
        self._refusals: Final = refusals

    def check(self, use: UseRecord) -> None:
        """Refuse the arguments of one use, each for the first reason that applies."""
        definition = use.definition
        if not definition.is_statement or definition.damaged:
            return
        live = frozenset(CONTEXT_VARIABLES) - self._fixed
        refused = {argument for argument in use.arguments if self._reads_clock(use, argument, live)}
        for argument in use.arguments:
            if argument in refused:
                continue
            turn, request = definition.turn, definition.request
            if turn is not None and argument.reads & self._set_by_turn:
                self._changed("SQ221", use, argument, self._set_by_turn, turn)
            elif request is not None and argument.reads & self._set_by_request:
                self._changed("SQ222", use, argument, self._set_by_request, request)

    def _reads_clock(self, use: UseRecord, argument: Argument, live: frozenset[str]) -> bool:
        read = _first_read(argument, live)
        if read is None:
            return False
        at = tree.Node(argument.tokens[0], argument.tokens[-1])
        parameter, name = argument.parameter.text, use.definition.name.text
        reads = (token for token in use.definition.body if token.text == parameter)
        read_at = next(reads, use.definition.name)
        also = ((read_at, f"`{name}` reads it here"),)
        self._refusals.refuse("SQ220", at, also=also, variable=read, name=name)
        return True

    def _changed(
        self, code: str, use: UseRecord, argument: Argument, names: frozenset[str], by: Token
    ) -> None:
        at = tree.Node(argument.tokens[0], argument.tokens[-1])
        read = _first_read(argument, names) or ""
        also = ((by, f"this `{by.text}` may change it"),)
        self._refusals.refuse(code, at, also=also, name=use.definition.name.text, read=read)


def _first_read(argument: Argument, names: frozenset[str]) -> str | None:
    """The first name an argument reads of some; one it reads through a definition comes last."""
    found = argument.reads & names
    if not found or not argument.tokens:
        return None
    written = (token.text for token in argument.tokens if token.text in found)
    return next(written, min(found))


def _assigned(block: tree.Block | None) -> frozenset[str]:
    """The names that a block assigns, nested blocks included."""
    names: set[str] = set()
    pending = [] if block is None else [block]
    while pending:
        for statement in pending.pop().statements:
            if isinstance(statement, (tree.Set, tree.Choose)):
                names.add(statement.target.name)
            pending.extend(nested_blocks(statement))
    return frozenset(names)
