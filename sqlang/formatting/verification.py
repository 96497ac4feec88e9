"""Makes sure that a layout is the same program with the same comments.

What a program means depends on its tokens alone, in their order: white space and comments only
separate them (LEX-2 to LEX-4), parser, expander and checks read nothing else of a text without
syntax errors, and the IR carries no places. So equal tokens are an equal IR, and it is enough to
read the layout's tokens again, which takes a tenth of the time of lowering both texts. The tests
hold this too: they compare the IR of every program with that of its layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.formatting.remarks import Remark
from sqlang.formatting.written import Written


def first_difference(before: Written, after: Written) -> int | None:
    """Where in `before` the first token or comment stands that `after` has not; `None` if nowhere.

    A comment must stand between the same two tokens, and say the same but for white space at the
    ends of its lines.
    """
    texts, others = before.texts, after.texts
    if texts != others:
        at = 0
        while at < min(len(texts), len(others)) and texts[at] == others[at]:
            at += 1
        return before.starts[at]
    if before.remarks.keys() != after.remarks.keys():
        return before.starts[min(before.remarks.keys() ^ after.remarks.keys())]
    for at, remarks in before.remarks.items():
        if _said(remarks) != _said(after.remarks[at]):
            return remarks[0].start
    return None


def _said(remarks: Sequence[Remark]) -> list[list[str]]:
    return [[line.strip() for line in remark.text.split("\n")] for remark in remarks]
