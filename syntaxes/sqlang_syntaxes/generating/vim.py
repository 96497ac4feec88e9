"""The syntax file of Vim and Neovim, and the words that their indentation goes by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    KEYWORDS,
    Keyword,
)

_GROUPS: Final = {
    "Item": "Structure",
    "Statement": "Statement",
    "Clause": "Keyword",
    "Option": "Identifier",
    "Policy": "Constant",
    "Kind": "Type",
    "Function": "Function",
    "Distribution": "Function",
    "Context": "Special",
    "BuiltIn": "Special",
    "Pool": "Type",
    "Stage": "Type",
    "Constant": "Constant",
    "Definition": "Function",
    "Attribute": "Identifier",
    "Observation": "Tag",
    "Number": "Number",
    "String": "String",
    "Comment": "Comment",
    "Expectation": "SpecialComment",
    "Todo": "Todo",
    "Draw": "Operator",
    "Operator": "Operator",
    "Invalid": "Error",
}
"""What is told apart, without the `serq` before each name, and what it looks like by default."""

_LOOKS: Final = {
    "item": "Item",
    "workload": "Item",
    "pool option": "Option",
    "step option": "Option",
    "run option": "Option",
    "policy": "Policy",
    "stage kind": "Kind",
    "statement": "Statement",
    "serving form": "Statement",
    "mode": "Clause",
    "clause": "Clause",
}
"""What a word looks like by its role in the vocabulary."""

_NAMED: Final = {
    "let": "Constant",
    "def": "Definition",
    "pool": "Pool",
    "stage": "Stage",
    "set": "Attribute",
    "observe": "Observation",
    "choose": "Attribute",
}
"""Words that a new name follows, and how that looks."""

_HEADERS: Final = ("hold", "branch", "loop")
"""Statements with a block."""

_REFERRING: Final = frozenset(
    {"admit", "drop", "grow", "hidden", "hold", "load", "memory", "release", "run", "spill"}
)
"""Words behind which expressions stand in brackets only, so that a stage may be named `work`."""

_BODIES: Final = {
    "pool": "Pool",
    "stage": "Step",
    "workload": "Workload",
    "run": "Run",
    **dict.fromkeys(("def", "session", "server", "init", "turn"), "Statement"),
    **dict.fromkeys(_HEADERS, "Statement"),
}
"""Words that a body in braces may follow, and what stands in it."""

_INNER: Final = {
    "run": "run statement",
    **dict.fromkeys(("prefill", "decode", "tool", "transfer"), "serving form"),
}
"""Where the words inside of a clause are found in the vocabulary, if not below its own word."""

_AFTER_BLOCK: Final = ("else", "cache", "lease")
"""Words that go on with a clause behind the `}` of its block."""

_LEXICAL: Final = r"""
syn iskeyword @,48-57,_,192-255
syn case match
syn spell notoplevel

