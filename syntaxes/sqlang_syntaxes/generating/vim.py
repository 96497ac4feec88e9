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
    NAMED_NUMBERS,
    Keyword,
)
from sqlang_syntaxes.classes import CLASS_OF_ROLE, WordClass

_NAMED: Final = {
    "let": WordClass.CONSTANT,
    "def": WordClass.DEFINITION,
    "pool": WordClass.POOL,
    "stage": WordClass.STAGE,
    "set": WordClass.ATTRIBUTE,
    "observe": WordClass.OBSERVATION,
    "choose": WordClass.ATTRIBUTE,
}
"""Words that a new name follows, and how that looks."""

_HEADERS: Final = ("hold", "branch", "loop")
"""Statements with a block."""

_REFERRING: Final = {
    **dict.fromkeys(("drop", "grow", "hold", "load", "memory", "release", "spill"), "PoolName"),
    "admit": "StageName",
    "run": "StageName",
    "hidden": "AttributeName",
}
"""Words behind which expressions stand in brackets only, and what the names there are."""

_FOLLOWED: Final = {
    **dict.fromkeys(("growing", "from", "to", "lease"), "PoolName"),
    **dict.fromkeys(("via", "on"), "StageName"),
}
"""Words inside of a clause that a name follows, and what that is."""

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

_BUILT_IN: Final = tuple(word.name for word in BUILTIN_ATTRIBUTES)

_AFTER_BLOCK: Final = ("else", "cache", "lease")
"""Words that go on with a clause behind the `}` of its block."""

_SHOWN: Final = tuple(
    each
    for each in WordClass
    if each
    not in (
        WordClass.BINDING,
        WordClass.CALL,
        WordClass.EXPECTED_WORD,
        WordClass.NAME,
        WordClass.PUNCTUATION,
        WordClass.RETIRED,
    )
)
"""The classes that Vim has groups for: not those of names by their use."""

_LEXICAL: Final = r"""
syn iskeyword @,48-57,_,192-255
syn case match
syn spell notoplevel

syn match   serqInvalid       "[@#%$'`\\]\|&\@1<!&&\@!\||\@1<!||\@!"
syn keyword serqTodo        TODO FIXME XXX contained
syn match   serqComment     "//.*" contains=serqTodo,@Spell
syn match   serqExpectation "//!.*"
syn region  serqBlockComment start="/\*" end="\*/" contains=serqTodo,@Spell fold
syn region  serqString      start=+"+ end=+"+ contained
syn match   serqNumber      "\k\@1<!\%(\d\|\.\d\)[0-9._]*\%([eE][+-]\=\d\+\)\=" contained
syn match   serqOperator    "[-+*^<>!?:=]\|/[/*]\@!\|&&\|||" contained
syn cluster serqLexical     contains=serqInvalid,serqComment,serqBlockComment,serqExpectation
"""

_EXPRESSIONS: Final = r"""
syn match   serqDraw        "\~" contained nextgroup=serqDistribution skipwhite skipempty
syn region  serqInside      start="(" end=")" end="[;{}]"me=s-1 contained contains=@serqExpression
syn region  serqInside      start="\[" end="\]" end="[;{}]"me=s-1 contained contains=@serqExpression
syn region  serqParameters  start="\%(\<def\s\+\k\+\s*\)\@80<=(" end=")" end="[;{}]"me=s-1
      \ contained contains=@serqLexical,serqParameter
syn region  serqIndex       matchgroup=serqBracket start="\[" end="\]" end="[;{}]"me=s-1
      \ contained contains=@serqExpression nextgroup=serqNextStage skipwhite skipempty
syn match   serqNextStage   "," contained nextgroup=serqStageName skipwhite skipempty
syn match   serqParameter   "\<\k\+\>" contained
syn cluster serqExpression  contains=@serqLexical,serqString,serqNumber,serqOperator,serqDraw
syn cluster serqExpression  add=serqFunction,serqContext,serqBuiltIn,serqNamedNumber,serqInside
"""


