"""The results of `sq test` as JUnit XML, as servers of continuous integration read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

_SUITE: Final = "sq test"
_NOT_OF_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot say, even escaped."""


class Case(NamedTuple):
    """One program: how long its test took in seconds of wall time, and what came of it.

    `failure` is what is wrong, `skipped` why it was not tested, `error` why it could not be.
    """

    path: str
    seconds: float = 0.0
    failure: str | None = None
    skipped: str | None = None
    error: str | None = None


def junit_xml(cases: Sequence[Case]) -> bytes:
    """A document with one suite, and in it a case for each program, in UTF-8."""
    suites = ET.Element("testsuites")
    suite = ET.SubElement(suites, "testsuite")
    for case in cases:
        suite.append(_element(case))
    for element in (suites, suite):
        element.attrib = {"name": _SUITE, **_totals(cases)}
    ET.indent(suites)
    document: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _totals(cases: Sequence[Case]) -> dict[str, str]:
    return {
        "tests": str(len(cases)),
        "failures": str(sum(case.failure is not None for case in cases)),
        "errors": str(sum(case.error is not None for case in cases)),
        "skipped": str(sum(case.skipped is not None for case in cases)),
        "time": _seconds(sum(case.seconds for case in cases)),
    }


def _element(case: Case) -> ET.Element:
    path = _sayable(case.path.replace("\\", "/"))
    folder, _, name = path.rpartition("/")
    attributes = {"classname": folder or ".", "name": name, "time": _seconds(case.seconds)}
    element = ET.Element("testcase", attributes)
    for kind, text in (("failure", case.failure), ("error", case.error), ("skipped", case.skipped)):
        if text is not None:
            said = _sayable(text)
            child = ET.SubElement(element, kind, {"message": said.partition("\n")[0]})
            if kind != "skipped":
                child.text = said
    return element


def _seconds(value: float) -> str:
    return f"{value:.3f}"


def _sayable(text: str) -> str:
    return _NOT_OF_XML.sub("\ufffd", text)
