"""Random edits of programs, as a person and an editor make them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.tokens import Kind, Token

PIECES = (
    *("", '"', "/*", "*/", "//", "\n", "\r\n", "#", "é", "1", "e", "+", ".", "_", "=", "&", "<"),
    *("-", "{", "}", "(", ")", ";", " ", "x", "~", "&&", "else", "now", "tokens", "[0]", "f(2)"),
    *("end;", "turn;", "request;", "release kv;", "hold kv (1) { }", "set a = 1;", "loop {"),
    *("branch (0.3) {", "session {", "workload {", "server { turn; }", "observe q = now;"),
    *("def f(x) = x + 1;\n", 'use "lib.sq";\n', "let zz = 3;\n", "hidden tokens;"),
    *("share maxmin;", "at admission { v = now; }"),
)
BRACKETS = ("{", "{", "{", "}", "}", "}", '"', "/*", "*/", "//", "\n}\n", "loop {\n", ";", "else {")
RENAMED = ("zz", "now", "kv", "a")
TYPED = (
    *("loop { }", "set q = 1;", "branch (now) {", "}", "/* x */", '"ab"', "hold kv (1) { }"),
    *("// c\n", "{", "observe zz = now;", "else { end; }", "let b = 2;"),
)
NUMBERS = ("0", "1", "2", "0.5", "7e9", "1/0")


def edited(text: str, random: Random, others: Sequence[str]) -> str:
    """The text after one edit; `others` are programs whose lines may be pasted into it."""
    edit = random.choice((_characters, _characters, _tokens, _lines, _rename, _number, _paste))
    return edit(text, random, others)


def typed(text: str, random: Random) -> list[str]:
    """The texts while something is typed at one place, and maybe taken back."""
    at = random.randrange(len(text) + 1)
    piece = random.choice(TYPED)
    texts = [text[:at] + piece[:count] + text[at:] for count in range(1, len(piece) + 1)]
    return [*texts, *texts[-2::-1], text] if random.random() < 0.5 else texts


def bracketed(text: str, random: Random) -> list[str]:
    """The texts while what opens or closes something is put in or taken out, once or twice.

    It is taken back in the same order or the reverse one, at once or with an edit elsewhere first.
    """
    texts = [text]
    for _ in range(random.choice((1, 1, 2))):
        texts.append(_other_bracket(texts[-1], random))
    if len(texts) > 2 and random.random() < 0.5:
        texts.append(texts[0])
    if random.random() < 0.5:
        texts.append(_new_line(texts[-1], random))
    return [*texts[1:], *texts[-2::-1]]


def _other_bracket(text: str, random: Random) -> str:
    mark = random.choice(BRACKETS)
    places = [at for at in range(len(text)) if text.startswith(mark, at)]
    if places and random.random() < 0.6:
        at = random.choice(places)
        return text[:at] + text[at + len(mark) :]
    at = random.randrange(len(text) + 1)
    return text[:at] + mark + text[at:]


def meant(text: str, random: Random) -> str:
    """The text after an edit that leaves most programs without mistakes."""
    edit = random.choice((_other_number, _double_line, _new_line, _same_sort))
    return edit(text, random)


def _other_number(text: str, random: Random) -> str:
    numbers = [token for token in _of(text) if token.kind is Kind.NUMBER]
    number = random.choice(numbers)
    return text[: number.start] + str(random.randrange(1, 40)) + text[number.end :]


def _double_line(text: str, random: Random) -> str:
    """A whole statement or item doubled, or taken out if it stands twice."""
    lines = text.split("\n")
    whole = [at for at, line in enumerate(lines) if line.count("{") == line.count("}")]
    at = random.choice(whole)
    if lines.count(lines[at]) > 1:
        del lines[at]
    else:
        lines.insert(at, lines[at])
    return "\n".join(lines)


def _new_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    lines.insert(random.randrange(len(lines)), random.choice(("set qq = 1;", "", "// new")))
    return "\n".join(lines)


def _same_sort(text: str, random: Random) -> str:
    """A name exchanged for another one."""
    names = [token for token in _of(text) if token.kind is Kind.NAME]
    name, other = random.choice(names), random.choice(names)
    return text[: name.start] + other.text + text[name.end :]


def _characters(text: str, random: Random, _others: Sequence[str]) -> str:
    at = random.randrange(len(text) + 1)
    removed = random.choice((0, 0, 1, 1, 2, 40))
    return text[:at] + random.choice(PIECES) + text[at + removed :]


def _tokens(text: str, random: Random, others: Sequence[str]) -> str:
    """A token taken out, doubled, exchanged, or put in from another program."""
    tokens = _of(text)
    if not tokens:
        return text + ";"
    token, other = random.choice(tokens), random.choice(tokens)
    foreign = random.choice(_of(random.choice(others)) or [other])
    new = random.choice(
        ("", f"{token.text} {token.text}", other.text, f"{foreign.text} {token.text}")
    )
    return text[: token.start] + new + text[token.end :]


def _lines(text: str, random: Random, others: Sequence[str]) -> str:
    """A line taken out, doubled elsewhere, or pasted from another program."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    foreign = random.choice(random.choice(others).split("\n"))
    lines[at : at + 1] = random.choice(
        ([], [lines[at], foreign], [foreign], [lines[at], random.choice(lines)])
    )
    return "\n".join(lines)


