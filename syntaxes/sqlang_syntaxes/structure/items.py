"""Items of a program and the options in their blocks (part 1, section 2)."""

from __future__ import annotations

from typing import Final

from sqlang_syntaxes.classes import WordClass, keyword_classes, keywords
from sqlang_syntaxes.structure.expressions import EXPRESSION, STOP
from sqlang_syntaxes.structure.lexical import (
    LETTER,
    MAYBE_SPACE,
    SPACE,
    any_of,
    known,
    name,
    named,
    word,
    words_of,
)
from sqlang_syntaxes.structure.model import Groups, Include, Match, Maybe, Piece, Region, Rule

_ITEM_WORDS: Final = any_of(keywords("program"))
_ITEM_AHEAD: Final = rf"(?={_ITEM_WORDS}[ \t]++[{LETTER}{{])"
"""An item with its name or block: in an expression no name follows another."""

_END_OF_ITEM: Final = Piece(rf"(?<=\}})|(?=[;)}}])|(?={_ITEM_WORDS})", None)
_END_OF_VALUE: Final = Piece(f"(?=[;{{}}])|{_ITEM_AHEAD}", None)


def _item(text: str) -> Piece:
    return word([known(text, "program")], WordClass.ITEM)


def _option(text: str, context: str) -> Piece:
    return word([known(text, context)], WordClass.OPTION)


def _body(name: str, within: str) -> Region:
    """Options in braces."""
    return Region(
        name,
        (Piece(r"\{", WordClass.PUNCTUATION),),
        Piece(r"\}", WordClass.PUNCTUATION),
        ("comments", within, EXPRESSION),
    )


def _policies(name: str, within: str, *contexts: str) -> Region:
    """Options whose first word is a policy; `within` knows it."""
    return Region(
        name,
        (word([known(each, "pool") for each in contexts], WordClass.OPTION),),
        STOP,
        (within, EXPRESSION),
    )


def _valued(name: str, context: str) -> Region:
    """All options of a context that have no rules of their own: an expression follows."""
    return Region(name, (word(_options(context), WordClass.OPTION),), STOP, (EXPRESSION,))


def _workload_item(text: str, within: str) -> Region:
    """What ends with `;`; the others are blocks."""
    begin = word([known(text, "workload")], WordClass.ITEM)
    return Region(text, (begin,), STOP, (within, EXPRESSION))


def _options(context: str) -> tuple[str, ...]:
    return keyword_classes(context)[WordClass.OPTION]


_HEADS: Final[tuple[Rule, ...]] = (
    Region("let", named(_item("let"), WordClass.CONSTANT), _END_OF_VALUE, (EXPRESSION,)),
    Region(
        "definition",
        (
            _item("def"),
            SPACE,
            name(WordClass.DEFINITION),
            MAYBE_SPACE,
            Piece(r"\(", WordClass.PUNCTUATION),
        ),
        Piece(r"\)|(?=[;{}])", WordClass.PUNCTUATION),
        ("parameters", EXPRESSION),
    ),
    Match(named(_item("def"), WordClass.DEFINITION)),
    Region(
        "pool",
        named(_item("pool"), WordClass.POOL),
        _END_OF_ITEM,
        ("comments", "pool-head", EXPRESSION),
    ),
    Region(
        "stage",
        named(_item("stage"), WordClass.STAGE),
        _END_OF_ITEM,
        ("comments", "stage-head", EXPRESSION),
    ),
    Region(
        "workload", (_item("workload"),), _END_OF_ITEM, ("comments", "workload-head", EXPRESSION)
    ),
    Region(
        "run",
        (Piece(rf"{known('run', 'program')}(?=[ \t]*+(?:\{{|$))", WordClass.ITEM),),
        _END_OF_ITEM,
        ("comments", "run-head", EXPRESSION),
    ),
    Region("share", (_item("share"),), STOP, ("comments", "shared", EXPRESSION)),
    Region("value", (Piece("=(?!=)", WordClass.OPERATOR),), _END_OF_VALUE, (EXPRESSION,)),
)

GROUPS: Final[Groups] = {
    "parameters": (Match((name(WordClass.PARAMETER),)),),
    "pool-head": (
        _body("pool-body", "pool-options"),
        Match((name(WordClass.POOL),)),
    ),
    "pool-options": (
        _policies("policy", "policies", "evict", "preempt", "queue"),
        Region("admit", (_option("admit", "pool"),), STOP, ("admitted", EXPRESSION)),
        Region(
            "spill", named(_option("spill", "pool"), WordClass.POOL), STOP, ("spilled", EXPRESSION)
        ),
        _valued("pool-value", "pool"),
    ),
    "policies": (*words_of(keyword_classes("evict", "preempt", "queue").items()),),
    "admitted": (
        Match(named(word([known("via", "admit")], WordClass.CLAUSE), WordClass.STAGE)),
        *words_of(keyword_classes("admit").items()),
        Match((name(WordClass.STAGE),)),
    ),
    "spilled": (
        Match(named(word([known("via", "spill")], WordClass.CLAUSE), WordClass.STAGE)),
        *words_of(keyword_classes("spill").items()),
        Match((name(WordClass.POOL),)),
    ),
    "stage-head": (
        Match(
            (
                Piece(":", WordClass.OPERATOR),
                Maybe((MAYBE_SPACE, word(keywords("stage"), WordClass.KIND))),
            )
        ),
        *words_of(keyword_classes("stage").items()),
        _body("step-body", "step-options"),
        Match((name(WordClass.STAGE),)),
    ),
    "step-options": (
        Match(named(_option("memory", "step"), WordClass.POOL)),
        Region("serve", (_option("serve", "step"),), STOP, ("serving-rules", EXPRESSION)),
        _valued("step-value", "step"),
    ),
    "serving-rules": (*words_of(keyword_classes("serve").items()),),
    "workload-head": (_body("workload-body", "workload-items"),),
    "workload-items": (
        _workload_item("arrive", "arriving"),
        _workload_item("trace", "traced"),
        _workload_item("hidden", "hiding"),
        *words_of(keyword_classes("workload").items()),
        Include("blocks"),
    ),
    "arriving": (*words_of(keyword_classes("arrive").items()),),
    "traced": (*words_of(keyword_classes("trace").items()),),
    "hiding": (Match((name(WordClass.ATTRIBUTE),)),),
    "run-head": (_body("run-body", "run-options"),),
    "run-options": (_valued("run-value", "run"),),
    "shared": (*words_of(keyword_classes("share").items()),),
    # What documentation shows of a program may be a part of an item.
    "program": (
        Include("comments"),
        *_HEADS,
        Include("pool-options"),
        Include("step-options"),
        Include("run-options"),
        Include("statements"),
        *words_of([(WordClass.ITEM, keywords("program"))]),
        Include("workload-items"),
        Include(EXPRESSION),
    ),
}
