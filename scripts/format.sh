#!/usr/bin/env bash
# format.sh [-w]: list the Go files that gofmt would change, and fail if there are any. With -w change them; gofumpt,
# which lint asks for, is stricter.
. "$(dirname "$0")/env.sh"
if [[ ${1:-} == -w ]]; then
	written_go | xargs gofmt -w
	exec scripts/golangci.sh fmt ./...
fi
bad=$(written_go | xargs gofmt -l)
if [[ -n $bad ]]; then
	printf 'not formatted, run "make fmt":\n%s\n' "$bad"
	exit 1
fi
