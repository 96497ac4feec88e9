"""Rewrites of a program that change how it is written, and not what it does."""
