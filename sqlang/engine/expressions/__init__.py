"""Expressions of the IR as small nodes that evaluate themselves."""
