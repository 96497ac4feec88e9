"""The IR: a program without names and sugar, its JSON, and what makes it valid (part 3)."""
