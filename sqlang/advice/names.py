"""Names that mean nothing where they stand: the nearest that would, or what they are elsewhere."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from sqlang.advice.edits import did_you_mean, everywhere, with_fix, with_hint
from sqlang.advice.moments import CONSTANT, moment_at
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.ir.moments import Moment
from sqlang.syntax import tree
from sqlang.vocabulary import (
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    NAMED_NUMBERS,
    RENAMED_CONTEXT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_OTHER_DISTRIBUTIONS: Final = {
    "exponential": "exp",
    "expovariate": "exp",
    "constant": "det",
    "deterministic": "det",
    "fixed": "det",
    "bern": "bernoulli",
    "coin": "bernoulli",
    "unif": "uniform",
    "hyperexponential": "h2",
    "hyperexp": "h2",
}
_OTHER_FUNCTIONS: Final = {"log": "ln", "ceiling": "ceil", "power": "pow", "minimum": "min"}
"""What other languages call it."""


def unknown_name(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ401: near a name that may be read at this moment, or something that is no value."""
    name, names = found.span.text, situation.checked.names
    if name in names.pools:
        return with_hint(found, f"`{name}` is a pool, which only a function can read")
    if name in names.stages:
        return with_hint(found, f"`{name}` is a stage, which only a function can read")
    if name in FUNCTIONS:
        return with_hint(found, f"`{name}` is a function and takes arguments")
    return did_you_mean(found, situation, name, _legal_names(found, situation))


