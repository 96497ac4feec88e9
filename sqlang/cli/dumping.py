"""Writes the samples of a run into files, one for each observe (REP-5)."""

from __future__ import annotations

import os

from sqlang.engine import Report


def dump(report: Report, folder: str) -> None:
    """Write `NAME.csv` for each observe into `folder`, which is made if it is missing.

    Files of these names are replaced, all others left alone. Raises `OSError`.
    """
    os.makedirs(folder, exist_ok=True)
    for name, observation in report.observes.items():
        path = os.path.join(folder, f"{name}.csv")
        if os.path.basename(path) != f"{name}.csv" or "\0" in name:
            raise OSError(f"an observe named {name!r}, as an IR may have, gives no file")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            for line in observation.csv_lines():
                file.write(f"{line}\n")
