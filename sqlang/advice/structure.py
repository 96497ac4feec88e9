"""Statements, options and items that do not fit: what to put in, take out or say otherwise."""

from __future__ import annotations

from sqlang.advice.edits import addition, insertion, removal, with_fix
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic, Edit, Related
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_MODES: Final = ("prefill", "decode")


def remove_it(found: Diagnostic, situation: Situation) -> Diagnostic:
    """A clause or statement that may not stand here."""
    what = found.span
    following = situation.behind(what)
    if following.text == ";" and not what.text.endswith(";") and found.code in _WITH_SEMICOLON:
        what = what.to(following.span)
    return with_fix(found, f"Remove `{_short(found.span.text)}`", removal(what))


_WITH_SEMICOLON: Final = frozenset({"SQ301", "SQ302", "SQ303", "SQ304", "SQ607", "SQ608"})


def lone_semicolon(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ106: a `;` that ends nothing."""
    before = situation.before(found.span)
    if found.fixes or found.span.text != ";" or before is None or before.text not in _BEFORE_LONE:
        return found
    following = situation.behind(found.span).text
    table = load_table()
    safe = following == "}" or following in table.shifts[table.lists["statements"]]
    return with_fix(found, "Remove `;`", Edit(found.span, ""), safe=safe)


_BEFORE_LONE: Final = frozenset({";", "{", "}"})


def share_twice(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """SQ114: certain if it says the same again."""
    first = found.related[0].span.text if found.related else ""
    same = first.split() == found.span.text.split()
    return with_fix(found, "Remove this `share`", removal(found.span), safe=same)


def share_unused(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """SQ612: nothing is shared, so nothing changes without it."""
    return with_fix(found, "Remove it", removal(found.span), safe=True)


def share_missing(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ611: both policies, in front of the session."""
    item = _item_around(found.span, situation)
    if item is None:
        return found
    place = Span(found.span.source, item.first.start, item.first.start)
    for policy in ("maxmin", "bottleneck"):
        text = f"share {policy};"
        found = with_fix(found, f"Add `{text}`", insertion(place, f"{text}\n"))
    return found


def stray_closer(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """SQ209, SQ214."""
    return with_fix(found, f"Remove `{found.span.text}`", Edit(found.span, ""))


def no_server(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ305: an empty server behind the workload."""
    item = _item_around(found.span, situation)
    if item is None:
        return found
    return with_fix(found, "Add a `server`", addition(item.last.span, "\nserver { }"))


def never_requested(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ308: request it at the start of the session."""
    client = situation.checked.declared.workload_session
    if client is None or client.block.first.source is not found.span.source:
        return found
    return with_fix(found, "Add `request;`", addition(client.block.first.span, " request;"))


def no_admission(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ311: `at` can only go on with `admission`."""
    before = situation.before(found.span)
    if before is None or before.text != "at":
        return found
    if situation.at(found.span).kind is Kind.NAME:
        return with_fix(found, "Write `admission`", Edit(found.span, "admission"))
    if found.span.text != "(":
        return found
    return with_fix(found, "Insert `admission`", addition(before.span, " admission"), safe=True)


def bound_twice(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ312: remove the second binding."""
    around = situation.around(found.span)
    binding = next((node for node in around if isinstance(node, tree.Binding)), None)
    comma = situation.before(found.span)
    if binding is None or comma is None or comma.text != ",":
        return found
    return with_fix(found, "Remove the second binding", removal(comma.span.to(binding.span)))


def several_stages(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ322: each stage that could serve it."""
    for candidate in found.related:
        name = candidate.span.text
        if situation.checked.names.stages.get(name):
            found = with_fix(found, f"Insert `on {name}`", addition(found.span, f" on {name}"))
    return found


def no_index(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ414: the first member, to start from."""
    if situation.at(found.span).text != found.span.text:
        return found
    return with_fix(found, "Insert `[0]`", addition(found.span, "[0]"))


def run_mode(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ442: a mode is missing or superfluous; a serving form has the mode in its word."""
    around = situation.around(found.span)
    serving = next((node for node in around if isinstance(node, tree.Serving)), None)
    if serving is not None:
        return _served_otherwise(found, serving)
    run = next((node for node in around if isinstance(node, tree.Run)), None)
    if run is None:
        return found
    if run.mode is not None:
        return with_fix(found, f"Remove `{run.mode.name}`", removal(run.mode.span))
    for mode in _MODES:
        text = f" {mode}"
        found = with_fix(found, f"Insert `{mode}`", addition(run.stages[-1].span, text))
    return found


def _served_otherwise(found: Diagnostic, serving: tree.Serving) -> Diagnostic:
    if serving.role.name != "tool":
        return found
    for mode in _MODES:
        found = with_fix(found, f"Write `{mode}` for `tool`", Edit(serving.role.span, mode))
    return found


def not_held(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ444 to SQ446: what the holds around it do take."""
    around = situation.around(found.span)
    holds = [node for node in around if isinstance(node, tree.Hold)]
    if found.code == "SQ446":
        holds = holds[-1:]
    if holds:
        begin = Related(holds[-1].first.span, "the hold begins here")
        found = found._replace(related=(*found.related, begin))
    written = dict.fromkeys(take.pool.span.text for hold in reversed(holds) for take in hold.takes)
    for text in written:
        found = with_fix(found, f"Write `{text}`", Edit(found.span, text))
    return found


def no_horizon(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ451: a horizon to start from."""
    word = situation.checked.declared.run_word
    text = "horizon 1000;"
    if word is None:
        end = found.span.source.text.rstrip()
        if situation.at(found.span).span != found.span:
            return found
        place = Span(found.span.source, len(end), len(end))
        comment = situation.tokens(found.span.source)[-2:-1]
        if comment and comment[0].end < len(end):
            place = Span(
                found.span.source, len(found.span.source.text), len(found.span.source.text)
            )
        return with_fix(found, "Add a `run` block", addition(place, f"\nrun {{ {text} }}\n"))
    opener = situation.behind(word.span)
    return with_fix(found, f"Add `{text}`", addition(opener.span, f" {text}"))


def fractional_guard(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ502: a chance is written `branch with`; of an argument the definition would change."""
    tokens = situation.tokens(found.span.source)
    at = situation.index(found.span.source, found.span.start)
    while at > 0 and tokens[at - 1].text == "(":
        at -= 1
    if at == 0 or tokens[at - 1].text != "branch":
        return found
    is_own = not any(isinstance(node, tree.Definition) for node in situation.around(found.span))
    return with_fix(found, "Insert `with`", addition(tokens[at - 1].span, " with"), safe=is_own)


def hidden_name(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ603, SQ604: take it off the list; naming it twice changes nothing."""
    around = situation.around(found.span)
    item = next((node for node in around if isinstance(node, tree.Hidden)), None)
    if item is None:
        return found
    edit = _off_the_list(found.span, item, situation)
    return with_fix(found, "Take it off the list", edit, safe=found.code == "SQ604")


def hidden_read(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ602: let the scheduler know it."""
    if not found.related:
        return found
    place = found.related[0].span
    item = next((n for n in situation.around(place) if isinstance(n, tree.Hidden)), None)
    if item is None:
        return found
    title = f"Do not hide `{place.text}`"
    return with_fix(found, title, _off_the_list(place, item, situation))


def _off_the_list(name: Span, item: tree.Hidden, situation: Situation) -> Edit:
    before, after = situation.before(name), situation.behind(name)
    if len(item.names) == 1:
        return removal(item.span)
    if before is not None and before.text == ",":
        return removal(before.span.to(name))
    return Edit(Span(name.source, name.start, _start_behind(after, situation)), "")


def _start_behind(token: Token, situation: Situation) -> int:
    return situation.behind(token.span).start


def stage_twice_in_run(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ615: the second naming; only if the run still names several is the `share` still used."""
    around = situation.around(found.span)
    run = next((node for node in around if isinstance(node, (tree.Run, tree.Where))), None)
    comma = situation.before(found.span)
    if run is None or comma is None or comma.text != "," or len(run.stages) < 3:
        return found
    return with_fix(found, "Remove it", removal(comma.span.to(found.span)))


def _item_around(span: Span, situation: Situation) -> tree.Node | None:
    around = situation.around(span)
    return around[1] if len(around) > 1 else None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:37]}…"
