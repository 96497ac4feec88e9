"""What other tools read of the language, made from the vocabulary."""
