"""Where the values of a JSON text stand."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from sqlang_server.previews.json_places import places

VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab"\\[{:,'), inner),
    max_leaves=12,
)


def found(text: str, depth: int = 9) -> dict[tuple[str | int, ...], str]:
    return {path: text[start:end] for path, (start, end) in places(text, depth).items()}


def test_keys_and_indices_lead_to_values() -> None:
    assert found('{"a": [1, {"b": "x]"}], "c": null}', 2) == {
        (): '{"a": [1, {"b": "x]"}], "c": null}',
        ("a",): '[1, {"b": "x]"}]',
        ("a", 0): "1",
        ("a", 1): '{"b": "x]"}',
        ("c",): "null",
    }


@given(VALUES, st.sampled_from([None, 2]))
def test_every_value_is_found_where_it_stands(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    for path, written in found(text).items():
        inner: object = value
        for step in path:
            inner = inner[_key(inner, step)]  # type: ignore[index]
        assert json.loads(written) == inner


def _key(container: object, step: str | int) -> str | int:
    """The key as JSON writes it leads to the key itself."""
    if isinstance(container, dict) and isinstance(step, str):
        return {json.dumps(key)[1:-1]: str(key) for key in container}[step]
    return step
