"""Characters and literals that are no part of the language: what they were typed for."""

from __future__ import annotations

from sqlang.advice.edits import insertion, with_fix, with_hint
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_LOOKALIKES: Final = {
    "；": ";",
    "，": ",",
    "、": ",",
    "：": ":",
    "（": "(",
    "）": ")",
    "［": "[",
    "］": "]",
    "【": "[",
    "】": "]",
    "｛": "{",
    "｝": "}",
    "＝": "=",
    "＋": "+",
    "－": "-",
    "＊": "*",
    "／": "/",
    "＜": "<",
    "＞": ">",
    "！": "!",
    "？": "?",
    "～": "~",
    "＾": "^",
    "．": ".",
    "。": ".",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{MULTIPLICATION SIGN}": "*",
    "\N{MIDDLE DOT}": "*",
    "\N{DIVISION SIGN}": "/",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{NOT EQUAL TO}": "!=",
    "\N{LOGICAL AND}": "&&",
    "\N{LOGICAL OR}": "||",
    "\N{NOT SIGN}": "!",
    "\N{INFINITY}": "inf",
}
"""What can only have been typed for a character of the language."""

_INVISIBLE: Final = frozenset(
    "\ufeff\u200b\u200c\u200d\u2060\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\x00"
)
_QUOTES: Final = frozenset("“”„‟«»＂‘’'`")
"""Characters in pairs that other texts put around a path."""

_LIKELY: Final = {"&": "&&", "|": "||"}
"""What other languages write."""

_ENDS: Final = frozenset({";", "{", "}"})


def stray_characters(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ001: what was meant, all neighbors at once."""
    text = found.span.text
    if found.fixes:
        return found
    if text in _LIKELY:
        return with_fix(found, f"Write `{_LIKELY[text]}`", Edit(found.span, _LIKELY[text]))
    if text == "#" and _may_start_comment(found, situation):
        return with_fix(found, "Write `//`", Edit(found.span, "//"))
    if text == "%":
        return with_hint(found, "the remainder of `a / b` is `a - b * floor(a / b)`")
    if text in _QUOTES:
        return _quotes(found)
    if all(each in _INVISIBLE for each in text):
        return with_fix(found, "Remove what cannot be seen", Edit(found.span, ""), safe=True)
    if all(each in _LOOKALIKES for each in text):
        meant = "".join(_LOOKALIKES[each] for each in text)
        is_certain = not (set(text) & set("。．"))
        return with_fix(found, f"Write `{meant}`", Edit(found.span, meant), safe=is_certain)
    return found


def _may_start_comment(found: Diagnostic, situation: Situation) -> bool:
    before = situation.before(found.span)
    return before is None or before.text in _ENDS


def _quotes(found: Diagnostic) -> Diagnostic:
    """Both quotes around a path; the second of them has its fix with the first."""
    source, start = found.span.source, found.span.start
    line = source.lines.position(start).line
    end = source.lines.line_end(line)
    others = [at for at in range(start + 1, end) if source.text[at] in _QUOTES]
    before = [
        at for at in range(source.lines.line_start(line), start) if source.text[at] in _QUOTES
    ]
    if len(others) != 1 or before:
        return found
    closing = Span(source, others[0], others[0] + 1)
    safe = found.span.text not in {"'", "`"}
    return with_fix(found, 'Write `"`', Edit(found.span, '"'), Edit(closing, '"'), safe=safe)


def open_string(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """SQ004: close it where the path seems to end."""
    text = found.span.text
    length = len(text.rstrip())
    for at, character in enumerate(text):
        if at > 0 and character in ";{}":
            length = at
            break
    end = found.span.start + len(text[:length].rstrip())
    place = Span(found.span.source, end, end)
    return with_fix(found, 'Insert `"`', insertion(place, '"'))


def open_comment(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """SQ002: close it at the end of its line."""
    source = found.span.source
    end = source.lines.line_end(source.lines.position(found.span.start).line)
    place = Span(source, end, end)
    return with_fix(found, "Close it at the end of the line", insertion(place, " */"))


def no_quotes(found: Diagnostic, _situation: Situation) -> Diagnostic:
    """SQ104: put what seems to be the path in quotes."""
    text, start = found.span.source.text, found.span.start
    end = start
    while end < len(text) and text[end] not in _PATH_ENDS:
        end += 1
    if end == start:
        return found
    path = Span(found.span.source, start, end)
    return with_fix(found, "Put it in quotes", Edit(path, f'"{path.text}"'))


_PATH_ENDS: Final = frozenset(' \t\r\n;{}"')
