"""Highlighters of serQ, made from `sqlang.vocabulary` so that none drifts from the language.

`classes` says what each word of the vocabulary is and how every highlighter shows that; `structure`
says where it is that. TextMate grammar and Pygments lexer are two renderings of these.
"""
