"""A deployment as a picture: pools, stages, and the way of a request through them.

`deployment_graph` says what is drawn; `dot`, `mermaid` and `svg` beside this module draw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.views.drawing.deployment import Deployment
from sqlang.views.drawing.graph import Edge, EdgeKind, Graph, Node, NodeKind, Place, Step
from sqlang.views.drawing.path import Path
from sqlang.views.drawing.sketch import Sketch

if TYPE_CHECKING:
    from sqlang.ir.program import Program
    from sqlang.lowering import Origins

__all__ = ["Edge", "EdgeKind", "Graph", "Node", "NodeKind", "Place", "Step", "deployment_graph"]


def deployment_graph(program: Program, origins: Origins | None = None, title: str = "") -> Graph:
    """What a program deploys and how a request goes through it.

    Without `origins`, as for an IR read from JSON, nothing has a place in a text. The size of the
    graph is bounded: long sessions end in a box that stands for the rest.
    """
    sketch = Sketch()
    deployment = Deployment(program, origins, sketch)
    deployment.draw()
    Path(program, deployment, sketch).draw()
    return sketch.graph(title)
