#!/usr/bin/env bash
# lint.sh: golangci-lint, then our own rules.
. "$(dirname "$0")/env.sh"
scripts/golangci.sh run ./...
$GO test -count=1 ./internal/lint
