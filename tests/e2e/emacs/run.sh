#!/usr/bin/env bash
# The server in a real Emacs with eglot, in batch mode. Ends with `N passed, N failed`; exit 77 where no Emacs can be had.
# PYTHON names an interpreter that has Guidechain (default: the repository's .venv).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)

ready() { command -v emacs > /dev/null && emacs --batch -q --eval "(progn (package-initialize) (require 'eglot) (require 'markdown-mode))" > /dev/null 2>&1; }
if ! ready; then
  if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends emacs-nox elpa-eglot elpa-markdown-mode; } > /dev/null 2>&1 || true
  fi
  ready || { echo "no Emacs with eglot and markdown-mode, and none could be installed"; exit 77; }
fi

box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
box=$(cd "$box" && pwd -P)
"$python" "$here/../lay_out.py" "$box"
cd "$box/project"
env -i PATH="$PATH" HOME="$box/home" TERM=dumb LANG=C.UTF-8 GUIDECHAIN_PYTHON="$python" BOX="$box" \
  timeout 180 emacs --batch -q -l "$here/e2e.el"
