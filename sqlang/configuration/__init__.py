"""The settings of a project, from the nearest `sqlang.toml` or `pyproject.toml` above a file."""
