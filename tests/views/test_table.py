"""Tables as plain text and as Markdown."""

from __future__ import annotations

from sqlang.views.table import Table, left_out

TABLE = Table(
    "hold `kv_1`: admitted 2 times",
    ("session", "pool", "units"),
    (("0", "模型", "2"), ("10", "a_b|c", "-")),
    ("… 3 more",),
)


def test_text_aligns_columns_by_width_and_figures_to_the_right() -> None:
    assert TABLE.text() == (
        "hold `kv_1`: admitted 2 times\n"
        "session  pool   units\n"
        "      0  模型       2\n"
        "     10  a_b|c      -\n"
        "… 3 more"
    )


def test_markdown_keeps_names_as_they_are() -> None:
    assert TABLE.markdown() == (
        "**hold `kv_1`: admitted 2 times**\n\n"
        "| session | pool | units |\n"
        "| ---: | --- | ---: |\n"
        "| 0 | 模型 | 2 |\n"
        "| 10 | a\\_b\\|c | - |\n\n"
        "… 3 more"
    )


def test_a_table_without_rows_has_no_header() -> None:
    empty = Table("branch", ("session",), (), ("why",))
    assert empty.text() == "branch\nwhy"
    assert empty.markdown() == "**branch**\n\nwhy"


def test_columns_that_say_nothing_are_left_out() -> None:
    table = Table.without_blank_columns("", ("a", "b", "c"), [("1", "", "x"), ("2", "", "")])
    assert table == Table("", ("a", "c"), (("1", "x"), ("2", "")))


def test_rows_left_out_are_counted_only_if_there_are_any() -> None:
    assert (left_out(0), left_out(7)) == ((), ("… 7 more",))
