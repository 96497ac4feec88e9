"""What an expression is evaluated with: a session or none, context variables, a stream (EXPR-1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import INDEX, Declaration, Failures, RunError
from sqlang.engine.events import Clock
from sqlang.engine.limits import Watch
from sqlang.engine.random_streams import RandomStream
from sqlang.ir.program import ContextVariable

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session

VARIABLE_PLACES: Final[Mapping[ContextVariable, int]] = {
    variable: place
    for place, variable in enumerate(v for v in ContextVariable if v is not ContextVariable.NOW)
}
"""Where each context variable but `now` stands in `Context.variables`."""

SIZE: Final = VARIABLE_PLACES[ContextVariable.SIZE]
AGE: Final = VARIABLE_PLACES[ContextVariable.AGE]
LAST: Final = VARIABLE_PLACES[ContextVariable.LAST]
WAITING: Final = VARIABLE_PLACES[ContextVariable.WAITING]
RESIDENTS: Final = VARIABLE_PLACES[ContextVariable.RESIDENTS]
DECODERS: Final = VARIABLE_PLACES[ContextVariable.DECODERS]
KV_DECODE: Final = VARIABLE_PLACES[ContextVariable.KV_DECODE]
KV_PREFILL: Final = VARIABLE_PLACES[ContextVariable.KV_PREFILL]
TOKENS: Final = VARIABLE_PLACES[ContextVariable.TOKENS]
PREFILLED: Final = VARIABLE_PLACES[ContextVariable.PREFILLED]
ATTENTION: Final = VARIABLE_PLACES[ContextVariable.ATTENTION]
DECODING: Final = VARIABLE_PLACES[ContextVariable.DECODING]
ADMISSION: Final = VARIABLE_PLACES[ContextVariable.ADMISSION]
REMAINING: Final = VARIABLE_PLACES[ContextVariable.REMAINING]


class Context:
    """One place of the engine that evaluates expressions; it is pointed at a session each time.

    `acting` tells whether the session is the one whose statement is performed, so that an error is
    this statement's; else it is that of `declaration`, the pool or stage that evaluates.
    """

    def __init__(
        self,
        clock: Clock,
        stream: RandomStream,
        failures: Failures,
        watch: Watch,
        attribute_count: int,
        acting: bool,
    ) -> None:
        self.clock: Final = clock
        self.stream: Final = stream
        self.watch: Final = watch
        self.session: Session | None = None
        self.variables: Final = [0.0] * len(VARIABLE_PLACES)
        self._failures: Final = failures
        self._acting: Final = acting
        self.declaration: Declaration | None = None
        self._no_attributes: Final = [math.nan] * attribute_count
        self.attributes = self._no_attributes

    def of(self, session: Session) -> Context:
        """Point at `session`: its attributes are read."""
        self.session = session
        self.attributes = session.attributes
        return self

    def of_nobody(self) -> Context:
        """Point at no session: every attribute is NaN (EXPR-7)."""
        self.session = None
        self.attributes = self._no_attributes
        return self

    def fail_index(self, message: str) -> None:
        """An index is past its family (ERR-2): the run fails at the next stop point (ERR-13)."""
        self._failures.defer(self.error(INDEX, message))

    def error(self, code: str, message: str) -> RunError:
        """The error at this evaluation."""
        session, now = self.session, self.clock.now
        serial = None if session is None else session.serial
        if self._acting and session is not None:
            return RunError(code, message, session.statement, serial, now)
        return RunError(code, message, None, serial, now, self.declaration)
