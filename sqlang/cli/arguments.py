"""What the command lines of the subcommands share, as it is before anything was said."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.analysis import Settings
    from sqlang.engine import Limits


class Arguments:
    """What `add_program`, `add_sets`, `add_settings` and `add_bounds` read."""

    def __init__(self) -> None:
        self.file = ""
        self.sets: list[tuple[str, str]] = []
        self.seed: int | None = None
        self.horizon: float | None = None
        self.warmup: float | None = None
        self.arrivals: int | None = None
        self.trace: str | None = None
        self.inline_trace = False
        self.max_iterations: int | None = None
        self.max_events: int | None = None
        self.deadline: float | None = None
        self.max_memory: int | None = None
        self.max_instant: int | None = None

    @property
    def settings(self) -> Settings:
        """The settings that replace those of the program (LET-1)."""
        from sqlang.analysis import Settings

        return Settings(self.seed, self.horizon, self.warmup, self.arrivals, self.trace)

    @property
    def limits(self) -> Limits:
        """The bounds of the run."""
        from sqlang.engine.limits import DEFAULT_INSTANT, Limits

        instant = DEFAULT_INSTANT if self.max_instant is None else self.max_instant
        return Limits(self.max_iterations, self.max_events, self.deadline, instant, self.memory)

    @property
    def memory(self) -> int | None:
        """The bound on memory in mebibytes, that of the machine unless another was given."""
        from sqlang.engine.memory import memory_to_use

        return memory_to_use() if self.max_memory is None else self.max_memory
