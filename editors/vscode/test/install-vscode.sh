#!/usr/bin/env bash
# Installs a real VS Code (code-server, the npm package) that runs without a display, for tests of the extension.
# usage: install-vscode.sh DIR      then start it with: DIR/code-server --bind-addr 127.0.0.1:PORT --auth none FOLDER
# Needs node 20 and npm, a C++ compiler and python3; as root it also installs Debian's chromium and libraries.
# Takes about two minutes; does nothing when DIR already holds a working one. Ends with 77 when only root could go on,
# or nobody without a network.
set -euo pipefail
dir=${1:?usage: install-vscode.sh DIR}
version=4.100.3                     # the newest that runs on node 20; VS Code 1.100
if [[ -x $dir/code-server ]] && "$dir/code-server" --version 2>/dev/null | grep -q "^$version"; then
  echo "VS Code is already in $dir"; exit 0
fi

packages=(chromium ripgrep pkg-config libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev)
missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
if ((${#missing[@]})); then
  if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "VS Code was not installed: these Debian packages are missing and only root can add them: ${missing[*]}" >&2
    exit 77
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get -o DPkg::Lock::Timeout=600 update -qq
  apt-get -o DPkg::Lock::Timeout=600 install -y -qq "${missing[@]}" >/dev/null
fi

fetch() {
  npm install --ignore-scripts --no-audit --no-fund "$@" >/dev/null && return
  echo "VS Code was not installed: npm could not fetch what it is made of." >&2
  exit 77
}

mkdir -p "$dir"
cd "$dir"
dir=$PWD
[[ -f package.json ]] || npm init -y >/dev/null
# Install scripts try to download binaries; skip them and build only what the server needs.
fetch "code-server@$version"
cd node_modules/code-server/lib/vscode
fetch --omit=dev
export npm_config_yes=true            # node-pty calls npx while it builds
# The headers that came with node, which npm would fetch from elsewhere.
node_root=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
if [[ -f $node_root/include/node/node.h ]]; then export npm_config_nodedir=$node_root; fi
for module in node-pty @vscode/spdlog native-watchdog; do npm rebuild "$module" >/dev/null; done
watcher=$(node -p "require('@parcel/watcher/package.json').version")
case $(uname -m) in x86_64) arch=x64 ;; aarch64) arch=arm64 ;; esac
fetch --no-save "@parcel/watcher-linux-$arch-glibc@$watcher"
mkdir -p node_modules/@vscode/ripgrep/bin
cp "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
(cd extensions && fetch --omit=dev)
cd "$dir"
# Password hashing is only used with --auth password, which tests never use.
cat > node_modules/argon2/argon2.js <<'JS'
module.exports = { hash: async () => "", verify: async () => false, needsRehash: () => false, argon2id: 2 };
JS
printf '#!/bin/sh\nexec node "%s" "$@"\n' "$dir/node_modules/code-server/out/node/entry.js" > code-server
chmod +x code-server
./code-server --version
