#!/usr/bin/env bash
# modules.sh COMMAND...: run a command in the root module and in every nested one that has packages.
. "$(dirname "$0")/env.sh"
"$@"
for dir in $(nested); do
	if [[ -n $(cd "$dir" && $GO list ./... 2>/dev/null) ]]; then
		(cd "$dir" && "$@")
	fi
done
