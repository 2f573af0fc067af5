#!/bin/sh
# The version of catalogs: the commit, or `unversioned` outside of a Git repository.
#
# Usage: config_version.sh ENVIRONMENTPATH ENVIRONMENT
cd "$1/$2" 2>/dev/null && git rev-parse --short HEAD 2>/dev/null || echo unversioned
