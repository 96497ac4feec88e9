"""Batches in few characters: `p2 │ p4 │ d1 p3 │ (4×d1)×120 │ …`."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.views.numbers import exact, short
from sqlang.views.recording.records import BatchGroup, BatchRun, IterationRow, MemberRow

BATCH_SEPARATOR = " │ "
BATCHES_SHOWN = 6
_REPEATED_FROM = 3


def tokens_text(prefill: bool, tokens: float) -> str:
    """`p4` or `d1`, as in the lines of TRC-1 but short."""
    return f"{'p' if prefill else 'd'}{short(tokens)}"


def batches_text(batches: Sequence[BatchRun], iterations: int) -> str:
    """The first batches of a stage that ran `iterations` in all."""
    texts: list[str] = []
    told = 0
    for batch in batches:
        repeated = _repeated(batch)
        if len(texts) + len(repeated) > BATCHES_SHOWN:
            break
        texts += repeated
        told += batch.iterations
    if told < iterations:
        texts.append("…")
    return BATCH_SEPARATOR.join(texts)


def members_text(row: IterationRow) -> str:
    """The members of an iteration as TRC-1 writes them; `-` for an empty batch (STEP-15)."""
    members = " ".join(map(_member_text, row.members)) or "-"
    more = row.size - len(row.members)
    return f"{members} … {more} more" if more else members


def _repeated(batch: BatchRun) -> list[str]:
    text = _batch_text(batch)
    if batch.iterations < _REPEATED_FROM:
        return [text] * batch.iterations
    return [f"({text})×{batch.iterations}"]


def _batch_text(batch: BatchRun) -> str:
    groups = " ".join(map(_group_text, batch.groups)) or "-"
    return f"{groups} …" if batch.more else groups


def _group_text(group: BatchGroup) -> str:
    text = tokens_text(group.prefill, group.tokens)
    return text if group.members == 1 else f"{group.members}×{text}"


def _member_text(member: MemberRow) -> str:
    kind = "p" if member.prefill else "d"
    return f"{member.serial}:{exact(member.turn)}:{kind}{exact(member.tokens)}"
