#!/bin/sh
# Installs Pupa: program, manual pages and completions.
#
# Usage: sh install.sh [--from DIRECTORY|ADDRESS] [--prefix DIRECTORY]
#
#   --from    where the archive and SHA256SUMS are [default: the release of this installer]
#   --prefix  the directory that gets bin and share [default: ~/.local]
set -eu

releases='@RELEASES@'

fail() {
  echo "error: $1" >&2
  exit "${2:-1}"
}

usage() {
  sed -n '2,7s/^# \{0,1\}//p' "$0" 2>/dev/null || true
}

# The name of the system in the names of archives.
system() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) echo x86_64-unknown-linux-gnu ;;
    Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-gnu ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m); build it with cargo" ;;
  esac
}

# Copies a file of the release: get FILE TARGET
get() {
  case $from in
    *://*)
      if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$from/$1"
      elif command -v wget >/dev/null; then
        wget --quiet --output-document "$2" "$from/$1"
      else
        fail "needs curl or wget"
      fi
      ;;
    *) cp "$from/$1" "$2" ;;
  esac || fail "cannot get $1 from $from"
}

# The SHA-256 checksum of a file.
checksum() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    openssl dgst -sha256 -r "$1"
  fi | cut -d ' ' -f 1
}

# Everything is in functions, so that half of a script never runs.
main() {
  from=$releases
  prefix=${HOME:-}/.local
  while [ $# -gt 0 ]; do
    case $1 in
      --from | --prefix)
        [ $# -ge 2 ] && [ -n "$2" ] || fail "$1 needs a value" 2
        if [ "$1" = --from ]; then from=$2; else prefix=$2; fi
        shift 2
        ;;
      -h | --help) usage; exit 0 ;;
      *) fail "unknown option $1" 2 ;;
    esac
  done
  case $from in
    @*) fail "this installer belongs to no release: use --from" 2 ;;
  esac

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  get SHA256SUMS "$work/SHA256SUMS"
  system=$(system)
  line=$(grep -E "  pupa-[0-9][^/ ]*-$system\.tar\.gz\$" "$work/SHA256SUMS" | head -n 1)
  [ -n "$line" ] || fail "$from has no archive for $system"
  expected=${line%% *}
  archive=${line##* }
  get "$archive" "$work/$archive"
  found=$(checksum "$work/$archive")
  [ "$found" = "$expected" ] || fail "the checksum of $archive is $found, not $expected"

  tar -xzf "$work/$archive" -C "$work"
  mkdir -p "$prefix/bin" "$prefix/share"
  # The old program may be running: it is replaced, not written to.
  cp "$work/${archive%.tar.gz}/bin/pupa" "$prefix/bin/.pupa.new"
  mv -f "$prefix/bin/.pupa.new" "$prefix/bin/pupa"
  cp -R "$work/${archive%.tar.gz}/share/." "$prefix/share/"

  echo "installed $("$prefix/bin/pupa" --version) as $prefix/bin/pupa"
  case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "add $prefix/bin to PATH" ;;
  esac
}

main "$@"
