"""What a piece of text is, by the vocabulary's own kinds, and how each highlighter shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, NamedTuple

from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    _TokenType,
)

from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    KEYWORDS,
    NAMED_NUMBERS,
    RETIRED_WORDS,
)


class Look(NamedTuple):
    """TextMate's scope for a class without `.serq`, Pygments' token, Vim's standard group."""

    scope: str
    token: _TokenType
    vim_group: str


class WordClass(Enum):
    """A class of words or signs. Each has a scope of its own; tokens and groups may be shared."""

    ITEM = Look("storage.type.item", Keyword.Declaration, "Keyword")
    STATEMENT = Look("keyword.control.statement", Keyword, "Statement")
    CLAUSE = Look("keyword.other.clause", Keyword.Reserved, "Keyword")
    OPTION = Look("support.type.property-name.option", Name.Attribute, "Identifier")
    POLICY = Look("support.constant.policy", Keyword.Constant, "Constant")
    KIND = Look("support.type.kind", Keyword.Type, "Type")
    RETIRED = Look("invalid.deprecated.retired", Keyword.Pseudo, "Error")
    FUNCTION = Look("support.function.builtin", Name.Builtin, "Function")
    DISTRIBUTION = Look("support.function.distribution", Name.Builtin, "Function")
    CONTEXT = Look("variable.language.context", Name.Variable.Magic, "Special")
    BUILT_IN = Look("support.variable.attribute", Name.Builtin.Pseudo, "Special")
    NAMED_NUMBER = Look("constant.language.numeric", Keyword.Constant, "Number")

    POOL = Look("entity.name.type.pool", Name.Class, "Type")
    STAGE = Look("entity.name.type.stage", Name.Namespace, "Type")
    CONSTANT = Look("variable.other.constant", Name.Constant, "Constant")
    DEFINITION = Look("entity.name.function.definition", Name.Function, "Function")
    PARAMETER = Look("variable.parameter", Name.Variable, "Identifier")
    ATTRIBUTE = Look("variable.other.readwrite.attribute", Name.Variable, "Identifier")
    BINDING = Look("variable.other.readwrite.binding", Name.Variable, "Identifier")
    OBSERVATION = Look("entity.name.tag.observation", Name.Label, "Tag")
    CALL = Look("entity.name.function.call", Name.Function, "Function")
    NAME = Look("variable.other", Name, "None")

    NUMBER = Look("constant.numeric", Number, "Number")
    STRING = Look("string.quoted.double", String.Double, "String")
    COMMENT = Look("comment.line.double-slash", Comment.Single, "Comment")
    BLOCK_COMMENT = Look("comment.block", Comment.Multiline, "Comment")
    EXPECTATION = Look("comment.line.documentation.expectation", Comment.Special, "SpecialComment")
    EXPECTED_WORD = Look("keyword.other.expectation", Comment.Special, "SpecialComment")
    DRAW = Look("keyword.operator.draw", Operator, "Operator")
    OPERATOR = Look("keyword.operator", Operator, "Operator")
    PUNCTUATION = Look("punctuation", Punctuation, "Delimiter")
    INVALID = Look("invalid.illegal", Error, "Error")


CLASS_OF_ROLE: Final[Mapping[str, WordClass]] = {
    "item": WordClass.ITEM,
    "workload": WordClass.ITEM,
    "pool option": WordClass.OPTION,
    "step option": WordClass.OPTION,
    "run option": WordClass.OPTION,
    "policy": WordClass.POLICY,
    "stage kind": WordClass.KIND,
    "statement": WordClass.STATEMENT,
    "serving form": WordClass.STATEMENT,
    "mode": WordClass.CLAUSE,
    "clause": WordClass.CLAUSE,
}
"""The class of a keyword by its role in the vocabulary; `role name`s are names of stages."""


def keywords(context: str, role: str = "") -> tuple[str, ...]:
    """The keywords that mean something in a context, perhaps only those of a role."""
    return tuple(
        word.text for word in KEYWORDS if word.context == context and role in ("", word.role)
    )


def keyword_classes(*contexts: str) -> dict[WordClass, tuple[str, ...]]:
    """The keywords of some contexts, by their classes."""
    found: dict[WordClass, dict[str, None]] = {}
    for word in KEYWORDS:
        if word.context in contexts and word.role in CLASS_OF_ROLE:
            found.setdefault(CLASS_OF_ROLE[word.role], {})[word.text] = None
    return {word_class: tuple(words) for word_class, words in found.items()}


def functions(first_argument: str = "") -> tuple[str, ...]:
    """The functions, perhaps only those whose first argument is a pool (`p`) or a stage (`s`)."""
    return tuple(
        word.name for word in FUNCTIONS.values() if word.arguments.startswith(first_argument)
    )


VALUES: Final[Mapping[WordClass, tuple[str, ...]]] = {
    WordClass.CONTEXT: tuple(CONTEXT_VARIABLES),
    WordClass.BUILT_IN: tuple(word.name for word in BUILTIN_ATTRIBUTES),
    WordClass.NAMED_NUMBER: tuple(NAMED_NUMBERS),
}
"""What an expression may read without declaring it."""

DRAWN: Final = tuple(DISTRIBUTIONS)
"""What may follow `~`."""


def retired(taken: Iterable[str]) -> tuple[str, ...]:
    """The words of an older edition, without those that are taken by words of this one."""
    return tuple(word for word in RETIRED_WORDS if word not in set(taken))
