"""Replaces uses of definitions token by token while the automaton reads (spec 1, sections 7 and 8).

It stands between the tokens and the automaton: in the state where an item may start it takes `def`
and `use`, where an atom or a statement may start it takes uses of definitions (DEF-8). Entries of
the surface tree in which nothing is expanded are taken over as they are. What reads definitions and
uses is loaded when there are any.
"""

from __future__ import annotations

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix, Related
from sqlang.syntax import tree
from sqlang.syntax.automaton import Interceptor, Parser
from sqlang.syntax.bounds import MAXIMUM_DEPTH, MAXIMUM_EXPANDED_TOKENS, MAXIMUM_REPLACEMENTS
from sqlang.syntax.entries import Entry
from sqlang.syntax.expansions import with_uses
from sqlang.syntax.libraries import Libraries
from sqlang.syntax.surface import SurfaceTree
from sqlang.syntax.table import DEFINED, load_table
from sqlang.syntax.taking_over import take_over
from sqlang.syntax.tokens import Expansion, Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.definitions import DefinitionRecord, UseRecord
    from sqlang.syntax.taking_over import MayStay
    from sqlang.syntax.uses import Use


_ITEM_WORDS: Final = frozenset({"def", "use"})


class Reusable:
    """Which entries of a surface tree hold a use of a definition."""

    def __init__(self, surface: SurfaceTree) -> None:
        self._surface = surface
        self._defined: set[str] = set()

    def define(self, *names: str) -> None:
        """From now on each of these names before `(` is a use of a definition."""
        self._defined.update(names)

    @property
    def may_stay(self) -> MayStay:
        """Asks whether nothing is to be replaced in an entry."""
        return self._holds_no_use if self._defined else _is_closed

    def _holds_no_use(self, entry: Entry, pending: list[Token], before: int) -> bool:
        return _is_closed(entry) and self._defined.isdisjoint(entry.calls(pending, before))

    def called(self) -> frozenset[str]:
        """Every name that stands before `(` somewhere."""
        from sqlang.syntax.calls import names_called  # only after a mistake

        return names_called(self._surface.parse.stream, self._surface.tokens)