def renamed_variable(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ402: the present spelling; certain where the variable exists."""
    replacement = RENAMED_CONTEXT[found.span.text]
    exists = replacement in _legal_names(found, situation) and moment_at(
        situation.around(found.span)
    )
    edits = everywhere(found, replacement)
    return with_fix(found, f"Write `{replacement}`", *edits, safe=bool(exists) and len(edits) == 1)


def unknown_pool(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ403."""
    name, names = found.span.text, situation.checked.names
    if name in names.stages:
        return _other_sort(found, "stage", situation)
    return did_you_mean(found, situation, name, set(names.pools))


def unknown_stage(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ404 and SQ323; a serving form sees only the stages above it."""
    name, names = found.span.text, situation.checked.names
    if name in names.pools:
        return _other_sort(found, "pool", situation)
    stages = names.stages
    if found.code == "SQ323":
        if name in stages:
            place = stages[name].node.name.span
            below = Related(place, f"`{name}` is declared here, below the statement")
            return found._replace(related=(*found.related, below))
        return did_you_mean(found, situation, name, _stages_above(found, situation))
    return did_you_mean(found, situation, name, set(stages))


def no_stage_for_role(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ321: say which stage with `on`, or that it is declared too late."""
    above = _stages_above(found, situation)
    for name, stage in situation.checked.names.stages.items():
        if name not in above and stage.node.last.source is found.span.source:
            below = Related(stage.node.name.span, "declared here, below the statement")
            found = found._replace(related=(*found.related, below))
    return found


def unknown_function(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ408: near a function or a definition; one that is defined further down is named."""
    name = found.span.text
    definitions = {each.name.text: each.name for each in situation.checked.kernel.definitions}
    if name in definitions:
        below = Related(definitions[name].span, "it is defined here, and known only below")
        return found._replace(related=(*found.related, below))
    if name in DISTRIBUTIONS:
        found = with_hint(found, f"a draw is written `~{name}(…)`")
        return with_fix(found, "Insert `~`", *everywhere(found, f"~{name}"))
    return _word_of_others(found, situation, _OTHER_FUNCTIONS, set(FUNCTIONS) | set(definitions))


def unknown_distribution(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ412."""
    return _word_of_others(found, situation, _OTHER_DISTRIBUTIONS, set(DISTRIBUTIONS))


def not_a_constant(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ421: near a constant declared before, or one that is declared too late."""
    name = found.span.text
    lets = {let.name.name: let for let in situation.checked.declared.lets}
    if name in lets:
        place = lets[name].name.span
        if place.source is found.span.source and place.start > found.span.start:
            below = Related(place, "it is declared here, and known only below")
            return found._replace(related=(*found.related, below))
        return found
    if name in situation.checked.names:
        return found
    known = {*_constants_above(found, situation), *NAMED_NUMBERS}
    return did_you_mean(found, situation, name, known)


def no_constant_function(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ423: near one of the nine functions of numbers."""
    name = found.span.text
    if name in FUNCTIONS:
        return found
    pure = {word.name for word in FUNCTIONS.values() if word.pure}
    return _word_of_others(found, situation, _OTHER_FUNCTIONS, pure)


def pool_or_stage_wanted(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ410, SQ411, SQ426: the only one there is; a name in parentheses is an expression."""
    names = situation.checked.names
    families = names.stages if found.code == "SQ411" else names.pools
    bare = found.span.text.strip("() \t\r\n")
    meant = bare if bare in families else next(iter(families), "") if len(families) == 1 else ""
    if not meant or families[meant].size > 1:
        return found
    return with_fix(found, f"Write `{meant}`", *everywhere(found, meant)[:1])


def unknown_hidden(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ453: near an attribute that can be hidden."""
    attributes = set(situation.checked.names.attributes) - {"cached", "computed"}
    return did_you_mean(found, situation, found.span.text, attributes)


def unknown_override(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ461: near a constant of the program; the command line is not ours to edit."""
    name = found.span.text.partition("=")[0].strip()
    lets = {let.name.name for let in situation.checked.declared.lets}
    meant = situation.nearest(name, lets)
    return found if meant is None else with_hint(found, f"did you mean `{meant}`?")


def _word_of_others(
    found: Diagnostic, situation: Situation, others: dict[str, str], words: set[str]
) -> Diagnostic:
    meant = others.get(found.span.text)
    if meant is None:
        return did_you_mean(found, situation, found.span.text, words)
    found = with_hint(found, f"it is called `{meant}` here")
    return with_fix(found, f"Write `{meant}`", *everywhere(found, meant))


def _other_sort(found: Diagnostic, sort: str, situation: Situation) -> Diagnostic:
    name, names = found.span.text, situation.checked.names
    family = names.stages[name] if sort == "stage" else names.pools[name]
    place = Related(family.node.name.span, f"`{name}` is declared as a {sort} here")
    return found._replace(related=(*found.related, place))


def _legal_names(found: Diagnostic, situation: Situation) -> AbstractSet[str]:
    """The names that may be read where the mistake is: context variables only at their moments."""
    path = situation.around(found.span)
    moment = moment_at(path)
    if moment is CONSTANT:
        return {*_constants_above(found, situation), *NAMED_NUMBERS}
    if moment not in situation.readable:
        situation.readable[moment] = _readable(moment, situation)
    bound: set[str] = set()
    for node in path:
        if isinstance(node, tree.Definition):
            bound |= {each.name for each in node.parameters}
        elif isinstance(node, tree.Hold) and node.at_admission is not None:
            bound |= {each.name.name for each in node.at_admission.bindings}
    readable = situation.readable[moment]
    return readable | bound if bound else readable


def _readable(moment: Moment | str | None, situation: Situation) -> frozenset[str]:
    """The names that any expression of a moment may read."""
    checked = situation.checked
    names = {*checked.names.attributes, *checked.constants.lets, *NAMED_NUMBERS}
    for word in CONTEXT_VARIABLES.values():
        if moment is None or moment in word.moments:
            names.add(word.name)
    if moment not in (None, Moment.SESSION):
        names -= {each.name for each in checked.declared.hidden}
    return frozenset(names)


def _constants_above(found: Diagnostic, situation: Situation) -> set[str]:
    """What a constant may read: inside a `let` only those before it (CST-2)."""
    lets = situation.checked.declared.lets
    around = situation.around(found.span)
    inside = next((node for node in around if isinstance(node, tree.Let)), None)
    end = None if inside is None else inside.first.start
    return {each.name.name for each in lets if end is None or each.first.start < end}


def _stages_above(found: Diagnostic, situation: Situation) -> set[str]:
    """The stages that a serving form sees (SRV-4)."""
    return {
        name
        for name, stage in situation.checked.names.stages.items()
        if stage.node.last.source is found.span.source and stage.node.last.end <= found.span.start
    }
