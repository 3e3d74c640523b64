#!/usr/bin/env bash
# fresh.sh: what a newcomer sees. Clone HEAD, empty HOME, both commands of the README, then "make gen". The last line is
# JSON: seconds of both, exit code, and whether generating left changes.
. "$(dirname "$0")/env.sh"
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" 2>/dev/null; rm -rf "$dir"' EXIT
git clone --quiet . "$dir/mars"
mkdir "$dir/home"
cd "$dir/mars"
clean=(env -i HOME="$dir/home" PATH="$PATH" TERM="${TERM:-dumb}" GOPROXY="$($GO env GOPROXY)" GOSUMDB="$($GO env GOSUMDB)")
for v in SSL_CERT_FILE PIP_INDEX_URL PIP_CERT HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy; do
	[[ -n ${!v:-} ]] && clean+=("$v=${!v}")
done
rc=0
SECONDS=0
"${clean[@]}" make quickstart || rc=$?
quickstart=$SECONDS
SECONDS=0
"${clean[@]}" make test || rc=$?
test=$SECONDS
"${clean[@]}" make gen || rc=$?
dirty=$(git status --porcelain | wc -l)
printf '{"quickstart_s":%d,"test_s":%d,"rc":%d,"dirty":%d}\n' "$quickstart" "$test" "$rc" "$dirty"
exit "$rc"
