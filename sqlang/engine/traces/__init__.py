"""Traces: files of recorded sessions, read whole and replayed turn by turn (part 7, section 3)."""
