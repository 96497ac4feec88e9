"""Signature help in an example: places in labels, documentation, the parameter, as clients can."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_the_definition_of_a_library_is_told_at_its_use(editor: Editor) -> None:
    """The second argument of `answer(prompt, tokens)`."""
    editor.open_example("definitions.sq")
    within = editor.at("3); }")
    found = await editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(editor.document, within)
    )
    assert found is not None
    (signature,) = found.signatures
    assert (signature.label, found.active_parameter) == ("answer(prompt, tokens)", 1)
    labels = [each.label for each in signature.parameters or ()]
    if editor.name == "poor":
        assert labels == ["prompt", "tokens"]
        assert signature.active_parameter is None
        assert isinstance(signature.documentation, str)
        assert "`" * 3 not in signature.documentation
    else:
        assert [tuple(each) for each in labels] == [(7, 13), (15, 21)]
        assert signature.active_parameter == 1
        assert isinstance(signature.documentation, types.MarkupContent)
        assert signature.documentation.kind is types.MarkupKind.Markdown


async def test_the_signature_of_a_call_that_is_being_typed(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("session {", "session { set x = min(1, "))
    position = editor.position(editor.text.index("min(1, ") + 7)
    found = await editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(editor.document, position)
    )
    assert found is not None
    assert (found.signatures[0].label, found.active_parameter) == ("min(a, b)", 1)
