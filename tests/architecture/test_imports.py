"""Imports point one way: the language stands without the server, the engine without both."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.repository import Module, modules

# What each part of `sqlang` may import of the others.
IR = {"ir"}
FRONT_END = IR | {
    "native",
    "records",
    "source",
    "vocabulary",
    "diagnostics",
    "syntax",
    "semantics",
    "lowering",
}
VIEWS = FRONT_END | {"advice", "analysis", "engine", "library_files"}
TOP = VIEWS | {"formatting", "views", "worker", "api"}
ALLOWED: dict[str, set[str]] = {
    "native": set(),
    "ir": {"native"},
    "engine": IR,
    "records": {"native"},
    "source": {"native", "records"},
    "vocabulary": IR,
    "diagnostics": {"records", "source"},
    "syntax": {"native", "records", "source", "vocabulary", "diagnostics"},
    "semantics": {"records", "source", "vocabulary", "diagnostics", "syntax", "ir"},
    "lowering": FRONT_END - {"lowering"},
    "advice": FRONT_END,
    "analysis": FRONT_END | {"advice"},
    "incremental": FRONT_END | {"analysis"},
    "formatting": FRONT_END | {"analysis"},
    "refactoring": FRONT_END | {"advice", "analysis"},
    "library_files": {"syntax"},
    "views": VIEWS,
    "worker": {"engine", "ir", "views", "api", "analysis", "diagnostics", "semantics"}
    | {"source", "syntax"},
    "configuration": {"diagnostics"},
    "api": TOP,
    "sweeps": VIEWS | {"views", "api"},
    "cli": TOP | {"configuration", "sweeps"},
    "pytest_plugin": {"api", "cli", "diagnostics", "engine", "views"},
    "__init__": TOP | {"sweeps"},
    "__main__": {"cli"},
}
# What of other people's, or heavy, may be imported by whom.
THIRD_PARTY = {
    "lark": {"syntax"},
    "regex": {"syntax"},
    "rich": {"cli", "views"},
    "pygments": {"cli"},
    "graphlay": {"views"},
    "joblib": {"sweeps"},
    "distributed": {"sweeps"},
    "pyarrow": {"sweeps"},
    "mypy_extensions": {"engine", "native"},
    "pygls": set[str](),
    "lsprotocol": set[str](),
    "asyncio": set[str](),
    "socket": set[str](),
    "socketserver": set[str](),
    "http": set[str](),
    "urllib": {"cli"},
    "pyserq": set[str](),
    "pytest": {"pytest_plugin"},
}


def part(module: Module) -> str:
    """The part of `sqlang` a module belongs to."""
    names = module.name.split(".")
    return names[1] if len(names) > 1 else "__init__"


def parts_imported(module: Module) -> set[str]:
    """The other parts of `sqlang` that a module imports, at the top or inside a function."""
    dotted = (name.split(".") for name in module.imports)
    parts = {names[1] for names in dotted if names[0] == "sqlang" and len(names) > 1}
    return (parts & ALLOWED.keys()) - {part(module)}


def test_parts_of_the_language_import_only_what_stands_below() -> None:
    imported = {str(m): parts_imported(m) - ALLOWED[part(m)] for m in modules("sqlang")}
    assert {name: parts for name, parts in imported.items() if parts} == {}


@pytest.mark.parametrize("library", THIRD_PARTY)
def test_a_library_is_imported_only_where_it_belongs(library: str) -> None:
    importing = [
        m for m in modules("sqlang") if any(name.split(".")[0] == library for name in m.imports)
    ]
    assert [str(m) for m in importing if part(m) not in THIRD_PARTY[library]] == []


def test_the_server_is_imported_on_one_line_inside_one_function() -> None:
    lines = [
        (str(module), node.col_offset > 0)
        for module in modules("sqlang", "sqlang_syntaxes")
        for node in ast.walk(module.tree)
        if isinstance(node, (ast.Import, ast.ImportFrom)) and "sqlang_server" in ast.unparse(node)
    ]
    assert lines == [("sqlang/cli/lsp.py", True)]


def test_highlighters_need_neither_parser_nor_server() -> None:
    imported = {
        name.split(".")[0] for module in modules("sqlang_syntaxes") for name in module.imports
    }
    assert not imported & {"lark", "pygls", "lsprotocol", "sqlang_server"}


def test_the_reference_is_for_tests_alone() -> None:
    assert [str(m) for m in modules() if any(n.startswith("pyserq") for n in m.imports)] == []


def test_the_rules_know_every_part() -> None:
    assert {part(module) for module in modules("sqlang")} <= ALLOWED.keys()
