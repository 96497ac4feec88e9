;;; serq-hints.el --- What happened, beside the lines  -*- lexical-binding: t; -*-

;;; Commentary:

;; Inlay hints for an Eglot that has none, as that of Debian 12: what happened beside each line
;; that is in view.

;;; Code:

(require 'eglot)

(defface serq-hint-face '((t :inherit shadow))
  "Face of what happened beside a line."
  :group 'serq)

(defvar-local serq-hints--overlays nil "The hints that are shown.")
(defvar-local serq-hints--asked nil "What the last request was for: text and part in view.")

;;;###autoload
(define-minor-mode serq-hints-mode
  "Show beside each line what happened there when the program ran."
  :group 'serq
  (serq-hints--clear)
  (setq serq-hints--asked nil))

(defun serq-hints--follow-server ()
  "Show hints while a server looks after this program."
  (when (derived-mode-p 'serq-mode)
    (serq-hints-mode (if (eglot-managed-p) 1 -1))))

(add-hook 'eglot-managed-mode-hook #'serq-hints--follow-server)

;;; With the server

(cl-defmethod eglot-client-capabilities ((_server serq-eglot-server))
  "Those of Eglot, and that hints are shown and asked for again."
  (let ((capabilities (cl-call-next-method)))
    (plist-put (plist-get capabilities :textDocument)
               :inlayHint '(:dynamicRegistration :json-false))
    (plist-put (plist-get capabilities :workspace) :inlayHint '(:refreshSupport t))
    capabilities))

(cl-defmethod eglot-handle-request
  ((server serq-eglot-server) (_method (eql workspace/inlayHint/refresh)) &rest _)
  "Ask SERVER again for the hints in view."
  (dolist (buffer (eglot--managed-buffers server))
    (when (buffer-live-p buffer)
      (with-current-buffer buffer
        (when serq-hints-mode
          (serq-hints--ask)))))
  nil)

(defvar serq-hints--timer (run-with-idle-timer 0.2 t #'serq-hints--look)
  "Looks whether something else is in view.")

(defun serq-hints--look ()
  "Ask for the hints in view if something is new there."
  (when (and (bound-and-true-p serq-hints-mode) (eglot-managed-p))
    (let ((seen (list (buffer-chars-modified-tick) (serq-hints--in-view))))
      (unless (equal seen serq-hints--asked)
        (setq serq-hints--asked seen)
        (serq-hints--ask)))))

(defun serq-hints--in-view ()
  "The part of the text that its windows show, as a pair of positions."
  (let ((windows (get-buffer-window-list nil nil t)))
    (if windows
        (cons (apply #'min (mapcar #'window-start windows))
              (apply #'max (mapcar (lambda (window) (window-end window t)) windows)))
      (cons (point-min) (point-max)))))

(defun serq-hints--ask ()
  "Ask for the hints in view, and show them when they come."
  (let ((buffer (current-buffer))
        (view (serq-hints--in-view)))
    (jsonrpc-async-request
     (eglot-current-server) :textDocument/inlayHint
     (list :textDocument (eglot--TextDocumentIdentifier)
           :range (list :start (eglot--pos-to-lsp-position (car view))
                        :end (eglot--pos-to-lsp-position (cdr view))))
     :success-fn (lambda (hints)
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (serq-hints--show hints))))
     :error-fn #'ignore
     :deferred :textDocument/inlayHint)))

;;; In the buffer

(defun serq-hints--clear ()
  "Show none."
  (mapc #'delete-overlay serq-hints--overlays)
  (setq serq-hints--overlays nil))

(defun serq-hints--show (hints)
  "Show HINTS instead of those that are shown."
  (serq-hints--clear)
  (when serq-hints-mode
    (save-excursion
      (mapc #'serq-hints--add hints))))

(defun serq-hints--add (hint)
  "Show HINT at its place, after those that are there already."
  (let ((place (eglot--lsp-position-to-point (plist-get hint :position)))
        (text (concat (and (eq t (plist-get hint :paddingLeft)) " ")
                      (serq-hints--label (plist-get hint :label))
                      (and (eq t (plist-get hint :paddingRight)) " ")))
        (last (car serq-hints--overlays)))
    (unless (and last (= place (overlay-start last)))
      (setq last (make-overlay place place))
      (push last serq-hints--overlays))
    ;; `cursor' keeps the cursor before what is no text.
    (overlay-put last 'before-string
                 (propertize (concat (overlay-get last 'before-string) text)
                             'face 'serq-hint-face 'cursor t))))

(defun serq-hints--label (label)
  "The text of a LABEL, which is a string or parts."
  (if (stringp label) label
    (mapconcat (lambda (part) (plist-get part :value)) label "")))

(provide 'serq-hints)

;;; serq-hints.el ends here
