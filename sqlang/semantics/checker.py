"""Checks the kernel tree of a program: the rules of part 2 that the IR does not hold (ORD-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlang.diagnostics.model import Diagnostic
from sqlang.semantics.bindings import BindingChecks
from sqlang.semantics.checked import Checked
from sqlang.semantics.damage import Damage
from sqlang.semantics.declarations import Declarations
from sqlang.semantics.link import Linker
from sqlang.semantics.lints import lint
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.rewriting import Rewriter
from sqlang.semantics.settings import AS_WRITTEN, Settings, override_values
from sqlang.semantics.sides import ProgramBlocks, program_blocks
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax import tree
from sqlang.syntax.kernel import KernelTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.semantics.memory import Memory
    from sqlang.syntax.definitions import UseRecord


def check(
    kernel: KernelTree,
    overrides: Sequence[tuple[str, str]] = (),
    settings: Settings = AS_WRITTEN,
    memory: Memory | None = None,
) -> Checked:
    """Check a program; goes on after a mistake with what is known, and never raises.

    `memory` is of earlier checks of the same program, edited since.

    Of a tree that is too deep (SQ006) nothing is checked, since walkers recurse. Lints ask that the
    text is whole, as the statements they look for may be lost.
    """
    order = TokenOrder(kernel.tokens, is_as_written=kernel.is_as_written)
    program = kernel.program
    if any(found.code == "SQ006" for found in kernel.diagnostics):
        program = tree.Program(program.first, program.last, ())
    declared = Declarations(program, None if memory is None else memory.declarations)

    damage = Damage(kernel)
    while_parsing, refusals = Refusals(damage), Refusals(damage)
    rewriter = Rewriter(while_parsing, order, memory)
    rewriter.program(program)

    blocks = program_blocks(declared, rewriter.blocks, refusals, memory)
    _check_sugar(kernel, declared, rewriter, blocks, refusals, memory)

    linker = Linker(declared, refusals, order, memory)
    replaced = override_values(overrides, declared.lets, refusals)
    linker.link(blocks, replaced, settings)
    if damage.whole:
        lint(blocks.sessions(), linker.names, linker.constants, refusals, memory)
    diagnostics = (
        *in_token_order(kernel, while_parsing.diagnostics, order),
        *refusals.diagnostics,
    )
    return Checked(
        kernel,
        damage,
        declared,
        blocks,
        linker.names,
        linker.constants,
        settings,
        order,
        diagnostics,
    )


def _check_sugar(
    kernel: KernelTree,
    declared: Declarations,
    rewriter: Rewriter,
    blocks: ProgramBlocks,
    refusals: Refusals,
    memory: Memory | None,
) -> None:
    """The rules on bindings and definitions that need the whole program (ADM-11, DEF-18, 19)."""
    has_bindings = bool(rewriter.admission.body_bindings)
    uses = [use for use in kernel.uses if use.definition.is_statement]
    assigned = rewriter.assigned() if has_bindings or uses else {}
    if has_bindings:
        bindings = BindingChecks(rewriter.admission, declared, assigned, refusals, memory)
        bindings.check(blocks.sessions(), blocks.workload())
    if kernel.definitions:
        _check_definitions(kernel, declared, rewriter, assigned, uses, blocks, refusals)


def _check_definitions(
    kernel: KernelTree,
    declared: Declarations,
    rewriter: Rewriter,
    assigned: Mapping[str, tree.Node],
    statement_uses: Sequence[UseRecord],
    blocks: ProgramBlocks,
    refusals: Refusals,
) -> None:
    from sqlang.semantics.definitions import UseChecks, refuse_shared_names

    refuse_shared_names(kernel.definitions, declared, refusals)
    if not statement_uses:
        return
    fixed = frozenset(assigned) | {let.name.name for let in declared.lets}
    server = None if declared.server is None else rewriter.blocks[declared.server.block]
    uses = UseChecks(fixed, blocks.turn, server, refusals)
    for use in statement_uses:
        uses.check(use)


def in_token_order(
    kernel: KernelTree, rewritten: Sequence[Diagnostic], order: TokenOrder
) -> list[Diagnostic]:
    """Refusals of the parser and of the rewriting, by the token where each is found (ORD-2).

    Lexical refusals of the program come first; a library is read when its `use` is reached
    (LEX-11).
    """
    found = [*kernel.diagnostics, *rewritten]
    return sorted(found, key=lambda each: _place(each, kernel, order)) if len(found) > 1 else found


def _place(found: Diagnostic, kernel: KernelTree, order: TokenOrder) -> tuple[float, int]:
    """The number of the token, and for what stands among no tokens where in the text it does."""
    span = found.span
    if span.source is kernel.sources[0]:
        is_lexical = found.code.startswith("SQ0")
        return (-1 if is_lexical else order.place_of(span)), span.start
    expanded = order.place_of(span)
    for use in kernel.uses_of(span.source):
        span = use
    return (expanded if expanded < len(order.tokens) else order.place_of(span)), span.start
