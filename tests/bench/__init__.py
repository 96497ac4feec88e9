"""Measurements: run by hand or by CI, never part of the suite."""
