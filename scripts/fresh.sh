#!/usr/bin/env bash
# fresh.sh: what a newcomer sees. Clone HEAD, empty HOME, both commands of the README, then "make gen". The last line is
# JSON: seconds of both, exit code, and whether generating left changes.
. "$(dirname "$0")/env.sh"
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" 2>/dev/null; rm -rf "$dir"' EXIT
git clone --quiet . "$dir/mars"
mkdir "$dir/home"
cd "$dir/mars"
# What reaches the network through the caller's settings stays: proxies, certificates, package indexes.
mapfile -t net < <(env | grep -E '^(GO(PROXY|SUMDB|NOSUMDB|PRIVATE)|PIP_[A-Z_]+|[A-Za-z]+_(proxy|PROXY)|[A-Z_]*(CERT|CA_BUNDLE|CAINFO)[A-Z_]*)=' || true)
clean=(env -i HOME="$dir/home" PATH="$PATH" TERM="${TERM:-dumb}" "${net[@]}")
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
