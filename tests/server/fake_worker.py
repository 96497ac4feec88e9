"""A worker that does what the program of its job says, for tests of those who talk to workers.

`sleep S` answers after S seconds and can be cancelled; `hang` never answers; `die` ends it;
`crash` tells of an error of ours.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

cancelled: dict[int, threading.Event] = {}


def answer(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def work(number: int, program: str) -> None:
    verb, _, seconds = program.partition(" ")
    answer({"id": number, "ready": True})
    if verb == "die":
        os._exit(3)
    if verb == "crash":
        answer({"id": number, "crashed": "an error of ours"})
        return
    if verb == "hang":
        return
    answer({"id": number, "partial": {"time": 0.5}})
    stopped = cancelled[number].wait(float(seconds or 0))
    answer({"id": number, "done": {"program": program, "pid": os.getpid(), "stopped": stopped}})


print("a stray line on standard error", file=sys.stderr)
answer({"id": None, "ready": True})
for line in sys.stdin:
    asked = json.loads(line)
    if "cancel" in asked:
        cancelled[asked["cancel"]].set()
    else:
        cancelled[asked["id"]] = threading.Event()
        threading.Thread(target=work, args=(asked["id"], asked["run"]["ir"]), daemon=True).start()
