package host

import (
	"runtime"
	"testing"
)

func TestQuota(t *testing.T) {
	for _, c := range []struct {
		name, files string
		want        int
	}{
		{"no groups", "", 8},
		{"groups 2, half a core", `
			proc/self/cgroup=0::/
			sys/fs/cgroup/cpu.max=50000 100000`, 1},
		{"groups 2, one and a half", `
			proc/self/cgroup=0::/a
			sys/fs/cgroup/a/cpu.max=150000 100000`, 2},
		{"groups 2, none", `
			proc/self/cgroup=0::/a
			sys/fs/cgroup/a/cpu.max=max 100000`, 8},
		{"groups 2, more than there are", `
			proc/self/cgroup=0::/a
			sys/fs/cgroup/a/cpu.max=6400000 100000`, 8},
		{"groups 2, the one above has less", `
			proc/self/cgroup=0::/pod/c
			sys/fs/cgroup/pod/c/cpu.max=400000 100000
			sys/fs/cgroup/pod/cpu.max=300000 100000`, 3},
		{"groups 1", `
			proc/self/cgroup=4:cpu,cpuacct:/docker/0123
			sys/fs/cgroup/cpu/docker/0123/cpu.cfs_quota_us=10000
			sys/fs/cgroup/cpu/docker/0123/cpu.cfs_period_us=100000
			sys/fs/cgroup/cpu/cpu.cfs_quota_us=-1
			sys/fs/cgroup/cpu/cpu.cfs_period_us=100000`, 1},
		{"groups 1, mounted under the name of both", `
			proc/self/cgroup=4:cpu,cpuacct:/
			sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us=210000
			sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us=100000`, 3},
		{"groups 1 and 2 side by side", `
			proc/self/cgroup=1:cpu:/a\n0::/
			sys/fs/cgroup/cpu/a/cpu.cfs_quota_us=400000
			sys/fs/cgroup/cpu/a/cpu.cfs_period_us=100000`, 4},
		{"damaged", `
			proc/self/cgroup=0::/\n3:cpu:/
			sys/fs/cgroup/cpu.max=many few
			sys/fs/cgroup/cpu/cpu.cfs_quota_us=100000
			sys/fs/cgroup/cpu/cpu.cfs_period_us=0`, 8},
	} {
		if n := quota(machine(c.files), 8); n != c.want {
			t.Errorf("%s: %d cores, want %d", c.name, n, c.want)
		}
	}
}

func TestCores(t *testing.T) {
	t.Setenv("GOMAXPROCS", "")
	if n := Cores(); n < 1 || n > runtime.GOMAXPROCS(0) {
		t.Errorf("%d of %d", n, runtime.GOMAXPROCS(0))
	}
	t.Setenv("GOMAXPROCS", "2")
	if n := Cores(); n != runtime.GOMAXPROCS(0) {
		t.Errorf("%d of %d, which somebody asked for", n, runtime.GOMAXPROCS(0))
	}
}
