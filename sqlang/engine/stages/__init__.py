"""Stages: where jobs wait and are served."""
