"""The page of a code as a terminal and the documentation show it: words, example, remedy."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from string import Formatter
from typing import Final, NamedTuple

from sqlang.cli.console import Stream
from sqlang.cli.demonstration import command_line, demonstrate
from sqlang.diagnostics.code import Code
from sqlang.diagnostics.pages import Example, Page, read_page

_WIDTH: Final = 80
_INDENT: Final = "    "
CHAPTERS: Final = {
    "0": "Characters, comments, numbers, strings",
    "1": "What should stand where",
    "2": "Definitions and libraries",
    "3": "The two sides, admission, serving forms",
    "4": "Names, constants, structure",
    "5": "Legal in form, never meant",
    "6": "Moments, hidden attributes, the run window, flows",
    "7": "An IR read from JSON",
    "8": "Hints, which refuse nothing",
    "9": "Runs",
}
PREFACE: Final = """# What the codes mean

Every diagnostic has a code, and `sq explain CODE` shows its page. Codes up to `SQ799` refuse a
program, those from `SQ800` are hints, those from `SQ900` tell how a run failed. Words in capitals
stand for those of your program."""
_MADE: Final = "This page is made from the catalogue: `sq explain --markdown > docs/codes.md`."


class _Block(NamedTuple):
    """A piece of text that is shown as it is, with what introduces it and its language."""

    heading: str
    language: str
    text: str


def message_form(entry: Code) -> str:
    """The message with capitals for the words of a program; empty if a run makes it."""
    if entry.template == "{message}":
        return ""
    fields = [name for _, name, _, _ in Formatter().parse(entry.template) if name]
    return entry.template.format_map({name: name.upper() for name in fields})


def page_text(entry: Code, stream: Stream) -> str:
    """The page for a terminal; prose is at most 80 columns wide, programs are indented."""
    page = read_page(entry.code)
    rule = f" (rule {entry.rule})" if entry.rule else ""
    form = message_form(entry)
    paragraphs = [
        stream.paint(f"{entry.code}: {entry.title}{rule}", "place"),
        *([textwrap.fill(form, _WIDTH)] if form else []),
        *(textwrap.fill(each, _WIDTH) for each in page.explanation),
    ]
    for block in _blocks(entry, page, stream):
        if block.heading:
            paragraphs.append(f"{block.heading}:")
        paragraphs.append(textwrap.indent(block.text, _INDENT, lambda line: bool(line.strip())))
    return "\n\n".join(paragraphs)


def all_pages_markdown(entries: Sequence[Code]) -> str:
    """All pages as one, with a heading for each code."""
    parts = [PREFACE, _MADE]
    for chapter, members in groupby(entries, lambda entry: entry.code[2]):
        parts.append(f"## {CHAPTERS[chapter]}")
        for entry in members:
            parts.append(f"### {entry.code}")
            parts.append(f"**{entry.title}**" + (f" (rule {entry.rule})" if entry.rule else ""))
            parts.extend(_markdown(entry))
    return "\n\n".join(parts)


def page_markdown(entry: Code) -> str:
    """The page of one code, to stand by itself."""
    parts = [f"# {entry.code}: {entry.title}", *_markdown(entry)]
    if entry.rule:
        parts.append(f"The rule behind it is {entry.rule} of the language's specification.")
    return "\n\n".join(parts) + "\n"


def _markdown(entry: Code) -> Iterator[str]:
    """What a page says below its heading."""
    page = read_page(entry.code)
    form = message_form(entry)
    if form:
        yield f"> {form}"
    yield from (textwrap.fill(each, 100, break_on_hyphens=False) for each in page.explanation)
    for block in _blocks(entry, page, Stream(None)):
        if block.heading:
            yield f"{block.heading}:"
        yield f"```{block.language}\n{block.text}\n```"


def _blocks(entry: Code, page: Page, stream: Stream) -> Iterator[_Block]:
    """The example with what is said of it, then the mended one, each with the files beside it."""
    refused, mended = page.refused, page.mended
    if refused is None or mended is None:
        return
    yield from _libraries(refused, beside=None)
    yield _Block(_heading("Example", refused), _language(refused), refused.text.rstrip())
    said = [each.text for each in demonstrate(entry.code, refused, stream)]
    command = f"$ {command_line(entry.code, refused)}"
    yield _Block("", "text", "\n".join([command, *said]))
    yield from _libraries(mended, beside=refused)
    if mended.is_ir:
        differing = _lines_that_differ(refused.text, mended.text)
        yield _Block("Mended, in the lines that differ", "text", differing)
    else:
        yield _Block(_heading("Mended", mended), _language(mended), mended.text.rstrip())
    if mended.options:
        yield _Block("", "text", f"$ {command_line(entry.code, mended)}")


def _libraries(example: Example, beside: Example | None) -> Iterator[_Block]:
    """The files beside an example but for those that another one shows already."""
    shown = {} if beside is None else beside.libraries
    for name, text in example.libraries.items():
        if shown.get(name) != text:
            is_library = name.endswith(".sq")
            heading = f"Library `{name}`" if is_library else f"`{name}`"
            yield _Block(heading, "serq" if is_library else "text", text.rstrip())


def _heading(title: str, example: Example) -> str:
    return title if example.encoding == "utf-8" else f"{title}, saved as {example.encoding}"


def _language(example: Example) -> str:
    return "json" if example.is_ir else "serq"


def _lines_that_differ(before: str, after: str) -> str:
    lines = zip(before.splitlines(), after.splitlines(), strict=True)
    return "\n".join(new.rstrip(",") for old, new in lines if old != new)
