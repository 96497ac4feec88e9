"""Puts what the server needs beside its wheel, so that no network is needed to install it.

Usage: python carried.py FOLDER, in which the wheel is. Each package is taken in the version that is
installed here; what is another file on each platform, for the platforms and Pythons named below.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

DISTRIBUTION = "serq-lang"
PLATFORMS = ("manylinux2014_x86_64", "win_amd64", "macosx_11_0_arm64")
PYTHONS = ("3.11", "3.12", "3.13")


def needed(name: str, found: dict[str, str]) -> dict[str, str]:
    """The versions of all that a distribution needs, itself left out."""
    for line in metadata.requires(name) or ():
        requirement = Requirement(line)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and requirement.name.lower() not in found:
            found[requirement.name.lower()] = metadata.version(requirement.name)
            needed(requirement.name, found)
    return found


def is_universal(name: str) -> bool:
    """Whether one file serves all platforms."""
    told = metadata.distribution(name).read_text("WHEEL") or ""
    return "Tag: py3-none-any" in told


def fetch(folder: Path, packages: list[str], *words: str) -> None:
    """Downloads ready-made wheels, and nothing that these need."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    into = ["--no-deps", "--only-binary=:all:", "--dest", str(folder)]
    subprocess.run([*pip, *into, *words, *packages], check=True)


def main(folder: Path) -> None:
    """Fetches everything into a folder."""
    versions = needed(DISTRIBUTION, {})
    pinned = {name: f"{name}=={version}" for name, version in versions.items()}
    fetch(folder, [pin for name, pin in pinned.items() if is_universal(name)])
    differing = [pin for name, pin in pinned.items() if not is_universal(name)]
    for platform in PLATFORMS:
        for python in PYTHONS:
            fetch(folder, differing, "--platform", platform, "--python-version", python)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
