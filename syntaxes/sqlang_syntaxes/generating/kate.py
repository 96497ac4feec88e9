"""The syntax definition for Kate, KWrite and KDevelop."""

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

_LISTS: Final = {
    "kinds": ("stage kind",),
    "policies": ("policy", "mode"),
    "options": ("pool option", "step option", "run option"),
    "statements": ("item", "statement", "serving form", "workload"),
    "clauses": ("clause",),
}
"""The lists of keywords and the roles that are in each; where a word has several, the last wins."""

# No word is reserved, so names come before words.
_TEMPLATE: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<!-- Made by `make syntaxes` from the vocabulary of sqlang: change that, not this. -->
<language name="serQ" section="Sources" extensions="*.sq" mimetype="text/x-serq" version="1"
          kateversion="5.79" indenter="normal" casesensitive="1" author="The sqlang authors"
          license="MIT">
  <highlighting>
{lists}
    <contexts>
      <context name="Program" attribute="Text" lineEndContext="#stay">
        <DetectSpaces/>
        <StringDetect String="//!" attribute="Expectation" context="Expectation"/>
        <Detect2Chars char="/" char1="/" attribute="Comment" context="Comment"/>
        <Detect2Chars char="/" char1="*" attribute="Comment" context="Block" beginRegion="comment"/>
        <DetectChar char="&quot;" attribute="String" context="String"/>
        <DetectChar char="{{" attribute="Sign" context="#stay" beginRegion="body"/>
        <DetectChar char="}}" attribute="Sign" context="#stay" endRegion="body"/>
        <RegExpr String="\\b(?:pool|stage|def)\\b(?=\\s+\\w)"
                 attribute="Statement" context="Declared"/>
        <RegExpr String="\\b(?:let|set|observe)\\b(?=\\s+\\w)"
                 attribute="Statement" context="Assigned"/>
        <RegExpr String="~\\s*(?:{distributions})\\b" attribute="Function" context="#stay"/>
        <RegExpr String="\\b(?:{functions})(?=\\s*\\()" attribute="Function" context="#stay"/>
{rules}
        <RegExpr String="(?:\\b\\d[\\d._]*|\\.\\d[\\d._]*)(?:[eE][+-]?\\d+)?"
                 attribute="Number" context="#stay"/>
        <RegExpr String="\\w+" attribute="Text" context="#stay"/>
        <AnyChar String="()[],;:.=~?+-*/^&lt;&gt;!&amp;|" attribute="Sign" context="#stay"/>
      </context>
      <context name="Declared" attribute="Text" lineEndContext="#pop">
        <DetectSpaces/>
        <RegExpr String="\\w+" attribute="Declared" context="#pop"/>
      </context>
      <context name="Assigned" attribute="Text" lineEndContext="#pop">
        <DetectSpaces/>
        <RegExpr String="\\w+" attribute="Assigned" context="#pop"/>
      </context>
      <context name="Expectation" attribute="Expectation" lineEndContext="#pop"/>
      <context name="Comment" attribute="Comment" lineEndContext="#pop">
        <DetectSpaces/>
        <IncludeRules context="##Comments"/>
      </context>
      <context name="Block" attribute="Comment" lineEndContext="#stay">
        <DetectSpaces/>
        <Detect2Chars char="*" char1="/" attribute="Comment" context="#pop" endRegion="comment"/>
        <IncludeRules context="##Comments"/>
      </context>
      <context name="String" attribute="String" lineEndContext="#stay">
        <DetectChar char="&quot;" attribute="String" context="#pop"/>
      </context>
    </contexts>
    <itemDatas>
      <itemData name="Text" defStyleNum="dsNormal"/>
      <itemData name="Statement" defStyleNum="dsKeyword"/>
      <itemData name="Clause" defStyleNum="dsControlFlow"/>
      <itemData name="Option" defStyleNum="dsAttribute"/>
      <itemData name="Policy" defStyleNum="dsConstant"/>
      <itemData name="Kind" defStyleNum="dsDataType"/>
      <itemData name="Function" defStyleNum="dsBuiltIn"/>
      <itemData name="Variable" defStyleNum="dsVariable"/>
      <itemData name="Declared" defStyleNum="dsFunction"/>
      <itemData name="Assigned" defStyleNum="dsVariable"/>
      <itemData name="Number" defStyleNum="dsDecVal"/>
      <itemData name="String" defStyleNum="dsString" spellChecking="0"/>
      <itemData name="Sign" defStyleNum="dsOperator"/>
      <itemData name="Comment" defStyleNum="dsComment"/>
      <itemData name="Expectation" defStyleNum="dsDocumentation"/>
    </itemDatas>
  </highlighting>
  <general>
    <comments>
      <comment name="singleLine" start="//" position="afterwhitespace"/>
      <comment name="multiLine" start="/*" end="*/" region="comment"/>
    </comments>
    <keywords casesensitive="1"/>
  </general>
</language>
"""


def kate_definition() -> str:
    """The text of `serq.xml`."""
    lists = {name: _having(roles) for name, roles in _LISTS.items()}
    attributes = {word.name for word in BUILTIN_ATTRIBUTES}
    lists["variables"] = {*CONTEXT_VARIABLES, *attributes, *NAMED_NUMBERS}
    # Kate takes the first list that has a word.
    order = [*reversed(_LISTS), "variables"]
    return _TEMPLATE.format(
        lists="\n".join(_list(name, lists[name]) for name in order),
        rules="\n".join(_rule(name) for name in order),
        distributions="|".join(DISTRIBUTIONS),
        functions="|".join(FUNCTIONS),
    )


def _having(roles: tuple[str, ...]) -> set[str]:
    return {word.text for word in KEYWORDS if word.role in roles}


def _list(name: str, texts: Iterable[str]) -> str:
    items = "\n".join(f"      <item>{text}</item>" for text in sorted(texts))
    return f'    <list name="{name}">\n{items}\n    </list>'


def _rule(name: str) -> str:
    attribute = {"policies": "Policy"}.get(name, name.removesuffix("s").capitalize())
    return f'        <keyword attribute="{attribute}" context="#stay" String="{name}"/>'
