# Sourced by the tests of the scripts: an empty folder of their own, and expectations that name what failed.
set -euo pipefail

root=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
  printf 'FAILED: %s\n' "$1"
  [[ -z ${2:-} ]] || printf '%s\n' "$2" | sed 's/^/    /'
  failures=$((failures + 1))
}

# run COMMAND...: leaves `status`, `out` and `err`.
run() {
  status=0
  "$@" >"$scratch/.out" 2>"$scratch/.err" </dev/null || status=$?
  out=$(<"$scratch/.out")
  err=$(<"$scratch/.err")
}

expect_status() { [[ $status == "$1" ]] || fail "$2: exit code $status, expected $1" "$out$err"; }
expect_equal() { [[ $1 == "$2" ]] || fail "$3" "got '$1', expected '$2'"; }
expect_contains() { [[ $1 == *"$2"* ]] || fail "$3: '$2' is missing in" "$1"; }

finish() { exit $((failures > 0)); }
