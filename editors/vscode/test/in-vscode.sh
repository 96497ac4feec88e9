#!/usr/bin/env bash
# Runs the tests of the extension in a real VS Code, or with --screenshots makes the pictures of the README,
# or with --install only installs that VS Code.
# SQ_VSCODE is where VS Code is installed, build/vscode if it is not set. What needs root is skipped without it, but not when CI is true.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export SQ_VSCODE=${SQ_VSCODE:-$(realpath -m ../../build/vscode)}

skip() {
  echo "$1" >&2
  [[ ${CI:-} != true ]] || exit 1
  exit 0
}

command -v npm >/dev/null || skip "The tests in VS Code were skipped: there is no Node with npm."
status=0
test/install-vscode.sh "$SQ_VSCODE" || status=$?
if ((status == 77)); then skip "The tests in VS Code were skipped."; fi
if ((status)) || [[ ${1:-} == --install ]]; then exit "$status"; fi

npm run --silent build
exec node scripts/editor-tests.mjs "$@"
