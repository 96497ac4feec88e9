"""Tests of `sqlang.formatting`."""
