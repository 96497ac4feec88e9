"""The state of a session (EXE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.pools.hold import Hold, HoldRequest
    from sqlang.engine.pools.holders import Holder
    from sqlang.engine.pools.lease import Lease
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.statement import Block, ExecutableStatement
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

_NO_LEASES: Final[list[Lease]] = []
_NEVER_PREEMPTED: Final[dict[int, float]] = {}
"""What most sessions have all the time; the first thing to put in makes a new one."""

NEVER_ADMITTED: Final = 2**64 - 1
"""The admission number before the first admission."""


class Frame:
    """A block that a session is executing, if it does not simply go on after it (EXE-15).

    `opener` is the statement that the block belongs to; `hold` is the hold whose body it is;
    `outer` is the frame around it; `following` is the statement to go on with after the block.
    """

    __slots__ = ("block", "kind", "opener", "hold", "outer", "following")

    def __init__(
        self,
        block: Block,
        kind: i64,
        opener: Statement,
        hold: Hold | None,
        outer: Frame | None,
        following: ExecutableStatement | None,
    ) -> None:
        self.block: Final = block
        self.kind: Final[i64] = kind
        self.opener: Final = opener
        self.hold: Final = hold
        self.outer: Final = outer
        self.following: Final = following


class Session:
    """A session from its arrival to its end.

    `next` is the statement to be performed next, None at the end of a block; `frame` is that of the
    innermost block that has one, None within the session block and its branches alone.

    What the status speaks of: `request` and `waits_at` while queued, `job` while in a stage,
    `waits_at` and `amount` while growing, `job` too if it grows for a stage. `statement` is the one
    performed last.
    """

    __slots__ = (
        "serial",
        "slot",
        "attributes",
        "next",
        "frame",
        "holds",
        "leases",
        "holder",
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
        "spare",
    )

    def __init__(self, serial: int, slot: i64, attributes: list[float], block: Block) -> None:
        self.serial = serial
        self.slot: i64 = slot
        self.attributes: Final = attributes
        self.next = block.first
        self.frame: Frame | None = None
        self.holds: Final[list[Hold]] = []
        """Active holds, the innermost last."""
        self.leases = _NO_LEASES
        """The oldest first."""
        self.holder: Holder | None = None
        """Where it stands in the list of a pool that it has units of; that knows a further one."""
        self.status: i64 = READY
        self.request: HoldRequest | None = None
        self.waits_at: Pool | None = None
        self.waits_since = 0.0
        self.put_back = False
        """Whether a preemption put it into the queue it is in (POOL-3)."""
        self.amount = 0.0
        self.job: Job | None = None
        self.admission = NEVER_ADMITTED
        self.preempted_at = _NEVER_PREEMPTED
        """By index of the pool: the position at the last preemption there (POOL-20)."""
        self.stuck = False
        self.statement: Statement | None = None
        self.replay: Replay | None = None
        """The turns that it replays, if there is a trace or it brings turns along."""
        self.spare: Session | None = None
        """If it has ended and is to serve another: the next such one."""

    def begin(self, serial: int, slot: i64, block: Block) -> None:
        """Become another session, which arrives; this one has ended and has nothing any more.

        Its attributes are those of the new one already.
        """
        self.serial = serial
        self.slot = slot
        self.next = block.first
        self.frame = None
        self.status = READY
        self.admission = NEVER_ADMITTED
        self.statement = None
        self.replay = None
        self.spare = None

    def add_lease(self, lease: Lease) -> None:
        """The session keeps what a hold had of a pool."""
        if self.leases:
            self.leases.append(lease)
        else:
            self.leases = [lease]

    def note_preemption(self, pool: int, position: float) -> None:
        """How far it had come when it was put out of a pool, by the pool's index."""
        if self.preempted_at:
            self.preempted_at[pool] = position
        else:
            self.preempted_at = {pool: position}

    def enter(self, block: Block, kind: i64, opener: Statement, hold: Hold | None = None) -> None:
        """Go on with the first statement of a block within the present one."""
        self.frame = Frame(block, kind, opener, hold, self.frame, self.next)
        self.next = block.first
