"""The operators of expressions, loosest first."""

from __future__ import annotations

from sqlang.ir.program import BinaryOperator, UnaryOperator
from sqlang.vocabulary.model import OperatorWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def _binary(
    text: str, operator: BinaryOperator, precedence: int, associativity: str, documentation: str
) -> OperatorWord:
    return OperatorWord(text, operator, precedence, associativity, f"a {text} b", documentation)


OPERATORS: Final[tuple[OperatorWord, ...]] = (
    OperatorWord(
        "?",
        None,
        1,
        "right",
        "condition ? then : otherwise",
        "`then` if the condition is not 0, else `otherwise`; only the one taken is evaluated.",
    ),
    _binary(
        "||",
        BinaryOperator.OR,
        2,
        "left",
        "1 if either is not 0, else 0; `b` is evaluated only if `a` is 0.",
    ),
    _binary(
        "&&",
        BinaryOperator.AND,
        3,
        "left",
        "1 if both are not 0, else 0; `b` is evaluated only if `a` is not 0.",
    ),
    _binary("<", BinaryOperator.LT, 4, "none", "1 if `a` is below `b`, else 0."),
    _binary("<=", BinaryOperator.LE, 4, "none", "1 if `a` is not above `b`, else 0."),
    _binary(">", BinaryOperator.GT, 4, "none", "1 if `a` is above `b`, else 0."),
    _binary(">=", BinaryOperator.GE, 4, "none", "1 if `a` is not below `b`, else 0."),
    _binary("==", BinaryOperator.EQ, 4, "none", "1 if the values are exactly equal, else 0."),
    _binary("!=", BinaryOperator.NE, 4, "none", "1 if the values differ, else 0."),
    _binary("+", BinaryOperator.ADD, 5, "left", "The sum."),
    _binary("-", BinaryOperator.SUB, 5, "left", "The difference."),
    _binary("*", BinaryOperator.MUL, 6, "left", "The product."),
    _binary("/", BinaryOperator.DIV, 6, "left", "The quotient; infinite if only `b` is 0."),
    OperatorWord("-", UnaryOperator.NEG, 7, "prefix", "-a", "The opposite; binds looser than `^`."),
    OperatorWord("!", UnaryOperator.NOT, 7, "prefix", "!a", "1 if `a` is 0, else 0."),
    OperatorWord(
        "~",
        None,
        7,
        "prefix",
        "~distribution(...)",
        "A random draw, made anew each time the expression is evaluated.",
    ),
    _binary(
        "^",
        BinaryOperator.POW,
        8,
        "right",
        "`a` to the power `b`. A draw before `^` needs parentheses: `(~exp(1))^2`.",
    ),
)
"""Every operator with its precedence (part 1, section 3); `-` is there twice."""
