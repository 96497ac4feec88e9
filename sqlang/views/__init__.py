"""What people are shown of a program and its run: data first, then text; pure functions."""
