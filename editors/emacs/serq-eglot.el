;;; serq-eglot.el --- The language server of serQ in Emacs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Finds the server for Eglot, opens what a program became when it ran beside it, and shows
;; what happened at the ends of its lines where Eglot does not do that itself.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'serq-indent)

(defcustom serq-server-command nil
  "The command that starts the server, a list of strings; found on the path if nil."
  :type '(choice (const :tag "The first `sq' or `sqlang' of ours on the path" nil)
                 (repeat :tag "Command and arguments" string))
  :group 'serq)

(defclass serq-eglot-server (eglot-lsp-server) ()
  :documentation "The language server of serQ.")

(add-to-list 'eglot-server-programs '(serq-mode . serq-eglot--contact))

;;; Finding the server

(defun serq-eglot--contact (&optional _interactive)
  "How Eglot shall start the server."
  (cons 'serq-eglot-server
        (or serq-server-command
            (let ((found (cl-find-if #'serq-eglot--ours-p (serq-eglot--candidates))))
              (and found (list found "lsp")))
            (user-error "No `sq' of sqlang found (looked at: %s); see `serq-server-command'"
                        (or (serq-eglot--tried) "none on the path")))))

(defun serq-eglot--candidates ()
  "The commands that may be ours."
  (delq nil (mapcar (lambda (name) (executable-find name t)) '("sq" "sqlang"))))

(defun serq-eglot--tried ()
  "The commands that were looked at, for the user."
  (let ((candidates (serq-eglot--candidates)))
    (and candidates (mapconcat #'identity candidates ", "))))

(defun serq-eglot--ours-p (program)
  "Whether PROGRAM is the one of sqlang: other programs are named `sq' too."
  (with-temp-buffer
    (and (eq 0 (ignore-errors
                 (process-file (file-local-name program) nil '(t nil) nil "--version")))
         (string-prefix-p "sqlang " (buffer-string)))))

;;; The program as it ran, beside it

(defun serq-eglot--show (method kind)
  "Show what METHOD answers for this program, in a window for this KIND."
  (let* ((server (or (eglot-current-server) (user-error "No server runs here: M-x eglot")))
         (preview (jsonrpc-request server method (eglot--TextDocumentPositionParams)
                                   :deferred method))
         (reveal (plist-get preview :reveal))
         (name (format "*serq %s: %s*" kind (buffer-name))))
    (serq-eglot--display name (plist-get preview :text)
                         (plist-get (plist-get reveal :start) :line))))

(defun serq-eglot--display (name text &optional line)
  "Show TEXT beside the program, in a buffer NAME, from LINE on."
  (let ((buffer (get-buffer-create name)))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text))
      (special-mode)
      (setq truncate-lines t)
      (goto-char (point-min))
      (forward-line (or line 0)))
    (let ((window (display-buffer buffer)))
      (when window
        (set-window-point window (with-current-buffer buffer (point)))))))

(defun serq-run ()
  "Run the program and show its report."
  (interactive)
  (serq-eglot--show :sq/report "report"))

(defun serq-trace ()
  "Show the program with what happened beside each line."
  (interactive)
  (serq-eglot--show :sq/trace "trace"))

(defun serq-timeline ()
  "Show the timeline of the run."
  (interactive)
  (serq-eglot--show :sq/timeline "timeline"))

(defun serq-ir ()
  "Show the program as IR."
  (interactive)
  (serq-eglot--show :sq/ir "ir"))

(cl-defmethod eglot-execute-command :around
  ((_server serq-eglot-server) (command (eql sq.compare)) _arguments)
  "Show what COMMAND, `What does this clause do?', answers."
  (ignore command)
  (serq-eglot--display "*serq comparison*" (plist-get (cl-call-next-method) :text)))

;;; Values beside the lines

(defvar-local serq-eglot--line nil
  "The server and the line of the cursor that it was told last.")

(defun serq-eglot--tell-cursor ()
  "Tell the server to which line the cursor came.
The values of a `set' are shown while the cursor is on its line."
  (when (and (derived-mode-p 'serq-mode) (eglot-managed-p))
    (let ((now (cons (eglot-current-server) (line-number-at-pos nil t))))
      (unless (equal now serq-eglot--line)
        (setq serq-eglot--line now)
        (jsonrpc-notify (car now) :sq/cursor (eglot--TextDocumentPositionParams))))))

(defvar serq-eglot--timer (run-with-idle-timer 0.2 t #'serq-eglot--tell-cursor)
  "Looks where the cursor is.")

(unless (fboundp 'eglot-inlay-hints-mode)
  (require 'serq-hints))

(provide 'serq-eglot)

;;; serq-eglot.el ends here
