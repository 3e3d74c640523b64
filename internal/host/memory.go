package host

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// limits are where a container's memory limit stands, for cgroups 2 and 1.
var limits = []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}

// Memory is the bytes this process may use: the machine's, or the container's limit when that is less. Unavailable: nobody says.
func Memory() (int64, error) {
	total, err := line("/proc/meminfo", "MemTotal:")
	if err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "the size of the memory is unknown; give mars.Memory")
	}
	for _, path := range limits {
		if b, err := os.ReadFile(path); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64); err == nil && n > 0 {
				total = min(total, n)
			}
		}
	}
	return total, nil
}

// PeakRSS is the largest resident size of this process so far, in bytes.
func PeakRSS() (int64, error) { return line("/proc/self/status", "VmHWM:") }

// line reads a line "name number kB" as bytes.
func line(path, name string) (int64, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for _, l := range strings.Split(string(b), "\n") {
		if f := strings.Fields(l); len(f) >= 2 && f[0] == name {
			kib, err := strconv.ParseInt(f[1], 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("%s has no %s", path, name)
}
