#!/usr/bin/env bash
# golangci.sh ARGS...: golangci-lint of the version in tools/lint, built once into .cache/bin. IN=operator: in that module.
. "$(dirname "$0")/env.sh"
version=$(sed -n 's|.*golangci/golangci-lint/v2 \(v[0-9.]*\).*|\1|p' tools/lint/go.mod | head -1)
bin=$PWD/.cache/bin/golangci-lint-$version
if [[ ! -x $bin ]]; then
	mkdir -p .cache/bin
	(cd tools/lint && $GO build -o "$bin.new" github.com/golangci/golangci-lint/v2/cmd/golangci-lint) 2> >(grep -v '^go: downloading' >&2)
	mv "$bin.new" "$bin"
fi
export GOLANGCI_LINT_CACHE=$PWD/.cache/golangci-lint
cd "${IN:-.}"
exec "$bin" "$@"
