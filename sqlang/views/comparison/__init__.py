"""Two programs beside each other: where their schedules part and why, and what comes of it."""
