"""What a program promises of its runs in comments that begin with `//!`, and whether that holds.

`reading` finds the expectations in a text, `measuring` watches a run for what they need, `judging`
compares the two, `difference` shows where they part, and `updating` gives the text that holds.
"""
