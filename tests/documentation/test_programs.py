"""Every program in the documentation is what its block says it is, and keeps what it promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import sq
from tests.documentation.blocks import ROLES, ROOT, Block, blocks_of, pages

PROMISE = "//!"
PROGRAMS = {
    page: programs
    for page in pages()
    if (programs := [block for block in blocks_of(page) if block.is_program])
}


def test_the_programs_are_found() -> None:
    names = {page.relative_to(ROOT).as_posix() for page in PROGRAMS}
    assert {"docs/fmt.md", "docs/tutorial.md", "docs/course/exclusive-prefill.md"} <= names
    roles = {block.role for programs in PROGRAMS.values() for block in programs}
    assert {"", "fragment", "refused"} <= roles <= {"", *ROLES}


def test_what_stands_behind_serq_is_a_role_or_a_name() -> None:
    programs = [block for programs in PROGRAMS.values() for block in programs]
    strange = [each.place for each in programs if each.words and not (each.role or each.file)]
    assert strange == []


@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_programs_are_what_they_are_said_to_be(page: Path, tmp_path: Path) -> None:
    for number, block in enumerate(PROGRAMS[page]):
        name = block.file or f"program_{number}.sq"
        (tmp_path / name).write_text(block.text, encoding="utf-8")
        assert_holds(block, name, tmp_path)


def assert_holds(block: Block, name: str, folder: Path) -> None:
    """What is asked of a block by its role."""
    checked = sq("check", name, folder=folder)
    told = f"{block.place}\n{checked.output}{checked.errors}"
    match block.role:
        case "refused":
            assert checked.code == 1, told
        case "fragment" | "library":
            assert sq("fmt", name, folder=folder).code == 0, told
        case _:
            assert (checked.code, checked.output) == (0, ""), told
            if PROMISE in block.text:
                tested = sq("test", name, folder=folder)
                assert tested.code == 0, f"{block.place}\n{tested.output}"


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PROGRAMS
        if page.parent.name == "course" or page.stem in {"tutorial", "index"}
    ],
    ids=lambda page: page.stem,
)
def test_programs_to_learn_from_have_the_one_layout(page: Path, tmp_path: Path) -> None:
    for block in PROGRAMS[page]:
        if not block.role:
            (tmp_path / "program.sq").write_text(block.text, encoding="utf-8")
            assert sq("fmt", "--check", "program.sq", folder=tmp_path).code == 0, block.place
