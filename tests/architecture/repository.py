"""The files of this repository and the syntax trees of its modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE_ROOTS = {
    "sqlang": ROOT,
    "sqlang_server": ROOT / "server",
    "sqlang_syntaxes": ROOT / "syntaxes",
}
MADE = {"build", "dist", "__pycache__", "node_modules"}


class Module:
    """One of our modules: its name as imported, and its syntax tree."""

    def __init__(self, path: Path, root: Path) -> None:
        parts = path.relative_to(root).with_suffix("").parts
        self.path = path
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.text = path.read_text(encoding="utf-8")

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """All functions, nested ones and methods included."""
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """The dotted name of everything imported anywhere in the module, lazy imports included."""
        return tuple(self._imported())

    def _imported(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._absolute(node)
                yield from (f"{base}.{alias.name}" for alias in node.names)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".") if self.is_package else self.name.split(".")[:-1]
        kept = package[: len(package) - node.level + 1]
        return ".".join([*kept, *([node.module] if node.module else [])])


def modules(*packages: str) -> list[Module]:
    """The modules of the given packages of ours, of all of them when none is given."""
    return [module for package in packages or SOURCE_ROOTS for module in _of_package(package)]


@cache
def _of_package(package: str) -> tuple[Module, ...]:
    """Each is parsed once, however many tests look at it."""
    root = SOURCE_ROOTS[package]
    return tuple(Module(path, root) for path in sorted((root / package).rglob("*.py")))


def texts() -> Iterator[tuple[str, str]]:
    """Path and text of everything people wrote here; the handed vectors are not ours to judge."""
    for path in sorted(_files(ROOT)):
        name = path.relative_to(ROOT).as_posix()
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        hidden = path.name.startswith(".") and path.name != ".ci"
        if path.is_dir():
            if not (hidden or path.name in MADE or path.name.endswith(".egg-info")):
                yield from _files(path)
        elif path.suffix not in {".pyc", ".so"} and "tests/conformance/r" not in path.as_posix():
            yield path
