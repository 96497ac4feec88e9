"""What serving forms are short for: the statements of the kernel language, as text (SRV-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.semantics.refusals import Refusals
from sqlang.semantics.serving import ServingForms
from sqlang.syntax import tree

if TYPE_CHECKING:
    from sqlang.analysis import Analysis


class KernelForms:
    """Writes the serving forms of one analysis as what they become.

    A form sees the stages declared above it (SRV-4); in the body of a definition, whose uses may
    stand anywhere, it is shown as if all of them were.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis: Final = analysis
        items = analysis.surface.program.items
        self._stages: Final = [item for item in items if isinstance(item, tree.Stage)]
        self._forms: Final[dict[int, ServingForms]] = {}

    def statements(self, form: tree.Serving, *, in_definition: bool = False) -> tuple[str, ...]:
        """The statements a form becomes; none if it names no stage or is not complete."""
        if not flat(form.work):
            return ()
        written = self._seeing(self._above(form, in_definition)).rewrite(form)
        if any(isinstance(statement, tree.Damaged) for statement in written):
            return ()
        return tuple(_text(statement) for statement in written)

    def _above(self, form: tree.Serving, in_definition: bool) -> int:
        if in_definition:
            return len(self._stages)
        return sum(stage.first.start < form.first.start for stage in self._stages)

    def _seeing(self, count: int) -> ServingForms:
        """Forms that see the first `count` stages."""
        if count not in self._forms:
            checked = self._analysis.checked
            forms = ServingForms(Refusals(checked.damage), checked.order)
            for stage in self._stages[:count]:
                forms.declare(stage)
            self._forms[count] = forms
        return self._forms[count]


def _text(statement: tree.Statement) -> str:
    match statement:
        case tree.Run(stages=stages, mode=mode, work=work, growing=growing):
            words = ["run", ", ".join(reference_text(stage) for stage in stages)]
            words += [mode.name] if mode is not None else []
            words.append(_in_parentheses(work))
            words += ["growing", reference_text(growing)] if growing is not None else []
            return f"{' '.join(words)};"
        case tree.Load(pool=pool, amount=amount):
            return f"load {reference_text(pool)} {_in_parentheses(amount)};"
        case tree.Release(pool=pool):
            return f"release {reference_text(pool)};"
    raise ValueError(f"no serving form becomes {type(statement).__name__}")


def reference_text(reference: tree.Reference) -> str:
    """The name may be another than the one written: a form names its stage by its role (SRV-3)."""
    name = reference.name.name
    return name if reference.index is None else f"{name}[{flat(reference.index)}]"


def _in_parentheses(expression: tree.Expression) -> str:
    inner = expression.inner if isinstance(expression, tree.Parenthesized) else expression
    return f"({flat(inner)})"


def flat(node: tree.Node) -> str:
    """As it is written, on one line unless a comment in it ends with its line."""
    text = node.span.text
    return text if "//" in text else " ".join(text.split())
