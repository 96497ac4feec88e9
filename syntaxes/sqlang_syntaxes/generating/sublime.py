"""The syntax for Sublime Text: its scope is what the server is started for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    KEYWORDS,
    NAMED_NUMBERS,
)

_TEMPLATE: Final = """\
%YAML 1.2
---
# Made by `make syntaxes` from the vocabulary of sqlang: change that, not this.
name: serQ
file_extensions: [sq]
scope: source.serq
contexts:
  main:
    - match: '//!'
      scope: punctuation.definition.comment.serq
      push: expectation
    - match: '//'
      scope: punctuation.definition.comment.serq
      push: line_comment
    - match: '/\\*'
      scope: punctuation.definition.comment.serq
      push: block_comment
    - match: '"'
      scope: punctuation.definition.string.begin.serq
      push: string
    # No word is reserved, so names come before words.
    - match: '\\b(pool|stage|def)\\s+(\\w+)'
      captures: {{1: storage.type.serq, 2: entity.name.serq}}
    - match: '\\b(let|set|observe)\\s+(\\w+)'
      captures: {{1: keyword.other.serq, 2: variable.other.serq}}
    - match: '(~)\\s*({distributions})\\b'
      captures: {{1: keyword.operator.serq, 2: support.function.serq}}
    - match: '\\b({functions})(?=\\s*\\()'
      scope: support.function.serq
    - match: '\\b({kinds})(?=\\s*[;({{])'
      scope: storage.type.serq
    - match: '(?:^|(?<=[{{}};]))\\s*({options})\\b'
      captures: {{1: support.type.property-name.serq}}
    - match: '\\b({words})\\b'
      scope: keyword.control.serq
    - match: '\\b({variables})\\b'
      scope: variable.language.serq
    - match: '(?:\\b[0-9]|\\.[0-9])[0-9._]*(?:[eE][+-]?[0-9]+)?'
      scope: constant.numeric.serq
    - match: '[-+*/^<>=!&|?:~]'
      scope: keyword.operator.serq
  expectation:
    - meta_scope: comment.line.documentation.serq
    - match: '$\\n?'
      pop: true
  line_comment:
    - meta_scope: comment.line.double-slash.serq
    - match: '$\\n?'
      pop: true
  block_comment:
    - meta_scope: comment.block.serq
    - match: '\\*/'
      pop: true
  string:
    - meta_scope: string.quoted.double.serq
    - match: '"'
      pop: true
"""
_OPTIONS: Final = ("pool option", "step option", "run option")


def sublime_syntax() -> str:
    """The text of `serq.sublime-syntax`."""
    options = {word.text for word in KEYWORDS if word.role in _OPTIONS}
    kinds = {word.text for word in KEYWORDS if word.role == "stage kind"}
    return _TEMPLATE.format(
        distributions=_any(DISTRIBUTIONS),
        functions=_any(FUNCTIONS),
        kinds=_any(kinds),
        options=_any(options),
        variables=_any(
            {*CONTEXT_VARIABLES, *NAMED_NUMBERS, *(word.name for word in BUILTIN_ATTRIBUTES)}
        ),
        words=_any({word.text for word in KEYWORDS} - options - kinds),
    )


def _any(texts: Iterable[str]) -> str:
    return "|".join(sorted(texts))
