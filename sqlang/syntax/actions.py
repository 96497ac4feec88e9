"""What each rule of the grammar makes: from the values of its symbols to a node of the tree.

An action is named after `->` in `grammar.lark`. It gets one value for each symbol of its
alternative (a token for a terminal, what an action made for the rest) and the first and last token
it covers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlang.syntax import tree
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, TypeAlias

    Values: TypeAlias = list[Any]
    """Tokens, nodes, lists and `None` side by side; the grammar says which is where."""

    Value: TypeAlias = Any
    Action: TypeAlias = Callable[[Values, Token, Token], Value]


def identifier(token: Token) -> tree.Identifier:
    """The node of a name that is one token."""
    return tree.Identifier(token, token, token.text)


# Values that are passed on


def _empty(_values: Values, _first: Token, _last: Token) -> Values:
    return []


def _nothing(_values: Values, _first: Token, _last: Token) -> None:
    return None


def _pass_first(values: Values, _first: Token, _last: Token) -> Value:
    return values[0]


def _pass_second(values: Values, _first: Token, _last: Token) -> Value:
    return values[1]


def _first(values: Values, _first: Token, _last: Token) -> Values:
    return values


def _append(values: Values, _first: Token, _last: Token) -> Values:
    items: Values = values[0]
    items.append(values[1])
    return items


def _extend(values: Values, _first: Token, _last: Token) -> Values:
    items: Values = values[0]
    items.append(values[2])
    return items


# Items


def _let(values: Values, first: Token, last: Token) -> tree.Let:
    return tree.Let(first, last, values[1], values[3])


def _expression_definition(values: Values, first: Token, last: Token) -> tree.Definition:
    parameters = tuple(map(identifier, values[2]))
    return tree.Definition(first, last, identifier(values[1]), parameters, values[4])


def _statement_definition(values: Values, first: Token, last: Token) -> tree.Definition:
    parameters = tuple(map(identifier, values[2]))
    return tree.Definition(first, last, identifier(values[1]), parameters, values[3])


def _use_library(values: Values, first: Token, last: Token) -> tree.UseLibrary:
    return tree.UseLibrary(first, last, string_value(values[1]))


def _pool(values: Values, first: Token, last: Token) -> tree.Pool:
    return tree.Pool(first, last, identifier(values[1]), values[2], tuple(values[4]))


def _stage(values: Values, first: Token, last: Token) -> tree.Stage:
    return tree.Stage(first, last, identifier(values[1]), values[2], values[4])


def _workload(values: Values, first: Token, last: Token) -> tree.Workload:
    return tree.Workload(first, last, identifier(values[0]), tuple(values[2]))


def _named_block(values: Values, first: Token, last: Token) -> tree.NamedBlock:
    return tree.NamedBlock(first, last, identifier(values[0]), values[1])


def _share(values: Values, first: Token, last: Token) -> tree.Share:
    return tree.Share(first, last, identifier(values[1]))


def _run_settings(values: Values, first: Token, last: Token) -> tree.RunSettings:
    return tree.RunSettings(first, last, identifier(values[0]), tuple(values[2]))


def _new_name(_values: Values, first: Token, _last: Token) -> tree.Identifier:
    return identifier(first)


# Options


def _expression_option(values: Values, first: Token, last: Token) -> tree.ExpressionOption:
    return tree.ExpressionOption(first, last, identifier(first), values[1])


def _name_option(values: Values, first: Token, last: Token) -> tree.NameOption:
    return tree.NameOption(first, last, identifier(first), identifier(values[-1]))


def _evict(values: Values, first: Token, last: Token) -> tree.EvictOption:
    keys = tuple(values[3]) if len(values) > 2 else ()
    return tree.EvictOption(first, last, identifier(first), keys)


def _preempt(values: Values, first: Token, last: Token) -> tree.PreemptOption:
    return tree.PreemptOption(first, last, identifier(first), identifier(values[1]))


def _queue(values: Values, first: Token, last: Token) -> tree.QueueOption:
    key = values[2] if len(values) > 2 else None
    return tree.QueueOption(first, last, identifier(first), key)


def _spill(values: Values, first: Token, last: Token) -> tree.SpillOption:
    _, to, _, via, work, _, when = values
    return tree.SpillOption(
        first, last, identifier(first), identifier(to), identifier(via), work, when
    )


def _serve(values: Values, first: Token, last: Token) -> tree.ServeOption:
    keys = tuple(values[3]) if len(values) > 3 else ()
    return tree.ServeOption(first, last, identifier(first), identifier(values[1]), keys)


def _stage_kind(values: Values, first: Token, last: Token) -> tree.StageKind:
    argument = values[1] if len(values) > 1 else None
    return tree.StageKind(first, last, identifier(first), argument, ())


def _step_kind(values: Values, first: Token, last: Token) -> tree.StageKind:
    return tree.StageKind(first, last, identifier(first), None, tuple(values[2]))


def _arrive(values: Values, first: Token, last: Token) -> tree.Arrive:
    argument = values[2] if len(values) > 3 else None
    return tree.Arrive(first, last, identifier(values[1]), argument)


def _trace(values: Values, first: Token, last: Token) -> tree.Trace:
    return tree.Trace(first, last, string_value(values[1]), len(values) > 3)


def _hidden(values: Values, first: Token, last: Token) -> tree.Hidden:
    return tree.Hidden(first, last, tuple(map(identifier, values[1])))


# Statements


def _block(values: Values, first: Token, last: Token) -> tree.Block:
    return tree.Block(first, last, tuple(values[1]))


def _turn(_values: Values, first: Token, last: Token) -> tree.Turn:
    return tree.Turn(first, last)


def _request(_values: Values, first: Token, last: Token) -> tree.Request:
    return tree.Request(first, last)


def _end(_values: Values, first: Token, last: Token) -> tree.End:
    return tree.End(first, last)


def _set(values: Values, first: Token, last: Token) -> tree.Set:
    return tree.Set(first, last, values[1], values[3])


def _observe(values: Values, first: Token, last: Token) -> tree.Observe:
    return tree.Observe(first, last, identifier(values[1]), values[3])


def _take(values: Values, first: Token, last: Token) -> tree.Take:
    reserve = values[3] if len(values) > 2 else None
    return tree.Take(first, last, values[0], values[1], reserve)


def _binding(values: Values, first: Token, last: Token) -> tree.Binding:
    return tree.Binding(first, last, values[0], values[2])


def _at_admission(values: Values, first: Token, last: Token) -> tree.AtAdmission:
    return tree.AtAdmission(first, last, tuple(values[3]))


def _lease(values: Values, first: Token, last: Token) -> tree.Lease:
    return tree.Lease(first, last, values[1], values[2])


def _hold(values: Values, first: Token, last: Token) -> tree.Hold:
    _, takes, reuse, at_admission, body, cache, lease, _ = values
    return tree.Hold(first, last, tuple(takes), reuse, at_admission, body, cache, lease)


def _grow(values: Values, first: Token, last: Token) -> tree.Grow:
    return tree.Grow(first, last, values[1], values[2])


def _drop(values: Values, first: Token, last: Token) -> tree.Drop:
    return tree.Drop(first, last, values[1])


def _release(values: Values, first: Token, last: Token) -> tree.Release:
    return tree.Release(first, last, values[1])


def _load(values: Values, first: Token, last: Token) -> tree.Load:
    return tree.Load(first, last, values[1], values[2])


def _run(values: Values, first: Token, last: Token) -> tree.Run:
    _, stages, mode, work, growing, _ = values
    word = None if mode is None else identifier(mode)
    return tree.Run(first, last, tuple(stages), word, work, growing)


def _branch(values: Values, first: Token, last: Token) -> tree.Branch:
    otherwise = values[5] if len(values) > 4 else None
    return tree.Branch(first, last, values[1], values[2], values[3], otherwise)


def _loop(values: Values, first: Token, last: Token) -> tree.Loop:
    return tree.Loop(first, last, values[1])


def _choose(values: Values, first: Token, last: Token) -> tree.Choose:
    return tree.Choose(first, last, values[1], values[3], tuple(values[6]))


def _serving(values: Values, first: Token, last: Token) -> tree.Serving:
    _, where, work, growing, _ = values
    return tree.Serving(first, last, identifier(first), where, work, growing, None, None, None)


def _transfer(values: Values, first: Token, last: Token) -> tree.Serving:
    _, where, work, growing, _, origin, _, to, amount, _ = values
    return tree.Serving(first, last, identifier(first), where, work, growing, origin, to, amount)


def _use(values: Values, first: Token, last: Token) -> tree.Use:
    return tree.Use(first, last, identifier(first), tuple(values[1]))


def _where_index(values: Values, first: Token, last: Token) -> tree.Where:
    return tree.Where(first, last, values[1], ())


def _where_stages(values: Values, first: Token, last: Token) -> tree.Where:
    return tree.Where(first, last, None, tuple(values[1]))


def _reference(values: Values, first: Token, last: Token) -> tree.Reference:
    index = values[2] if len(values) > 1 else None
    return tree.Reference(first, last, identifier(first), index)


# Expressions


def _name(_values: Values, first: Token, last: Token) -> tree.Name | tree.Damaged:
    if first.inserted:
        return tree.Damaged(first, last)
    return tree.Name(first, last, first.text)


def _number(_values: Values, first: Token, last: Token) -> tree.Number | tree.Damaged:
    try:
        return tree.Number(first, last, float(first.text.replace("_", "")))
    except ValueError:
        # Inserted by the parser, or malformed and reported by the lexer (SQ003).
        return tree.Damaged(first, last)


def _parenthesized(values: Values, first: Token, last: Token) -> tree.Parenthesized:
    return tree.Parenthesized(first, last, values[1])


def _call(values: Values, first: Token, last: Token) -> tree.Call:
    return tree.Call(first, last, identifier(first), tuple(values[1]))


def _indexed_argument(values: Values, first: Token, last: Token) -> tree.IndexedArgument:
    return tree.IndexedArgument(first, last, identifier(first), values[2])


def _draw(values: Values, first: Token, last: Token) -> tree.Draw:
    arguments = tuple(values[3]) if len(values) > 4 else ()
    return tree.Draw(first, last, identifier(values[1]), arguments)


def _unary(values: Values, first: Token, last: Token) -> tree.Unary:
    return tree.Unary(first, last, first.text, values[1])


def _binary(values: Values, first: Token, last: Token) -> tree.Binary:
    return tree.Binary(first, last, values[1].text, values[0], values[2])


def _conditional(values: Values, first: Token, last: Token) -> tree.Conditional:
    return tree.Conditional(first, last, values[0], values[2], values[4])


def string_value(token: Token) -> str:
    """The text between the quotes; a string that is never closed has only the first of them."""
    text = token.text.removeprefix('"')
    return text.removesuffix('"')


ACTIONS: Final[Mapping[str, Action]] = {
    "empty": _empty,
    "append": _append,
    "first": _first,
    "extend": _extend,
    "let": _let,
    "expression_definition": _expression_definition,
    "statement_definition": _statement_definition,
    "use_library": _use_library,
    "pool": _pool,
    "stage": _stage,
    "workload": _workload,
    "named_block": _named_block,
    "share": _share,
    "run_settings": _run_settings,
    "new_name": _new_name,
    "pass_first": _pass_first,
    "nothing": _nothing,
    "pass_second": _pass_second,
    "count": _number,
    "expression_option": _expression_option,
    "evict": _evict,
    "preempt": _preempt,
    "queue": _queue,
    "name_option": _name_option,
    "spill": _spill,
    "stage_kind": _stage_kind,
    "step_kind": _step_kind,
    "serve": _serve,
    "arrive": _arrive,
    "trace": _trace,
    "hidden": _hidden,
    "run_option": _expression_option,
    "block": _block,
    "turn": _turn,
    "request": _request,
    "end": _end,
    "set": _set,
    "observe": _observe,
    "hold": _hold,
    "grow": _grow,
    "drop": _drop,
    "release": _release,
    "load": _load,
    "run": _run,
    "branch": _branch,
    "loop": _loop,
    "choose": _choose,
    "serving": _serving,
    "transfer": _transfer,
    "use": _use,
    "take": _take,
    "at_admission": _at_admission,
    "binding": _binding,
    "lease": _lease,
    "where_index": _where_index,
    "where_stages": _where_stages,
    "reference": _reference,
    "conditional": _conditional,
    "binary": _binary,
    "unary": _unary,
    "draw": _draw,
    "number": _number,
    "parenthesized": _parenthesized,
    "name": _name,
    "call": _call,
    "indexed_argument": _indexed_argument,
}
"""The actions by the names that the grammar gives them."""