class Expander(Interceptor):
    """The interceptor that makes the kernel tree.

    `size` is the number of tokens of the program. A definition whose first token is among
    `given_up`, by identity, is known to be damaged.
    """

    def __init__(
        self, reusable: Reusable, libraries: Libraries, size: int, given_up: frozenset[int]
    ) -> None:
        super().__init__()
        self._reusable = reusable
        self._given_up = given_up
        self._called: dict[str, tuple[DefinitionRecord, Token]] = {}
        self._libraries = libraries
        self._size = size
        self._added = 0
        self._replacements = 0
        self._failures = 0
        self._too_large = False
        self.words.update(("def", "use"))
        self.definitions: Final[dict[str, DefinitionRecord]] = {}
        self.uses: Final[list[UseRecord]] = []
        self.diagnostics: Final[list[Diagnostic]] = []

    def names_in_doubt(self) -> frozenset[str]:
        """What may be the name of a definition that could not be read."""
        if not self.lacks_definitions:
            return frozenset()
        return self._reusable.called().difference(self.definitions)

    def intercept(self, parser: Parser, token: Token, state: int) -> bool:
        """Take over an entry, or take a definition, a library or a use."""
        lists = parser.table.lists
        if state == lists["items"] and token.text in _ITEM_WORDS:
            self._read_items(parser.pending)
            return True
        entry = token.entry
        if entry is not None and state == lists[entry.symbol] and self._stays(parser, entry):
            return True
        record = self.definitions.get(token.text)
        if record is None or DEFINED not in parser.table.shifts[state]:
            return False
        if parser.pending[-2].text != "(":
            return False
        self._expand(parser, record, at_statement=state == lists["statements"])
        return True

    def _stays(self, parser: Parser, entry: Entry) -> bool:
        """Take over an entry whose tokens are the next ones if nothing is to be replaced in it."""
        return take_over(parser, entry, self._reusable.may_stay)

    # Definitions and libraries

    def _read_items(self, program: list[Token]) -> None:
        """Take the `def` or `use` at hand, and all that its libraries hold (USE-2)."""
        files = [program]
        while True:
            pending = files[-1]
            word = pending[-1].text
            if word == "def":
                self._define(files)
            elif word == "use":
                library = self._libraries.take_use(pending, self._size)
                self._size += max(len(library) - 1, 0)
                if not self._knows_library(library) and library:
                    files.append(library[::-1])
            else:
                if pending[-1].kind is not Kind.END:
                    self.lacks_definitions = True
                    self.diagnostics.append(report("SQ233", pending[-1].span))
                files.pop()
                self._has_read_library()
            self.lacks_definitions |= self._libraries.lacks_one
            self.diagnostics.extend(self._libraries.problems)
            self._libraries.problems.clear()
            if len(files) == 1:
                return

    def _knows_library(self, _tokens: list[Token]) -> bool:
        """Whether the definitions of a library need not be read; it may have no tokens."""
        return False

    def _has_read_library(self) -> None:
        """The library that was opened last has been read, or only up to a mistake."""

    def _define(self, files: list[list[Token]]) -> None:
        """Take one definition from the innermost file."""
        from sqlang.syntax.definition_reader import DefinitionReader
        from sqlang.syntax.hygiene import calls

        pending = files[-1]
        first = pending[-1]
        reader = DefinitionReader(pending, self.definitions, self._called)
        record = reader.read()
        if reader.is_open and _take_rest(files[:-1], record):
            self.diagnostics.append(report("SQ234", first.span))
        else:
            self.diagnostics.extend(reader.problems)
        self.lacks_definitions |= not reader.has_head or id(first) in self._given_up
        if record:
            name = record.name.text
            self.definitions[name] = record = self._kept(
                record._replace(damaged=record.damaged or id(first) in self._given_up)
            )
            for use in calls(record.body):
                self._called.setdefault(use.text, (record, use))
            self.words.add(name)
            self._reusable.define(name)
            if len(files) == 1 and not reader.problems and not record.damaged:
                self._has_defined(pending, record)

    def _kept(self, record: DefinitionRecord) -> DefinitionRecord:
        """The record to keep of a definition that was read."""
        return record

    def _has_defined(self, pending: list[Token], record: DefinitionRecord) -> None:
        """A definition of the program itself was read without a mistake."""

    # Uses

    def _expand(self, parser: Parser, record: DefinitionRecord, *, at_statement: bool) -> None:
        """Put what a definition says in the place of its use, or damage after a mistake."""
        from sqlang.syntax.definitions import UseRecord
        from sqlang.syntax.token_queue import put_back
        from sqlang.syntax.uses import UseChecks, replacement, take_use

        pending = parser.pending
        use = take_use(pending)
        if use.depth > MAXIMUM_DEPTH:
            # Each level would be read again for each level around it.
            parser.cut(use.name)
            return
        checks = UseChecks(use, record, self.definitions)
        problem = self._mismatch(use, record, at_statement=at_statement)
        if problem and at_statement and parser.consumed and parser.consumed[-1].inserted:
            # It starts a statement only since a mark was put in, and that has been said.
            self._stand_in(parser, use.name, use.closer, at_statement=True)
            return
        problem = problem or use.problem or (None if record.damaged else checks.shape())
        last = use.closer
        if at_statement and pending[-1].text == ";":
            last = pending.pop()
        if problem or record.damaged:
            self._report(problem, use.name)
            self._stand_in(parser, use.name, last, at_statement=at_statement)
            return
        self._report(checks.meaning(), use.name)
        if at_statement and last is use.closer:
            self._report(_missing_semicolon(use), use.name)
        expansion = Expansion(record.name.text, use.name, last)
        tokens = replacement(record, use, expansion)
        if not self._fits(use, len(tokens) - use.length):
            self._stand_in(parser, use.name, last, at_statement=at_statement)
            return
        self.uses.append(UseRecord(record, use.name, tuple(checks.arguments()), expansion))
        put_back(pending, tokens)

    def _mismatch(
        self, use: Use, record: DefinitionRecord, *, at_statement: bool
    ) -> Diagnostic | None:
        """A definition of the other sort (DEF-9)."""
        if record.damaged or record.is_statement == at_statement:
            return None
        head = Related(record.name.span, "defined here")
        code = "SQ223" if at_statement else "SQ224"
        return report(code, use.name.span, related=(head,), name=use.name.text)

    def _fits(self, use: Use, growth: int) -> bool:
        """Whether the program stays within its bounds with this use replaced (DEF-20)."""
        self._replacements += 1
        if (
            self._size + growth <= MAXIMUM_EXPANDED_TOKENS
            and self._replacements <= MAXIMUM_REPLACEMENTS
        ):
            self._size += growth
            self._added += max(growth, 0)
            return True
        if not self._too_large:
            self._report(report("SQ226", use.name.span, name=use.name.text), use.name)
        self._too_large = True
        return False

    def _report(self, problem: Diagnostic | None, token: Token) -> None:
        if problem:
            self._failures += 1
            self.diagnostics.append(with_uses(problem, token))

    def _stand_in(self, parser: Parser, name: Token, last: Token, *, at_statement: bool) -> None:
        """A damaged node in the place of a use that cannot be replaced."""
        self._failures += 1
        node = tree.Damaged(name, last)
        start = len(parser.consumed)
        parser.consumed.extend((name, last))
        parser.last_mistake = len(parser.consumed)
        if at_statement:
            parser.values[-1].append(node)
            return
        parser.starts.append(start)
        parser.values.append(node)
        parser.states.append(parser.table.gotos[parser.states[-1]]["atom"])


def _is_closed(entry: Entry, *_where: object) -> bool:
    """Whether an entry is no definition or library, and no word in it must be a use."""
    return not entry.has_open_use and not isinstance(entry.node, (tree.Definition, tree.UseLibrary))


def _missing_semicolon(use: Use) -> Diagnostic:
    from sqlang.syntax.layout import after

    gap = after(use.closer)
    fix = Fix("Insert `;`", (Edit(gap, ";"),), safe=True)
    return report("SQ225", gap, fixes=(fix,), name=use.name.text)


def _take_rest(files: list[list[Token]], record: DefinitionRecord | None) -> bool:
    """Whether a definition that its file leaves open ends in the text after that file.

    If that text does not go on with an item, what ends the definition there is taken.
    """
    from sqlang.syntax.token_queue import take_to

    if not files:
        return False
    end = "}" if record and record.is_statement else ";"
    rest = [files[0][0], *(token for file in files for token in file[1:])]
    ends = take_to(rest, end).end is not None
    if ends and files[-1][-1].text not in load_table().shifts[load_table().lists["items"]]:
        take_to(files[-1], end)
    return ends
