"""Wheels that carry machine code, and editable installs that type checkers can follow.

mypyc compiles what is named in `COMPILED` when a wheel is built. Without a C compiler, or if
anything goes wrong, the wheel carries plain Python, which does the same more slowly. Two variables
of the environment decide otherwise: `SQLANG_REQUIRE_COMPILED=1` makes a failure an error,
`SQLANG_PLAIN=1` does not even try.

A wheel also gets a page for each diagnostic, made from the catalogue.

With packages in several folders setuptools makes editable installs through an import hook, which no
type checker can follow: a user's strict mypy would not find `sqlang`. Three lines of a `.pth` file
are followed by all. Everything else is in pyproject.toml.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import EditableStrategy, _StaticPth, editable_wheel
from setuptools.errors import BaseError, CCompilerError

SOURCE_ROOTS = (".", "server", "syntaxes")

COMPILED = (
    "sqlang/analysis.py",
    "sqlang/diagnostics/model.py",
    "sqlang/engine",
    "sqlang/incremental.py",
    "sqlang/ir",
    "sqlang/library_files.py",
    "sqlang/lowering",
    "sqlang/records.py",
    "sqlang/semantics",
    "sqlang/source.py",
    "sqlang/syntax",
)
"""Modules and whole folders; what is added to a folder is compiled with it."""

PLAIN = {
    "sqlang/ir/json_cursor.py": "mypyc has no types that contain themselves",
    "sqlang/ir/json_text.py": "mypyc has no types that contain themselves",
    "sqlang/syntax/build_table.py": "for makers of the grammar; Lark is not compiled either",
    "sqlang/syntax/grammar_table.py": "a single large literal, which loads faster as bytecode",
    "sqlang/syntax/matches.py": "for type checkers alone",
}
"""What of that is not compiled, and why."""

PAGES = "sqlang/diagnostics/whole_pages"
"""Where a wheel has the pages that `sq explain --pages` writes; the server links to them."""

MYPY_OPTIONS = ("--config-file=", "--cache-dir=/dev/null", "--ignore-missing-imports")
# `-O1` makes what `-O3` makes to within a few percent, in a third of the time.
OPTIMIZATION = "1"
# But the engine is a tenth faster by `-O2` if all of it is compiled at once, and another tenth if
# functions are put where they are called: those of mypyc look longer than what is done of them.
# The latter is for GCC: Clang takes the bounds too, but they mean nothing to it.
INLINING = [
    "-finline-functions",
    "--param=max-inline-insns-auto=200",
    "--param=early-inlining-insns=100",
    "--param=inline-unit-growth=200",
]
ENGINE_OPTIMIZATION = ["-O2", *(INLINING if sys.platform == "linux" else [])]
ENGINE_PART = "whole_engine.c"
LARGEST_PART = 1_500_000
"""Bytes of C that are compiled at once, which takes some 300 MB of memory; 600 for the engine."""
REQUIRED = os.environ.get("SQLANG_REQUIRE_COMPILED") == "1"
WANTED = REQUIRED or os.environ.get("SQLANG_PLAIN") != "1"


def modules() -> list[str]:
    """The files to compile."""
    files: set[str] = set()
    for name in COMPILED:
        path = Path(name)
        files.update(each.as_posix() for each in (path.rglob("*.py") if path.is_dir() else [path]))
    return sorted(files - PLAIN.keys())


def native_modules() -> list[Extension]:
    """One library with the machine code of all, and a stub for each module that leads into it."""
    from mypyc.build import mypycify

    extensions = mypycify(
        [*MYPY_OPTIONS, *modules()],
        opt_level=OPTIMIZATION,
        debug_level="0",
        multi_file=True,
        group_name="sqlang",
    )
    # Random numbers are sums of native integers that wrap, which C leaves open; Windows' compiler
    # always wraps, and Python asks for the same with most of the others, but not with all.
    # And where processors have one instruction for a product and a sum, it would not round in
    # between, and runs would give other bits than on other machines.
    if sys.platform != "win32":
        for each in extensions:
            each.extra_compile_args.extend(["-fwrapv", "-ffp-contract=off"])
    # Another library could put itself in between on Linux: calls within ours go a long way unless
    # that is ruled out, which is a tenth of the time of a run.
    if sys.platform == "linux":
        for each in extensions:
            each.extra_compile_args.append("-fno-semantic-interposition")
            each.extra_link_args.append("-Wl,-Bsymbolic-functions")
    return extensions


def joined(sources: list[str], folder: str) -> list[str]:
    """What to compile instead of these files: many of ours at once, the rest as it is."""
    ours = [source for source in sources if Path(source).name.startswith("__native_")]
    engine = [source for source in ours if Path(source).name.startswith("__native_sqlang___engine")]
    parts: dict[str, list[str]] = {ENGINE_PART: engine} if engine else {}
    free = 0
    name = ""
    for source in ours:
        if source in engine:
            continue
        size = Path(source).stat().st_size
        if size > free:
            name = f"part_{len(parts)}.c"
            parts[name] = []
            free = LARGEST_PART
        parts[name].append(source)
        free -= size
    Path(folder).mkdir(parents=True, exist_ok=True)
    made: list[str] = []
    for name, part in parts.items():
        path = Path(folder, name)
        path.write_text(
            "".join(f'#include "{Path(source).resolve().as_posix()}"\n' for source in part)
        )
        made.append(str(path))
    return made + [source for source in sources if source not in ours]


def is_engine(source: str) -> bool:
    """Whether a file to compile is that of the whole engine, for a compiler with these options."""
    return Path(source).name == ENGINE_PART and sys.platform != "win32"


class WheelDistribution(Distribution):
    """Knows before anything is built whether there is to be machine code."""

    is_native = WANTED

    def has_ext_modules(self) -> bool:
        return self.is_native


class PagedBuild(build_py):
    """Adds the whole page of each code, which editors open where a checkout has only its parts."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        folder = Path(self.build_lib, PAGES)
        here = os.pathsep.join([os.getcwd(), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "sqlang", "explain", "--pages", str(folder)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": here})


class NativeBuild(build_ext):
    """Compiles all or nothing: half of it would not even start."""

    def run(self) -> None:
        if self.editable_mode or not WANTED or self.distribution.ext_modules:
            return
        try:
            self.distribution.ext_modules = native_modules()
            self.reinitialize_command(self)
            self.ensure_finalized()
            self.parallel = self.parallel or os.cpu_count()
            super().run()
        # mypyc leaves with `SystemExit` where it finds a mistake in the source.
        except (BaseError, CCompilerError, ImportError, OSError, SystemExit) as error:
            if REQUIRED:
                raise
            self.warn(f"no machine code, plain Python instead: {error!r}")
            self.distribution.is_native = False
            for output in map(Path, self.get_outputs()):
                output.unlink(missing_ok=True)
            self.extensions = []

    def build_extension(self, ext: Extension) -> None:
        """Compile the files of the one large extension side by side, some at a time as one.

        Each includes the declarations of all, which take longer than what many of them hold.
        """

        def compiled(source: str) -> str:
            optimization = ENGINE_OPTIMIZATION if is_engine(source) else []
            (made,) = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=ext.include_dirs,
                extra_postargs=[*ext.extra_compile_args, *optimization],
            )
            return made

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            ext.extra_objects = list(pool.map(compiled, joined(ext.sources, self.build_temp)))
        ext.sources = []
        super().build_extension(ext)


class NativeWheel(bdist_wheel):
    """Is for one platform if it carries machine code, else for all."""

    def run(self) -> None:
        self.run_command("build")
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


class PlainEditableWheel(editable_wheel):
    """Puts the source roots on the path, whatever packages lie in them."""

    def _select_strategy(self, name: str, _tag: str, _build_lib: object) -> EditableStrategy:
        here = Path(self.project_dir)
        roots = [(here / root).resolve() for root in SOURCE_ROOTS]
        return _StaticPth(self.distribution, name, roots)


setup(
    distclass=WheelDistribution,
    cmdclass={
        "bdist_wheel": NativeWheel,
        "build_ext": NativeBuild,
        "build_py": PagedBuild,
        "editable_wheel": PlainEditableWheel,
    },
)
