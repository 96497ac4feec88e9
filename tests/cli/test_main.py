"""`sq` itself: which commands there are, how they are asked for help, what exit codes mean."""

from __future__ import annotations

import pytest

from sqlang.cli.main import COMMANDS
from tests.cli.commands import sq, sq_process


def test_version_names_us_the_ir_and_the_engine() -> None:
    assert sq_process("--version") == (0, "sqlang 0.1.0 (IR 8, plain)\n", "")


def test_help_lists_the_commands() -> None:
    done = sq("--help")
    assert done.code == 0
    assert set(COMMANDS) == {
        "check",
        "fmt",
        "ir",
        "run",
        "trace",
        "test",
        "compare",
        "sweep",
        "draw",
        "explain",
        "lsp",
    }
    for name, summary in COMMANDS.items():
        assert f"  {name:<9}{summary}\n" in done.output


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_carries_an_example(name: str) -> None:
    done = sq(name, "--help")
    assert done.code == 0
    assert f"usage: sq {name}" in done.output
    assert f"example:\n  sq {name}" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "which command?"),
        (["chek"], "there is no command `chek`; did you mean `check`?"),
        (["sweeep"], "there is no command `sweeep`"),
        (["check"], "the following arguments are required: PATH"),
        (["run", "x.sq", "--seed", "-1"], "`-1` is not a whole number from 0"),
        (["run", "x.sq", "--horizon", "nan"], "`nan` is not a number"),
        (["run", "x.sq", "--deadline", "0"], "`0` is not above 0"),
        (["run", "x.sq", "--max-events", "0"], "`0` is not a whole number from 1"),
        (["run", "x.sq", "--set", "a"], "`a` is not of the form NAME=EXPRESSION"),
        (["draw", "x.sq", "--output", "y.sq"], "`y.sq` has the name of a program"),
        (["compare", "x.sq", "y.sq", "--html", "y.sq"], "`y.sq` has the name of a program"),
        (["test", "x.sq", "--junit", "y.sq"], "`y.sq` has the name of a program"),
        (["lsp", "--tcp", "70000"], "`70000` is not a port from 1 to 65535"),
    ],
)
def test_a_wrong_command_line_exits_with_2_and_says_why(words: list[str], said: str) -> None:
    done = sq(*words)
    assert done.code == 2
    assert done.output == ""
    assert said in done.errors
