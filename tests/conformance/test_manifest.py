"""The vectors are the handed ones: nobody mends an expectation to make a test pass."""

from __future__ import annotations

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parent
HANDED = ("STATIC.md", "accept", "reject", "run")


def recorded() -> dict[str, str]:
    lines = (FOLDER / "manifest.sha256").read_text(encoding="utf-8").splitlines()
    return {path: checksum for checksum, path in (line.split("  ", 1) for line in lines)}


def found() -> dict[str, str]:
    checksums = {}
    for path in FOLDER.rglob("*"):
        inside = path.relative_to(FOLDER)
        if path.is_file() and inside.parts[0] in HANDED:
            checksums[inside.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return checksums


def test_no_vector_was_changed_added_or_lost() -> None:
    assert found() == recorded()


def test_the_manifest_is_not_empty() -> None:
    assert len(recorded()) == 1041


def test_the_example_is_the_first_program_with_what_it_promises() -> None:
    example = FOLDER.parents[1] / "examples" / "separate_phases.sq"
    program = (FOLDER / "run" / "000-separate-phases.sq").read_bytes()
    text = example.read_bytes()
    assert text.startswith(program)
    assert all(line.startswith(b"//!") for line in text.removeprefix(program).split(b"\n") if line)
