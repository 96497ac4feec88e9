"""Rewrites that keep what a program does."""
