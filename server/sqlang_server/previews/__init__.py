"""Texts made from a document and shown beside it: its IR, its trace, the report of its run."""
