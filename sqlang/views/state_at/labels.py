"""What is shown beside the lines: who is there, what a pool has, what a stage does."""

from __future__ import annotations

from sqlang.engine.state import RunState
from sqlang.ir.program import Hold, Observe, Program, Step
from sqlang.views.annotations import Annotation, AnnotationKind, Place
from sqlang.views.annotations.labels import SEPARATOR, by_member
from sqlang.views.batches import tokens_text
from sqlang.views.families import Family, families
from sqlang.views.numbers import clock, short
from sqlang.views.recording.records import Key
from sqlang.views.session_life.wording import serials
from sqlang.views.state_at.doing import doing
from sqlang.views.table import Table

_MEMBERS_SHOWN = 8


def state_annotations(program: Program, state: RunState) -> list[Annotation]:
    """The clock at `run`, then pools and stages, then the statements where sessions are."""
    live = len(state.sessions)
    counts = f"{state.arrived} arrived · {state.arrived - live} gone · {live} live"
    return [
        _label(Place("run"), "program", f"at {clock(state.time)} · {counts}"),
        *[_pool(state, family) for family in families(program.pools)],
        *[_stage(program, state, family) for family in families(program.stages)],
        *_statements(program, state),
    ]


def _pool(state: RunState, family: Family) -> Annotation:
    members = [state.pools[place] for place in family.places]
    texts = []
    for pool in members:
        parts = [f"used {short(pool.used)}"]
        if pool.cached:
            parts.append(f"cached {short(pool.cached)}")
        if pool.queue:
            parts.append(f"{len(pool.queue)} waiting")
        if pool.growers:
            parts.append(f"{len(pool.growers)} growing")
        texts.append(SEPARATOR.join(parts) if len(members) == 1 else ", ".join(parts))
    return _label(Place("pool", family.base), "pool", by_member(texts), family.name)


def _stage(program: Program, state: RunState, family: Family) -> Annotation:
    texts = []
    for place in family.places:
        stage = state.stages[place]
        if not isinstance(program.stages[place].kind, Step):
            waiting = sum(job.started is None for job in stage.jobs)
            text = f"{len(stage.jobs) - waiting} served"
            texts.append(f"{text} · {waiting} in line" if waiting else text)
            continue
        batch = [tokens_text(member.prefill, member.tokens) for member in stage.batch]
        shown = " ".join(batch[:_MEMBERS_SHOWN]) + (" …" if len(batch) > _MEMBERS_SHOWN else "")
        text = f"{shown or '-'} until {clock(stage.ends)}" if stage.running else "idle"
        left = len(stage.jobs) - len(batch)
        texts.append(f"{text} · {left} not in the batch" if left else text)
    return _label(Place("stage", family.base), "stage", by_member(texts), family.name)


def _statements(program: Program, state: RunState) -> list[Annotation]:
    """`0 decoding · 1, 3 waiting`; a session before its first statement is nowhere."""
    found: dict[Key, dict[str, list[int]]] = {}
    for session in state.sessions:
        if session.statement is not None:
            key = (session.statement.block, session.statement.position)
            word = doing(program, state, session)
            found.setdefault(key, {}).setdefault(word, []).append(session.serial)
    return [
        _label(
            Place.statement(key),
            _kind(program, key),
            SEPARATOR.join(f"{serials(who)} {word}" for word, who in words.items()),
        )
        for key, words in sorted(found.items())
    ]


def _kind(program: Program, key: Key) -> AnnotationKind:
    statement = program.blocks[key[0]][key[1]]
    if isinstance(statement, Hold):
        return "hold"
    return "observe" if isinstance(statement, Observe) else "run"


def _label(place: Place, kind: AnnotationKind, text: str, subject: str = "") -> Annotation:
    return Annotation(place, kind, text, Table(text), subject)
