# Sourced by the other scripts: repository root, caches that work without a home, no surprises from the caller's shell.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
export GOTOOLCHAIN=local GOFLAGS="${GOFLAGS:--buildvcs=false}"
if [[ -z ${HOME:-} || ! -w ${HOME:-/nonexistent} ]]; then
	export HOME="$PWD/.cache/home"
	mkdir -p "$HOME"
fi
GO=${GO:-go}
if ! command -v "$GO" >/dev/null && [[ -x /usr/local/go/bin/go ]]; then
	export PATH="$PATH:/usr/local/go/bin"
fi

# nested lists the folders of our other Go modules, but for those in test/kube: to vet their three files is to compile all
# of Kubernetes. scripts/kube-assets.sh builds them.
nested() {
	find . -mindepth 2 -name go.mod -not -path './.*' -not -path './test/kube/*' -not -path '*/node_modules/*' -not -path '*/testdata/*' -printf '%h\n' | sort
}

# written_go lists the Go files of all modules that people or generators of ours write.
written_go() {
	find . -name '*.go' -not -path './.*' -not -path '*/node_modules/*' -not -path '*/testdata/*' | sort
}

# snapshot prints a checksum of every file that is not a cache or a build result.
snapshot() {
	find . -type f -not -path './.git/*' -not -path './.cache/*' -not -path './.venv*' -not -path './bin/*' -not -path './dist/*' \
		-not -path '*/node_modules/*' -not -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum
}
