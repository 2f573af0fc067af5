# Name, version and addresses of the project, for the scripts beside this file. To be sourced.
# shellcheck shell=sh

# The directory of the repository; the caller may have set it.
: "${PUPA_SOURCE:=$(cd "$(dirname "$0")/.." && pwd)}"

# The value of a key in [workspace.package] of Cargo.toml.
workspace_value() {
  sed -n '/^\[workspace.package\]/,/^\[/s/^'"$1"' = "\(.*\)"$/\1/p' "$PUPA_SOURCE/Cargo.toml"
}

name=pupa
version=$(workspace_value version)
repository=$(workspace_value repository)
license=$(workspace_value license)
maintainer="The Pupa developers <pupa@${repository#*://}>"
maintainer=$(printf '%s' "$maintainer" | sed 's#/[^>]*>#>#')
summary='The Puppet language without Ruby'

# The directory with the files of this version.
releases="$repository/releases/download/v$version"
