"""A real Neovim without a screen, driven from outside as by its user's hands and eyes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

PLUGIN = Path(__file__).parents[2] / "editors" / "neovim"
COMMANDS = Path(sys.executable).parent
DEADLINE = 40.0  # seconds
Seen = TypeVar("Seen")
Json = Any  # what Neovim answers, each question in its own shape


def wait_for(look: Callable[[], Seen | None], told: Callable[[], object] = str) -> Seen:
    """Looks until there is something to see; `told` says why there may be nothing."""
    last = time.monotonic() + DEADLINE
    while time.monotonic() < last:
        if seen := look():
            return seen
        time.sleep(0.02)
    raise AssertionError(f"nothing seen in {DEADLINE} seconds. {told()}")


def quoted(text: str) -> str:
    """A text as Lua has it."""
    return json.dumps(text, ensure_ascii=False)


class Neovim:
    """One running editor; what it knows is asked in Lua, what its user does is typed."""

    def __init__(self, program: str, socket: Path) -> None:
        self._remote = [program, "--server", str(socket)]

    def lua(self, body: str) -> Json:
        """What a Lua function of this body returns, as JSON."""
        chunk = f"vim.json.encode({{ (function() {body} end)() }})".replace("'", "''")
        done = subprocess.run(
            [*self._remote, "--remote-expr", f"luaeval('{chunk}')"],
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE,
        )
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        return answer[0] if answer else None

    def until(self, condition: str) -> Json:
        """Waits inside of the editor for a Lua expression to be true, and gives what it is."""
        look = f"local ok, seen = pcall(function() return {condition} end)"
        seen = self.lua(
            f"local last vim.wait({DEADLINE - 10:.0f} * 1000, function() {look}"
            " last = ok and seen return last end, 20) return last"
        )
        assert seen, f"never true: {condition}. {self.messages()}"
        return seen

    def keys(self, keys: str) -> None:
        """Types, in Neovim's notation of keys."""
        subprocess.run([*self._remote, "--remote-send", keys], check=True, timeout=DEADLINE)

    def open(self, path: Path) -> None:
        """Opens a file by the name that completion in the command line would give it."""
        self.lua(f"vim.cmd.edit(vim.fn.fnameescape({quoted(str(path))}))")

    def messages(self) -> str:
        """What Neovim has told its user so far."""
        told = self.lua('return vim.fn.execute("messages")')
        return str(told)


@contextmanager
def running(home: Path, search: Path = COMMANDS, *settings: str) -> Iterator[Neovim]:
    """A fresh editor with our plugin alone; looks for commands in `search` first.

    `settings` are commands for before the plugin is loaded.
    """
    program = str(COMMANDS / "nvim")
    folders = {
        f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "STATE", "CACHE")
    }
    path = f"{search}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, **folders, "PATH": path}
    # A socket's path has room for a hundred characters, fewer than a test's own folder may need.
    with tempfile.TemporaryDirectory(prefix="nvim") as short:
        socket = Path(short) / "s"
        command = [program, "--clean", "--headless", "--listen", str(socket)]
        command += ["--cmd", f"lua vim.opt.runtimepath:prepend({quoted(str(PLUGIN))})"]
        for setting in settings:
            command += ["--cmd", setting]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
            try:
                wait_for(socket.exists)
                yield Neovim(program, socket)
            finally:
                process.terminate()
