"""Where each class of words stands in a program, once for grammar and lexer."""
