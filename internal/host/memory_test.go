package host

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
)

func TestMemoryIsWhatItSeems(t *testing.T) {
	all, err := Memory()
	if err != nil || all < 64<<20 {
		t.Fatalf("%d bytes of memory, %v", all, err)
	}
	if free, err := Available(); err != nil || free <= 0 || free > all {
		t.Errorf("%d of %d bytes are free, %v", free, all, err)
	}
	was, err := PeakRSS()
	if err != nil || was <= 0 || was > all {
		t.Fatalf("%d of %d bytes resident, %v", was, all, err)
	}
	debug.FreeOSMemory() // what was resident before, and is not now, does not make a new peak
	here, err := RSS()
	if err != nil || here <= 0 || here > all {
		t.Fatalf("%d of %d bytes resident, %v", here, all, err)
	}
	big := make([]byte, max(was-here, 0)+64<<20) // the system counts with some delay
	for i := range big {
		big[i] = byte(i)
	}
	if now, err := PeakRSS(); err != nil || now < was+32<<20 {
		t.Errorf("after %d bytes more the peak went from %d to %d, %v", len(big), was, now, err)
	}
}

func TestALineThatIsNotThere(t *testing.T) {
	if n, err := line(os.DirFS("/"), "proc/self/status", "NoSuchThing:"); err == nil {
		t.Errorf("got %d", n)
	}
}

// machine is a machine by its files, "path=content" by line.
func machine(files string) fstest.MapFS {
	root := fstest.MapFS{}
	for l := range strings.Lines(files) {
		if name, text, ok := strings.Cut(strings.TrimSpace(l), "="); ok {
			root[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, `\n`, "\n") + "\n")}
		}
	}
	return root
}

// Machines as their files show them: 16 GiB, of which 10 are free.
func TestGroups(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		name        string
		files       string // "path=content" by line
		total, free int64
	}{
		{"no groups", "", 16 * gib, 10 * gib},
		{"groups 2, a container with a namespace", `
			proc/self/cgroup=0::/
			sys/fs/cgroup/memory.max=4294967296
			sys/fs/cgroup/memory.current=3221225472
			sys/fs/cgroup/memory.stat=anon 2147483648\ninactive_file 1073741824\nactive_file 0`, 4 * gib, 2 * gib},
		{"groups 2, no limit", `
			proc/self/cgroup=0::/user.slice
			sys/fs/cgroup/user.slice/memory.max=max
			sys/fs/cgroup/user.slice/memory.current=3221225472`, 16 * gib, 10 * gib},
		{"groups 2, the one above has less", `
			proc/self/cgroup=0::/kubepods/pod1/c1
			sys/fs/cgroup/kubepods/pod1/c1/memory.max=max
			sys/fs/cgroup/kubepods/pod1/memory.max=2147483648
			sys/fs/cgroup/kubepods/pod1/memory.current=1073741824
			sys/fs/cgroup/kubepods/memory.max=8589934592
			sys/fs/cgroup/kubepods/memory.current=1073741824`, 2 * gib, 1 * gib},
		{"groups 2, full", `
			proc/self/cgroup=0::/a
			sys/fs/cgroup/a/memory.max=1073741824
			sys/fs/cgroup/a/memory.current=1073745920`, 1 * gib, 0},
		{"groups 2, the path is of the machine outside", `
			proc/self/cgroup=0::/docker/0123
			sys/fs/cgroup/memory.max=1073741824`, 1 * gib, 1 * gib},
		{"groups 1", `
			proc/self/cgroup=9:name=systemd:/\n4:cpu,memory:/docker/0123\n1:cpu:/x
			sys/fs/cgroup/memory/docker/0123/memory.limit_in_bytes=3221225472
			sys/fs/cgroup/memory/docker/0123/memory.usage_in_bytes=2147483648
			sys/fs/cgroup/memory/docker/0123/memory.stat=inactive_file 1\ntotal_inactive_file 1073741824
			sys/fs/cgroup/memory/memory.limit_in_bytes=9223372036854771712`, 3 * gib, 2 * gib},
		{"groups 1 and 2 side by side", `
			proc/self/cgroup=4:memory:/a\n0::/
			sys/fs/cgroup/memory/a/memory.limit_in_bytes=2147483648
			sys/fs/cgroup/unified/cgroup.procs=1`, 2 * gib, 2 * gib},
		{"damaged", `
			proc/self/cgroup=x\n0::\n4:memory
			sys/fs/cgroup/memory.max=many
			sys/fs/cgroup/memory.current=`, 16 * gib, 10 * gib},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := machine(c.files)
			root["proc/meminfo"] = &fstest.MapFile{Data: []byte("MemTotal:       16777216 kB\nMemFree: 1 kB\nMemAvailable:   10485760 kB\n")}
			total, err := memory(root)
			if err != nil || total != c.total {
				t.Errorf("%d bytes, %v; want %d", total, err, c.total)
			}
			free, err := available(root)
			if err != nil || free != c.free {
				t.Errorf("%d bytes free, %v; want %d", free, err, c.free)
			}
		})
	}
	if n, err := memory(fstest.MapFS{}); err == nil {
		t.Errorf("no machine has %d bytes", n)
	}
	if n, err := available(fstest.MapFS{}); err == nil {
		t.Errorf("no machine has %d bytes free", n)
	}
}
