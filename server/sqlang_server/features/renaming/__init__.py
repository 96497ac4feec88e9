"""`textDocument/rename`: what can be renamed, to what, where, and that it changes nothing else."""
