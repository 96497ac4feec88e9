"""JSON as text, read and written without recursion and without loss.

The standard library's reader recurses, forgets which fields were given twice and the sign of `-0`,
and takes `NaN`; its writer recurses. An expression may be deeper than Python's stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import encode_basestring
from typing import Final, TypeAlias

from sqlang.ir.program import Node

Json: TypeAlias = "bool | int | float | str | list[Json] | JsonObject | None"
Writable: TypeAlias = (
    "bool | int | float | str | Sequence[Writable] | Mapping[str, Writable] | Node | None"
)

_TOKEN: Final = re.compile(
    r"""[ \t\n\r]* (
        \{ [ \t\n\r]* \} | \[ [ \t\n\r]* \] | [][{},:]
        | " [^"\\\x00-\x1f]* " | "
        | -? (?: 0 | [1-9][0-9]* ) (?: \.[0-9]+ )? (?: [eE][-+]?[0-9]+ )?
        | null | true | false
        |
    )""",
    re.VERBOSE,
)
_CONSTANTS: Final[Mapping[str, bool | None]] = {"null": None, "true": True, "false": False}
_STRINGS: Final = JSONDecoder()
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_LONGEST_INTEGER: Final = len(str(2**64))


class JsonObject:
    """The members of an object in the order of the text; a name may stand twice."""

    __slots__ = ("members",)

    def __init__(self) -> None:
        self.members: Final[list[tuple[str, Json]]] = []


class JsonError(ValueError):
    """Text that is not JSON; `line` and `column` count from 1."""

    def __init__(self, reason: str, text: str, offset: int) -> None:
        super().__init__(reason)
        self.line: Final = text.count("\n", 0, offset) + 1
        self.column: Final = offset - text.rfind("\n", 0, offset)


def parse_json(text: str) -> Json:
    """The value of a JSON text (RFC 8259), of any depth.

    Integers of 64 bits are `int`, all other numbers `float`; one too large for a float is infinite.

    Raises:
        JsonError: the text is not JSON, or one of its strings is not Unicode.
    """
    return _Parser(text).parse()


class _Parser:
    """One text, and how far it is read."""

    def __init__(self, text: str) -> None:
        self._text: Final = text
        self._start = 0
        self._end = 0

    def parse(self) -> Json:
        root: list[Json] = []
        container: JsonObject | list[Json] = root
        outer: list[JsonObject | list[Json]] = []
        key = ""
        while True:
            token = self._token()
            value = self._value(token)
            if isinstance(container, JsonObject):
                container.members.append((key, value))
            else:
                container.append(value)
            if token in ("{", "[") and isinstance(value, JsonObject | list):
                outer.append(container)
                container = value
            else:
                while outer and self._ends(container):
                    container = outer.pop()
                if not outer:
                    break
            if isinstance(container, JsonObject):
                key = self._key()
        if self._token() or self._end < len(self._text):
            raise self._error("the text goes on after its value")
        return root[0]

    def _value(self, token: str) -> Json:
        """The scalar that a token is, or an empty container for one that opens it."""
        match token[:1]:
            case '"':
                return self._string(token)
            case "{":
                return JsonObject()
            case "[":
                return []
            case "n" | "t" | "f":
                return _CONSTANTS[token]
            case "" | "]" | "}" | "," | ":":
                raise self._error("a value should stand here")
        return _number(token)

    def _ends(self, container: JsonObject | list[Json]) -> bool:
        """Whether a container ends after a value; if not, a comma has been read."""
        token = self._token()
        if token == ",":
            return False
        closer = "}" if isinstance(container, JsonObject) else "]"
        if token != closer:
            raise self._error(f"`,` or `{closer}` should stand here")
        return True

    def _key(self) -> str:
        token = self._token()
        if token[:1] != '"':
            raise self._error("the name of a field should stand here")
        key = self._string(token)
        if self._token() != ":":
            raise self._error("`:` should stand here")
        return key

    def _string(self, token: str) -> str:
        """The string that starts at a token; the token is all of it if nothing is escaped."""
        value = token[1:-1]
        if token == '"':
            try:
                value, self._end = _STRINGS.raw_decode(self._text, self._start)
            except JSONDecodeError:
                raise self._error("this string is malformed") from None
        if not value.isascii() and _SURROGATE.search(value):
            raise self._error("this string is not Unicode")
        return value

    def _token(self) -> str:
        """The next token; empty at the end of the text and before what starts none."""
        match = _TOKEN.match(self._text, self._end)
        assert match is not None, "the pattern matches the empty text"
        self._start, self._end = match.span(1)
        return match[1]

    def _error(self, reason: str) -> JsonError:
        return JsonError(reason, self._text, self._start)


def _number(token: str) -> int | float:
    """An integer if 64 bits, signed or not, hold it; `-0` keeps its sign."""
    if token == "-0" or len(token) > _LONGEST_INTEGER or not token.lstrip("-").isdigit():
        return float(token)
    value = int(token)
    return value if -(2**63) <= value < 2**64 else float(token)


def number_text(value: float) -> str:
    """The shortest digits that read back as `value`, always with a fraction or an exponent (IR-3).

    As the reference writes them: an exponent below 1e-5 and from 1e16 on, without leading zeros.
    """
    text = repr(float(value))
    mantissa, _, power = text.partition("e-0")
    if power == "5":
        sign = "-" if mantissa.startswith("-") else ""
        return f"{sign}0.0000{mantissa.lstrip('-').replace('.', '')}"
    return f"{mantissa}e-{power}" if power else text


def write_json(
    value: Writable, expand: Callable[[Node], Writable], *, compact: bool = False
) -> str:
    """The text of a value, indented by two spaces or without any white space.

    `expand` turns a node into what is written for it, one level at a time: the nodes within it may
    stay nodes, so that a deep tree costs no stack.
    """
    pieces: list[str] = []
    closers: list[str] = []
    levels = [iter([("", value)])]
    while levels:
        entry = next(levels[-1], None)
        if entry is None:
            levels.pop()
            pieces.append(closers.pop() if closers else "")
            continue
        prefix, item = entry
        while isinstance(item, Node):
            item = expand(item)
        pieces.append(prefix)
        if isinstance(item, dict | list | tuple) and item:
            opener, closer = "{}" if isinstance(item, dict) else "[]"
            pieces.append(opener)
            levels.append(_entries(item, "" if compact else "\n" + "  " * len(levels)))
            closers.append(closer if compact else "\n" + "  " * len(closers) + closer)
        else:
            pieces.append(_scalar(item))
    return "".join(pieces)


def _entries(
    container: Mapping[str, Writable] | Sequence[Writable], line_break: str
) -> Iterator[tuple[str, Writable]]:
    """What a container holds, each with the text between it and what stands before it."""
    prefix = line_break
    if isinstance(container, Mapping):
        colon = ": " if line_break else ":"
        for key, item in container.items():
            yield prefix + encode_basestring(key) + colon, item
            prefix = "," + line_break
    else:
        for item in container:
            yield prefix, item
            prefix = "," + line_break


def _scalar(value: Writable) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return number_text(value)
    return "{}" if isinstance(value, Mapping) else "[]"
