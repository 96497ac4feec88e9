"""Editable installs as a plain list of folders; everything else is in pyproject.toml.

With packages in several folders setuptools makes editable installs through an import hook, which no
type checker can follow: a user's strict mypy would not find `sqlang`. Three lines of a `.pth` file
are followed by all.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.editable_wheel import EditableStrategy, _StaticPth, editable_wheel

SOURCE_ROOTS = (".", "server", "syntaxes")


class PlainEditableWheel(editable_wheel):
    """Puts the source roots on the path, whatever packages lie in them."""

    def _select_strategy(self, name: str, _tag: str, _build_lib: object) -> EditableStrategy:
        here = Path(self.project_dir)
        roots = [(here / root).resolve() for root in SOURCE_ROOTS]
        return _StaticPth(self.distribution, name, roots)


setup(cmdclass={"editable_wheel": PlainEditableWheel})