syn match   serqInvalid       "[@#%$'`\\]\|&\@1<!&&\@!\||\@1<!||\@!"
syn keyword serqTodo        TODO FIXME XXX contained
syn match   serqComment     "//.*" contains=serqTodo,@Spell
syn match   serqExpectation "//!.*"
syn region  serqComment     start="/\*" end="\*/" contains=serqTodo,@Spell fold
syn region  serqString      start=+"+ end=+"+ contained
syn match   serqNumber      "\k\@1<!\%(\d\|\.\d\)[0-9._]*\%([eE][+-]\=\d\+\)\=" contained
syn match   serqOperator    "[-+*^<>!?:=]\|/[/*]\@!\|&&\|||" contained
syn cluster serqLexical     contains=serqInvalid,serqComment,serqExpectation
"""

_EXPRESSIONS: Final = r"""
syn match   serqDraw        "\~" contained nextgroup=serqDistribution skipwhite skipempty
syn region  serqInside      start="(" end=")" end="[;{}]"me=s-1 contained contains=@serqExpression
syn region  serqInside      start="\[" end="\]" end="[;{}]"me=s-1 contained contains=@serqExpression
syn cluster serqExpression  contains=@serqLexical,serqString,serqNumber,serqOperator,serqDraw
syn cluster serqExpression  add=serqFunction,serqContext,serqBuiltIn,serqInside
"""

_SYNCHRONIZATION: Final = """
" A text is read from an item that begins its line.
syn sync match serqItemStart grouphere NONE "^\\%({items}\\)\\>"
syn sync maxlines=3000
"""


def vim_syntax() -> str:
    """`syntax/serq.vim`: a region for each clause, so that a word counts only in its place."""
    parts = (
        _head("The syntax of serQ"),
        "if exists('b:current_syntax')\n  finish\nendif\n",
        _LEXICAL,
        _EXPRESSIONS,
        *_words_of_expressions(),
        *_place("Program", "program"),
        *_stage_kinds(),
        *_place("Pool", "pool"),
        *_place("Step", "step"),
        *_place("Run", "run"),
        *_place("Workload", "workload"),
        *_place("Statement", "block", more=",serqStatementBody,serqAfterBlock,@serqExpression"),
        f"syn keyword serqAfterBlock {' '.join(_AFTER_BLOCK)} contained\n",
        "hi def link serqAfterBlock serqClause\n",
        _SYNCHRONIZATION.format(items="\\|".join(word.text for word in _words("program"))),
        *(f"hi def link serq{group} {look}\n" for group, look in _GROUPS.items()),
        "\nlet b:current_syntax = 'serq'\n",
    )
    return "".join(parts)


def vim_words() -> str:
    """`autoload/serq/words.vim`: the words that begin a clause, and those that go on with one."""
    begin = {word.text for word in _words("program", "pool", "step", "workload", "run", "block")}
    return "".join(
        (
            _head("The words that indent/serq.vim goes by"),
            f"let serq#words#begin = '{_alternatives(begin)}'\n",
            f"let serq#words#after_block = '{_alternatives(_AFTER_BLOCK)}'\n",
        )
    )


def _head(what: str) -> str:
    return f'" {what}. Made from the vocabulary by `make syntaxes`; edits are lost.\n'


def _alternatives(words: Iterable[str]) -> str:
    return "\\%(" + "\\|".join(sorted(words)) + "\\)"


def _words(*contexts: str) -> list[Keyword]:
    return [word for word in KEYWORDS if word.context in contexts]


def _look(word: Keyword) -> str:
    return f"serq{_LOOKS[word.role]}"


def _words_of_expressions() -> Iterator[str]:
    yield f'syn match   serqFunction "\\<{_alternatives(FUNCTIONS)}\\>\\ze\\_s*(" contained\n'
    yield f"syn keyword serqDistribution {' '.join(DISTRIBUTIONS)} contained\n"
    yield f"syn keyword serqContext {' '.join(CONTEXT_VARIABLES)} contained\n"
    built_in = " ".join(word.name for word in BUILTIN_ATTRIBUTES)
    yield f"syn keyword serqBuiltIn {built_in} contained\n"


def _place(place: str, context: str, more: str = "") -> Iterator[str]:
    """The clauses of a context, and the braces around them but for those of a program."""
    contained = "" if place == "Program" else " contained"
    yield "\n"
    if contained:
        inside = f"@serqLexical,serqIn{place},serqWordIn{place}{more}"
        yield f'syn region  serq{place}Body start="{{" end="}}" contained fold contains={inside}\n'
    words = _words(context)
    yield f"hi def link serqWordIn{place} {_look(words[0])}\n"
    for word in words:
        yield from _clause(word, place, contained)


def _clause(word: Keyword, place: str, contained: str) -> Iterator[str]:
    """A region from a word, or from the name after it, to the `;` or the body."""
    group, look, start = f"serqIn{place}", _look(word), word.text
    if word.text in _NAMED:
        group, look = f"serqAfter{word.text.title()}", f"serq{_NAMED[word.text]}"
        following = f"nextgroup={group} skipwhite skipempty{contained}"
        yield f"syn keyword serqWordIn{place} {word.text} {following}\n"
        start, contained = "\\k\\+", " contained"
    inner = _inner(word, place)
    for name, texts in inner.items():
        yield f"syn keyword {name} {' '.join(texts)} contained\n"
        yield f"hi def link {name} {name.partition('Of')[0]}\n"
    within = "@serqLexical,serqInside" if word.text in _REFERRING else "@serqExpression"
    contains = ",".join([within, *inner, *(["serqStageColon"] * (word.text == "stage"))])
    body = _body(word, place)
    end = 'end="{"me=s-1 end="[;}]"me=s-1' if body else 'end=";" end="[{}]"me=s-1'
    following = f" nextgroup=serq{body}Body skipwhite skipempty" if body else ""
    yield (
        f'syn region  {group} matchgroup={look} start="\\<{start}\\>" matchgroup=NONE {end}'
        f"{contained} contains={contains}{following}\n"
    )


def _body(word: Keyword, place: str) -> str | None:
    """What stands in the braces that may follow; `run` and `turn` have some in one place only."""
    if place == "Statement" and word.text not in _HEADERS:
        return None
    return _BODIES.get(word.text)


def _inner(word: Keyword, place: str) -> dict[str, list[str]]:
    """The words inside of a clause, by the group that they get there."""
    context = _INNER.get(word.text, word.text) if place == "Statement" else word.text
    groups: dict[str, list[str]] = {}
    for each in _words(context):
        of_transfer = each.signature.startswith("transfer")
        if (
            each.role in ("policy", "clause", "mode")
            and each.text not in _AFTER_BLOCK
            and (word.text == "transfer" or not of_transfer)
        ):
            groups.setdefault(f"{_look(each)}Of{word.text.title()}", []).append(each.text)
    return groups


def _stage_kinds() -> Iterator[str]:
    """A kind counts behind the colon, since a stage may have its name."""
    kinds = _words("stage")
    yield 'syn match   serqStageColon ":" contained nextgroup=serqStageKind skipwhite skipempty\n'
    yield f"syn keyword serqStageKind {' '.join(each.text for each in kinds)} contained\n"
    yield f"hi def link serqStageColon serqOperator\nhi def link serqStageKind {_look(kinds[0])}\n"
