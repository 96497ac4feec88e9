"""Codes of an IR read from JSON (7xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

JSON: Final = (
    Code(
        "SQ701",
        "IR-40",
        "this is IR version {version}; version 8 is read",
        "other IR version",
        "An IR carries the version it is written in, and this program reads and writes version "
        "8. Produce it again from the program's text with `sq ir`.",
    ),
    Code(
        "SQ702",
        "IR-61",
        "this is not an IR: {reason}",
        "not an IR",
        "The text is not JSON, or not an object with the fields, types and variants of an IR "
        "of version 8. The message says what was expected and where.",
    ),
    Code(
        "SQ703",
        "IR-43",
        "there is no block {index}; the program has {count}",
        "block out of range",
        "Statements and the fields `init`, `turn` and `session` name blocks by their position "
        "in `blocks`, from 0, and this position does not exist.",
    ),
    Code(
        "SQ704",
        "IR-41",
        "there is no attribute slot {index}; the program has {count}",
        "attribute out of range",
        "Attributes are numbered by their position in `attrs`, from 0, and this number does "
        "not exist. The nine `slot_` fields, `hidden` and the values of explicit sessions are "
        "checked too.",
    ),
    Code(
        "SQ705",
        "IR-41",
        "there is no observation slot {index}; the program has {count}",
        "observation out of range",
        "Observations are numbered by their position in `observes`, from 0, and this number "
        "does not exist.",
    ),
    Code(
        "SQ706",
        "IR-47",
        "there is no pool {index}; the program has {count}",
        "pool out of range",
        "Pools are numbered by their position in `pools`, from 0, every member of a family "
        "being one, and this number does not exist.",
    ),
    Code(
        "SQ707",
        "IR-47",
        "there is no stage {index}; the program has {count}",
        "stage out of range",
        "Stages are numbered by their position in `stages`, from 0, every member of a family "
        "being one, and this number does not exist.",
    ),
    Code(
        "SQ708",
        "IR-42",
        "{count} members from {kind} {base} do not exist; the program has {total}",
        "reference out of range",
        "A reference names `count` members from `base` on, at least one, and all of them must "
        "exist.",
    ),
    Code(
        "SQ709",
        "IR-44",
        "`choose` needs a key",
        "choose without a key",
        "`choose` takes the index with the least keys, so it has at least one key.",
    ),
)
