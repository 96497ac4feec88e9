"""Hints between the letters: traces, folded constants, parameters, kernel forms, units."""
