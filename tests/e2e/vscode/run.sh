#!/usr/bin/env bash
# usage: run.sh [OUT] [PART...] : the packed extension in a real VS Code. Parts: api look start (default: api look).
# First come the tests of single modules of the client (client-vscode/test). Exit 77 where no editor can be had.
# Sets up what is missing (see setup.sh), packs client-vscode, and ends with `N passed, N failed`. OUT gets screenshots and logs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
. "$here/setup.sh"

out=${1:-$cache/out}
parts=("${@:2}")
[ ${#parts[@]} -gt 0 ] || parts=(api look)
rm -rf "$out"
mkdir -p "$out"

if [ -z "${PYTHON:-}" ]; then
    PYTHON=$root/.venv/bin/python
    [ -x "$PYTHON" ] || PYTHON=$(command -v python3)
fi
export PYTHON

# The .vsix is packed anew where any source of it is newer.
client=$root/client-vscode
VSIX=$client/guidechain.vsix
newer() { find "$client" "$root/server/guidechain" \( -name node_modules -o -name bundled -o -name dist -o -name __pycache__ \) -prune -o -type f -newer "$1" ! -name '*.vsix' -print -quit; }
if [ ! -e "$VSIX" ] || [ -n "$(newer "$VSIX")" ]; then
    echo "packing the extension"
    (cd "$client" && npm ci --no-fund --no-audit --loglevel=error > "$out/package.log" 2>&1 && npm run package >> "$out/package.log" 2>&1) ||
        { tail -30 "$out/package.log" >&2; echo "0 passed, 1 failed"; exit 1; }
fi
DRIVER=$out/driver.vsix
(cd "$here/driver" && "$client/node_modules/.bin/vsce" package --no-dependencies --allow-missing-repository --skip-license --out "$DRIVER" > "$out/driver.log" 2>&1)
export VSIX DRIVER

passed=0
failed=0
echo "== modules"
(cd "$client" && npm test --silent) > "$out/modules.log" 2>&1 || tail -40 "$out/modules.log"
passed=$(sed -n 's/^# pass //p' "$out/modules.log")
failed=$(sed -n 's/^# fail //p' "$out/modules.log")
passed=${passed:-0}
failed=${failed:-1}
for part in "${parts[@]}"; do
    echo "== $part"
    "$NODE" "$here/$part.mjs" "$out/$part" 2>&1 | tee "$out/$part.log" || true
    line=$(tail -n 1 "$out/$part.log")
    if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
