#!/usr/bin/env bash
# Sets up a real VS Code (code-server) and a browser to look at it, below $GUIDECHAIN_E2E_CACHE (default: .cache/e2e).
# Every step leaves a mark that names its version, so a second run takes no time and a changed pin is set up anew.
# Source it: it exports NODE, CODE_SERVER and CHROMIUM. Needs npm, python3, gcc and make; on Debian it installs the browser.
set -euo pipefail

node_version=24.21.0          # code-server refuses any other major version
code_server_version=4.139.1   # VS Code 1.139.1
playwright_version=1.65.1

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${GUIDECHAIN_E2E_CACHE:-$tests/../../../.cache/e2e}/vscode
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

for program in npm python3 gcc make; do
    command -v "$program" > /dev/null || { echo "no editor: $program is needed to set it up"; exit 77; }
done

install_quietly() { # FOLDER NPM-ARGUMENTS...
    (cd "$1" && shift && npm "$@" --no-fund --no-audit --loglevel=error)
}

package_folder() { # FOLDER: empty, private, so that npm installs into it and into no parent
    rm -rf "$1"
    mkdir -p "$1"
    echo '{ "private": true }' > "$1/package.json"
}

find_browser() {
    CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
}

find_browser
if [ -z "$CHROMIUM" ]; then
    echo "installing Debian's chromium and an emoji font"
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q --no-install-recommends chromium fonts-noto-color-emoji fonts-dejavu-core > "$cache/apt.log" 2>&1 ||
        { apt-get update -q >> "$cache/apt.log" 2>&1 &&
            apt-get install -y -q --no-install-recommends chromium fonts-noto-color-emoji fonts-dejavu-core >> "$cache/apt.log" 2>&1; } ||
        { tail -5 "$cache/apt.log" >&2; echo "no browser: install chromium, or set CHROMIUM to one"; exit 77; }
    find_browser
fi

node_home=$cache/node-$node_version
if [ ! -e "$node_home/.done" ]; then
    echo "setting up Node $node_version"
    package_folder "$node_home"
    install_quietly "$node_home" install "node@$node_version"
    touch "$node_home/.done"
fi
NODE=$node_home/node_modules/node/bin/node
headers=$(dirname "$node_home"/node_modules/node/node_modules/node-*/include) # of the same Node, for the one native module

server_home=$cache/code-server-$code_server_version
if [ ! -e "$server_home/.done" ]; then
    echo "setting up code-server $code_server_version (some minutes)"
    package_folder "$server_home"
    (
        export PATH="${NODE%/*}:$PATH" npm_config_nodedir="$headers"
        # The install scripts compile modules that no test needs. One is needed: without spdlog no output channel reaches the disk.
        install_quietly "$server_home" install "code-server@$code_server_version" --ignore-scripts --omit=dev
        editor=$server_home/node_modules/code-server/lib/vscode
        install_quietly "$editor" install --ignore-scripts --omit=dev
        install_quietly "$editor" rebuild @vscode/spdlog
        install_quietly "$editor/extensions" install --ignore-scripts --omit=dev
    )
    touch "$server_home/.done"
fi
CODE_SERVER=$server_home/node_modules/code-server/out/node/entry.js

library_home=$cache/playwright-$playwright_version
if [ ! -e "$library_home/.done" ]; then
    package_folder "$library_home"
    install_quietly "$library_home" install "playwright-core@$playwright_version"
    touch "$library_home/.done"
fi
PLAYWRIGHT=$library_home/node_modules/playwright-core/index.mjs

export NODE CODE_SERVER CHROMIUM PLAYWRIGHT
