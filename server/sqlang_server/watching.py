"""What others do to files: saving, changing, renaming and deleting them.

Nothing depends on being told: all of it is looked at on use. It is shown sooner if somebody tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from sqlang_server.projects import NAMES

if TYPE_CHECKING:
    from sqlang_server.session import Session

PROGRAMS: Final = "**/*.sq"
GLOBS: Final = (PROGRAMS, *(f"**/{name}" for name in NAMES))

OPERATIONS: Final = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern(PROGRAMS), scheme="file")]
)
"""Of which files a client tells that they were renamed or deleted."""


def registration() -> types.Registration:
    """Asks a client to watch programs and the settings of projects, and nothing else."""
    watchers = [types.FileSystemWatcher(glob) for glob in GLOBS]
    return types.Registration(
        "sqlang-files",
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        types.DidChangeWatchedFilesRegistrationOptions(watchers),
    )


def did_save(session: Session, _: types.DidSaveTextDocumentParams) -> None:
    """`textDocument/didSave`"""
    session.files_changed()


def did_change_watched_files(session: Session, _: types.DidChangeWatchedFilesParams) -> None:
    """`workspace/didChangeWatchedFiles`"""
    session.files_changed()


def did_rename_files(session: Session, _: types.RenameFilesParams) -> None:
    """`workspace/didRenameFiles`"""
    session.files_changed()


def did_delete_files(session: Session, _: types.DeleteFilesParams) -> None:
    """`workspace/didDeleteFiles`"""
    session.files_changed()
