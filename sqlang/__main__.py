"""`python -m sqlang` is the command `sq`."""

from sqlang.cli.main import entry_point

if __name__ == "__main__":
    entry_point()
