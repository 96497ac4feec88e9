"""The Emacs mode without a server: indentation, colors, comments, an index, and how it compiles."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.editors import emacs
from tests.formatting.programs import formatted, sources

EXAMPLE = Path(__file__).parents[2] / "examples" / "separate_phases.sq"
WORDS_AS_NAMES = """stage prefill : step { budget 4; cost seed + tokens; }
session {
  set cap = ~exp(1) + min(cap, .5);
  run prefill decode (cap);
  /* "end;" */ observe end = cap; // end
}
//! report ends 1
"""


def strings(texts: list[Path]) -> str:
    """The paths as a list in Lisp."""
    return "(list " + " ".join(json.dumps(str(text), ensure_ascii=False) for text in texts) + ")"


def indented(folder: Path, texts: list[str]) -> list[str]:
    """What the mode makes of each text by indenting all of its lines."""
    files = [folder / f"{number}.sq" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text.encode())
    emacs.batch(
        f"""(let ((coding-system-for-read 'utf-8-unix) (coding-system-for-write 'utf-8-unix))
              (dolist (file {strings(files)})
                (with-temp-buffer
                  (insert-file-contents file)
                  (serq-mode)
                  (indent-region (point-min) (point-max))
                  (write-region nil nil file nil 'quiet))))"""
    )
    return [file.read_bytes().decode() for file in files]


def test_what_the_formatter_writes_is_left_as_it_is(tmp_path: Path) -> None:
    layouts = [formatted(source.text) for source in sources()]
    assert len(layouts) > 400
    assert indented(tmp_path, layouts) == layouts


def test_lines_without_indentation_get_it(tmp_path: Path) -> None:
    layout = EXAMPLE.read_text("utf-8")
    flat = "".join(line.lstrip(" ") for line in layout.splitlines(keepends=True))
    assert indented(tmp_path, [flat]) == [layout]


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        # The parts after its body belong to a hold, which needs no semicolon.
        (
            "session {\nhold kv (1) {\nend;\n}\nlease kv (2)\nend;\n}\n",
            "session {\n  hold kv (1) {\n    end;\n  }\n  lease kv (2)\n  end;\n}\n",
        ),
        (
            "branch (a) {\nend;\n}\nelse {\nend;\n}\n",
            "branch (a) {\n  end;\n}\nelse {\n  end;\n}\n",
        ),
        # Brackets: what is in them two further in, what closes them under the line that opened.
        ("let x = max(\na,\nb\n);\n", "let x = max(\n  a,\n  b\n);\n"),
        ("let x =\na\n+ b;\n", "let x =\n    a\n    + b;\n"),
        # Not ours to move: what is switched off, comments and strings over several lines.
        ("pool kv {\n// sq: off\n cap   4;\n// sq: on\n}\n", None),
        ('/*\n     as it is\n */\nuse "a\n   b";\n', None),
        ("a } } ) ;\n  \n", "a } } ) ;\n\n"),
    ],
)
def test_special_places(tmp_path: Path, written: str, layout: str | None) -> None:
    expected = written if layout is None else layout
    if written.startswith("pool"):
        expected = "pool kv {\n  // sq: off\n cap   4;\n// sq: on\n}\n"
    assert indented(tmp_path, [written]) == [expected]


def faces(text: str) -> list[tuple[str, str]]:
    """The pieces of a text that have a face, and which."""
    told = emacs.batch(
        f"""(with-temp-buffer
              (insert {json.dumps(text)})
              (serq-mode)
              (font-lock-ensure)
              (goto-char (point-min))
              (while (not (eobp))
                (let ((end (or (next-single-property-change (point) 'face) (point-max)))
                      (face (get-text-property (point) 'face)))
                  (when face
                    (princ (format "%s\\t%s\\n" face (buffer-substring-no-properties (point) end))))
                  (goto-char end))))"""
    )
    rows = [line.partition("\t") for line in told.splitlines() if line]
    return [(text, face.removeprefix("font-lock-").removesuffix("-face")) for face, _, text in rows]


def test_words_have_the_color_of_what_they_are_there() -> None:
    comment = [("// ", "comment-delimiter"), ("end", "comment")]
    assert faces(WORDS_AS_NAMES) == [
        *[("stage", "keyword"), ("prefill", "function-name"), ("step", "type")],
        *[("budget", "serq-option"), ("4", "constant"), ("cost", "serq-option")],
        ("tokens", "constant"),
        ("session", "keyword"),
        *[("set", "keyword"), ("cap", "variable-name"), ("exp", "builtin"), ("1", "constant")],
        *[("min", "builtin"), (".5", "constant")],
        *[("run", "keyword"), ("prefill", "type"), ("decode", "constant")],
        *[("/* ", "comment-delimiter"), ('"end;" */', "comment")],
        *[("observe", "keyword"), ("end", "variable-name")],
        *comment,
        ("//! report ends 1", "doc"),
    ]


def test_the_index_has_what_is_declared() -> None:
    told = emacs.batch(
        f"""(progn (require 'imenu) (find-file {json.dumps(str(EXAMPLE))})
              (princ (mapcar (lambda (sort) (cons (car sort) (mapcar #'car (cdr sort))))
                             (funcall imenu-create-index-function))))"""
    )
    assert told == "((Observed ttft response) (Stages gate engine) (Pools reqs kv))"


def test_lines_become_comments_and_back() -> None:
    told = emacs.batch(
        """(with-temp-buffer
             (insert "end;") (serq-mode)
             (comment-region (point-min) (point-max)) (princ (buffer-string))
             (uncomment-region (point-min) (point-max)) (princ (buffer-string)))"""
    )
    assert told == "// end;end;"


def test_it_compiles_without_a_warning(tmp_path: Path) -> None:
    emacs.require_eglot()
    for file in emacs.PLUGIN.glob("*.el"):
        shutil.copy(file, tmp_path)
    emacs.batch(
        f"""(progn
              (package-initialize)
              (push "{tmp_path}" load-path)
              (setq byte-compile-error-on-warn t)
              (dolist (file (directory-files "{tmp_path}" t "\\\\.el\\\\'"))
                (unless (byte-compile-file file) (error "%s" file))))"""
    )
