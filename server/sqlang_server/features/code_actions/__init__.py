"""What can be done about a place: fixes of diagnostics, refactorings, and questions."""
