"""URIs as editors write them, and the paths they mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang_server import uris


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///tmp/a.sq", "/tmp/a.sq"),
        ("file:///100%25%20a%23b%2Bc/x%20y.sq", "/100% a#b+c/x y.sq"),
        ("file:///100%25%20a%23b+c/x%20y.sq", "/100% a#b+c/x y.sq"),
        ("file:///%E6%A8%A1%E5%9E%8B.sq", "/模型.sq"),
        ("file://localhost/tmp/a.sq", "/tmp/a.sq"),
        ("file://server/share/a.sq", "//server/share/a.sq"),
    ],
)
def test_a_file_uri_is_a_path(uri: str, path: str) -> None:
    assert uris.path_of(uri) == path


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "file:///%FF.sq", "nonsense", ""])
def test_what_is_no_file_has_no_path(uri: str) -> None:
    assert uris.path_of(uri) is None


def test_a_drive_is_one_document_however_it_is_written() -> None:
    spellings = ["file:///c%3A/a.sq", "file:///C:/a.sq", "file:///C%3a/a.sq", "FILE:///c:/a.sq"]
    assert len({uris.key_of(uri) for uri in spellings}) == 1


def test_case_matters_elsewhere() -> None:
    assert uris.key_of("file:///A.sq") != uris.key_of("file:///a.sq")


@pytest.mark.parametrize("uri", ["file:///tmp/%FF.sq", "nonsense", ""])
def test_what_cannot_be_decoded_has_no_key(uri: str) -> None:
    assert uris.key_of(uri) is None


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_every_path_survives_the_way_through_a_uri(name: str) -> None:
    assert uris.path_of(uris.uri_of(f"/folder/{name}")) == f"/folder/{name}"


def test_a_preview_leads_back_to_its_document() -> None:
    uri = "file:///100%25/x%20y.sq"
    assert uris.previewed(uris.preview_uri("sq-ir", uri)) == ("sq-ir", uri)


def test_a_preview_is_named_after_its_document() -> None:
    assert uris.preview_uri("sq-ir", "file:///d/a.sq").startswith("sq-ir:/a.sq.json?")


def test_an_editor_may_escape_a_preview_once_more() -> None:
    assert uris.previewed("sq-trace:/a?file%253A%252F%252F%252Fa.sq") == (
        "sq-trace",
        "file:///a.sq",
    )


@pytest.mark.parametrize("uri", ["file:///a.sq?file:///a.sq", "sq-ir:/a", "sq-ir:/a?%FF"])
def test_what_is_no_preview_leads_nowhere(uri: str) -> None:
    assert uris.previewed(uri) is None
