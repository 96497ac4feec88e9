"""`textDocument/completion` and `completionItem/resolve`."""
