"""The reference of the language: every word of the vocabulary once, as pages in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from docs.book.tables import code, joined, table
from sqlang.ir.moments import Moment
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    GRAMMAR_WORDS,
    KEYWORDS,
    MOMENTS,
    OPERATORS,
    RENAMED_CONTEXT,
    RETIRED_WORDS,
    FunctionWord,
    Keyword,
)

FOLDER: Final = "reference"


class Chapter(NamedTuple):
    """A page of words: its file, its title, and a heading for each context of the vocabulary."""

    file: str
    title: str
    headings: dict[str, str]


CHAPTERS: Final = (
    Chapter("program.md", "Programs", {"program": "Items"}),
    Chapter(
        "pools.md",
        "Pools",
        {
            "pool": "Options of a pool",
            "evict": "Which entry is evicted: `evict`",
            "preempt": "Who is put out: `preempt`",
            "queue": "Who is admitted next: `queue`",
            "admit": "When a hold is admitted: `admit`",
            "spill": "Where evicted units go: `spill`",
        },
    ),
    Chapter(
        "stages.md",
        "Stages",
        {
            "stage": "Kinds of stages",
            "step": "Options of a step stage",
            "serve": "Who is served: `serve`",
            "stage name": "Names with a role",
            "share": "How flows share capacity: `share`",
        },
    ),
    Chapter(
        "workload.md",
        "Workload and run",
        {
            "workload": "Parts of a workload",
            "arrive": "How sessions arrive: `arrive`",
            "trace": "Recorded sessions: `trace`",
            "run": "Settings of a run",
        },
    ),
    Chapter(
        "statements.md",
        "Statements",
        {
            "block": "Statements of a session",
            "hold": "Parts of a `hold`",
            "run statement": "Parts of a `run`",
            "serving form": "Parts of serving forms",
            "branch": "Parts of a `branch`",
            "choose": "Parts of a `choose`",
        },
    ),
)
"""Every context of the vocabulary has its place in one of them."""

_WHOLE: Final = {"block", "program"}
"""Contexts that say less of a word than its role does."""
_VALUES: Final = "values.md"
_GROUPS: Final = {"none": "none: `a < b < c` is refused"}

_INDEX: Final = """# The words of the language

What each word means, by the place where it stands: {chapters}; besides them the
[functions and draws](functions.md) that an expression may use, the [values](values.md) that it may
read, and the [operators](operators.md). These pages are made from the tables that the checker, the
editors and the highlighters read; the rules behind them are in the
[specification](../spec/README.md).

## All words

<div class="words" markdown>

{words}

</div>

## As names

No word is reserved: `pool pool {{ }}` is a pool named `pool`. Only a definition and its parameters
cannot be called {taken} (LEX-13).

## Words of older editions

{renamed}"""
_FUNCTIONS: Final = """# Functions and draws

What an expression may call (NAM-8). A pool or stage that is one of a family is written with its
index: `queue(engine[j])`.

## Of numbers

{pure}

## Of pools and stages

These tell the state at the moment they are evaluated.

{state}

## Draws

After `~` (NAM-7); every evaluation draws anew.

{draws}"""
_ALL_VALUES: Final = """# Values

What an expression may read besides the names of the program.

## Attributes of every session

A program adds its own with `set`; all begin as 0 (NAM-3).

{attributes}

## Variables

They exist only at some moments (MOM-8).

{variables}

## Moments

When an expression is evaluated decides what it may read.

{moments}"""
_OPERATORS: Final = """# Operators

From those that bind loosest (1) to those that bind tightest. All values are numbers; a condition
holds if it is not 0.

