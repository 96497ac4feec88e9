"""What MkDocs asks of us while it builds the book (`hooks` in mkdocs.yml)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs.book import codes, language, programs, settings
from docs.book.lists import with_plain_lists
from docs.book.places import ELSEWHERE, page_of, pictures_of, with_links_of_the_book
from docs.book.rules import rules_of, with_anchors, with_links_to_rules

_REPOSITORY: Final = Path(__file__).parents[2]
_SESSIONS: Final = (
    (re.compile(r"^( *)```(?:text)?\n(?= *\$ )", re.MULTILINE), r"\1```console\n"),
    (re.compile(r"^( *)```console\n(?= *\$ sq trace )", re.MULTILINE), r"\1```serq-trace\n"),
)
"""How sessions at a terminal are to be colored; for those with traces we have a lexer."""
_SPECIFICATION: Final = "spec/"
_HEADING: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_WIDE: Final = ("course/", "index.md", "tutorial.md")
"""Pages with traces, which are wide, and few headings."""
_LISTS: Final = {
    "codes/": ("codes.md", "All diagnostics"),
    "examples/": ("examples/index.md", "All examples"),
}
_LISTED: Final = tuple(_LISTS)
_EDITORS: Final = "editors/README.md"
_EDITOR: Final = re.compile(r"editors/(?!README\.md)[^/]+\.md")
_ROLE: Final = re.compile(
    r"^(?P<fence> *```(?:serq|sq)) (?:refused|fragment|library)(?: (?P<file>\S+))?$", re.MULTILINE
)


class _Book:
    """What is known of the one book that is built: hooks are functions and get nowhere to keep it.

    `homes` tells where in the repository a page lies that was written, `rules` the page of a rule.
    """

    def __init__(self) -> None:
        self.homes: dict[str, str] = {}
        self.rules: dict[str, str] = {}


_book = _Book()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and those that lie elsewhere in the repository."""
    _book.homes = {file.src_uri: f"docs/{file.src_uri}" for file in files}
    for page, content in _made():
        if (old := files.get_file_from_path(page)) is not None:
            files.remove(old)
        files.append(File.generated(config, page, content=content))
    for path in _files_as_they_are():
        files.append(File.generated(config, path, abs_src_path=str(_REPOSITORY / path)))
    _name_editors(config, files)
    parts = [file for file in files if file.src_uri.startswith(_SPECIFICATION)]
    _book.rules = rules_of((file.src_uri, file.content_string) for file in parts)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Links lead to pages, rules to their places; what a block is for is not shown."""
    path = page.file.src_uri
    if path.startswith(_WIDE):
        page.meta["hide"] = ["toc"]
    if path in _book.homes:
        markdown = with_links_of_the_book(markdown, _book.homes[path], path)
    if path == _EDITORS:
        markdown = f"{markdown}\n\n{_list_of_editors(files)}"
    if path.startswith(_LISTED):
        markdown = f"{_back(path)}\n\n{markdown}"
    if path.startswith(_SPECIFICATION):
        markdown = with_anchors(markdown, path, _book.rules)
    markdown = _ROLE.sub(_shown, with_plain_lists(markdown))
    for session, colored in _SESSIONS:
        markdown = session.sub(colored, markdown)
    return with_links_to_rules(markdown, path, {**_book.rules, **codes.MENTIONED})


def _back(path: str) -> str:
    """A link to the list that has a page which is not in the navigation."""
    folder, *inner = path.split("/")
    listed, words = _LISTS[f"{folder}/"]
    up = "../" * len(inner)
    return f"[← {words}]({up}{listed}){{ .back }}" if path != listed else ""


def _shown(fence: re.Match[str]) -> str:
    """The beginning of a block as MkDocs understands it: of its words only a name is shown."""
    return fence["fence"] + (f' title="{fence["file"]}"' if fence["file"] else "")


def _files_as_they_are() -> Iterator[str]:
    """Files of the repository that pages lead to and that are none."""
    for trace in sorted((_REPOSITORY / "examples").glob("*.csv")):
        yield trace.relative_to(_REPOSITORY).as_posix()
    for readme in _readmes_of_editors():
        yield from pictures_of((_REPOSITORY / readme).read_text("utf-8"), readme)


def _pages_of_editors(files: Files) -> list[File]:
    """The pages about an editor each, in the order of the alphabet."""
    found = (file for file in files if _EDITOR.fullmatch(file.src_uri))
    return sorted(found, key=lambda file: file.src_uri)


def _list_of_editors(files: Files) -> str:
    titles = ((_HEADING.search(file.content_string), file) for file in _pages_of_editors(files))
    rows = (f"- [{title[1]}]({file.name}.md)" for title, file in titles if title)
    return "\n".join(["## One by one", "", *rows])


def _name_editors(config: MkDocsConfig, files: Files) -> None:
    """Put the pages about editors where the navigation has the first of them."""
    found = [file.src_uri for file in _pages_of_editors(files)]
    sections = (entries for section in config.nav or () for entries in section.values())
    for entries in sections:
        if _EDITORS in entries:
            at = entries.index(_EDITORS) + 1
            entries[at:at] = found


def _made() -> Iterator[tuple[str, str]]:
    yield from language.pages()
    yield from codes.pages()
    yield from programs.pages(_REPOSITORY)
    yield settings.PAGE, settings.settings_page()
    yield from _brought_in()


def _brought_in() -> Iterator[tuple[str, str]]:
    """Pages that lie elsewhere, which from now on are known to do so."""
    for path in [*ELSEWHERE, *_readmes_of_editors()]:
        page = page_of(path)
        if page is not None and page not in _book.homes:
            text = (_REPOSITORY / path).read_text("utf-8")
            _book.homes[page] = path
            yield page, text


def _readmes_of_editors() -> Iterator[str]:
    for readme in sorted((_REPOSITORY / "editors").glob("*/README.md")):
        yield readme.relative_to(_REPOSITORY).as_posix()
