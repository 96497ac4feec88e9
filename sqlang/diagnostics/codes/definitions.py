"""Codes of `def`, their uses, and libraries (2xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

DEFINITIONS: Final = (
    Code(
        "SQ201",
        "DEF-2",
        "`{name}` is a word of the language and cannot name a definition",
        "definition named by a word",
        "A definition is recognised by its name followed by `(`. If it were named like a word "
        "of the grammar, a function or a distribution, readers could not tell which is meant. "
        "Choose another name.",
    ),
    Code(
        "SQ203",
        "DEF-2",
        "`{name}` is already defined",
        "definition given twice",
        "A name can be defined once; the definition above already has it, perhaps in a library "
        "that this program uses. Rename one of them.",
    ),
    Code(
        "SQ204",
        "DEF-3",
        "`{user}` is defined before `{name}` and already uses it",
        "used by an earlier definition",
        "A definition may use only those before it, so that no definition can reach itself. "
        "The earlier one uses this name, which would change its meaning. Move this definition "
        "above it, or rename it.",
    ),
    Code(
        "SQ205",
        "DEF-4",
        "`{name}` is a word of the language and cannot name a parameter",
        "parameter named by a word",
        "Parameters are replaced wherever their name stands in the body. A parameter named "
        "like a word of the grammar or a function would replace that word too. Choose another "
        "name.",
    ),
    Code(
        "SQ206",
        "DEF-4",
        "parameter `{name}` is given twice",
        "parameter given twice",
        "Each parameter of a definition needs a name of its own, or nobody could tell which "
        "argument takes its place.",
    ),
    Code(
        "SQ207",
        "DEF-5",
        "`=` or `{{` should follow the parameters of `{name}`",
        "definition without a body",
        "After its parameters a definition has either `= expression;` or a block of statements "
        "`{ ... }`.",
    ),
    Code(
        "SQ208",
        "DEF-5",
        "the definition of `{name}` is never closed",
        "body without end",
        "The body of `def f(x) = ...` goes on to its `;`, that of `def f(x) { ... }` to its "
        "`}`, and none was found before the end of the file. Look for a bracket that is not "
        "closed.",
    ),
    Code(
        "SQ209",
        "DEF-5",
        "`{closer}` closes nothing in the body of `{name}`",
        "stray closer in a body",
        "The body has a closing bracket that no opening bracket belongs to. Remove it, or add "
        "the opening one.",
    ),
    Code(
        "SQ210",
        "DEF-5",
        "the definition of `{name}` has no expression",
        "empty definition",
        "`def f(x) = expression;` needs an expression, since a use of it is replaced by one. A "
        "definition that does nothing has an empty block: `def f(x) { }`.",
    ),
    Code(
        "SQ211",
        "DEF-3",
        "`{name}` uses itself",
        "definition that uses itself",
        "Uses are replaced by the body before the program runs, so a definition that uses "
        "itself would go on for ever. Repeat with `loop` in the session, or write the steps "
        "out.",
    ),
    Code(
        "SQ212",
        "DEF-6",
        "the body of `{name}` assigns its parameter `{parameter}`",
        "parameter assigned",
        "A parameter is replaced by an argument, and an argument may be any expression, to "
        "which nothing can be assigned. Assign to an attribute of another name and read the "
        "parameter.",
    ),
    Code(
        "SQ213",
        "DEF-10",
        "the arguments of `{name}` are never closed",
        "use without end",
        "The arguments of a use end at its `)`, and none was found before the end of the text. "
        "Add it.",
    ),
    Code(
        "SQ214",
        "DEF-10",
        "`{closer}` closes nothing in the arguments of `{name}`",
        "stray closer in a use",
        "Among the arguments stands a closing bracket that no opening bracket belongs to. "
        "Remove it, or add the opening one.",
    ),
    Code(
        "SQ215",
        "DEF-11",
        "`{name}` takes {expected}, not {found}",
        "wrong number of arguments of a definition",
        "A use gives one argument for each parameter, separated by commas at the outermost "
        "level. A trailing comma counts as one more, empty argument.",
    ),
    Code(
        "SQ216",
        "DEF-11",
        "argument `{parameter}` of `{name}` is empty",
        "empty argument",
        "Every parameter needs an argument, and here nothing stands between two commas or "
        "brackets.",
    ),
    Code(
        "SQ217",
        "DEF-15",
        "the body of `{name}` assigns `{read}`, which this argument reads",
        "captured argument",
        "The use is replaced by the body as it is written, without renaming. The argument "
        "reads a name that the body assigns, so inside the body it might read the new value. "
        "Copy the value into an attribute of another name first, or rename the one in the "
        "body.",
    ),
    Code(
        "SQ218",
        "DEF-16",
        "`{name}` reads `{parameter}` more than once, so this would draw more than once",
        "draw read twice",
        "An argument takes the place of its parameter each time the parameter occurs. This "
        "argument draws a random number and would draw a different one at each occurrence. "
        "Draw once into an attribute with `set`, and pass the attribute.",
    ),
    Code(
        "SQ219",
        "DEF-17",
        "`{function}` reads live state, which may change before `{name}` reads it",
        "live call as argument",
        "An argument is evaluated where the body reads it, and time may have passed by then: "
        "the state of a pool or stage would be another. Read it into an attribute with `set` "
        "where you want its value, and pass the attribute.",
    ),
    Code(
        "SQ220",
        "DEF-18",
        "`{variable}` may change before `{name}` reads it",
        "context variable as argument",
        "An argument is evaluated where the body reads it, and the clock may have moved by "
        "then. Keep the value with `set` where you want it (`set start = now;`), and pass the "
        "attribute.",
    ),
    Code(
        "SQ221",
        "DEF-18",
        "the `turn;` in `{name}` may change `{read}`, which this argument reads",
        "argument that a turn changes",
        "The body says `turn;`, which gives the session new values for the built-in attributes "
        "and those of the workload's `turn` block. An argument read after it would be that of "
        "the next turn. Keep the value with `set` before the use, and pass that attribute.",
    ),
    Code(
        "SQ222",
        "DEF-18",
        "the `request;` in `{name}` may change `{read}`, which this argument reads",
        "argument that a request changes",
        "The body says `request;`, and the server assigns what this argument reads. An "
        "argument read after it would have another value. Keep the value with `set` before the "
        "use, and pass that attribute.",
    ),
    Code(
        "SQ223",
        "DEF-9",
        "`{name}` stands for an expression and is no statement",
        "expression used as a statement",
        "This definition has the form `def f(x) = expression;`, so it stands where a value is "
        "needed, as in `set a = f(1);`. For statements define it as `def f(x) { ... }`.",
    ),
    Code(
        "SQ224",
        "DEF-9",
        "`{name}` stands for statements and is no expression",
        "statements used as an expression",
        "This definition has the form `def f(x) { ... }`, so it stands where a statement is "
        "needed, as in `f(1);`. For a value define it as `def f(x) = expression;`.",
    ),
    Code(
        "SQ225",
        "DEF-11",
        "`;` should follow the use of `{name}`",
        "use without a semicolon",
        "A use of statements is a statement itself and ends in `;`. Without it the use would "
        "run into the next statement.",
    ),
    Code(
        "SQ226",
        "DEF-20",
        "with `{name}` expanded here the program has more than 100,000 tokens",
        "too much expansion",
        "Uses are replaced by the bodies of their definitions, and the program would exceed "
        "100,000 tokens that way. Usually definitions use each other several times each, which "
        "doubles the size at every level, or an argument makes a use repeat itself.",
    ),
    Code(
        "SQ227",
        "DEF-19",
        "`{name}` names both a definition and a pool",
        "definition named as a pool",
        "A definition and a pool have the same name. Where the name is followed by `(`, as in "
        "a hold, a reader could take either. Rename one.",
    ),
    Code(
        "SQ228",
        "DEF-19",
        "`{name}` names both a definition and a stage",
        "definition named as a stage",
        "A definition and a stage have the same name. Where the name is followed by `(`, as in "
        "a run, a reader could take either. Rename one.",
    ),
    Code(
        "SQ229",
        "DEF-19",
        "`{name}` names both a definition and a constant",
        "definition named as a constant",
        "A definition and a constant have the same name, and a reader could take either. "
        "Rename one.",
    ),
    Code(
        "SQ231",
        "USE-4",
        "this program is in no directory where `{path}` could be looked for",
        "use without a directory",
        "The path of a `use` is relative to the directory of the file it is written in, and "
        "this program was given as text, so it has none. Save it as a file, or tell which file "
        "it is with `--stdin-filename`.",
    ),
    Code(
        "SQ232",
        "USE-4",
        "library `{path}` cannot be read: {reason}",
        "unreadable library",
        "The library named by `use` was not found, is a directory, or is not readable as UTF-8 "
        "text. The path is relative to the directory of the file in which the `use` is "
        "written.",
    ),
    Code(
        "SQ233",
        "USE-3",
        "a library holds only `def` and `use`",
        "other item in a library",
        "A library gives names to expressions and statements; pools, stages, constants and "
        "sessions belong to the program that uses it. Move this item there.",
    ),
    Code(
        "SQ234",
        "USE-3",
        "this item does not end in the library where it starts",
        "item across files",
        "Each file has to be complete by itself: the library ends in the middle of this item. "
        "Look for a missing `;`, `}` or `)`.",
    ),
    Code(
        "SQ235",
        "DEF-20",
        "with library `{path}` the program has more than 100,000 tokens",
        "libraries too large",
        "The tokens of a program and of its libraries are counted together, and they are "
        "limited to 100,000. Use fewer or smaller libraries.",
    ),
)
