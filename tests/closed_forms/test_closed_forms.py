"""Measured figures agree with theory; the record of the runs is the engine's and the page's."""

from __future__ import annotations

import pytest

from tests.closed_forms.experiment import LITTLE, REPLICATIONS, measurements, replication
from tests.closed_forms.systems import System, systems
from tests.closed_forms.table import PAGE, page, recorded

NARROW = 0.03
"""How wide an interval may be, half of it, relative to the exact value."""
ENDS = 0.01
"""How much those in the system at the ends of a run may distort Little's law."""

SYSTEMS = [pytest.param(system, id=system.name) for system in systems()]


@pytest.mark.parametrize("system", SYSTEMS)
def test_theory_lies_in_a_narrow_interval_around_what_was_measured(system: System) -> None:
    replications = recorded()[system.name]
    assert len(replications) == REPLICATIONS
    for measurement in measurements(system, replications):
        assert abs(measurement.measured - measurement.exact) <= measurement.half_width
        assert measurement.half_width < NARROW * measurement.exact
    assert max(each[LITTLE] for each in replications) < ENDS


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_record_is_what_the_engine_does(system: System) -> None:
    """The first of the runs again; its figures are sums that platforms may round differently."""
    assert replication(system, 1) == pytest.approx(recorded()[system.name][0], rel=1e-6)


def test_the_page_shows_the_record() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(recorded())
