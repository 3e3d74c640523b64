#!/usr/bin/env bash
# install.sh DIR: put bin/mars into DIR/bin, and links of the other names that it answers to beside it.
. "$(dirname "$0")/env.sh"
dir=${1:?which directory?}/bin
mkdir -p "$dir"
install -m 755 bin/mars "$dir/mars"
for name in mars-supervisor mars-scheduler mars-worker mars-web; do
	ln -sf mars "$dir/$name"
done
echo "installed in $dir: mars mars-supervisor mars-scheduler mars-worker mars-web"