def vim_syntax() -> str:
    """`syntax/serq.vim`: a region for each clause, so that a word counts only in its place."""
    parts = (
        _head("The syntax of serQ"),
        "if exists('b:current_syntax')\n  finish\nendif\n",
        "let s:cpo = &cpo\nset cpo&vim\n",
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
        *_keywords("serqAfterBlock", _AFTER_BLOCK),
        "hi def link serqAfterBlock serqClause\n",
        "\nsyn sync fromstart\n",
        "\nhi def link serqTodo Todo\n",
        *(f"hi def link {_group(each)} {each.value.vim_group}\n" for each in _SHOWN),
        "\nlet b:current_syntax = 'serq'\n",
        "let &cpo = s:cpo\nunlet s:cpo\n",
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


def _group(word_class: WordClass) -> str:
    return f"serq{word_class.name.title().replace('_', '')}"


def _look(word: Keyword) -> str:
    return _group(CLASS_OF_ROLE[word.role])


def _words_of_expressions() -> Iterator[str]:
    """What an expression may read and call; a value counts less than the pool or stage it names."""
    values = (
        ("Context", CONTEXT_VARIABLES),
        ("NamedNumber", NAMED_NUMBERS),
        ("BuiltIn", _BUILT_IN),
    )
    for group, words in (*values, ("Distribution", DISTRIBUTIONS)):
        yield f"syn keyword serq{group} {' '.join(words)} contained\n"
    yield _function("e", "")
    for first, about in (("p", "Pool"), ("s", "Stage")):
        yield _function(first, f" nextgroup=serqAbout{about} skipwhite skipempty")
        yield (
            f"syn region  serqAbout{about} matchgroup=serq{about}"
            ' start="(\\s*\\<\\k\\+\\>\\ze\\s*[),[]"hs=s+1 matchgroup=NONE'
            ' end=")" end="[;{}]"me=s-1 contained contains=@serqExpression\n'
        )
    for name in ("Pool", "Stage", "Attribute"):
        more = "nextgroup=serqIndex,serqNextStage skipwhite skipempty " if name == "Stage" else ""
        yield f'syn match   serq{name}Name "\\<\\k\\+\\>" {more}contained\n'
        yield f"hi def link serq{name}Name serq{name}\n"


def _function(first: str, following: str) -> str:
    """The functions whose first argument is an expression, a pool or a stage.

    The backtracking engine is the faster one for alternatives.
    """
    words = _alternatives(word.name for word in FUNCTIONS.values() if word.arguments[0] == first)
    return f'syn match   serqFunction "\\%#=1\\<{words}\\>\\ze\\_s*(" contained{following}\n'


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
        group, look = f"serqAfter{word.text.title()}", _group(_NAMED[word.text])
        following = f"nextgroup={group} skipwhite skipempty{contained}"
        yield f"syn keyword serqWordIn{place} {word.text} {following}\n"
        start, contained = "\\k\\+", " contained"
    inner = _inner(word, place)
    for name, texts in inner.items():
        yield from _keywords(name, texts)
        yield f"hi def link {name} {name.partition('Of')[0]}\n"
    referred = _REFERRING.get(word.text)
    within = f"@serqLexical,serqInside,serq{referred}" if referred else "@serqExpression"
    if word.text == "def":
        within += ",serqParameters"
    contains = ",".join([within, *inner, *(["serqStageColon"] * (word.text == "stage"))])
    body = _body(word, place)
    end = 'end="{"me=s-1 end="[;}]"me=s-1' if body else 'end=";" end="[{}]"me=s-1'
    following = f" nextgroup=serq{body}Body skipwhite skipempty" if body else ""
    yield (
        f'syn region  {group} matchgroup={look} start="\\<{start}\\>" matchgroup=NONE {end}'
        f"{contained} contains={contains}{following}\n"
    )


def _keywords(group: str, words: Iterable[str]) -> Iterator[str]:
    """Words inside of a clause, with what follows them."""
    for word in words:
        named = _FOLLOWED.get(word)
        following = f" nextgroup=serq{named} skipwhite skipempty" if named else ""
        yield f"syn keyword {group} {word} contained{following}\n"


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
