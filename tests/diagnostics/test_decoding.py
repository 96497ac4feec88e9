"""From bytes to a source: nothing is lost, and what is not UTF-8 has a place."""

from __future__ import annotations

from sqlang.diagnostics.decoding import decode


def test_text_is_kept_as_it_is() -> None:
    source, diagnostic = decode(b"\xef\xbb\xbfa\r\nb\rc\n", "demo.sq", "folder")
    assert diagnostic is None
    assert source.text == "\ufeffa\r\nb\rc\n"
    assert (source.path, source.directory) == ("demo.sq", "folder")


def test_a_latin_1_byte_is_marked_in_characters() -> None:
    source, diagnostic = decode("é// caf".encode() + b"\xe9\nrun { }", "demo.sq")
    assert diagnostic is not None
    assert diagnostic.code == "SQ005"
    assert diagnostic.message == "byte `0xE9` is not UTF-8 text"
    assert (diagnostic.span.start, diagnostic.span.end) == (7, 8)
    assert source.text == "é// caf\ufffd\nrun { }"


def test_a_character_cut_off_at_the_end_is_marked() -> None:
    _, diagnostic = decode(b"ab\xe2\x82", "demo.sq")
    assert diagnostic is not None
    assert (diagnostic.span.start, diagnostic.span.end) == (2, 3)
