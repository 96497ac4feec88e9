"""The files of highlighters that are made from the vocabulary: `make syntaxes` writes them.

For makers of the language: nothing that is installed needs this package.
"""
