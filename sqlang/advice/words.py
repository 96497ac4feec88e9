"""Words of other editions and of other languages, and how this edition says it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.advice.edits import (
    addition,
    did_you_mean,
    insertion,
    removal,
    with_fix,
    with_hint,
)
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.shape import RUN_OPTIONS
from sqlang.syntax.token_queue import CLOSERS, OPENERS
from sqlang.syntax.tokens import Kind, Token
from sqlang.syntax.wrapper import LENGTH as WRAPPER_LENGTH
from sqlang.syntax.wrapper import Wrapper, wrapper_at
from sqlang.vocabulary import RETIRED_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_STATEMENTS: Final = {
    "if": "branch",
    "while": "loop",
    "for": "loop",
    "repeat": "loop",
    "forever": "loop",
    "return": "end",
    "exit": "end",
    "stop": "end",
    "acquire": "hold",
    "allocate": "hold",
    "alloc": "hold",
    "free": "release",
    "record": "observe",
    "measure": "observe",
    "assign": "set",
    "next": "turn",
}
"""What other languages call a statement."""

_HOMES: Final = {
    "item": "an item of the program",
    "pool option": "an option of a pool",
    "step option": "an option of a step stage",
    "run option": "an option of `run`",
    "workload": "a part of the `workload`",
    "statement": "a statement, and statements stand in a `session`",
    "serving form": "a statement, and statements stand in a `session`",
}
"""Where the words of a role belong."""

_ITSELF: Final = {
    "SQ107": {"statement", "serving form"},
    "SQ110": {"item"},
    "SQ116": {"run option"},
    "SQ117": {"pool option"},
    "SQ119": {"step option"},
    "SQ126": {"workload"},
}
"""The roles whose words each code asks for."""


def unknown_statement(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ107: an assignment without `set`, an item in a block, or another language's word."""
    word = found.span.text
    if situation.behind(found.span).text == "=":
        return with_fix(found, "Insert `set`", insertion(found.span, "set "))
    if word in _STATEMENTS:
        return with_hint(found, f"a statement is called `{_STATEMENTS[word]}` here")
    return word_of_elsewhere(found, situation)


