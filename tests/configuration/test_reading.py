"""What a settings file says, and what is wrong with it: never a crash, and the rest holds."""

from __future__ import annotations

import pytest

from sqlang.configuration.model import Configuration
from sqlang.configuration.reading import KEYS, read_configuration


def read(text: str | bytes, name: str = "sqlang.toml") -> tuple[Configuration, list[str]]:
    """The settings of a file, and its problems as `line: message`."""
    data = text if isinstance(text, bytes) else text.encode()
    configuration, problems = read_configuration(f"/project/{name}", data)
    assert configuration is not None
    return configuration, [f"{each.line}: {each.message}" for each in problems]


def test_all_settings_are_read() -> None:
    text = """
exclude = ["generated", "old/*.sq"]
force-exclude = true
select = ["SQ801", "803"]
ignore = ["sq802"]
"""
    configuration, problems = read(text)
    assert problems == []
    assert [pattern.text for pattern in configuration.exclude] == ["generated", "old/*.sq"]
    assert configuration.force_exclude
    assert configuration.hints.select == frozenset({"SQ801", "SQ803"})
    assert configuration.hints.ignore == {"SQ802"}
    assert KEYS.keys() == {"exclude", "force-exclude", "select", "ignore"}


def test_our_own_file_may_name_our_table() -> None:
    configuration, problems = read("[tool.sqlang]\nforce-exclude = true\n")
    assert (configuration.force_exclude, problems) == (True, [])


def test_the_beginning_of_codes_stands_for_all_of_them() -> None:
    ignored = read('ignore = ["SQ8"]')[0].hints.ignore
    assert ignored == {f"SQ80{digit}" for digit in range(1, 8)}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("exlude = []", "1: there is no setting `exlude`; did you mean `exclude`?"),
        (
            "\nforce_exclude = true",
            "2: there is no setting `force_exclude`; did you mean `force-exclude`?",
        ),
        (
            "zzz = 1",
            "1: there is no setting `zzz`; there are `exclude`, `force-exclude`, `select` and `",
        ),
        ('"strange key" = 1', "1: there is no setting `strange key`; there are `exclude`, "),
        ('exclude = "old"', "1: `exclude` must be a list of texts"),
        ("exclude = [1]", "1: `exclude` must be a list of texts"),
        ("# a\nforce-exclude = 1", "2: `force-exclude` must be `true` or `false`"),
        ('exclude = ["!a"]', "1: `!a` is no pattern: a pattern cannot be negated"),
        ('ignore = ["SQ899"]', "1: there is no code `SQ899`; `sq explain` lists them"),
        (
            'ignore = ["SQ401"]',
            "1: `SQ401` is a refusal and cannot be ignored: only hints (SQ8xx) can be selected",
        ),
        ('select = ["SQ4"]', "1: `SQ401` is a refusal and is always shown: "),
        ('ignore = ["SQ901"]', "1: `SQ901` is a failure of a run and cannot be ignored: "),
        ("a = ", "None: this is not TOML: Invalid value (at end of document)"),
        (b"# caf\xe9", "None: this is not TOML: 'utf-8' codec can't decode"),
        ("a = " + "[" * 100_000, "None: this is nested too deeply"),
        ("a = " + "9" * 10_000, "None: this is not TOML: "),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str | bytes, problem: str) -> None:
    configuration, [found] = read(text)
    assert found.startswith(problem)
    assert configuration.exclude == ()
    assert not configuration.force_exclude


def test_a_key_is_looked_for_in_our_table() -> None:
    text = "[tool.other]\nwrong = 1\n[tool.sqlang]\nwrong = 2\n"
    assert read(text, "pyproject.toml")[1][0].startswith("4: there is no setting `wrong`")


def test_our_table_must_be_one() -> None:
    assert read("tool.sqlang = 1", "pyproject.toml")[1] == ["None: `tool.sqlang` must be a table"]


def test_one_mistake_leaves_the_rest_in_force() -> None:
    configuration, problems = read('wrong = 1\nexclude = ["a", "!b"]\nselect = ["SQ801", "SQ401"]')
    assert len(problems) == 3
    assert [pattern.text for pattern in configuration.exclude] == ["a"]
    assert configuration.hints.select == frozenset({"SQ801"})
