"""The state of a session (EXE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from sqlang.engine.pools.hold import Hold, HoldRequest
    from sqlang.engine.pools.lease import Lease
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.statement import Block
    from sqlang.engine.stages.job import Job
    from sqlang.engine.traces.replay import Replay

READY: Final = 0
QUEUED: Final = 1
IN_STAGE: Final = 2
GROWING: Final = 3
ENDED: Final = 4
"""The values of `Session.status`."""

PLAIN_FRAME: Final = 0
LOOP_FRAME: Final = 1
HOLD_FRAME: Final = 2
"""The values of `Frame.kind`."""

NEVER_ADMITTED: Final = 2**64 - 1
"""The admission number before the first admission."""


class Frame:
    """A block that a session is executing, and how far (EXE-15).

    `opener` is the statement that the block belongs to, None for the session block; `hold` is the
    hold whose body it is.
    """

    __slots__ = ("block", "kind", "opener", "hold", "position")

    def __init__(
        self, block: Block, kind: int, opener: Statement | None, hold: Hold | None
    ) -> None:
        self.block: Final = block
        self.kind: Final = kind
        self.opener: Final = opener
        self.hold: Final = hold
        self.position = 0


class Session:
    """A session from its arrival to its end.

    What the status speaks of: `request` and `waits_at` while queued, `job` while in a stage,
    `waits_at` and `amount` while growing, `job` too if it grows for a stage. `statement` is the one
    performed last.
    """

    __slots__ = (
        "serial",
        "slot",
        "attributes",
        "frames",
        "holds",
        "leases",
        "status",
        "request",
        "waits_at",
        "waits_since",
        "put_back",
        "amount",
        "job",
        "admission",
        "preempted_at",
        "stuck",
        "statement",
        "replay",
    )

    def __init__(self, serial: int, slot: int, attributes: list[float], block: Block) -> None:
        self.serial: Final = serial
        self.slot: Final = slot
        self.attributes: Final = attributes
        self.frames: Final = [Frame(block, PLAIN_FRAME, None, None)]
        self.holds: Final[list[Hold]] = []
        """Active holds, the innermost last."""
        self.leases: Final[list[Lease]] = []
        """The oldest first."""
        self.status = READY
        self.request: HoldRequest | None = None
        self.waits_at: Pool | None = None
        self.waits_since = 0.0
        self.put_back = False
        """Whether a preemption put it into the queue it is in (POOL-3)."""
        self.amount = 0.0
        self.job: Job | None = None
        self.admission = NEVER_ADMITTED
        self.preempted_at: Final[dict[int, float]] = {}
        """By index of the pool: the position at the last preemption there (POOL-20)."""
        self.stuck = False
        self.statement: Statement | None = None
        self.replay: Replay | None = None
        """The turns that it replays, if there is a trace or it brings turns along."""
