"""Hypothesis strategies that make well-formed random programs over the whole language.

`programs` is the strategy of whole programs; the modules make the parts, in this order: the plan of
what there is (`scene`), pools, stages, expressions, statements, workload, and the text of it all.
"""

from tests.differential.generator.program import GeneratedProgram, programs

__all__ = ["GeneratedProgram", "programs"]
