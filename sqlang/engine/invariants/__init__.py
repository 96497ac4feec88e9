"""What must be true in every run of every program, checked on demand after each event.

A violation is a defect of the engine, never of the program. Without the check nothing of this is
loaded.
"""
