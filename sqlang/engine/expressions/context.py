"""What an expression is evaluated with: a session or none, context variables, a stream (EXPR-1)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import INDEX, Failures, RunError
from sqlang.engine.events import Clock
from sqlang.engine.limits import Watch
from sqlang.engine.random_stream import RandomStream
from sqlang.ir.program import Node

if TYPE_CHECKING:
    from sqlang.engine.expressions.expression import Expression
    from sqlang.engine.expressions.readings import Readings
    from sqlang.engine.sessions.session import Session
    from sqlang.ir.program import Argument, Reference


class Context:
    """One place of the engine that evaluates expressions; it is pointed at a session each time.

    `acting` tells whether the session is the one whose statement is performed, so that an error is
    this statement's. Whoever evaluates sets the context variables that its expressions may read
    (EXPR-6); `now` is the clock.
    """

    def __init__(
        self,
        clock: Clock,
        stream: RandomStream,
        failures: Failures,
        watch: Watch,
        readings: Readings,
        attribute_count: int,
        acting: bool,
    ) -> None:
        self.clock: Final = clock
        self.stream: Final = stream
        self.watch: Final = watch
        self.session: Session | None = None
        self.size = 0.0
        self.age = 0.0
        self.last = 0.0
        self.waiting = 0.0
        self.present = 0.0
        self.residents = 0.0
        self.decoders = 0.0
        self.kv_decode = 0.0
        self.kv_prefill = 0.0
        self.tokens = 0.0
        self.prefilled = 0.0
        self.attention = 0.0
        self.decoding = 0.0
        self.admission = 0.0
        self.remaining = 0.0
        self._failures: Final = failures
        self._readings: Final = readings
        self._acting: Final = acting
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

    def fail_index(self, message: str, reference: Reference) -> None:
        """An index is past its family (ERR-2): the run fails at the next stop point (ERR-13)."""
        self._failures.defer(self.error(INDEX, message, reference, (reference.index,)))

    def error(
        self,
        code: str,
        message: str,
        node: Node | None = None,
        read: tuple[Argument | None, ...] = (),
    ) -> RunError:
        """The error at this evaluation: of `node`, for the values that `read` has read."""
        now = self.clock.now
        readings = self._readings.of([each for each in read if each is not None], self)
        if self.session is None:
            return RunError(code, message, None, None, now, node, readings)
        statement = self.session.statement if self._acting else None
        return RunError(code, message, statement, self.session.serial, now, node, readings)

    def evaluate_quietly(self, expression: Expression) -> float:
        """The value of an expression again, without a failure that it may be told for."""
        pending = self._failures.pending
        value = expression.evaluate(self)
        self._failures.pending = pending
        return value
