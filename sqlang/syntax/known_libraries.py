"""The libraries of an edited program, each read again only once it has changed."""

from __future__ import annotations

from sqlang.source import Source
from sqlang.syntax.edits import EditedText
from sqlang.syntax.expanded import Expanded
from sqlang.syntax.lexer import Lexed, tokenize
from sqlang.syntax.tokens import Token
from sqlang.syntax.workspace import Stamp, Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class KnownLibrary:
    """One library as it was when it had a `stamp`; of one that is edited most tokens stay.

    `expanded` has its definitions, if they were read without a mistake and it uses no other one.
    """

    __slots__ = ("_text", "expanded", "lexed", "source", "stamp")

    def __init__(self, source: Source, stamp: Stamp) -> None:
        self.source = source
        self.stamp = stamp
        self.lexed = tokenize(source)
        self.expanded: Expanded | None = None
        self._text = EditedText(source, self.lexed)

    def change(self, source: Source, stamp: Stamp) -> bool:
        """Read what has changed; false if all of it must be read."""
        relexed = self._text.relex(source)
        if relexed is None:
            return False
        self.source, self.stamp = source, stamp
        self.lexed = relexed.lexed
        if relexed.changes:
            self.expanded = None
        return True


class KnownLibraries:
    """The libraries by their paths, as they are written in the program."""

    __slots__ = ("_by_path", "_by_tokens")

    def __init__(self) -> None:
        self._by_path: Final[dict[str, KnownLibrary]] = {}
        self._by_tokens: Final[dict[int, KnownLibrary]] = {}

    def read(self, path: str, stamp: Stamp, workspace: Workspace) -> tuple[Source, Lexed] | None:
        """The text at a path and its tokens; `None` if it cannot be read."""
        known = self._by_path.get(path)
        if known is None or stamp is None or known.stamp != stamp:
            source = workspace.read(path)
            if source is None:
                self._forget(path)
                return None
            if known is None or not known.change(source, stamp):
                self._forget(path)
                known = KnownLibrary(source, stamp)
            self._by_path[path] = self._by_tokens[id(known.lexed.tokens)] = known
        return known.source, known.lexed

    def of(self, tokens: list[Token]) -> KnownLibrary | None:
        """The library that has these tokens."""
        return self._by_tokens.get(id(tokens))

    def _forget(self, path: str) -> None:
        known = self._by_path.pop(path, None)
        if known is not None:
            self._by_tokens.pop(id(known.lexed.tokens), None)