def word_of_elsewhere(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """A word that is legal in another place: where that is, rather than what it resembles."""
    roles = _roles(found.span.text)
    own = _ITSELF[found.code]
    home = next((_HOMES[role] for role in roles if role in _HOMES and role not in own), None)
    if home is None:
        return found
    return with_hint(_plain(found), f"`{found.span.text}` is {home}")


def _roles(word: str) -> list[str]:
    """What a word is in the places where it is legal."""
    from sqlang.vocabulary import KEYWORDS  # with their documentation, which few mistakes need

    return [each.role for each in KEYWORDS if each.text == word]


def _plain(found: Diagnostic) -> Diagnostic:
    """Without the word that it resembles, since it is no misspelling."""
    return found._replace(message=found.message.partition("; did you mean")[0], fixes=())


def unknown_item(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ110: a later edition's `fn main()`, or a statement outside of a session."""
    tokens = situation.tokens(found.span.source)
    at = situation.index(found.span.source, found.span.start)
    wrapper = wrapper_at(tokens, at)
    if wrapper is not None:
        return _later_edition(found, tokens, at, wrapper)
    return word_of_elsewhere(found, situation)


def _later_edition(
    found: Diagnostic, tokens: Sequence[Token], at: int, wrapper: Wrapper
) -> Diagnostic:
    """A program wrapped in a function: in this edition its items stand by themselves."""
    head = tokens[at].span.to(tokens[at + WRAPPER_LENGTH - 2].span)
    if not wrapper.holds_items:
        found = with_hint(
            found, "`fn` is of a later edition; in this one the statements stand in a `session`"
        )
        return with_fix(found, f"Write `session` for `{head.text}`", Edit(head, "session"))
    found = with_hint(
        found, "`fn` is of a later edition; in this one the items of a program stand by themselves"
    )
    head = head.to(tokens[at + WRAPPER_LENGTH - 1].span)
    edits = [removal(head)]
    if wrapper.end is not None:
        edits.append(removal(wrapper.end.span))
    return with_fix(found, f"Remove `{head.text}` and its `}}`", *edits)


def retired_word(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ108 and SQ128: the same clause under its present name."""
    word = found.span.text
    meant = RETIRED_WORDS.get(word, "reserve")
    follows = situation.behind(found.span)
    if word == "where" and follows.text != "(":
        return _bindings_without_parentheses(found, situation)
    safe = word != "admit" and (word == "enter" or follows.text == "(")
    return with_fix(found, f"Write `{meant}`", Edit(found.span, meant), safe=safe)


def _bindings_without_parentheses(found: Diagnostic, situation: Situation) -> Diagnostic:
    """`where a = 1, b = 2 {`, which now is `at admission (a = 1, b = 2) {`."""
    last = found.span
    for token in situation.all_behind(found.span):
        if token.text == "{":
            edits = Edit(found.span, "at admission ("), addition(last, ")")
            return with_fix(found, "Write `at admission (…)`", *_joined(found.span, *edits))
        if token.text in {";", "}"} or token.kind is Kind.END:
            break
        last = token.span
    return found


def _joined(word: Span, head: Edit, tail: Edit) -> tuple[Edit, Edit]:
    """The two edits, the blank behind the word taken with it."""
    text = word.source.text
    end = word.end + (text[word.end : word.end + 1] == " ")
    return Edit(Span(word.source, word.start, end), head.text), tail


def retired_name(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ109: the name with an underscore, wherever the text has it."""
    word = found.span.text
    tokens = situation.tokens(found.span.source)
    new = f"{word}_"
    if any(token.text == new for token in tokens):
        return found
    edits = [Edit(token.span, new) for token in tokens if token.text == word and _is_name(token)]
    return with_fix(found, f"Rename it to `{new}`", *edits)


def _is_name(token: Token) -> bool:
    return token.kind is Kind.NAME


def run_option(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ116."""
    found = did_you_mean(found, situation, found.span.text, set(RUN_OPTIONS))
    return word_of_elsewhere(found, situation)


def old_serving_rule(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ123 and SQ124: the rule is an option of `serve` now, of which a stage has one."""
    rule = "exclusive prefill" if found.code == "SQ123" else "decode first"
    node = next((n for n in situation.around(found.span) if isinstance(n, tree.StageKind)), None)
    inside = [] if node is None else _between(situation, node)
    only = sum(token.text == "serve" for token in inside) == 0
    only &= sum(token.text in {"exclusive", "decode"} for token in inside) <= 1
    if found.span.text == rule.partition(" ")[0]:
        return with_fix(found, f"Write `serve {rule}`", Edit(found.span, f"serve {rule}"))
    return with_fix(found, "Insert `serve`", insertion(found.span, "serve "), safe=only)


def _between(situation: Situation, node: tree.Node) -> Sequence[Token]:
    source = node.first.source
    start, end = node.first.start, node.last.end
    return situation.tokens(source)[situation.index(source, start) : situation.index(source, end)]


def second_serving_rule(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ121: remove it; certain if it says the same again."""
    first = found.related[0].span if found.related else found.span
    same = first.text.split() == found.span.text.split() and first != found.span
    option = found.span
    semicolon = situation.behind(option)
    if semicolon.text == ";":
        option = option.to(semicolon.span)
    return with_fix(found, "Remove this `serve`", removal(option), safe=same)


def no_cost(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ120: a cost to start from."""
    opener = situation.behind(found.span)
    if opener.text != "{":
        return found
    return with_fix(found, "Add `cost 1;`", addition(opener.span, " cost 1;"))


def _is_statement_word(word: str) -> bool:
    return not _ITSELF["SQ107"].isdisjoint(_roles(word))


def definition_body(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ207: the `=` that is missing or written otherwise."""
    token = situation.at(found.span)
    if token.text == ":":
        return with_fix(found, "Write `=`", Edit(token.span, "="))
    starts_expression = token.kind in (Kind.NAME, Kind.NUMBER) or token.text in {"(", "-", "!", "~"}
    if not starts_expression or _is_statement_word(token.text):
        return found
    depth = 0
    for each in situation.all_behind(token.span):
        depth += (each.text in OPENERS) - (each.text in CLOSERS)
        if depth < 0 or each.text in {"{", "=", "let", "pool", "stage"}:
            return found
        if each.text == ";":
            break
    return with_fix(found, "Insert `=`", insertion(token.span, "= "), safe=True)
