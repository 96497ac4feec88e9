"""All invariants of a run together, as the main loop asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.invariants.accounts import Accounts
from sqlang.engine.invariants.state import StateCheck
from sqlang.engine.invariants.violation import InvariantError
from sqlang.engine.numbers import shortest_digits

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


class Checks:
    """The checks of one run; `accounts` is its observer."""

    def __init__(self, simulation: Simulation, accounts: Accounts) -> None:
        self._simulation: Final = simulation
        self._accounts: Final = accounts
        self._state: Final = StateCheck(simulation, accounts.reused_more)

    def after_settling(self) -> None:
        """Raises `InvariantError`, with the number of the event and its time, if one is broken."""
        try:
            self._state.check()
            self._accounts.check(self._simulation)
        except InvariantError as error:
            raise self._located(error) from None

    def at_end(self) -> None:
        """The same at the end of the run, whose clock has been set."""
        self._simulation.signals.complete()
        try:
            self._accounts.check_integrals(self._simulation)
        except InvariantError as error:
            raise self._located(error) from None

    def warm_up_is_over(self) -> None:
        """Statistics begin now."""
        self._accounts.warm_up_is_over(self._simulation.clock.now)

    def _located(self, error: InvariantError) -> InvariantError:
        events = self._simulation.watch.events
        time = shortest_digits(self._simulation.clock.now)
        return InvariantError(f"after event {events} at time {time}: {error}")
