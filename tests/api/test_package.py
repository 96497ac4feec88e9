"""`import sqlang` is cheap, and what it offers is what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sqlang

ROOT = Path(__file__).parents[2]


def modules_after(statement: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_none_of_its_parts() -> None:
    assert {name for name in modules_after("import sqlang") if name.startswith("sqlang.")} == set()


def test_a_part_is_loaded_when_it_is_read() -> None:
    assert "sqlang.analysis" in modules_after("import sqlang\nsqlang.analyze")
    assert "sqlang.engine" not in modules_after("import sqlang\nsqlang.analyze")


@pytest.mark.parametrize("name", sqlang.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(sqlang, name) is not None
    assert name in dir(sqlang)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = sqlang.nothing  # type: ignore[attr-defined]


def test_the_names_of_pyserq_that_notebooks_need_are_here() -> None:
    names = {"Program", "Report", "compile", "run", "IR_VERSION", "REPORT_VERSION", "__version__"}
    assert names <= set(sqlang.__all__)
    assert sqlang.IR_VERSION == 8
    assert sqlang.REPORT_VERSION == 1


def test_type_checkers_see_the_annotations() -> None:
    assert (ROOT / "sqlang" / "py.typed").exists()
