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
	scripts/need.sh chromium=chromium
	$GO build -o bin/mars ./cmd/mars
	CHROMIUM=$(command -v chromium) node "$ui/e2e/pages.mjs" bin/mars .cache/pages
	;;
*)
	echo "usage: ui.sh build|check|browser" >&2
	exit 2
	;;
esac
