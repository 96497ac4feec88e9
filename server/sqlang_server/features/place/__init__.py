"""Where a cursor is: for the text, for the parser, and for the language."""
