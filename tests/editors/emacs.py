"""A real Emacs in a terminal nobody sees, driven from outside as by its user's hands and eyes."""

from __future__ import annotations

import base64
import json
import os
import pty
import shutil
import subprocess
import tempfile
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.editors.neovim import COMMANDS, DEADLINE, wait_for

PLUGIN = Path(__file__).parents[2] / "editors" / "emacs"
LINES, COLUMNS = 60, 160
Json = Any  # what Emacs answers, each question in its own shape

# The question is asked in the buffer that the user sees.
_ASK = """(with-current-buffer (window-buffer (selected-window))
  (base64-encode-string (encode-coding-string (json-encode (vector {})) 'utf-8) t))"""


def program() -> str:
    """Where Emacs is; without one the test is skipped, but never on CI."""
    found = shutil.which("emacs")
    if found is None and os.environ.get("CI"):
        pytest.fail("CI has no Emacs: .ci/run should have installed it")
    if found is None:
        pytest.skip(
            "there is no Emacs on this machine (Debian: apt-get install emacs-nox elpa-eglot)"
        )
    return found


def require_eglot() -> None:
    """Skips where Emacs has no client for language servers, but never on CI."""
    question = "(progn (package-initialize) (require 'eglot))"
    command = [program(), "-q", "--batch", "--eval", question]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        return
    if os.environ.get("CI"):
        pytest.fail("CI has no Eglot: .ci/run should have installed it")
    pytest.skip("this Emacs has no Eglot (Debian: apt-get install elpa-eglot)")


def batch(lisp: str, *files: Path) -> str:
    """What an Emacs without a terminal prints for a program in Lisp, with our mode loaded."""
    mode = ["-q", "--batch", "-L", str(PLUGIN), "-l", "serq-mode"]
    done = subprocess.run(
        [program(), *mode, "--eval", lisp, *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Emacs:
    """One running editor; what it knows is asked in Lisp, what its user does is typed."""

    def __init__(self, terminal: int, socket: Path) -> None:
        self._terminal = terminal
        self._client = ["emacsclient", "--socket-name", str(socket), "--eval"]

    def lisp(self, form: str) -> Json:
        """What a form gives, as JSON."""
        done = subprocess.run(
            [*self._client, _ASK.format(form)],
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return json.loads(base64.b64decode(done.stdout))[0]

    def keys(self, keys: str) -> None:
        """Types characters, control characters included; ESC before a key is Meta."""
        os.write(self._terminal, keys.encode())

    def command(self, name: str) -> None:
        """Types the name of a command."""
        self.keys(f"\x1bx{name}\r")

    def open(self, path: Path) -> None:
        """Visits a file."""
        self.keys(f"\x18\x06{path}\r")
        wait_for(lambda: self.lisp("(buffer-file-name)") == os.path.realpath(path), self.messages)

    def go(self, text: str) -> None:
        """Goes to the first place of a text, as by a search from the start."""
        found = self.lisp(
            f"(progn (goto-char (point-min)) (search-forward {json.dumps(text)})"
            " (goto-char (match-beginning 0)) (set-window-point nil (point)) (point))"
        )
        assert isinstance(found, int)

    def text(self) -> str:
        """The text that the user has before them."""
        return str(self.lisp("(buffer-substring-no-properties (point-min) (point-max))"))

    def messages(self) -> str:
        """What Emacs has told its user so far."""
        return str(self.lisp('(with-current-buffer "*Messages*" (buffer-string))'))


@contextmanager
def running(home: Path, configuration: str) -> Iterator[Emacs]:
    """A fresh editor whose user has only this in their init.el."""
    require_eglot()
    if shutil.which("setsid") is None:
        pytest.skip("there is no setsid on this machine, which gives Emacs a terminal of its own")
    (home / ".emacs.d").mkdir(parents=True)
    (home / ".emacs.d" / "init.el").write_text(configuration, encoding="utf-8")
    environment = {
        **os.environ,
        "HOME": str(home),
        "TERM": "linux",  # any xterm would be asked what it is, and never answer
        "LC_ALL": "C.UTF-8",
        "PATH": f"{COMMANDS}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (LINES, COLUMNS))
    # A socket's path has room for a hundred characters, fewer than a test's own folder may need.
    with tempfile.TemporaryDirectory(prefix="emacs") as short:
        socket = Path(short) / "s"
        start = f"""(progn (require 'server)
            (setq server-socket-dir "{short}" server-name "{socket.name}") (server-start))"""
        command = ["setsid", "--ctty", program(), "-nw", "--no-splash", "--eval", start]
        with subprocess.Popen(
            command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, cwd=home
        ) as process:
            os.close(theirs)
            reader = threading.Thread(target=_look_away, args=(ours,), daemon=True)
            reader.start()
            try:
                wait_for(socket.exists)
                yield Emacs(ours, socket)
            finally:
                process.kill()
                process.wait()
                reader.join()
                os.close(ours)


def _look_away(terminal: int) -> None:
    """Reads what is drawn, so that Emacs never waits for it to be read."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:  # the other side is gone
        return
