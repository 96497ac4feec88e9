;;; serq-indent.el --- Indentation of serQ  -*- lexical-binding: t; -*-

;;; Commentary:

;; What `sq fmt' writes stays as it is: clauses stand at their place, and lines that go on with a
;; clause are left where they are as long as they stand further in than it.

;;; Code:

(defgroup serq nil
  "Programs in serQ, the language of serving systems."
  :group 'languages)

(defconst serq-indent-body 2
  "How much further in a body stands than its clause.")

(defconst serq-indent-continuation 4
  "How much further in a clause goes on.")

(defconst serq-indent--after-body "\\(?:else\\|cache\\|lease\\)\\_>"
  "What goes on with a clause after its body.")

(defun serq-indent-line ()
  "Indent the line of point."
  (let ((column (save-excursion (back-to-indentation) (serq-indent--column))))
    (if (not (integerp column))
        column
      (if (<= (current-column) (current-indentation))
          (indent-line-to column)
        (save-excursion (indent-line-to column))))))

(defun serq-indent--column ()
  "The column for the line that begins at point, or `noindent'."
  (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
         (opener (nth 1 state)))
    (cond ((or (nth 8 state) (serq-indent--switched-off-p)) 'noindent)
          ((memq (char-after) '(?\) ?\]))
           (if opener (serq-indent--indentation-at opener) 0))
          ((eq (char-after) ?\})
           (if opener (serq-indent--indentation-at (serq-indent--clause-start opener)) 0))
          (t (serq-indent--column-of-clause opener)))))

(defun serq-indent--column-of-clause (opener)
  "The column for a line that is no end of a bracket, in the bracket OPENER."
  (let ((start (serq-indent--clause-start (point))))
    (cond ((< start (line-beginning-position)) (serq-indent--column-going-on start opener))
          ((null opener) 0)
          (t (+ serq-indent-body
                (serq-indent--indentation-at (serq-indent--clause-start opener)))))))

(defun serq-indent--column-going-on (start opener)
  "The column for a line of the clause at START, in the bracket OPENER."
  (let ((base (serq-indent--indentation-at start)))
    (cond ((looking-at-p serq-indent--after-body) base)
          ((and (not (eolp)) (> (current-indentation) base)) 'noindent)
          ((and opener (/= (char-after opener) ?\{))
           (+ serq-indent-body (serq-indent--indentation-at opener)))
          ;; What a hold asks for stands behind its word.
          ((save-excursion (goto-char start) (looking-at-p "hold\\_>"))
           (+ base (length "hold ")))
          (t (+ base serq-indent-continuation)))))

(defun serq-indent--indentation-at (position)
  "The indentation of POSITION's line, or of the comment that ends there."
  (save-excursion
    (goto-char position)
    (let ((outside (nth 8 (syntax-ppss (line-beginning-position)))))
      (when outside
        (goto-char outside)))
    (current-indentation)))

(defun serq-indent--clause-start (position)
  "Where the clause begins that POSITION is in, or POSITION if it begins one."
  (save-excursion
    (goto-char position)
    (let ((start position))
      (while (progn (forward-comment (- (point)))
                    (serq-indent--backward-in-clause start))
        (setq start (point)))
      start)))

(defun serq-indent--backward-in-clause (start)
  "Go back over a token if it is of the clause of START; whether it is."
  (pcase (char-before)
    ((or 'nil ?\; ?\{) nil)
    (?\} (and (save-excursion (goto-char start) (looking-at-p serq-indent--after-body))
              (serq-indent--backward-sexp)))
    (?\) (and (not (serq-indent--hold-ended-p start))
              (serq-indent--backward-sexp)))
    ((or ?\] ?\") (serq-indent--backward-sexp))
    (_ (or (/= 0 (skip-syntax-backward "w_"))
           (progn (backward-char) t)))))

(defun serq-indent--hold-ended-p (start)
  "Whether point is behind `} cache (…) lease … (…)' and START begins a clause.
These parts end a hold, with a semicolon or without."
  (and (not (save-excursion (goto-char start)
                            (looking-at-p serq-indent--after-body)))
       (save-excursion
         (let (part)
           (while (and (setq part (serq-indent--backward-part))
                       (eq (char-before) ?\))))
           (and part (eq (char-before) ?\}))))))

(defun serq-indent--backward-part ()
  "Go back over `cache (…)' or `lease … (…)'; whether it was one of these."
  (serq-indent--backward-sexp)
  (forward-comment (- (point)))
  (when (eq (char-before) ?\])
    (serq-indent--backward-sexp))
  (or (equal (serq-indent--backward-word) "cache")
      (equal (serq-indent--backward-word) "lease")))

(defun serq-indent--backward-word ()
  "Go back over a word and what stands before it; gives the word."
  (let ((end (point)))
    (skip-syntax-backward "w_")
    (prog1 (buffer-substring-no-properties (point) end)
      (forward-comment (- (point))))))

(defun serq-indent--backward-sexp ()
  "Go back over brackets or a string, or over a character if nothing opens them."
  (condition-case nil
      (backward-sexp)
    (scan-error (backward-char)))
  t)

(defun serq-indent--switched-off-p ()
  "Whether `// sq: off' holds at point."
  (save-excursion
    (let (found)
      (while (and (not found) (search-backward "sq:" nil t))
        (skip-chars-backward " \t")
        (skip-chars-backward "/")
        (when (and (looking-at "//[ \t]*sq:[ \t]*\\(on\\|off\\)[ \t]*$")
                   (not (nth 8 (save-match-data (syntax-ppss)))))
          (setq found (match-string 1))))
      (equal found "off"))))

(provide 'serq-indent)

;;; serq-indent.el ends here
