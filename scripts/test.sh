#!/usr/bin/env bash
# test.sh: everything that must hold, in stages; all of them run even if one fails. Go's and the others are two lanes,
# side by side: each alone leaves a processor idle now and then. It installs what it needs into .venv and .cache. The last
# line is the number of tests, of Go and Python, that passed and failed.
. "$(dirname "$0")/env.sh"
mkdir -p .cache
counts=$PWD/.cache/test-counts
: >"$counts"
rm -f .cache/test-summary
rm -rf .cache/stages && mkdir -p .cache/stages
failed=$PWD/.cache/stages/failed
: >"$failed"
me=$$

# stage NAME COMMAND...: run it, say whether it held, how long it took, and how many seconds of processors.
stage() {
	local name=$1 start=$SECONDS cpu rc=0
	cpu=$(cpus)
	shift
	printf '\n== %s\n' "$name"
	"$@" 2>&1 | tee ".cache/stages/$name.log" || rc=$?
	((rc)) && echo "$name" >>"$failed"
	printf '== %s: %s, %d s, %d s of CPU\n' "$name" "$( ((rc)) && echo "FAILED ($rc)" || echo ok)" $((SECONDS - start)) $(($(cpus) - cpu))
}

# cpus is how long the children of this lane that ended have run, in seconds.
cpus() { awk '{print int(($16 + $17) / 100)}' "/proc/$me/stat"; }

# gotest ARGS...: go test, one line a package, failures in full; the counts are kept. How long a package may take is for
# machines that do nothing else: here it only ends what hangs. The stage vet has vetted all of it, and no debugger reads
# what -w leaves out, which takes a third of the time of a link.
gotest() { roomy $GO test -vet=off -ldflags=-w -timeout 1h -json "$@" | summed; }
# roomy COMMAND...: compilers and tests hold little and throw away much.
roomy() { GOGC=400 "$@"; }
summed() { $GO run ./internal/testsum -counts "$counts"; }

# What takes long and counts rows, in the same way on every machine.
counting='^Test(ManyKeys|ManyTexts|Numerals|TreeIsDirect)'

# levels tests the kernels with less than this machine's CPU can do. What is made of products of matrices is tested with
# the others: the products themselves are compared level by level.
levels() {
	local l
	for l in portable avx2; do
		if [[ $l == portable ]] || grep -qw "$l" /proc/cpuinfo; then
			echo "MARS_CPU=$l"
			MARS_CPU=$l gotest -count=1 -skip "$counting|^TestDecompositionsAsLAPACK\$" ./kernel/... || return
		fi
	done
}

# arm64 checks the types of everything as another machine has them, and tests the portable kernels on it. An emulator
# plays it: it multiplies and adds in one step where Go lets it. It is slow, so of the matrices only what is compared
# with NumPy is run, and what differs from other tests by its size alone is not.
arm64() {
	roomy $GO run ./internal/crosscheck arm64 ./... || return
	local few=github.com/mars-project/mars-go/kernel/linalg all run
	all=$($GO list ./kernel/... ./internal/double | grep -vx "$few")
	run="$GO test -timeout 1h -json -exec qemu-aarch64-static"
	GOARCH=arm64 roomy $run -skip "$counting|^Test(LongReductions|OrderDependsOnShapeAlone|SortOfManyLengths|Shapes)\$" $all | summed && GOARCH=arm64 roomy $run -run 'AsNumPy|Errors|Tensordot' "$few" | summed
}

nested_tests() {
	local dir
	for dir in $(nested); do
		if [[ -n $(cd "$dir" && $GO list ./... 2>/dev/null) ]]; then
			echo "$dir"
			(cd "$dir" && roomy $GO vet ./... && roomy $GO test -vet=off -ldflags=-w -json ./...) | summed || return
		fi
	done
}

# Packages that start goroutines: they are tested under the race detector. The mathematics below them starts none.
raced() { $GO list . ./{oscar,storage,coord,service,supervisor,worker,local,node,client,web,marstest}/...; }
race() { gotest -race $(raced); }
unraced() { gotest $(comm -23 <($GO list ./... | sort) <(raced | sort)) && whole; }
whole() { gotest -run Outgrow ./local; } # tests that take a part of their cases under the detector

quickstart() {
	scripts/quickstart.sh >.cache/quickstart.txt && diff -u examples/quickstart/want.txt .cache/quickstart.txt
}

proofs() {
	$GO build -o bin/prove ./cmd/prove
	bin/prove digest -small && bin/prove spill -small && bin/prove storm -small && bin/prove chaos -small && bin/prove scale -small && bin/prove ncpu -small && bin/prove storm -small -in-process && bin/prove functions -small && bin/prove audit -small &&
		scripts/prove-scripts.sh -k standalone
}

environments() { scripts/venv.sh && scripts/venv.sh python && scripts/venv.sh python-old && scripts/venv.sh contrib; }

python_tests() { MARS_TEST_COUNTS=$counts scripts/pytest.sh && MARS_TEST_COUNTS=$counts scripts/pytest.sh old; }

contrib_tests() { MARS_TEST_COUNTS=$counts scripts/pytest.sh contrib; }

# control_plane builds what the stage kube needs, beside the lanes, in a quarter of an hour of a processor. The stage
# waits for it, and builds what it has not built.
control_plane() { roomy scripts/kube-assets.sh 2 >.cache/stages/kube-assets.log 2>&1; }

go_lane() {
	me=$BASHPID
	stage format scripts/format.sh
	stage vet roomy $GO vet ./...
	stage test unraced
	stage levels levels
	stage arm64 arm64
	stage nested nested_tests
	stage race race
	stage lint roomy scripts/lint.sh
}

other_lane() {
	me=$BASHPID
	stage venv environments
	stage python python_tests
	stage contrib contrib_tests
	stage pylint scripts/pylint.sh
	stage pages scripts/ui.sh check
	stage browser scripts/ui.sh browser
	stage quickstart quickstart
	stage proofs proofs
	stage kube scripts/kube.sh 2
}

stage download $GO mod download
stage packages scripts/need.sh ip=iproute2 chromium=chromium qemu-aarch64-static=qemu-user-static openssl=openssl
trap 'kill -TERM 0' INT # who runs in the background does not hear it
control_plane &
other_lane >.cache/stages/other.log 2>&1 &
other=$!
(go_lane)
wait "$other" || echo other >>"$failed"
cat .cache/stages/other.log
stage generated scripts/fresh-gen.sh # these two write what the others read
stage goldens scripts/golden.sh check

# Whoever sees only the end of all this must learn from it what failed.
while read -r name; do
	printf '\n== the end of what %s printed\n' "$name"
	tail -n 60 ".cache/stages/$name.log" || true
done <"$failed"

printf '\n'
[[ -s $failed ]] && printf 'failed stages: %s\n' "$(xargs <"$failed")"
awk '{p += $1; f += $2} END {printf "%d passed, %d failed\n", p, f}' "$counts" | tee .cache/test-summary
[[ ! -s $failed ]]
