"""Settings from whatever a client sends."""

from __future__ import annotations

import pytest

from sqlang_server.settings import DEFAULTS, SETTINGS, of_folder, parse


@pytest.mark.parametrize("nothing", [None, {}, [], 3, "text", {"sq": None}, {"sq": {}}])
def test_nothing_means_the_defaults(nothing: object) -> None:
    assert parse(nothing) == (DEFAULTS, ())


@pytest.mark.parametrize(
    "given",
    [
        {"trace": {"enabled": False}},
        {"sq": {"trace": {"enabled": False}}},
        {"sq.trace.enabled": False},
        {"trace.enabled": False},
    ],
)
def test_sections_may_be_nested_or_have_dots(given: object) -> None:
    assert parse(given) == (DEFAULTS._replace(trace_enabled=False), ())


@pytest.mark.parametrize(
    "given",
    [
        {"trace": {"enabled": "no"}},
        {"trace": {"enabled": 0}},
        {"trace": {"iterations": 0}},
        {"trace": {"iterations": True}},
        {"run": {"deadline": "soon"}},
        {"run": {"deadline": float("nan")}},
        {"diagnostics": {"delay": -1}},
    ],
)
def test_a_value_that_makes_no_sense_changes_nothing_and_is_told(given: object) -> None:
    settings, problems = parse(given)
    assert settings == DEFAULTS
    assert len(problems) == 1


def test_an_unknown_setting_is_told_by_name() -> None:
    assert parse({"tracing": True})[1] == ("there is no setting `sq.tracing`",)


def test_what_is_not_said_stays_as_it_was() -> None:
    before, _ = parse({"run": {"deadline": 2}})
    after, _ = parse({"trace": {"enabled": False}}, before)
    assert (after.run_deadline, after.trace_enabled) == (2.0, False)


def test_a_fraction_of_a_count_is_rounded_down() -> None:
    assert parse({"trace": {"iterations": 10.5}})[0].trace_iterations == 10


def test_every_setting_accepts_its_default() -> None:
    assert [each.accept(each.default) for each in SETTINGS] == list(DEFAULTS)


@pytest.mark.parametrize(
    ("given", "is_one"),
    [("open", True), ("workspace", True), ("all", False), (True, False), (3, False)],
)
def test_a_text_may_have_to_be_one_of_a_few(given: object, is_one: bool) -> None:
    settings, problems = parse({"diagnostics": {"scope": given}})
    assert settings.diagnostics_scope == (given if is_one else "open")
    assert len(problems) == (0 if is_one else 1)


def test_any_text_may_be_an_address() -> None:
    assert parse({"docs": {"url": "https://example.org"}})[0].docs_url == "https://example.org"


def test_a_folder_changes_nothing_that_is_for_all_of_them() -> None:
    own = {"restricted": True, "diagnostics": {"scope": "workspace"}, "docs": {"url": "x"}}
    settings, problems = of_folder(own, DEFAULTS)
    assert (settings, problems) == (DEFAULTS._replace(docs_url="x"), ())


def test_a_workspace_that_is_not_trusted_runs_nothing() -> None:
    assert DEFAULTS.runs
    assert not DEFAULTS._replace(restricted=True).runs
    assert not DEFAULTS._replace(trace_enabled=False).runs
