package host

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"strconv"
)

// Cores is how many cores this process may keep busy: those that it may run on, or the least quota of the
// control groups it is in, rounded up, when that is less. GOMAXPROCS is 2 where the quota is 1 or less
// (https://go.dev/doc/go1.25#runtime): a worker would then run twice as many subtasks as it has cores for.
// Who sets the variable GOMAXPROCS knows better.
func Cores() int {
	n := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") != "" {
		return n
	}
	return min(n, quota(os.DirFS("/"), n))
}

// quota is the least quota of the control groups that this process is in, in whole cores, and most where
// there is none.
func quota(root fs.FS, most int) int {
	for _, g := range groups(root, "cpu") {
		if q, ok := g.cores(root); ok {
			most = min(most, max(int(math.Ceil(q)), 1))
		}
	}
	return most
}

// cores is the quota of a group; ok is false when it has none.
// https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu-interface-files,
// https://docs.kernel.org/scheduler/sched-bwc.html
func (g *group) cores(root fs.FS) (n float64, ok bool) {
	var most, period int64
	if g.two {
		b, err := fs.ReadFile(root, path.Join(g.dir, "cpu.max"))
		f := bytes.Fields(b)
		if err != nil || len(f) != 2 || string(f[0]) == "max" {
			return 0, false
		}
		var e error
		if most, err = strconv.ParseInt(string(f[0]), 10, 64); err == nil {
			period, e = strconv.ParseInt(string(f[1]), 10, 64)
		}
		ok = err == nil && e == nil
	} else {
		var also bool
		most, ok = number(root, path.Join(g.dir, "cpu.cfs_quota_us"))
		period, also = number(root, path.Join(g.dir, "cpu.cfs_period_us"))
		ok = ok && also
	}
	if !ok || most <= 0 || period <= 0 {
		return 0, false
	}
	return float64(most) / float64(period), true
}
