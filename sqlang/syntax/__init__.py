"""From text to trees: lexer, grammar, expansion of definitions, recovery."""
