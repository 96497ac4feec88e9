"""The codes by group; `sqlang.diagnostics.catalogue` joins them."""
