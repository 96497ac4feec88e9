"""`python -m sqlang_server.checking`: checks files until its input ends, off the event loop."""

from __future__ import annotations

import json
import signal

from sqlang.analysis import analyze
from sqlang.syntax.workspace import Workspace
from sqlang.worker.channel import Channel, ClientGoneError
from sqlang_server.checking.findings import mistakes_in_libraries, own_mistakes
from sqlang_server.checking.messages import Json, stamps_to_json, to_json


def main() -> None:
    """Answers one request after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client decides, not the terminal
    channel, workspace = Channel.of_standard_streams(), Workspace()
    while line := channel.receive():
        request = json.loads(line)
        try:
            channel.send({"id": request["id"], **_checked(request, workspace)})
        except ClientGoneError:
            return


def _checked(request: Json, workspace: Workspace) -> Json:
    workspace.confine(request["within"])
    for path, text in request["buffers"].items():
        if text is None:
            workspace.close_buffer(path)
        else:
            workspace.open_buffer(path, text)
    path = request["check"]
    stamps = {path: workspace.stamp(path)}
    source = workspace.read(path)
    if source is None:
        undecodable = workspace.undecodable(path)
        found = () if undecodable is None else (undecodable,)
        return {"own": to_json(found), "libraries": [], "stamps": stamps_to_json(stamps)}
    analysis = analyze(source, workspace=workspace)
    return {
        "own": to_json(own_mistakes(analysis)),
        "libraries": to_json(mistakes_in_libraries(analysis)),
        "stamps": stamps_to_json({**analysis.kernel.stamps, **stamps}),
    }


if __name__ == "__main__":
    main()
