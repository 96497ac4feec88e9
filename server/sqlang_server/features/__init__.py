"""One module for each feature of the protocol: pure functions of a `View` and a place in it."""
