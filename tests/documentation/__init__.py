"""The pages people read: programs that run, sessions that are true, links that lead somewhere."""
