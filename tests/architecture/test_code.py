"""How the code reads: small files and functions, all annotated, everything public explained."""

from __future__ import annotations

import ast
import re
from statistics import median, quantiles

from tests.architecture.repository import Module, modules

MODULES = modules()
# Lists of declarations: long because the language has many words, not because they do much.
# The table of the grammar is made by a program.
DECLARATIONS = {
    "sqlang/syntax/tree.py",
    "sqlang/ir/program.py",
    "sqlang/syntax/grammar_table.py",
}
FILE_LINES, FUNCTION_LINES = 500, 60
# The places where any error at all is caught: nothing may stop the server or a worker.
EDGES = {"sqlang/worker/loop.py", "server/sqlang_server/server.py"}
FILLERS = {"a", "an", "the", "of", "for", "this", "that", "and", "to", "in", "is", "it"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def p90(values: list[int]) -> float:
    return quantiles(values, n=10)[-1]


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def file_lengths() -> dict[str, int]:
    return {str(m): m.text.count("\n") for m in MODULES if m.text.strip()}


def function_lengths() -> dict[str, int]:
    return {f"{m}:{f.lineno} {f.name}": length(f) for m in MODULES for f in m.functions}


def test_no_file_is_too_long() -> None:
    long = {name: n for name, n in file_lengths().items() if n > FILE_LINES}
    assert long.keys() <= DECLARATIONS


def test_files_are_short_as_a_rule() -> None:
    lengths = list(file_lengths().values())
    assert (median(lengths) <= 150, p90(lengths) <= 350) == (True, True)


def test_no_function_is_too_long() -> None:
    assert {name: n for name, n in function_lengths().items() if n > FUNCTION_LINES} == {}


def test_functions_are_short_as_a_rule() -> None:
    lengths = list(function_lengths().values())
    assert (median(lengths) <= 8, p90(lengths) <= 25) == (True, True)


def test_everything_is_annotated() -> None:
    assert [f"{m} {f.name}" for m in MODULES for f in m.functions if not annotated(f)] == []


def test_everything_public_is_explained() -> None:
    documented = [(m, name, text) for m in MODULES for name, text in public_docstrings(m)]
    assert [f"{m} {name}" for m, name, text in documented if not explains(text, name)] == []


def test_errors_are_caught_by_name() -> None:
    broad = [str(m) for m in MODULES for node in ast.walk(m.tree) if catches_everything(node)]
    assert set(broad) <= EDGES
    assert len(broad) == len(set(broad))


def annotated(function: Function) -> bool:
    """Whether a function names the types of all it takes and of what it returns."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    if positional and positional[0].arg in {"self", "cls"}:
        positional = positional[1:]
    others = [*given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return function.returns is not None and all(a.annotation for a in [*positional, *others])


def public_docstrings(module: Module) -> list[tuple[str, str | None]]:
    """The docstrings of a module, of its public classes and of its public functions."""
    declared = [n for n in module.tree.body if isinstance(n, ast.ClassDef | Function)]
    public = [(n.name, ast.get_docstring(n)) for n in declared if not n.name.startswith("_")]
    return [(module.name.split(".")[-1], ast.get_docstring(module.tree)), *public]


def explains(docstring: str | None, name: str) -> bool:
    """Whether a docstring shows syntax of the language or says a word that the name does not."""
    text = docstring or ""
    named = re.findall("[a-z]+", re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower())
    return "`" in text or bool(set(re.findall("[a-z]+", text.lower())) - {*named} - FILLERS)


def catches_everything(node: ast.AST) -> bool:
    """Whether a node is an `except` that names no error, or the class of all of them."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    caught = "" if node.type is None else ast.unparse(node.type)
    return not caught or bool(re.search(r"\b(Base)?Exception\b", caught))
