"""Makes the safe fixes of what was found, again and again, until there is none left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from sqlang.advice.together import FixesTogether
from sqlang.cli.checking import Checker, Subject, gather
from sqlang.diagnostics.model import Edit, edited
from sqlang.source import Source

_MOST_ROUNDS: Final = 100

_MOST_CHECKED: Final = 500_000
"""After so many characters of one subject were checked again, the rest is left to another call."""


class Mending:
    """Mends the texts of checked subjects, in memory.

    Only subjects are touched, not libraries that are not among them. In one round no two fixes
    touch the same characters: the second waits for the next round, when it may not be needed. A
    subject never comes back to a text it had before; those whose fixes do not come to an end at all
    are `endless` and stay as they were read.
    """

    def __init__(self, subjects: Sequence[Subject], checker: Checker) -> None:
        self._subjects: Final = subjects
        self._checker: Final = checker
        self._read: Final = {subject.identity: subject.source for subject in subjects}
        self._earlier: Final = {(each.identity, each.source.text) for each in subjects}
        self._checked: Final[Counter[str]] = Counter()
        self.endless: list[Subject] = []

    def mend(self) -> None:
        """Mend all subjects as far as their safe fixes go, and check them again."""
        changed: list[Subject] = []
        for _ in range(_MOST_ROUNDS):
            changed = self._round()
            if not changed:
                return
        self.endless = changed
        for subject in changed:
            self.take_back(subject)

    def take_back(self, subject: Subject) -> None:
        """Give a subject the text that was read, and check it again."""
        subject.fixes = 0
        self._change(subject, self._read[subject.identity])
        self._check_again([subject])

    def _round(self) -> list[Subject]:
        """Make the fixes that can be made at once; returns the subjects that they changed."""
        changed = []
        for page in _pages(self._subjects):
            subject, text = page.subject, page.edited()
            if self._checked[subject.identity] > _MOST_CHECKED:
                continue
            self._checked[subject.identity] += len(text)
            if (subject.identity, text) not in self._earlier:
                self._earlier.add((subject.identity, text))
                self._change(subject, Source(text, subject.source.path, subject.source.directory))
                subject.fixes += page.together.count
                changed.append(subject)
        self._check_again(changed)
        return changed

    def _change(self, subject: Subject, source: Source) -> None:
        subject.source = source
        self._checker.workspace.open_buffer(source.path, source.text)

    def _check_again(self, changed: Iterable[Subject]) -> None:
        """Check what has changed, and what uses it as a library."""
        identities = {subject.identity for subject in changed}
        self._checker.check(
            subject
            for subject in self._subjects
            if subject.identity in identities or subject.libraries & identities
        )


def _pages(subjects: Sequence[Subject]) -> list[_Page]:
    """The edits of one round for each subject; each fix is in there as a whole, or not at all."""
    pages = {subject.source: _Page(subject) for subject in subjects if not subject.undecodable}
    for diagnostic in gather(subjects):
        fix = next((each for each in diagnostic.fixes if each.safe), None)
        sources = set() if fix is None else {edit.span.source for edit in fix.edits}
        if fix is not None and len(sources) == 1 and sources <= pages.keys():
            pages[sources.pop()].together.take(fix)
    return [page for page in pages.values() if page.together.count]


class _Page:
    """The fixes that one round makes in one subject."""

    def __init__(self, subject: Subject) -> None:
        self.subject: Final = subject
        self.together: Final = FixesTogether()

    def edited(self) -> str:
        """The text with what was taken up."""
        return with_fixes(self.subject.source.text, self.together.edits)


def with_fixes(text: str, edits: Iterable[Edit]) -> str:
    """A text after the edits of fixes, which do not overlap; new lines end as its first line."""
    newline = _newline(text)
    ordered = sorted(edits, key=lambda edit: edit.span.offsets)
    if newline != "\n":
        ordered = [Edit(each.span, each.text.replace("\n", newline)) for each in ordered]
    return edited(text, ordered)


def _newline(text: str) -> str:
    """How the first line of a text ends: CR LF, or LF; a lone CR ends no line (LEX-1)."""
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
