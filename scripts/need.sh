#!/usr/bin/env bash
# need.sh PROGRAM=PACKAGE...: install the Debian packages of programs that are missing.
. "$(dirname "$0")/env.sh"
missing=()
for pair in "$@"; do
	command -v "${pair%%=*}" >/dev/null || PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
done
((${#missing[@]})) || exit 0
sudo=()
[[ $(id -u) == 0 ]] || sudo=(sudo -n)
"${sudo[@]}" apt-get update -qq >&2
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
