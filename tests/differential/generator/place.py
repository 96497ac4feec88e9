"""Where in a session a statement stands: what is held there, and on which side it is."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.differential.generator.scene import PoolPlan


class Held(NamedTuple):
    """A pool held around a place, by the reference it was taken with, and the units asked for."""

    reference: str
    pool: PoolPlan
    units: str


class Place:
    """A place in the session; what is written there may take `left` statements more."""

    def __init__(self, *, server: bool = False, statements: int = 12) -> None:
        self.server: Final = server
        self.held: tuple[Held, ...] = ()
        self.depth = 0
        self.left = [statements]
        """Shared with the places within."""

    def inside(self, held: tuple[Held, ...] = ()) -> Place:
        """A place in a block of this one, which holds more."""
        inner = Place(server=self.server)
        inner.left = self.left
        inner.held = self.held + held
        inner.depth = self.depth + 1
        return inner

    def of(self, pool: PoolPlan | None) -> Held | None:
        """The innermost hold of a pool around this place."""
        return next((held for held in reversed(self.held) if held.pool == pool), None)
