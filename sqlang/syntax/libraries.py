"""The files a program names with `use`, each read once (spec 1, section 8)."""

from __future__ import annotations

import os

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.source import Source, Span
from sqlang.syntax.actions import string_value
from sqlang.syntax.bounds import MAXIMUM_EXPANDED_TOKENS
from sqlang.syntax.lexer import Lexed, tokenize
from sqlang.syntax.tokens import Kind, Token
from sqlang.syntax.workspace import Stamp, Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.known_libraries import KnownLibraries


_QUOTES: Final = 2


class Libraries:
    """Reads libraries for one program; a file already read, the program included, gives nothing.

    `stamps` has the state of each file that was looked for, by its path; `brought_in` has the
    first `use` of each library, itself in the program or in another library. `lacks_one` tells that
    some library could not be read. Those that are `known` are only read if they have changed.
    """

    def __init__(
        self, program: Source, workspace: Workspace, known: KnownLibraries | None = None
    ) -> None:
        self._workspace = workspace
        self._known = known
        self._read: set[str] = set()
        self.sources: Final = [program]
        self.problems: Final[list[Diagnostic]] = []
        self.lacks_one = False
        self.stamps: Final[dict[str, Stamp]] = {}
        self.brought_in: Final[dict[Source, Span]] = {}

    def take_use(self, pending: list[Token], size: int) -> list[Token]:
        """Take `use "path";` and give the tokens of that library, its end token included.

        `size` is how many tokens the program has so far. The list is empty if there is nothing to
        read.
        """
        word = pending.pop()
        path = pending[-1]
        if path.kind is not Kind.STRING:
            if not _hides_stray(word, path):
                self.problems.append(report("SQ104", path.span))
            from sqlang.syntax.token_queue import take_item

            take_item(pending)
            return []
        pending.pop()
        if path.text.count('"') < _QUOTES:
            # The lexer has said that it is never closed (SQ004).
            return []
        before = len(self.problems)
        library = self._tokens(word, path, size)
        if pending[-1].text == ";":
            pending.pop()
        else:
            # The file is looked for behind the `;`, so a missing one is told alone.
            if not library:
                del self.problems[before:]
            self._refuse_open_use(path, pending[-1])
        return library

    def _not_read(self, problem: Diagnostic) -> None:
        self.lacks_one = True
        self.problems.append(problem)

    def _refuse_open_use(self, path: Token, found: Token) -> None:
        from sqlang.syntax.layout import after

        gap = after(path)
        fix = Fix("Insert `;`", (Edit(gap, ";"),), safe=True)
        if found.kind is Kind.END and found.source is not self.sources[0]:
            self.problems.append(report("SQ234", path.span, fixes=(fix,)))
        else:
            self.problems.append(report("SQ101", gap, fixes=(fix,), expected="`;`"))

    def _tokens(self, word: Token, name: Token, size: int) -> list[Token]:
        path, use = string_value(name), word.span.to(name.span)
        directory, program = word.source.directory, self.sources[0]
        if not self._read and program.directory is not None:
            self._read.add(self._workspace.canonical(program.path))
        if directory is None:
            self._not_read(report("SQ231", word.span, path=path))
            return []
        place = os.path.join(directory, path)
        identity = self._workspace.identity(place)
        if identity in self._read:
            return []
        self._read.add(identity)
        self.stamps[place] = self._workspace.stamp(place)
        read = self._text(place)
        if read is None:
            reason = self._workspace.why_unreadable(place)
            self._not_read(report("SQ232", word.span, path=path, reason=reason))
            undecodable = self._workspace.undecodable(place)
            if undecodable is not None:
                self.brought_in[undecodable.span.source] = use
                self.problems.append(undecodable)
            return []
        source, lexed = read
        if size + len(lexed.tokens) > MAXIMUM_EXPANDED_TOKENS:
            self._not_read(report("SQ235", word.span, path=path))
            return []
        self.sources.append(source)
        self.brought_in[source] = use
        self.problems.extend(lexed.diagnostics)
        return lexed.tokens

    def _text(self, place: str) -> tuple[Source, Lexed] | None:
        """The text of a library and its tokens."""
        if self._known is not None:
            return self._known.read(place, self.stamps[place], self._workspace)
        source = self._workspace.read(place)
        return None if source is None else (source, tokenize(source))


def _hides_stray(before: Token, token: Token) -> bool:
    """Whether a character of no token stands between two: the lexer has said what is wrong."""
    between = before.source.text[before.end : token.start].lstrip()
    return bool(between) and not between.startswith(("//", "/*"))
