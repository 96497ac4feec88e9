"""Sessions: their state, their statements, how they are executed, how they begin and end."""
