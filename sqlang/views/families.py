"""Families of pools and stages: members are consecutive and share a name (IR-22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlang.ir.program import Pool, Reference, Stage


class Family(NamedTuple):
    """`size` members from place `base` on; a plain pool or stage is a family of one."""

    name: str
    base: int
    size: int

    def member(self, index: int) -> str:
        """What to call the member at place `index` of the program: `engine`, or `engine[2]`."""
        return self.name if self.size == 1 else f"{self.name}[{index - self.base}]"

    @property
    def places(self) -> range:
        return range(self.base, self.base + self.size)


def families(members: Sequence[Pool | Stage]) -> list[Family]:
    """In the order of declaration."""
    found: list[Family] = []
    for index, member in enumerate(members):
        if found and found[-1].name == member.name:
            found[-1] = found[-1]._replace(size=found[-1].size + 1)
        else:
            found.append(Family(member.name, index, 1))
    return found


def family_of(reference: Reference, members: Sequence[Pool | Stage]) -> Family:
    """The family that a statement refers to."""
    return Family(members[reference.base].name, reference.base, reference.count)
