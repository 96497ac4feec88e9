"""Codes of `def`, their uses, and libraries (2xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


DEFINITIONS: Final = (
    Code(
        "SQ201",
        "DEF-2",
        "`{name}` is a word of the language and cannot name a definition",
        "definition named by a word",
    ),
    Code(
        "SQ203",
        "DEF-2",
        "`{name}` is already defined",
        "definition given twice",
    ),
    Code(
        "SQ204",
        "DEF-3",
        "`{user}` is defined before `{name}` and already uses it",
        "used by an earlier definition",
    ),
    Code(
        "SQ205",
        "DEF-4",
        "`{name}` is a word of the language and cannot name a parameter",
        "parameter named by a word",
    ),
    Code(
        "SQ206",
        "DEF-4",
        "parameter `{name}` is given twice",
        "parameter given twice",
    ),
    Code(
        "SQ207",
        "DEF-5",
        "`=` or `{{` should follow the parameters of `{name}`",
        "definition without a body",
    ),
    Code(
        "SQ208",
        "DEF-5",
        "the definition of `{name}` is never closed",
        "body without end",
    ),
    Code(
        "SQ209",
        "DEF-5",
        "`{closer}` closes nothing in the body of `{name}`",
        "stray closer in a body",
    ),
    Code(
        "SQ210",
        "DEF-5",
        "the definition of `{name}` has no expression",
        "empty definition",
    ),
    Code(
        "SQ211",
        "DEF-3",
        "`{name}` uses itself",
        "definition that uses itself",
    ),
    Code(
        "SQ212",
        "DEF-6",
        "the body of `{name}` assigns its parameter `{parameter}`",
        "parameter assigned",
    ),
    Code(
        "SQ213",
        "DEF-10",
        "the arguments of `{name}` are never closed",
        "use without end",
    ),
    Code(
        "SQ214",
        "DEF-10",
        "`{closer}` closes nothing in the arguments of `{name}`",
        "stray closer in a use",
    ),
    Code(
        "SQ215",
        "DEF-11",
        "`{name}` takes {expected}, not {found}",
        "wrong number of arguments of a definition",
    ),
    Code(
        "SQ216",
        "DEF-11",
        "argument `{parameter}` of `{name}` is empty",
        "empty argument",
    ),
    Code(
        "SQ217",
        "DEF-15",
        "the body of `{name}` assigns `{read}`, which this argument reads",
        "captured argument",
    ),
    Code(
        "SQ218",
        "DEF-16",
        "`{name}` reads `{parameter}` more than once, so this would draw more than once",
        "draw read twice",
    ),
    Code(
        "SQ219",
        "DEF-17",
        "`{function}` reads live state, which may change before `{name}` reads it",
        "live call as argument",
    ),
    Code(
        "SQ220",
        "DEF-18",
        "`{variable}` may change before `{name}` reads it",
        "context variable as argument",
    ),
    Code(
        "SQ221",
        "DEF-18",
        "the `turn;` in `{name}` may change `{read}`, which this argument reads",
        "argument that a turn changes",
    ),
    Code(
        "SQ222",
        "DEF-18",
        "the `request;` in `{name}` may change `{read}`, which this argument reads",
        "argument that a request changes",
    ),
    Code(
        "SQ223",
        "DEF-9",
        "`{name}` stands for an expression and is no statement",
        "expression used as a statement",
    ),
    Code(
        "SQ224",
        "DEF-9",
        "`{name}` stands for statements and is no expression",
        "statements used as an expression",
    ),
    Code(
        "SQ225",
        "DEF-11",
        "`;` should follow the use of `{name}`",
        "use without a semicolon",
    ),
    Code(
        "SQ226",
        "DEF-20",
        "with `{name}` expanded here the program has more than 100,000 tokens",
        "too much expansion",
    ),
    Code(
        "SQ227",
        "DEF-19",
        "`{name}` names both a definition and a pool",
        "definition named as a pool",
    ),
    Code(
        "SQ228",
        "DEF-19",
        "`{name}` names both a definition and a stage",
        "definition named as a stage",
    ),
    Code(
        "SQ229",
        "DEF-19",
        "`{name}` names both a definition and a constant",
        "definition named as a constant",
    ),
    Code(
        "SQ231",
        "USE-4",
        "this program is in no directory where `{path}` could be looked for",
        "use without a directory",
    ),
    Code(
        "SQ232",
        "USE-4",
        "library `{path}` cannot be read: {reason}",
        "unreadable library",
    ),
    Code(
        "SQ233",
        "USE-3",
        "a library holds only `def` and `use`",
        "other item in a library",
    ),
    Code(
        "SQ234",
        "USE-3",
        "this item does not end in the library where it starts",
        "item across files",
    ),
    Code(
        "SQ235",
        "DEF-20",
        "with library `{path}` the program has more than 100,000 tokens",
        "libraries too large",
    ),
)
