"""Functions, distributions, values and operators: the tables of the specification, with words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sqlang.analysis import analyze
from sqlang.ir.moments import Moment
from sqlang.ir.program import BinaryOperator, ContextVariable, Distribution, Function, UnaryOperator
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    MOMENTS,
    NAMED_NUMBERS,
    OPERATORS,
    RENAMED_CONTEXT,
    RETIRED_WORDS,
    ROLE_STAGES,
    FunctionWord,
    keyword,
)

DOCUMENTED = [
    *(word.documentation for word in FUNCTIONS.values()),
    *(word.documentation for word in DISTRIBUTIONS.values()),
    *(word.documentation for word in CONTEXT_VARIABLES.values()),
    *(word.documentation for word in NAMED_NUMBERS.values()),
    *(word.documentation for word in BUILTIN_ATTRIBUTES),
    *(word.documentation for word in OPERATORS),
    *(word.documentation for word in MOMENTS.values()),
]


def test_there_are_22_functions_and_blocksize() -> None:
    assert {word.function for word in FUNCTIONS.values()} == {*Function, None}
    assert FUNCTIONS["blocksize"].function is None
    assert len(FUNCTIONS) == 23


@pytest.mark.parametrize(
    ("kinds", "names"),
    [
        ("ee", "min max pow"),
        ("e", "abs floor ceil sqrt exp ln"),
        ("see", "price"),
        ("p", "used free cachedin holders queued blocksize"),
        ("s", "queue busy work budget_left est_lambda est_rho est_wait"),
    ],
)
def test_functions_take_what_nam_8_says(kinds: str, names: str) -> None:
    assert {name for name, word in FUNCTIONS.items() if word.arguments == kinds} == {*names.split()}


def test_the_pure_functions_are_the_nine_of_numbers() -> None:
    pure = {name for name, word in FUNCTIONS.items() if word.pure}
    assert pure == {"min", "max", "abs", "floor", "ceil", "sqrt", "exp", "ln", "pow"}


@pytest.mark.parametrize("word", FUNCTIONS.values(), ids=lambda word: word.name)
def test_a_signature_has_a_name_for_each_argument(word: FunctionWord) -> None:
    found = re.fullmatch(r"(\w+)\((\w+(?:, \w+)*)\)", word.signature)
    assert found is not None
    assert found[1] == word.name
    assert len(found[2].split(", ")) == len(word.arguments)


@pytest.mark.parametrize(
    ("name", "distribution", "arity"),
    [
        ("exp", Distribution.EXP, 1),
        ("det", Distribution.DET, 1),
        ("bernoulli", Distribution.BERNOULLI, 1),
        ("uniform", Distribution.UNIFORM, 2),
        ("erlang", Distribution.ERLANG, 2),
        ("h2", Distribution.H2, 2),
    ],
)
def test_distributions_take_what_nam_7_says(
    name: str, distribution: Distribution, arity: int
) -> None:
    word = DISTRIBUTIONS[name]
    assert (word.distribution, word.arity) == (distribution, arity)
    assert word.signature.startswith(f"~{name}(")
    assert word.signature.count(",") == arity - 1


def test_there_are_no_other_distributions() -> None:
    assert len(DISTRIBUTIONS) == len(Distribution) == 6


@pytest.mark.parametrize(
    ("names", "moments"),
    [
        ("now", set(Moment)),
        ("size age last waiting", {Moment.EVICT}),
        ("present", {Moment.PS}),
        (
            "residents decoders kv_decode kv_prefill",
            {Moment.BUDGET, Moment.STEP, Moment.SERVE},
        ),
        ("tokens prefilled attention", {Moment.STEP}),
        ("decoding admission remaining", {Moment.SERVE}),
    ],
)
def test_context_variables_exist_at_their_moments(names: str, moments: set[Moment]) -> None:
    for name in names.split():
        assert CONTEXT_VARIABLES[name].moments == moments


def test_every_context_variable_has_its_word() -> None:
    assert {word.variable for word in CONTEXT_VARIABLES.values()} == set(ContextVariable)
    assert CONTEXT_VARIABLES["waiting"].variable is ContextVariable.WAITING


def test_built_in_attributes_are_in_the_order_of_their_slots() -> None:
    names = [word.name for word in BUILTIN_ATTRIBUTES]
    assert names == [
        "cached",
        "serial",
        "turn_no",
        "new",
        "out",
        "think",
        "more",
        "forced",
        "computed",
    ]


def test_renamed_context_variables_lead_to_present_ones() -> None:
    assert len(RENAMED_CONTEXT) == 9
    assert set(RENAMED_CONTEXT.values()) <= set(CONTEXT_VARIABLES)
    assert not set(RENAMED_CONTEXT) & set(CONTEXT_VARIABLES)


def test_retired_words_lead_to_present_ones() -> None:
    assert set(RETIRED_WORDS) == {"enter", "admit", "keep", "where", "fit"}
    assert keyword(RETIRED_WORDS["enter"], "block") is not None
    assert keyword(RETIRED_WORDS["keep"], "hold") is not None
    assert keyword(RETIRED_WORDS["fit"], "hold") is not None


def test_the_stages_of_each_role_are_explained() -> None:
    assert set(ROLE_STAGES) == {"prefill", "decode", "tool", "transfer"}
    assert ROLE_STAGES["transfer"] == ("link", "transfer")
    for name in ("prefill", "decode", "tool", "link", "transfer"):
        assert keyword(name, "stage name") is not None


def test_every_operator_of_the_ir_has_its_spelling() -> None:
    operators = {word.operator for word in OPERATORS}
    assert operators == {*BinaryOperator, *UnaryOperator, None}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14),  # `*` binds tighter than `+`
        ("-2 ^ 2", -4),  # `^` binds tighter than `-`
        ("2 ^ 3 ^ 2", 512),  # `^` is right associative
        ("10 - 4 - 3", 3),  # `-` is left associative
        ("1 || 0 && 0", 1),  # `&&` binds tighter than `||`
        ("1 + 1 == 2", 1),  # comparisons bind looser than `+`
        ("1 ? 2 : 0 ? 3 : 4", 2),  # `?` is right associative
    ],
)
def test_precedence_is_what_the_table_says(expression: str, value: float) -> None:
    analysis = analyze(f"let x = {expression}; run {{ horizon 1; }}")
    assert analysis.constants["x"] == value


def test_precedence_rises_from_loosest_to_tightest() -> None:
    levels = [word.precedence for word in OPERATORS]
    assert levels == sorted(levels)
    assert set(levels) == set(range(1, 9))


@pytest.mark.parametrize("documentation", DOCUMENTED)
def test_everything_is_documented_in_whole_sentences(documentation: str) -> None:
    assert re.match(r"[A-Z`0-9e]", documentation)
    assert documentation.endswith(".")
    assert documentation.count("`") % 2 == 0


def test_every_moment_has_its_words() -> None:
    assert set(MOMENTS) == set(Moment)


ROOT = Path(__file__).parents[2]
FLOATS = re.compile(r'float\("inf"\)')


@pytest.mark.parametrize(
    "folder", ["sqlang/semantics", "sqlang/advice", "sqlang/refactoring", "server"]
)
def test_numbers_that_have_a_name_are_written_out_in_the_vocabulary_alone(folder: str) -> None:
    """`float("inf")` is Python's, and the character ∞ can only have been typed for this one."""
    written = {
        path.name
        for path in (ROOT / folder).rglob("*.py")
        if '"inf"' in FLOATS.sub("", path.read_text(encoding="utf-8"))
    }
    assert written <= {"characters.py"}
