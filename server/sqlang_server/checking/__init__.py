"""What is wrong in files: found in a document, or by a process of its own in files not open."""
