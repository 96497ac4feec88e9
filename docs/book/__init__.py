"""What of the book is made, not written: MkDocs reads `hooks.py`, which asks the other modules.

The pages of the language come from the vocabulary, those of the codes from the catalogue, that of
the settings from the server's table, and what lies elsewhere in the repository is brought in.
"""
