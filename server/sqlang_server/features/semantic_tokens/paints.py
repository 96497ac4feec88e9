"""What a token can be shown as, and which type and modifiers of the protocol say so."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, auto
from typing import Final, NamedTuple

from lsprotocol.types import SemanticTokenModifiers as Modifier
from lsprotocol.types import SemanticTokenTypes as Type

HIDDEN: Final = "hidden"
RANDOM: Final = "random"
"""Modifiers of ours: an attribute no policy may read, and what draws a random number."""


class Paint(IntEnum):
    """What a token is. The first few depend on what the program declares (`names`)."""

    NOTHING = 0
    VALUE = auto()
    ARGUMENT = auto()
    WORD = auto()
    WRITTEN = auto()
    LISTED = auto()

    KEYWORD = auto()
    OPTION = auto()
    POLICY = auto()
    KIND = auto()
    RETIRED = auto()
    NUMBER = auto()
    STRING = auto()
    OPERATOR = auto()
    DRAW = auto()
    DISTRIBUTION = auto()
    CHANCE = auto()
    FUNCTION = auto()
    COMMENT = auto()
    EXPECTATION = auto()
    POOL = auto()
    POOL_DECLARED = auto()
    STAGE = auto()
    STAGE_DECLARED = auto()
    CONSTANT = auto()
    CONSTANT_DECLARED = auto()
    ATTRIBUTE = auto()
    ATTRIBUTE_WRITTEN = auto()
    BUILT_IN = auto()
    BUILT_IN_WRITTEN = auto()
    CONTEXT = auto()
    RENAMED = auto()
    OBSERVATION = auto()
    OBSERVATION_DECLARED = auto()
    PARAMETER = auto()
    PARAMETER_DECLARED = auto()
    PARAMETER_WRITTEN = auto()
    BINDING = auto()
    BINDING_DECLARED = auto()
    DEFINITION = auto()
    DEFINITION_DECLARED = auto()
    STATEMENTS = auto()
    STATEMENTS_DECLARED = auto()
    UNKNOWN = auto()


FIRST_KNOWN: Final = int(Paint.KEYWORD)
"""Paints from here on say all themselves; those before, but for `NOTHING`, are looked up."""


class Look(NamedTuple):
    """A type and modifiers of the protocol."""

    type: str
    modifiers: tuple[str, ...] = ()


_BUILT_IN: Final = (Modifier.DefaultLibrary.value,)
_CONSTANT: Final = (Modifier.Readonly.value,)
_DECLARED: Final = (Modifier.Declaration.value,)
_WRITTEN: Final = (Modifier.Modification.value,)
_FORMER: Final = (Modifier.Deprecated.value,)

LOOKS: Final[Mapping[Paint, Look]] = {
    Paint.KEYWORD: Look(Type.Keyword.value),
    Paint.OPTION: Look(Type.Property.value),
    Paint.POLICY: Look(Type.EnumMember.value),
    Paint.KIND: Look(Type.Type.value),
    Paint.RETIRED: Look(Type.Keyword.value, _FORMER),
    Paint.NUMBER: Look(Type.Number.value),
    Paint.STRING: Look(Type.String.value),
    Paint.OPERATOR: Look(Type.Operator.value),
    Paint.DRAW: Look(Type.Operator.value, (RANDOM,)),
    Paint.DISTRIBUTION: Look(Type.Function.value, (*_BUILT_IN, RANDOM)),
    Paint.CHANCE: Look(Type.Keyword.value, (RANDOM,)),
    Paint.FUNCTION: Look(Type.Function.value, _BUILT_IN),
    Paint.COMMENT: Look(Type.Comment.value),
    Paint.EXPECTATION: Look(Type.Comment.value, (Modifier.Documentation.value,)),
    Paint.POOL: Look(Type.Struct.value),
    Paint.POOL_DECLARED: Look(Type.Struct.value, _DECLARED),
    Paint.STAGE: Look(Type.Class.value),
    Paint.STAGE_DECLARED: Look(Type.Class.value, _DECLARED),
    Paint.CONSTANT: Look(Type.Variable.value, _CONSTANT),
    Paint.CONSTANT_DECLARED: Look(Type.Variable.value, (*_DECLARED, *_CONSTANT)),
    Paint.ATTRIBUTE: Look(Type.Variable.value),
    Paint.ATTRIBUTE_WRITTEN: Look(Type.Variable.value, _WRITTEN),
    Paint.BUILT_IN: Look(Type.Variable.value, _BUILT_IN),
    Paint.BUILT_IN_WRITTEN: Look(Type.Variable.value, (*_BUILT_IN, *_WRITTEN)),
    Paint.CONTEXT: Look(Type.Variable.value, (*_CONSTANT, *_BUILT_IN)),
    Paint.RENAMED: Look(Type.Variable.value, (*_FORMER, *_BUILT_IN)),
    Paint.OBSERVATION: Look(Type.Event.value),
    Paint.OBSERVATION_DECLARED: Look(Type.Event.value, _DECLARED),
    Paint.PARAMETER: Look(Type.Parameter.value),
    Paint.PARAMETER_DECLARED: Look(Type.Parameter.value, _DECLARED),
    Paint.PARAMETER_WRITTEN: Look(Type.Parameter.value, _WRITTEN),
    Paint.BINDING: Look(Type.Variable.value, _CONSTANT),
    Paint.BINDING_DECLARED: Look(Type.Variable.value, (*_DECLARED, *_CONSTANT)),
    Paint.DEFINITION: Look(Type.Function.value),
    Paint.DEFINITION_DECLARED: Look(Type.Function.value, _DECLARED),
    Paint.STATEMENTS: Look(Type.Macro.value),
    Paint.STATEMENTS_DECLARED: Look(Type.Macro.value, _DECLARED),
    Paint.UNKNOWN: Look(Type.Variable.value),
}
"""Nothing is shown of what has no look: braces, commas and the like."""
