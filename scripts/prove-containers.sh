#!/usr/bin/env bash
# prove-containers.sh: the images in containers: a supervisor and two workers on a network of their own, programs
# from outside through a published port, a worker killed while they run. Then the same as images/compose.yaml starts
# it. It installs podman, podman-compose and what belongs to them, and removes the containers that it made. The last
# line is one JSON object.
. "$(dirname "$0")/env.sh"
scripts/need.sh podman=podman runc=runc conmon=conmon iptables=iptables
[[ -e /usr/lib/podman/netavark && -e /usr/lib/podman/aardvark-dns ]] || scripts/need.sh mars-netavark=netavark mars-aardvark=aardvark-dns
python=$(scripts/venv.sh python)
compose=$(dirname "$(scripts/venv.sh compose)")/podman-compose
$GO build -o bin/mars ./cmd/mars
scripts/image.sh engine python
PYTHONPATH=$PWD/python MARS_BIN=$PWD/bin/mars exec "$python" python/tests/prove_containers.py dist/mars.tar dist/mars-python.tar "$compose" "$@"
