"""Measurements, run by hand or by CI; the suite takes a sample of those that are no times."""
