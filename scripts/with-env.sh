#!/usr/bin/env bash
# with-env.sh COMMAND...: run a command in the repository's root with the environment of env.sh.
. "$(dirname "$0")/env.sh"
exec "$@"
