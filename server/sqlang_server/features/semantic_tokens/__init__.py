"""`textDocument/semanticTokens`: what each word is, kept from edit to edit.

An edit costs what it changes: a paint for each token stays with it, entries of the tree are
painted again if they are new, lines are encoded again if something in them is another, and a delta
is the lines in which two results differ.
"""
