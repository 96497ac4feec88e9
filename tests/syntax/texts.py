"""Short ways to parse a text and to look at what came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.kernel import KernelTree, parse_kernel
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang.syntax.workspace import Workspace

FOLDER = "/no/such/folder"
NodeType = TypeVar("NodeType", bound=tree.Node)


def surface(text: str) -> SurfaceTree:
    return parse_surface(Source(text))


def kernel(text: str, files: Mapping[str, str] | None = None) -> KernelTree:
    """The kernel tree of a program; with `files` it lies beside them in a folder."""
    workspace = Workspace()
    for name, content in (files or {}).items():
        workspace.open_buffer(f"{FOLDER}/{name}", content)
    directory = None if files is None else FOLDER
    return parse_kernel(Source(text, f"{FOLDER}/program.sq", directory), workspace)


def clean(text: str) -> tree.Program:
    """The surface tree of a text that must be free of mistakes."""
    parsed = surface(text)
    assert parsed.diagnostics == ()
    return parsed.program


def statement(text: str) -> tree.Statement:
    """The one statement that a text is, inside a session."""
    (item,) = clean("session { " + text + " }").items
    assert isinstance(item, tree.NamedBlock)
    (only,) = item.block.statements
    return only


def expression(text: str) -> tree.Expression:
    """The expression that a text is."""
    (item,) = clean(f"let x = {text};").items
    assert isinstance(item, tree.Let)
    return item.value


def nodes(root: tree.Node, kind: type[NodeType]) -> list[NodeType]:
    """All nodes of one kind in a tree, in the order of the text."""
    found = [root] if isinstance(root, kind) else []
    return found + [node for child in root.children() for node in nodes(child, kind)]


def places(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    """The code of each diagnostic and the text it underlines."""
    return [(found.code, found.span.text) for found in diagnostics]


def codes(text: str, files: Mapping[str, str] | None = None) -> list[str]:
    """The codes of what refuses a program, in the order of the tree."""
    return [found.code for found in kernel(text, files).diagnostics]


def refusals(text: str, files: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """The code and the underlined text of each mistake of a program."""
    return places(kernel(text, files).diagnostics)


def marked(text: str) -> tuple[str, int]:
    """A text without its `¦`, and where that stood."""
    at = text.index("¦")
    return text[:at] + text[at + 1 :], at


def shape(node: tree.Node | None) -> str:
    """An expression with every operator in parentheses."""
    match node:
        case tree.Number():
            text = f"{node.value:g}"
        case tree.Name():
            text = node.name
        case tree.Parenthesized():
            text = shape(node.inner)
        case tree.Unary():
            text = f"({node.operator}{shape(node.operand)})"
        case tree.Binary():
            text = f"({shape(node.left)} {node.operator} {shape(node.right)})"
        case tree.Conditional():
            text = f"({shape(node.condition)} ? {shape(node.then)} : {shape(node.otherwise)})"
        case tree.Call():
            text = f"{node.function.name}[{', '.join(map(shape, node.arguments))}]"
        case tree.Draw():
            text = f"~{node.distribution.name}[{', '.join(map(shape, node.arguments))}]"
        case tree.IndexedArgument():
            text = f"{node.name.name}@{shape(node.index)}"
        case _:
            text = type(node).__name__
    return text
