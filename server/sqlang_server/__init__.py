"""The language server of serQ: an editor's view of programs and of what they did."""
