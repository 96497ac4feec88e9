"""What happens once the client is ready, and when its settings change."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris, watching
from sqlang_server.collecting import Collecting
from sqlang_server.previews import shown

if TYPE_CHECKING:
    from sqlang_server.session import Session

logger = logging.getLogger(__name__)

_SECTION: Final = "sq"

_SOON: Final = 0.5
"""Seconds after which a client has what it asks for at its start."""


async def initialized(session: Session, _: types.InitializedParams) -> None:
    """Registers what can only be registered now, reads the settings and warms a worker.

    What the first mistake needs is loaded a little later, since by then the first text is shown.
    """
    asyncio.get_running_loop().call_later(_SOON, _load_the_rest)
    session.warn(session.misunderstood)
    if session.settings.runs:
        session.workers.warm()
    session.closed_files.changed()
    registrations = _registrations(session)
    if registrations:
        session.server.client_register_capability(types.RegistrationParams(registrations))
    await read_configuration(session)


def _load_the_rest() -> None:
    from sqlang.incremental import warm_up

    warm_up()
    Collecting.clean_up()


async def did_change_configuration(
    session: Session, params: types.DidChangeConfigurationParams
) -> None:
    """Settings come with the notification, or have to be asked for; many clients send nothing."""
    if session.client.configuration:
        await read_configuration(session)
    elif params.settings:
        session.configure(_section(params.settings))


async def read_configuration(session: Session) -> None:
    """Asks the client for our section, if it can be asked; an answer of nothing changes nothing."""
    if not session.client.configuration:
        return
    folders = session.folders.paths
    items = [types.ConfigurationItem(section=_SECTION)]
    items += [types.ConfigurationItem(uris.uri_of(folder), _SECTION) for folder in folders]
    try:
        answer = await session.server.workspace_configuration_async(
            types.ConfigurationParams(items)
        )
    except JsonRpcException as error:
        logger.warning("the client did not tell its configuration: %s", error)
        return
    if not any(answer):
        return
    whole, *of_folders = answer
    own = zip(folders, of_folders, strict=False)
    session.configure(whole, {folder: given for folder, given in own if given != whole})


async def did_change_folders(
    session: Session, params: types.DidChangeWorkspaceFoldersParams
) -> None:
    """`workspace/didChangeWorkspaceFolders`; a new folder may have settings of its own."""
    session.folders_changed(params.event)
    await read_configuration(session)


def _section(given: object) -> object:
    """Our part of a configuration that may be that of the whole editor."""
    if not isinstance(given, dict):
        return None
    ours = {key: value for key, value in given.items() if key.split(".")[0] == _SECTION}
    return ours or given


def _registrations(session: Session) -> list[types.Registration]:
    registrations = []
    if session.client.virtual_documents:
        registrations.append(shown.registration())
    if session.client.registers_watching:
        registrations.append(watching.registration())
    if session.client.registers_configuration:
        registrations.append(
            types.Registration(
                "sqlang-configuration",
                types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                types.DidChangeConfigurationRegistrationOptions(section=_SECTION),
            )
        )
    return registrations
