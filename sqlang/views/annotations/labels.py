"""Parts that labels of several places share."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.views.numbers import plural, short
from sqlang.views.recording.records import Tally

SEPARATOR = " · "
MEMBERS_SHOWN = 4


def jobs_label(started: int, wait: Tally, service: Tally) -> str:
    """`3 jobs · mean 2 · waited 0.5`: the mean service, and the mean wait if anybody waited."""
    parts = [plural(started, "job")]
    if service.size:
        parts.append(f"mean {short(service.mean)}")
    if wait.total:
        parts.append(f"waited {short(wait.mean)}")
    return SEPARATOR.join(parts)


def by_member(texts: Sequence[str]) -> str:
    """The text of a single member alone, else `[0] 4 · [1] 3 · …`."""
    if len(texts) == 1:
        return texts[0]
    shown = [f"[{index}] {text}" for index, text in enumerate(texts[:MEMBERS_SHOWN])]
    return SEPARATOR.join(shown if len(shown) == len(texts) else [*shown, "…"])
