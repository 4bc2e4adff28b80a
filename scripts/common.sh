# Sourced by the other scripts, which set `root` to the top of the repository first.

# The files of the tree under $1, relative to it, one per line: what git tracks or would track, so that generated files
# never count. Where git does not answer (an unpacked archive, a clone owned by somebody else) every file outside the
# build folders is listed.
project_files() {
  local file
  {
    [[ -e $1/.git ]] && git -C "$1" ls-files --cached --others --exclude-standard 2>/dev/null ||
      (cd "$1" && find . -path ./.git -prune -o -path './build*' -prune -o '(' -type f -o -type l ')' -print | sed 's|^\./||')
  } | LC_ALL=C sort -u | while IFS= read -r file; do
    if [[ -f $1/$file ]]; then printf '%s\n' "$file"; fi # git still lists a file deleted a moment ago
  done
}

# Held while a build folder is written, so that two runs at once do not build into each other.
lock_builds() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  flock 9
}
unlock_builds() { exec 9>&-; }

# Configures build/$1 with the preset $1, unless that has been done. A changed preset counts as not done (ninja would
# regenerate, but never apply it); a build folder that came from another place is started afresh.
configure() {
  local cache=$root/build/$1/CMakeCache.txt fresh=()
  if [[ -f $cache ]]; then
    if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
      fresh=(--fresh)
    elif [[ $root/build/$1/build.ninja -nt $root/CMakePresets.json ]]; then
      return 0
    fi
  fi
  (cd "$root" && cmake --preset "$1" "${fresh[@]}")
}

jobs=${QPOR_JOBS:-$(nproc)}