{}"""


def pages() -> Iterator[tuple[str, str]]:
    """The pages of the reference, each with its path in the book."""
    yield f"{FOLDER}/index.md", _index()
    for chapter in CHAPTERS:
        yield f"{FOLDER}/{chapter.file}", _words(chapter)
    yield f"{FOLDER}/functions.md", _functions()
    yield f"{FOLDER}/{_VALUES}", _values()
    yield f"{FOLDER}/operators.md", _operators()


def _anchor(word: Keyword) -> str:
    return f"{word.context}-{word.text}".replace(" ", "-")


def _index() -> str:
    homes = {context: chapter for chapter in CHAPTERS for context in chapter.headings}
    places: dict[str, list[str]] = {}
    for word in KEYWORDS:
        there = homes[word.context]
        sort = word.role if word.context in _WHOLE else word.context
        link = f"[{sort}]({there.file}#{_anchor(word)})"
        places.setdefault(word.text, []).append(link)
    for name in FUNCTIONS:
        places.setdefault(name, []).append(f"[function](functions.md#{name})")
    for name in DISTRIBUTIONS:
        places.setdefault(name, []).append(f"[distribution](functions.md#draw-{name})")
    for name in CONTEXT_VARIABLES:
        places.setdefault(name, []).append(f"[variable]({_VALUES}#{name})")
    for attribute in BUILTIN_ATTRIBUTES:
        places.setdefault(attribute.name, []).append(f"[attribute]({_VALUES}#{attribute.name})")
    words = [f"- {code(text)} {joined(links)}" for text, links in sorted(places.items())]
    renamed = ((code(old), code(new)) for old, new in {**RETIRED_WORDS, **RENAMED_CONTEXT}.items())
    return _INDEX.format(
        chapters=joined(f"[{each.title}]({each.file})" for each in CHAPTERS),
        words="\n".join(words),
        taken=_spelled(GRAMMAR_WORDS),
        renamed=table(("was", "is"), renamed),
    )


def _spelled(words: Iterable[str]) -> str:
    *most, last = sorted(words)
    return f"{', '.join(map(code, most))} or {code(last)}"


def _words(chapter: Chapter) -> str:
    parts = [f"# {chapter.title}"]
    for context, heading in chapter.headings.items():
        parts.append(f"## {heading}")
        for word in KEYWORDS:
            if word.context == context:
                parts += _entry(word)
    return "\n\n".join(parts)


def _entry(word: Keyword) -> Iterator[str]:
    yield f"### {code(word.text)} {{ #{_anchor(word)} }}"
    forms = word.signature.replace("  |  ", "\n")
    yield f"```text\n{forms}\n```"
    yield word.documentation
    facts = [
        *([f"**Unit:** {word.unit}"] if word.unit else []),
        *([f"**Default:** {word.default}"] if word.default else []),
        *([f"**Moment:** {_moment(word.moment)}"] if word.moment else []),
    ]
    if facts:
        yield " · ".join(facts)
    if word.example:
        yield f"Example:\n\n```serq\n{word.example}\n```"


def _moment(moment: Moment) -> str:
    word = MOMENTS[moment]
    return f"[{word.place}]({_VALUES}#moment-{moment.name.lower()})"


def _functions() -> str:
    pure = [word for word in FUNCTIONS.values() if word.pure]
    state = [word for word in FUNCTIONS.values() if not word.pure]
    draws = (
        (f"{code(word.signature)}{{ #draw-{word.name} }}", word.documentation)
        for word in DISTRIBUTIONS.values()
    )
    return _FUNCTIONS.format(
        pure=_function_table(pure),
        state=_function_table(state),
        draws=table(("draw", "meaning"), draws),
    )


def _function_table(words: Sequence[FunctionWord]) -> str:
    rows = (
        (f"{code(word.signature)}{{ #{word.name} }}", word.unit, word.documentation)
        for word in words
    )
    return table(("function", "unit", "meaning"), rows)


def _values() -> str:
    variables = (
        (
            f"{code(word.name)}{{ #{word.name} }}",
            word.unit,
            word.documentation,
            joined(_moment(each).replace(_VALUES, "") for each in Moment if each in word.moments)
            if len(word.moments) < len(MOMENTS)
            else "everywhere",
        )
        for word in CONTEXT_VARIABLES.values()
    )
    attributes = (
        (f"{code(word.name)}{{ #{word.name} }}", word.unit, word.writer, word.documentation)
        for word in BUILTIN_ATTRIBUTES
    )
    moments = (
        (f"**{word.place}**{{ #moment-{word.moment.name.lower()} }}", word.documentation)
        for word in MOMENTS.values()
    )
    return _ALL_VALUES.format(
        attributes=table(("attribute", "unit", "set by", "meaning"), attributes),
        variables=table(("variable", "unit", "meaning", "in"), variables),
        moments=table(("moment", "when"), moments),
    )


def _operators() -> str:
    rows = (
        (
            str(word.precedence),
            code(word.signature),
            _GROUPS.get(word.associativity, word.associativity),
            word.documentation,
        )
        for word in OPERATORS
    )
    return _OPERATORS.format(table(("binds", "operator", "groups", "meaning"), rows))
