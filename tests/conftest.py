"""What holds for all tests: properties without a time limit, a collector that leaves them alone."""

from __future__ import annotations

import gc

from hypothesis import settings

from tests.properties import THOROUGHNESS

# A busy machine is no fault of an example.
settings.register_profile("untimed", deadline=None, max_examples=100 * THOROUGHNESS)
settings.load_profile("untimed")


def pytest_collection_finish() -> None:
    """Many thousands of tests stay to the end: there is nothing to collect of them."""
    gc.collect()
    gc.freeze()
