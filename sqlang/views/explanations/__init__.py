"""What a piece of a program means, in words and formulas, as far as its text alone tells.

They take the trees of the text as it is written, so they work for a program with errors too.
"""
