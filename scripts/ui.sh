#!/usr/bin/env bash
# ui.sh build|check|browser: the web pages. build: web/ui/dist, which is committed; check: types and unit tests; browser: the pages in Chromium
# against a cluster that runs, with pictures in .cache/pages. It installs what it needs: npm packages by their lock file, Chromium by apt.
. "$(dirname "$0")/env.sh"
ui=$PWD/web/ui

packages() {
	if ! cmp -s "$ui/package-lock.json" "$ui/node_modules/.lock"; then
		(cd "$ui" && npm ci --no-audit --no-fund --loglevel=error --cache "$PWD/../../.cache/npm") >&2
		cp "$ui/package-lock.json" "$ui/node_modules/.lock"
	fi
}

# browser_path prints the path of the browser.
browser_path() {
	if ! command -v chromium; then
		local sudo=()
		[[ $(id -u) == 0 ]] || sudo=(sudo -n)
		"${sudo[@]}" apt-get update -qq >&2 && "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2
		command -v chromium
	fi
}

packages
case ${1:-} in
build)
	cd web/build && $GO run . -ui "$ui"
	;;
check)
	"$ui/node_modules/.bin/tsc" -p "$ui"
	rm -rf .cache/ui-tests
	(cd web/build && $GO run . -ui "$ui" -tests ../../.cache/ui-tests)
	node --test .cache/ui-tests/
	;;
browser)
	browser=$(browser_path)
	$GO build -o .cache/bin/serve ./web/webtest/serve
	CHROMIUM=$browser node "$ui/e2e/pages.mjs" .cache/bin/serve .cache/pages
	;;
*)
	echo "usage: ui.sh build|check|browser" >&2
	exit 2
	;;
esac
