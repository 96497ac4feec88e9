"""What a user can set: one table, from which documentation and editor manifests are made too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

Value = bool | int | float | str


class Setting(NamedTuple):
    """One setting: its full name, its value if nobody says, what it does, which values it has.

    That is a range for a number, and for a text its `choices`, if there are any. One that is
    `for_all_folders` cannot be another in one of several folders.
    """

    name: str
    default: Value
    description: str
    minimum: float = 0
    maximum: float = float("inf")
    choices: tuple[str, ...] = ()
    for_all_folders: bool = False

    def accept(self, value: object) -> Value | None:
        """The value as this setting has it, or `None` if it is none."""
        if isinstance(self.default, bool):
            return value if isinstance(value, bool) else None
        if isinstance(self.default, str):
            is_one = isinstance(value, str) and (not self.choices or value in self.choices)
            return str(value) if is_one else None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if not self.minimum <= value <= self.maximum:
            return None
        return int(value) if isinstance(self.default, int) else float(value)


TRACE_ENABLED: Final = Setting(
    "sq.trace.enabled",
    True,
    "Run the program while it is written and show beside each line what happened there.",
)
TRACE_ITERATIONS: Final = Setting(
    "sq.trace.iterations",
    20_000,
    "How many iterations of step stages a run for the editor may make before it is stopped.",
    minimum=1,
    maximum=1e9,
)
TRACE_DELAY: Final = Setting(
    "sq.trace.delay",
    40,
    "How long to wait after an edit before the program is run, in milliseconds.",
    maximum=60_000,
)
RUN_DEADLINE: Final = Setting(
    "sq.run.deadline",
    5.0,
    "How long a run for the editor may take before it is stopped, in seconds.",
    minimum=0.05,
    maximum=3600,
)
DIAGNOSTICS_DELAY: Final = Setting(
    "sq.diagnostics.delay",
    20,
    "How long to wait after an edit before mistakes are pushed to the editor, in milliseconds.",
    maximum=60_000,
)
DIAGNOSTICS_SCOPE: Final = Setting(
    "sq.diagnostics.scope",
    "open",
    "Which mistakes are shown: those of open files, or of all programs in the workspace.",
    choices=("open", "workspace"),
    for_all_folders=True,
)
DOCS_URL: Final = Setting(
    "sq.docs.url",
    "",
    "Where the pages about codes are; those that come with the server if this is empty.",
)
RESTRICTED: Final = Setting(
    "sq.restricted",
    False,
    "Run nothing and read no library from outside the workspace: for folders that are not trusted.",
    for_all_folders=True,
)
LENS_ENABLED: Final = Setting(
    "sq.lens.enabled", True, "Offer to run the program and to open its IR and trace above `run`."
)
HINTS_CONSTANTS: Final = Setting(
    "sq.hints.constants", True, "Show after a `let` that has to be worked out what it is worth."
)
HINTS_PARAMETERS: Final = Setting(
    "sq.hints.parameters",
    True,
    "Show before each argument of a definition the parameter it is for.",
)
HINTS_KERNEL_FORMS: Final = Setting(
    "sq.hints.kernelForms",
    False,
    "Show after `prefill`, `decode`, `tool` and `transfer` the statements they are short for.",
)
HINTS_UNITS: Final = Setting(
    "sq.hints.units", False, "Show after options and work which unit they are in: tokens, time."
)

SETTINGS: Final = (
    TRACE_ENABLED,
    TRACE_ITERATIONS,
    TRACE_DELAY,
    RUN_DEADLINE,
    DIAGNOSTICS_DELAY,
    LENS_ENABLED,
    HINTS_CONSTANTS,
    HINTS_PARAMETERS,
    HINTS_KERNEL_FORMS,
    HINTS_UNITS,
    DIAGNOSTICS_SCOPE,
    DOCS_URL,
    RESTRICTED,
)


class Settings(NamedTuple):
    """The settings in force, in the order and the units of the table."""

    trace_enabled: bool
    trace_iterations: int
    trace_delay: int
    run_deadline: float
    diagnostics_delay: int
    lens_enabled: bool
    hints_constants: bool
    hints_parameters: bool
    hints_kernel_forms: bool
    hints_units: bool
    diagnostics_scope: str
    docs_url: str
    restricted: bool

    @property
    def runs(self) -> bool:
        """Whether programs are run while they are written."""
        return self.trace_enabled and not self.restricted


DEFAULTS: Final = Settings._make(setting.default for setting in SETTINGS)


def parse(configuration: object, base: Settings = DEFAULTS) -> tuple[Settings, tuple[str, ...]]:
    """Settings from whatever a client sends, and a sentence for each value that was not understood.

    `null`, `{}`, a missing member and values of a wrong type all leave those of `base` in force.
    The section may be the whole configuration (`{"sq": {...}}`) or its part `sq`, nested or with
    dots in its names.
    """
    given: dict[str, object] = {}
    _flatten(configuration, "", given)
    problems: list[str] = []
    inherited: tuple[Value, ...] = base
    values = [
        _value(setting, given.pop(setting.name, None), before, problems)
        for setting, before in zip(SETTINGS, inherited, strict=True)
    ]
    problems += [f"there is no setting `{name}`" for name in given]
    return Settings._make(values), tuple(problems)


def of_folder(configuration: object, base: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Settings of one of several folders, in which those for all of them stay as they are."""
    settings, problems = parse(configuration, base)
    values = [
        whole if setting.for_all_folders else own
        for setting, own, whole in zip(SETTINGS, settings, base, strict=True)
    ]
    return Settings._make(values), problems


def _flatten(value: object, prefix: str, into: dict[str, object]) -> None:
    """Nested objects become names with dots; empty ones and `null` say nothing."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _flatten(inner, f"{prefix}.{key}" if prefix else str(key), into)
    elif value is not None and prefix:
        into[prefix if prefix.startswith("sq.") else f"sq.{prefix}"] = value


def _value(setting: Setting, given: object, before: Value, problems: list[str]) -> Value:
    if given is None:
        return before
    accepted = setting.accept(given)
    if accepted is None:
        problems.append(f"`{setting.name}` cannot be {given!r}; it stays {before!r}")
        return before
    return accepted
