"""The one layout of programs: pure functions from a text to the same program, laid out."""
