"""`sq draw`: the deployment of a program as a picture, with the way of a request through it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlang.cli.console import Console
from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.cli.loading import LoadError, load
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.output_files import STANDARD_OUTPUT, output_file, written
from sqlang.cli.parsing import Arguments, add_program, add_settings, make_parser

if TYPE_CHECKING:
    from sqlang.views.drawing import Graph

_EXAMPLE: Final = """sq draw examples/separate_phases.sq
sq draw --output deployment.svg examples/separate_phases.sq
sq draw --format dot program.sq | dot -Tpdf > program.pdf"""
_SVG: Final = "svg"
_MERMAID: Final = "mermaid"
_DOT: Final = "dot"
_ENDINGS: Final = {
    ".svg": _SVG,
    ".mmd": _MERMAID,
    ".mermaid": _MERMAID,
    ".dot": _DOT,
    ".gv": _DOT,
}
_INSTALLATION: Final = "pip install 'serq-lang[draw]'"


class _Arguments(Arguments):
    format: str | None
    output: str | None


def command(words: Sequence[str], console: Console) -> int:
    """Draw the program named; 1 if it has errors, 2 if a file cannot be read or written."""
    parser = make_parser(
        "draw",
        "Draw a program's pools and stages, and the way of a request through them.",
        _EXAMPLE,
    )
    add_program(parser)
    add_settings(parser)
    parser.add_argument(
        "--format",
        choices=(_SVG, _MERMAID, _DOT),
        help="by default what the ending of the output says (.svg, .mmd, .mermaid, .dot, .gv); "
        "without one, mermaid on a terminal and svg elsewhere",
    )
    parser.add_argument(
        "--output", type=output_file, metavar="FILE", help="where to write it (standard output)"
    )
    arguments = parser.parse_args(words, _Arguments())
    wanted = arguments.format or _format_of(arguments.output, console)
    if wanted is None:
        parser.error(f"`{arguments.output}` does not say a format: give one by `--format`")
    try:
        program = load(arguments.file, arguments, console)
    except LoadError as failure:
        return failure.code
    from sqlang.views.drawing import deployment_graph

    title = "standard input" if arguments.file == STANDARD_INPUT else arguments.file
    graph = deployment_graph(program.ir, program.origins, os.path.basename(title))
    return _write(graph, wanted, arguments.output, console)


def _format_of(output: str | None, console: Console) -> str | None:
    if output is None or output == STANDARD_OUTPUT:
        return _MERMAID if console.output.is_terminal else _SVG
    return _ENDINGS.get(os.path.splitext(output)[1].lower())


def _write(graph: Graph, wanted: str, output: str | None, console: Console) -> int:
    from sqlang.views.drawing.layout import LayoutMissingError

    try:
        text = _drawn(graph, wanted)
    except LayoutMissingError:
        console.error(
            "sq: SVG needs the library that lays it out, which is not installed\n"
            f"  {_INSTALLATION}\n"
            "`--format mermaid` and `--format dot` need nothing"
        )
        return FAILED
    return CLEAN if written(output or STANDARD_OUTPUT, text.encode(), console) else USAGE


def _drawn(graph: Graph, wanted: str) -> str:
    if wanted == _SVG:
        from sqlang.views.drawing.svg import svg

        return svg(graph)
    if wanted == _DOT:
        from sqlang.views.drawing.dot import dot

        return dot(graph)
    from sqlang.views.drawing.mermaid import mermaid

    return mermaid(graph)
