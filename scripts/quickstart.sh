#!/usr/bin/env bash
# quickstart.sh: build the quickstart and run it on the shipped data. Answers on stdout, times and progress on stderr.
. "$(dirname "$0")/env.sh"
$GO build -o bin/quickstart ./examples/quickstart
exec bin/quickstart
