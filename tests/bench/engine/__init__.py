"""The engine beside the reference implementation, on programs of every kind: `make bench`."""
