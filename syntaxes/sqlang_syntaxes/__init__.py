"""Highlighters of serQ, made from `sqlang.vocabulary` so that none drifts from the language."""
