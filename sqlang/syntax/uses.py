"""One use of a definition: its arguments, their checks, and what takes its place (DEF-8 to 17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sqlang.diagnostics.catalogue import counted, report
from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.records import Record
from sqlang.source import Span
from sqlang.syntax.definitions import Argument, DefinitionRecord
from sqlang.syntax.hygiene import HOLD_ASSIGNS, assignments, calls, effects
from sqlang.syntax.layout import after, starts_line
from sqlang.syntax.table import load_table
from sqlang.syntax.token_queue import CLOSERS, OPENERS, commas, put_back, take_to
from sqlang.syntax.tokens import Copy, Expansion, Kind, Token, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Use(Record):
    """A use as it was taken from the tokens; `closer` is its `)`, or its last token.

    `separators` are the `(` or comma before each argument, `depth` says how deep they are nested.
    """

    __slots__ = ("name", "separators", "arguments", "closer", "length", "depth", "problem")

    def __init__(
        self,
        name: Token,
        separators: list[Token],
        arguments: list[list[Token]],
        closer: Token,
        length: int,
        depth: int,
        problem: Diagnostic | None,
    ) -> None:
        self.name: Final = name
        self.separators: Final = separators
        self.arguments: Final = arguments
        self.closer: Final = closer
        self.length: Final = length
        self.depth: Final = depth
        self.problem: Final = problem


def take_use(pending: list[Token]) -> Use:
    """Take a name and its arguments in parentheses (DEF-10)."""
    name, opener = pending.pop(), pending.pop()
    stretch = take_to(pending, ")")
    tokens, last = stretch.tokens, stretch.end
    problem = None
    if stretch.stray:
        problem = _stray_closer(name, opener, stretch.stray[0])
    elif last is None:
        problem = report("SQ213", (stretch.unclosed or opener).span, name=name.text)
    if problem:
        if last is not None:
            put_back(pending, [last])
        tokens, last = _close_early(pending, tokens), None
        if pending[-1].text == ")":
            last = pending.pop()
    last = last or (tokens[-1] if tokens else opener)
    ends = [-1, *commas(tokens), len(tokens)]
    separators = [opener, *(tokens[at] for at in ends[1:-1])]
    arguments = [tokens[start + 1 : end] for start, end in pairwise(ends)] if tokens else []
    return Use(name, separators, arguments, last, len(tokens) + 3, stretch.depth, problem)


def _stray_closer(name: Token, opener: Token, closer: Token) -> Diagnostic:
    begin = Related(opener.span, "the arguments begin here")
    return report("SQ214", closer.span, related=(begin,), closer=closer.text, name=name.text)


def _close_early(pending: list[Token], taken: list[Token]) -> list[Token]:
    """End an argument list without end where the statement seems to, and put the rest back."""
    words = load_table().shifts[load_table().lists["statements"]]
    for at, token in enumerate(taken):
        if token.text in {";", "{", "}"} or (token.text in words and starts_line(token)):
            put_back(pending, taken[at:])
            return taken[:at]
    return taken


class UseChecks:
    """The checks of DEF-11 on one use of a definition whose arguments are complete."""

    def __init__(
        self, use: Use, record: DefinitionRecord, definitions: Mapping[str, DefinitionRecord]
    ) -> None:
        self._use = use
        self._record = record
        self._definitions = definitions
        self._effects = [effects(tokens, definitions) for tokens in use.arguments]

    def shape(self) -> Diagnostic | None:
        """The count and the empty arguments: without them there is nothing to replace."""
        use, record = self._use, self._record
        if len(use.arguments) != len(record.parameters):
            return report(
                "SQ215",
                use.name.span,
                related=(Related(record.name.span, "defined here"),),
                name=record.name.text,
                expected=counted(len(record.parameters), "argument"),
                found=str(len(use.arguments)),
            )
        for at, (parameter, tokens) in enumerate(
            zip(record.parameters, use.arguments, strict=True)
        ):
            if not tokens:
                gap, name = after(use.separators[at]), record.name.text
                reads = [token for token in record.body if token.text == parameter.text]
                related = [Related(token.span, "the body reads it here") for token in reads[:1]]
                return report("SQ216", gap, related=related, name=name, parameter=parameter.text)
        return None

    def meaning(self) -> Diagnostic | None:
        """Capture, repeated draws, live arguments: the first that is wrong."""
        for argument in range(len(self._use.arguments)):
            problem = self._captured(argument) or self._draws_again(argument)
            if problem:
                return problem
        if self._record.is_statement:
            for argument in range(len(self._use.arguments)):
                if problem := self._live(argument):
                    return problem
        return None

    def arguments(self) -> Iterator[Argument]:
        """What each parameter gets, for the record of the use."""
        for parameter, tokens, does in zip(
            self._record.parameters, self._use.arguments, self._effects, strict=True
        ):
            yield Argument(parameter, tuple(tokens), does.reads)

    def _captured(self, argument: int) -> Diagnostic | None:
        captured = self._effects[argument].reads & self._record.assigned
        if not captured:
            return None
        read = min(captured)
        assigned = self._assigned_at(read)
        related = [] if assigned is None else [Related(assigned.span, _assigns(assigned, read))]
        span, name = self._span(argument), self._record.name.text
        return report("SQ217", span, related=related, name=name, read=read)

    def _assigned_at(self, name: str) -> Token | None:
        """Where the body assigns a name: itself, by a hold, or in a definition that it uses."""
        body = self._record.body
        own = (token for token in assignments(body) if token.text == name)
        by_hold = (token for token in body if token.text == "hold" and name in HOLD_ASSIGNS)
        used = (
            token
            for token in calls(body)
            if token.text in self._definitions and name in self._definitions[token.text].assigned
        )
        return next((token for tokens in (own, by_hold, used) for token in tokens), None)

    def _draws_again(self, argument: int) -> Diagnostic | None:
        parameter = self._record.parameters[argument].text
        places = [token for token in self._record.body if token.text == parameter]
        if not self._effects[argument].draws or len(places) < 2:
            return None
        again = Related(places[1].span, f"`{parameter}` is read again here")
        span, name = self._span(argument), self._record.name.text
        return report("SQ218", span, related=(again,), name=name, parameter=parameter)

    def _live(self, argument: int) -> Diagnostic | None:
        live = self._effects[argument].live
        if live is None:
            return None
        parameter = self._record.parameters[argument].text
        places = [token for token in self._record.body if token.text == parameter]
        related = [Related(token.span, "the body reads it here") for token in places[:1]]
        span, name = self._span(argument), self._record.name.text
        return report("SQ219", span, related=related, name=name, function=live.text)

    def _span(self, argument: int) -> Span:
        tokens = self._use.arguments[argument]
        return place(tokens[0], tokens[-1])


def _assigns(token: Token, name: str) -> str:
    """What a token of a body does to a name."""
    if token.text == name:
        return f"`{name}` is assigned here"
    return f"this `{token.text}` assigns `{name}`"


def replacement(record: DefinitionRecord, use: Use, expansion: Expansion) -> list[Token]:
    """The tokens that take the place of a use (DEF-12).

    Tokens of the body carry the expansion; arguments are the tokens that were written. Parentheses
    that nobody wrote stand where what they enclose does.
    """
    given = {
        parameter.text: _as_argument(tokens)
        for parameter, tokens in zip(record.parameters, use.arguments, strict=True)
    }
    result: list[Token] = []
    for token in record.body:
        argument = given.get(token.text) if token.kind is Kind.NAME else None
        result.extend(argument or [token.in_expansion(expansion)])
    if record.is_statement:
        return result
    return [_bracket("(", use.name), *result, _bracket(")", use.closer)]


def _as_argument(tokens: list[Token]) -> list[Token]:
    if _is_reference(tokens):
        return tokens
    return [_bracket("(", tokens[0]), *tokens, _bracket(")", tokens[-1])]


def _is_reference(tokens: Sequence[Token]) -> bool:
    """Whether an argument is a name, or a name and one bracket group that ends it."""
    if tokens[0].kind is not Kind.NAME:
        return False
    if len(tokens) == 1:
        return True
    return tokens[1].text == "[" and tokens[-1].text == "]" and _is_one_group(tokens[1:])


def _is_one_group(tokens: Sequence[Token]) -> bool:
    depth = 0
    for token in tokens[:-1]:
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
        if depth == 0:
            return False
    return True


def _bracket(text: str, where: Token) -> Token:
    return Copy(where.written, Kind.PUNCTUATION, text, text, where.expansion)
