;;; e2e.el --- The server through eglot -*- lexical-binding: t -*-
;; Started by run.sh in the sample project. Debian's Emacs 28.2 with eglot 1.9, or Emacs 29 and newer.
(package-initialize)
(require 'eglot)
(require 'markdown-mode)

(defvar passed 0)
(defvar failed 0)
(defconst seconds 45 "The machine may be busy; nothing waits this long unless it fails.")
(defconst box (getenv "BOX"))

(defun until (ask)
  "Call ASK until it answers something; that, or nil when time is up."
  (let ((end (+ (float-time) seconds)) answer)
    (while (and (not (setq answer (funcall ask))) (< (float-time) end))
      (accept-process-output nil 0.05))
    answer))

(defmacro check (name &rest body)
  "Count BODY as passed when it gives something and no error."
  `(let ((problem nil) (ok nil))
     (condition-case err (setq ok (progn ,@body)) (error (setq problem err)))
     (if ok (setq passed (1+ passed)) (setq failed (1+ failed)))
     (princ (format "%s %s%s\n" (if ok "ok  " "FAIL") ,name (if problem (format "  %S" problem) "")))))

;; The snippet of docs/editors.md, with the interpreter under test.
(add-to-list 'eglot-server-programs
             `((markdown-mode text-mode prog-mode) . (,(getenv "GUIDECHAIN_PYTHON") "-m" "guidechain" "server")))
(setq eglot-autoshutdown nil eglot-sync-connect 30 create-lockfiles nil make-backup-files nil)

(defun visit (path)
  "Open PATH of the project, connected."
  (find-file (expand-file-name path (concat box "/project")))
  (when (eq major-mode 'fundamental-mode) (text-mode))
  (unless (eglot-managed-p) (apply #'eglot (eglot--guess-contact)))
  (current-buffer))

(defun findings ()
  "The texts of the problems in this buffer, as a person sees them."
  (flymake-start)
  (mapcar (lambda (each) (cons (flymake-diagnostic-text each)
                               (buffer-substring (flymake-diagnostic-beg each) (flymake-diagnostic-end each))))
          (flymake-diagnostics)))

(defun finding (pattern)
  "The first problem whose text matches PATTERN."
  (seq-find (lambda (each) (string-match-p pattern (car each))) (findings)))

(defun hover-text ()
  "What the server says at point."
  (plist-get (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))
                        :contents) :value))

(defun definition ()
  "Where the thing at point is defined, as path and line."
  (let ((xref (car (xref-backend-definitions 'eglot "LSP identifier at point."))))
    (when xref (xref-location-group (xref-item-location xref)))))

(check "connects" (visit "docs/CLAUDE.md") (eglot-current-server))

(check "a broken import is a problem at its token, after an emoji"
       (let ((found (until (lambda () (finding "docs/missing\\.md does not exist")))))
         (string-match-p "\\`@?missing\\.md\\'" (cdr found))))

(check "definition into an import after an emoji"
       (goto-char (point-min)) (search-forward "@rel")
       (string-match-p "docs/releases\\.md" (definition)))

(check "hover on an import says what it brings"
       (goto-char (point-min)) (search-forward "@rel")
       (string-match-p "docs/releases" (hover-text)))

(check "an unsaved edit mends the problem"
       (goto-char (point-min)) (search-forward "missing") (replace-match "../web/notes")
       (eglot--signal-textDocument/didChange)
       (prog1 (until (lambda () (not (finding "docs/missing"))))
         (revert-buffer t t t)))

(check "definition into an import in another file"
       (visit "CLAUDE.md")
       (goto-char (point-min)) (search-forward "@AGE")
       (string-match-p "AGENTS\\.md" (definition)))

(check "a dead file is a problem"
       (visit ".github/AGENTS.md")
       (until (lambda () (finding "never loads this file"))))

(check "hover on line 1 of a source file names the chain"
       (visit "web/src/Cart.tsx")
       (goto-char (point-min))
       (let ((text (hover-text)))
         (and (string-match-p "Codex" text) (string-match-p "web/CLAUDE" text))))

(check "the command gives the places to a client that cannot be asked"
       (let ((answer (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                                      (list :command "guidechain.openGoverning"
                                            :arguments (vector (plist-get (eglot--TextDocumentIdentifier) :uri))))))
         (string-match-p "web/CLAUDE\\.md" (plist-get (aref answer 0) :uri))))

(check "shuts down" (progn (eglot-shutdown (eglot-current-server)) t))

(princ (format "%d passed, %d failed\n" passed failed))
(kill-emacs (if (zerop failed) 0 1))
