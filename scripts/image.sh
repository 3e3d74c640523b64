#!/usr/bin/env bash
# image.sh [engine|operator|python]...: images for containers in dist/, made without a daemon; all where none is named.
# ARCH=arm64 is for other machines (not for python). engine is the static binary and nothing else, operator that of
# Kubernetes; python has Python, NumPy, pandas, pyarrow and the client too, and a shell. The same sources make the same
# digest, which is printed. Beside NAME.tar lies NAME.spdx.json, what the image is made of; it is in the image too.
. "$(dirname "$0")/env.sh"
umask 022
work=$PWD/.cache/image version=$(sed -n 's/.*"\(.*\)".*/\1/p' python/mars/_version.py) arch=${ARCH:-$($GO env GOARCH)}
id=65532
labels=(-label "org.opencontainers.image.version=$version" -label org.opencontainers.image.licenses=Apache-2.0)
mkdir -p "$work" dist
(cd tools/image && $GO build -o "$work/write" .)

# engine DIR: the binary and its names in DIR.
engine() {
	mkdir -p "$1"
	CGO_ENABLED=0 GOARCH=$arch $GO build -trimpath -ldflags '-s -w' -o "$1/mars" ./cmd/mars
	local name
	for name in mars-supervisor mars-scheduler mars-worker mars-web; do
		ln -sf mars "$1/$name"
	done
}

# people DIR: the users that the image knows.
people() {
	mkdir -p "$1"
	printf 'root:x:0:0:root:/:/sbin/nologin\nmars:x:%s:%s:mars:/tmp:/sbin/nologin\n' $id $id >"$1/passwd"
	printf 'root:x:0:\nmars:x:%s:\n' $id >"$1/group"
}

write() { # NAME DESCRIPTION ARGS...
	local name=$1 text=$2
	shift 2
	echo "dist/$name.tar $("$work/write" -out "dist/$name.tar" -bill "dist/$name.spdx.json" -name "$name:$version" -arch "$arch" -user $id:$id \
		"${labels[@]}" -label "org.opencontainers.image.title=$name" -label "org.opencontainers.image.description=$text" "$@")"
}

image_engine() {
	local root=$work/engine
	rm -rf "$root"
	engine "$root/bin"
	people "$root/etc"
	mkdir -p "$root/etc/ssl/certs" "$root/tmp"
	chmod 1777 "$root/tmp"
	install -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
	write mars "Mars: supervisors and workers" -env PATH=/bin -entry /bin/mars -port 7103 -port 7005 -port 11111 "$root"
}

image_operator() {
	local root=$work/operator
	rm -rf "$root"
	mkdir -p "$root/bin" "$root/etc/ssl/certs"
	(cd operator && CGO_ENABLED=0 GOARCH=$arch $GO build -trimpath -ldflags "-s -w -X main.version=$version" -o "$root/bin/mars-operator" ./cmd/mars-operator)
	people "$root/etc"
	install -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
	write mars-operator "Keeps Mars clusters on Kubernetes" -env PATH=/bin -entry /bin/mars-operator -port 8081 -port 8088 -port 9443 "$root"
}

# The base is Debian's Python, which is read once; what pip brings has the versions that the tests have.
image_python() {
	local packages=python3,libstdc++6,ca-certificates
	local base=$work/base-$packages.tar site=$work/site root=$work/python wheel
	[[ $arch == amd64 ]] || {
		echo "image.sh: the image with Python is made for amd64 alone" >&2
		return 1
	}
	if [[ ! -e $base ]]; then
		scripts/need.sh mmdebstrap=mmdebstrap
		SOURCE_DATE_EPOCH=0 mmdebstrap --quiet --variant=essential --include="$packages" --dpkgopt='path-exclude=/usr/share/doc/*' \
			--dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$base.new" >&2
		mv "$base.new" "$base"
	fi
	rm -rf "$site" "$root" "$work/wheel"
	engine "$root/usr/local/bin"
	wheel=$("${PYTHON:-python3}" python/wheel_builder.py "$work/wheel" --binary "$root/usr/local/bin/mars")
	mkdir -p "$site/usr/local/lib/python3.11/dist-packages"
	"$(scripts/venv.sh python)" -m pip install --quiet --no-compile --no-warn-script-location --target "$site/usr/local/lib/python3.11/dist-packages" \
		--python-version 3.11 --platform manylinux2014_x86_64 --platform manylinux_2_28_x86_64 --only-binary=:all: -c scripts/requirements-python.txt \
		"$wheel" cloudpickle >&2
	rm -rf "$site"/usr/local/lib/python3.11/dist-packages/bin
	ln -s /usr/bin/python3 "$root/usr/local/bin/python"
	people "$root/etc"
	write mars-python "Mars with Python, for programs and for users' functions" -env PATH=/usr/local/bin:/usr/bin:/bin -env HOME=/tmp -env LANG=C.UTF-8 \
		-port 7103 -port 7005 -port 11111 "$base" "$site" "$root"
}

(($#)) || set -- engine operator python
for what; do
	case $what in
	engine | operator | python) "image_$what" ;;
	*)
		echo "usage: image.sh [engine|operator|python]..." >&2
		exit 2
		;;
	esac
done
