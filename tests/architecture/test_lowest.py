"""The oldest libraries that are admitted are those that were tried (`make test-lowest`)."""

from __future__ import annotations

import re
import tomllib

from tests.architecture.repository import ROOT


def test_the_oldest_releases_admitted_are_those_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    admitted = dict(re.findall(r"^(\w+)>=([\w.]+)", "\n".join(project["dependencies"]), re.M))
    assert len(admitted) == len(project["dependencies"])
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    tried = dict(line.split("==") for line in lines if "==" in line)
    assert {name: tried.get(name) for name in admitted} == admitted
