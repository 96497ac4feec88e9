;;; serq-mode.el --- Programs in serQ  -*- lexical-binding: t; -*-

;; Author: The sqlang authors
;; Keywords: languages
;; Package-Requires: ((emacs "28.1"))
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; How to set it up: docs/editors/emacs.md.
;;
;; The major mode for *.sq: colors, indentation as `sq fmt' has it, an index.  What a program means
;; and does comes from the language server by Eglot (serq-eglot.el).

;;; Code:

(require 'serq-indent)
(require 'serq-words)

(defface serq-option-face '((t :inherit font-lock-variable-name-face))
  "Face for what is set of pools, stages and runs."
  :group 'serq)

(defvar serq-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\\ "." table) ; strings have no escapes
    (dolist (sign '(?+ ?- ?^ ?< ?> ?= ?! ?& ?| ?~ ?? ?: ?. ?, ?\; ?% ?$ ?'))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax of serQ: comments as in C++, strings over several lines, no escapes.")

(defconst serq-mode--name "\\(\\(?:\\sw\\|\\s_\\)+\\)")

(defun serq-mode--any (words)
  "A pattern for one of WORDS, in group 1."
  (concat "\\_<" (regexp-opt words t) "\\_>"))

(defun serq-mode--named (words)
  "A pattern for one of WORDS and a name after it, in group 2."
  (concat (serq-mode--any words) "[ \t]+" serq-mode--name))

(defun serq-mode--at-start (words)
  "A pattern for one of WORDS, in group 1, where a clause may begin."
  (concat "\\(?:^\\|[{};]\\|\\*/\\)[ \t]*" (serq-mode--any words)))

(defun serq-mode--after (policy)
  "What colors the words that may follow the first one of the list POLICY."
  `(,(serq-mode--at-start (list (car policy)))
    (,(serq-mode--any (cdr policy)) (serq-mode--header-end) nil (1 font-lock-constant-face))))

(defun serq-mode--header-end ()
  "Where the words at point end: before brackets, a body, the next clause."
  (save-excursion (skip-chars-forward "^({;\n") (point)))

;; The first rule that a word meets colors it: no word is reserved, so names come first.
(defconst serq-mode-font-lock-keywords
  `((,(serq-mode--named '("pool" "stage" "def")) 2 font-lock-function-name-face)
    (,(serq-mode--named '("let" "set" "observe")) 2 font-lock-variable-name-face)
    (,(serq-mode--named '("run" "on" "via" "grow" "growing" "lease" "release"))
     2 font-lock-type-face)
    (,(serq-mode--at-start serq-words-options) 1 'serq-option-face)
    ,@(mapcar #'serq-mode--after serq-words-policies)
    (,(serq-mode--at-start
       (append serq-words-items serq-words-statements serq-words-workload))
     1 font-lock-keyword-face)
    (,(concat "~[ \t]*" (serq-mode--any serq-words-distributions)) 1 font-lock-builtin-face)
    (,(concat (serq-mode--any serq-words-functions) "[ \t]*(") 1 font-lock-builtin-face)
    (,(concat ":[ \t]*" (serq-mode--any serq-words-kinds)) 1 font-lock-type-face)
    ("\\_<at[ \t\n]+\\(admission\\)\\_>" 1 font-lock-keyword-face)
    (,(serq-mode--any (remove "admission" serq-words-clauses)) 1 font-lock-keyword-face)
    (,(serq-mode--any serq-words-variables) 1 font-lock-constant-face)
    ("\\(?:\\_<[0-9]\\|\\.[0-9]\\)[0-9._]*\\(?:[eE][+-]?[0-9]+\\)?" 0 font-lock-constant-face))
  "What colors programs, in this order.")

(defun serq-mode--syntactic-face (state)
  "The face for the string or comment of STATE; `//!' is documentation."
  (cond ((nth 3 state) font-lock-string-face)
        ((save-excursion (goto-char (nth 8 state)) (looking-at-p "//!")) font-lock-doc-face)
        (t font-lock-comment-face)))

(defconst serq-mode-imenu
  (mapcar (lambda (sort)
            (list (car sort) (concat "^[ \t]*" (serq-mode--named (cdr sort))) 2))
          '(("Pools" "pool") ("Stages" "stage") ("Definitions" "def") ("Constants" "let")
            ("Observed" "observe")))
  "What the index lists while no server does.")

(autoload 'serq-run "serq-eglot" nil t)
(autoload 'serq-trace "serq-eglot" nil t)
(autoload 'serq-timeline "serq-eglot" nil t)
(autoload 'serq-ir "serq-eglot" nil t)

(defvar serq-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'serq-run)
    (define-key map (kbd "C-c C-t") #'serq-trace)
    (define-key map (kbd "C-c C-l") #'serq-timeline)
    (define-key map (kbd "C-c C-j") #'serq-ir)
    map)
  "Keys of `serq-mode'.")

;;;###autoload
(define-derived-mode serq-mode prog-mode "serQ"
  "Major mode for programs in serQ, the language of serving systems.

\\{serq-mode-map}"
  (setq-local comment-start "// "
              comment-end ""
              comment-start-skip "\\(?://+!?\\|/\\*+\\)[ \t]*"
              indent-line-function #'serq-indent-line
              indent-tabs-mode nil
              electric-indent-chars (append '(?\} ?\) ?\]) electric-indent-chars)
              font-lock-defaults
              '(serq-mode-font-lock-keywords
                nil nil nil
                (font-lock-syntactic-face-function . serq-mode--syntactic-face))
              imenu-generic-expression serq-mode-imenu))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.sq\\'" . serq-mode))

(with-eval-after-load 'eglot
  (require 'serq-eglot))

(provide 'serq-mode)

;;; serq-mode.el ends here
