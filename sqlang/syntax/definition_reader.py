"""Reads one `def` from the tokens and checks it: DEF-2 to DEF-7, one diagnostic at most."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.diagnostics.catalogue import message
from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.source import Span
from sqlang.syntax.definitions import DefinitionRecord
from sqlang.syntax.hygiene import assignments, calls, effects
from sqlang.syntax.layout import after, starts_line
from sqlang.syntax.table import load_table
from sqlang.syntax.token_queue import CLOSERS, OPENERS, Stretch, put_back, take_item, take_to
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import DISTRIBUTIONS, FUNCTIONS, GRAMMAR_WORDS, RETIRED_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class DefinitionReader:
    """Takes one definition from the front of `pending`.

    `known` are the definitions before it, `called` what their bodies use, each with the first use.
    A definition with a mistake is registered too, as damaged, so that its uses are no second
    mistake; one whose name cannot be a definition's is not. `is_open` tells that the text ended
    inside its body, `has_head` that it has a name of its own and a body.
    """

    def __init__(
        self,
        pending: list[Token],
        known: Mapping[str, DefinitionRecord],
        called: Mapping[str, tuple[DefinitionRecord, Token]],
    ) -> None:
        self._pending = pending
        self._known = known
        self._called = called
        self._first: Final = pending.pop()
        self._last = self._first
        self._parameters: list[Token] = []
        self.problems: Final[list[Diagnostic]] = []
        self.is_open = False
        self.has_head = False

    def read(self) -> DefinitionRecord | None:
        """The definition, or `None` if there is nothing to register."""
        name = self._pending[-1]
        if name.kind is not Kind.NAME:
            self._refuse("SQ103", name.span)
            self._skip()
            return None
        self._take()
        if name.inserted:
            self._skip()
            return None
        registered = self._check_name(name)
        record = self._read_after(name)
        self.has_head &= registered
        return record if registered else None

    def _read_after(self, name: Token) -> DefinitionRecord:
        if not self._read_parameters():
            self._skip()
            return self._record(name, [], is_statement=False)
        opener = self._pending[-1]
        if opener.text not in {"=", "{"}:
            self._refuse("SQ207", opener.span, name=name.text)
            self._skip()
            return self._record(name, [], is_statement=False)
        self._take()
        self.has_head = True
        body = self._read_body(name, opener)
        if not self.problems:
            self._check_body(name, body, is_statement=opener.text == "{")
        return self._record(name, body, is_statement=opener.text == "{")

    # The head

    def _check_name(self, name: Token) -> bool:
        """DEF-2 and the first half of DEF-3; false if the name must not be registered."""
        text = name.text
        if text in GRAMMAR_WORDS or text in FUNCTIONS or text in DISTRIBUTIONS:
            self._refuse("SQ201", name.span, name=text)
            return False
        if text in RETIRED_WORDS:
            self._refuse("SQ109", name.span, word=text)
        elif text in self._known:
            first = Related(self._known[text].name.span, f"`{text}` is defined here")
            self._refuse("SQ203", name.span, first, name=text)
            return False
        else:
            self._check_not_used_before(name)
        return True

    def _check_not_used_before(self, name: Token) -> None:
        if name.text in self._called:
            record, use = self._called[name.text]
            user = record.name.text
            earlier = Related(use.span, f"`{user}` uses it here")
            self._refuse("SQ204", name.span, earlier, user=user, name=name.text)

    def _read_parameters(self) -> bool:
        """The parameter list with its parentheses; false if it breaks off (DEF-4)."""
        if not self._expect("("):
            return False
        while self._pending[-1].text != ")":
            parameter = self._pending[-1]
            if parameter.kind is not Kind.NAME:
                self._refuse("SQ103", parameter.span)
                return False
            self._take()
            self._check_parameter(parameter)
            self._parameters.append(parameter)
            if self._pending[-1].text == ",":
                self._take()
            elif self._pending[-1].text != ")":
                return self._expect(")")
        self._take()
        return True

    def _check_parameter(self, parameter: Token) -> None:
        text = parameter.text
        if text in RETIRED_WORDS:  # `admit` is one, though it is a grammar word too
            self._refuse("SQ109", parameter.span, word=text)
        elif text in GRAMMAR_WORDS or text in FUNCTIONS:
            self._refuse("SQ205", parameter.span, name=text)
        for earlier in self._parameters:
            if earlier.text == text:
                first = Related(earlier.span, "it is given here already")
                self._refuse("SQ206", parameter.span, first, name=text)

    # The body

    def _read_body(self, name: Token, opener: Token) -> list[Token]:
        stretch = take_to(self._pending, ";" if opener.text == "=" else "}")
        if stretch.stray:
            closer = stretch.stray[0]
            self._refuse("SQ209", closer.span, closer=closer.text, name=name.text)
        if stretch.end is None:
            return self._close_early(name, opener, stretch)
        self._last = stretch.end
        return stretch.without_strays

    def _close_early(self, name: Token, opener: Token, stretch: Stretch) -> list[Token]:
        """End a body without end before the next item, and put the rest back (SQ208)."""
        body = stretch.tokens
        end = _next_item(body, on_any_line=opener.text == "=")
        put_back(self._pending, body[end:])
        body = body[:end]
        self.is_open = True
        self._last = body[-1] if body else opener
        unclosed = stretch.unclosed or (opener if opener.text == "{" else None)
        span = unclosed.span if unclosed else after(self._last)
        self._refuse("SQ208", span, Related(name.span, "defined here"), name=name.text)
        return body

    def _check_body(self, name: Token, body: list[Token], *, is_statement: bool) -> None:
        if not body and not is_statement:
            self._refuse("SQ210", name.span, name=name.text)
        for use in calls(body):
            if use.text == name.text:
                head = Related(name.span, "defined here")
                self._refuse("SQ211", use.span, head, name=name.text)
        parameters = {parameter.text for parameter in self._parameters}
        for assigned in assignments(body, observed=True):
            if assigned.text in parameters:
                head = Related(name.span, "defined here")
                values = {"name": name.text, "parameter": assigned.text}
                self._refuse("SQ212", assigned.span, head, **values)

    # Common

    def _record(self, name: Token, body: list[Token], *, is_statement: bool) -> DefinitionRecord:
        does = effects(body, self._known)
        parameters = {parameter.text for parameter in self._parameters}
        return DefinitionRecord(
            name=name,
            parameters=tuple(self._parameters),
            body=tuple(body),
            is_statement=is_statement,
            first=self._first,
            last=self._last,
            reads=does.reads - parameters,
            assigned=does.assigned,
            draws=does.draws,
            live=does.live is not None,
            turn=does.turn,
            request=does.request,
            damaged=bool(self.problems),
        )

    def _take(self) -> None:
        self._last = self._pending.pop()

    def _expect(self, text: str) -> bool:
        if self._pending[-1].text != text:
            self._refuse("SQ101", self._pending[-1].span, expected=f"`{text}`")
            return False
        self._take()
        return True

    def _skip(self) -> None:
        """Pass over the rest of a definition whose head is broken."""
        taken = take_item(self._pending)
        self._last = taken[-1] if taken else self._last

    def _refuse(self, code: str, span: Span, *related: Related, **values: str) -> None:
        """Report the first mistake of this definition; those after it mostly follow from it."""
        if not self.problems:
            self.problems.append(Diagnostic(code, span, message(code, values), related=related))


def _next_item(body: list[Token], *, on_any_line: bool) -> int:
    """Where in a body without end the next item seems to begin; its length if nowhere.

    An item begins a line, or, if there is none that does, stands `on_any_line` outside brackets.
    """
    items = load_table().shifts[load_table().lists["items"]]
    depth = 0
    found = len(body)
    for at, token in enumerate(body):
        if token.text in items and starts_line(token):
            return at
        if on_any_line and depth == 0 and at and token.text in items:
            found = min(found, at)
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
    return found