def _rename(text: str, random: Random, _others: Sequence[str]) -> str:
    words = [token for token in _of(text) if token.kind is Kind.NAME]
    if not words:
        return text
    word = random.choice(words)
    new = random.choice((random.choice(words).text, f"{word.text}x", word.text[:-1], *RENAMED))
    return text[: word.start] + new + text[word.end :]


def _number(text: str, random: Random, _others: Sequence[str]) -> str:
    numbers = [token for token in _of(text) if token.kind is Kind.NUMBER]
    if not numbers:
        return text
    number = random.choice(numbers)
    return text[: number.start] + random.choice(NUMBERS) + text[number.end :]


def _paste(text: str, random: Random, _others: Sequence[str]) -> str:
    """A stretch of the text moved or copied to another place."""
    start = random.randrange(len(text) + 1)
    stretch = text[start : start + random.randrange(80)]
    rest = text if random.random() < 0.5 else text[:start] + text[start + len(stretch) :]
    at = random.randrange(len(rest) + 1)
    return rest[:at] + stretch + rest[at:]


def _of(text: str) -> list[Token]:
    return tokenize(Source(text)).tokens[:-1]


IN_BODIES = (
    *("", "x", "1", ";", "(", ")", "{", "}", " + 1", ",", "a(1)", "b", "set q = 1;", "turn;"),
    *("~exp(1)", "now", "else { }", "cached", "tokens(kv)"),
)


def redefined(text: str, random: Random, others: Sequence[str]) -> str:
    """The text after an edit of a definition, or of something else as above."""
    edit = random.choice((_in_definition, _in_definition, _moved, _renamed, edited))
    return edit(text, random, others)


def _in_definition(text: str, random: Random, _others: Sequence[str]) -> str:
    definitions = list(DEFINITION.finditer(text))
    if not definitions:
        return text
    one = random.choice(definitions)
    at = random.randrange(one.start(), one.end() + 1)
    return text[:at] + random.choice(IN_BODIES) + text[at + random.choice((0, 1, 1, 2)) :]


def _moved(text: str, random: Random, _others: Sequence[str]) -> str:
    """A definition taken out, doubled, or behind or before its uses."""
    definitions = list(DEFINITION.finditer(text))
    if not definitions:
        return text
    one = random.choice(definitions)
    rest = text if random.random() < 0.3 else text[: one.start()] + text[one.end() :]
    lines = rest.split("\n")
    lines.insert(random.randrange(len(lines) + 1), one[0] if random.random() < 0.7 else "")
    return "\n".join(lines)


def _renamed(text: str, random: Random, _others: Sequence[str]) -> str:
    """A definition renamed: at its head, or here and there, or everywhere."""
    names = DEFINED.findall(text)
    if not names:
        return text
    name = random.choice(names)
    other = random.choice((f"{name}x", random.choice(names), *RENAMED))
    return re.sub(rf"\b{name}\b", other, text, count=random.choice((0, 1, 2)))


DEFINITION = re.compile(r"^def .*$", re.MULTILINE)
DEFINED = re.compile(r"\bdef (\w+)")
