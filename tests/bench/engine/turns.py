"""`python -m tests.bench.engine.turns`: makes the trace that `programs/trace_replay.sq` replays.

Conversations of one to some twenty turns, with long tails as in recorded ones: questions and
answers lognormal in length, and times between turns Pareto.
"""

from __future__ import annotations

from random import Random

from tests.bench.engine.programs import FOLDER

SESSIONS = 900
SEED = 1


def rows() -> list[str]:
    """The lines of the trace."""
    random = Random(SEED)
    lines = ["session,turn,new,out,think"]
    for session in range(SESSIONS):
        turns = 1 + min(int(random.expovariate(1 / 4)), 24)
        for turn in range(turns):
            new = 1 + min(int(random.lognormvariate(4.5, 1)), 1500)
            out = 2 + min(int(random.lognormvariate(4.4, 0.8)), 1000)
            think = min(4 * random.paretovariate(1.5), 120)
            lines.append(f"{session},{turn},{new},{out},{think:.2f}")
    return lines


if __name__ == "__main__":
    text = "\n".join(rows()) + "\n"
    (FOLDER / "turns.csv").write_text(text, encoding="utf-8", newline="\n")
