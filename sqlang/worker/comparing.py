"""Two programs compared for a client: one and a change of it, or another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.api.comparing import Titled
    from sqlang.syntax.workspace import Workspace
    from sqlang.views.comparison.changes import Change
    from sqlang.worker.channel import Channel


class CompareRequest(NamedTuple):
    """A comparison that is wanted; `identity` is returned with the answer.

    `texts` are what is open in the client, by their paths; `path` is the first program, which need
    not be a file. The second is that of the path `other`, or the first with `changes`.
    """

    identity: object
    path: str
    directory: str | None
    texts: Mapping[str, str]
    changes: Sequence[Sequence[Any]]
    other: str | None
    iterations: int | None
    deadline: float | None


class RefusedError(Exception):
    """There is nothing to compare; the text is a sentence for the user."""


class ComparisonJob:
    """A comparison that was asked for, in at most `memory` mebibytes.

    It looks at no cancellation while it works: kill its process.
    """

    def __init__(self, request: CompareRequest, memory: int) -> None:
        self.request = request
        self.memory = memory
        self.finished = False

    def cancel(self) -> None:
        """Does nothing: the front end and four runs take no more than their deadlines."""

    def run(self, channel: Channel) -> None:
        """Compares and sends the answer."""
        identity = self.request.identity
        channel.send({"id": identity, "ready": True})
        try:
            channel.send({"id": identity, "done": _compared(self.request, self.memory)})
        except RefusedError as refusal:
            channel.send({"id": identity, "failed": {"message": str(refusal)}})
        finally:
            self.finished = True


def _compared(request: CompareRequest, memory: int) -> dict[str, object]:
    from sqlang.api.comparing import compare_titled
    from sqlang.engine import Limits
    from sqlang.views.comparison.json_value import to_json_value
    from sqlang.views.comparison.styled import plain_text
    from sqlang.views.comparison.text import comparison_lines

    first, second = _programs(request)
    limits = Limits(request.iterations, None, request.deadline, memory=memory)
    comparison = compare_titled(first, second, limits=limits)
    text = plain_text(comparison_lines(comparison))
    return {"comparison": to_json_value(comparison), "text": text}


def _programs(request: CompareRequest) -> tuple[Titled, Titled]:
    from sqlang.syntax.workspace import Workspace

    workspace = Workspace()
    for path, text in request.texts.items():
        workspace.open_buffer(path, text)
    analysis = _analyzed(request, workspace)
    first = _titled(analysis, request.path)
    if request.other is not None:
        return first, _other(request, request.other, workspace)
    return first, _changed(analysis, request, workspace)


def _analyzed(request: CompareRequest, workspace: Workspace) -> Analysis:
    from sqlang.analysis import analyze
    from sqlang.source import Source

    text = request.texts[request.path]
    return analyze(Source(text, request.path, request.directory), workspace=workspace)


def _titled(analysis: Analysis, title: str, notes: tuple[str, ...] = ()) -> Titled:
    from sqlang.api.comparing import Titled
    from sqlang.api.compiling import from_analysis
    from sqlang.diagnostics import DiagnosticError
    from sqlang.semantics.settings import AS_WRITTEN

    try:
        return Titled(from_analysis(analysis, AS_WRITTEN), title, notes)
    except DiagnosticError as error:
        what = f"{'; '.join(notes)}: that" if notes else title
        raise RefusedError(f"{what} has errors: {error.diagnostics[0].message}") from error


def _other(request: CompareRequest, path: str, workspace: Workspace) -> Titled:
    import os

    from sqlang.analysis import analyze
    from sqlang.api.comparing import Titled
    from sqlang.api.compiling import compile as compiled
    from sqlang.diagnostics import DiagnosticError
    from sqlang.source import Source

    if path in request.texts:
        source = Source(request.texts[path], path, os.path.dirname(path))
        return _titled(analyze(source, workspace=workspace), path)
    try:
        return Titled(compiled(path), path)
    except DiagnosticError as error:
        raise RefusedError(f"{path} has errors: {error.diagnostics[0].message}") from error
    except ValueError as error:
        raise RefusedError(str(error)) from error


def _changed(analysis: Analysis, request: CompareRequest, workspace: Workspace) -> Titled:
    from sqlang.analysis import analyze
    from sqlang.views.comparison.changes import ChangeError, apply_changes

    changes = [_change(each) for each in request.changes]
    try:
        changed = apply_changes(analysis, changes)
    except ChangeError as error:
        raise RefusedError(str(error)) from error
    again = analyze(changed.source, workspace=workspace)
    return _titled(again, f"{request.path}, changed", changed.notes)


def _change(given: Sequence[Any]) -> Change:
    from sqlang.views.comparison.changes import Replace, SetTo, Without

    match given:
        case ["without", int(first), int(last)]:
            return Without(first, last)
        case ["set", str(name), str(value)]:
            return SetTo(name, value)
        case ["replace", str(text), line]:
            return Replace(text, line)
    raise RefusedError(f"{given!r} is no change")
