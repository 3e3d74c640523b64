package mars

import (
	"os"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// limits are where a container's memory limit stands, for cgroups 2 and 1.
var limits = []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}

// physicalMemory is the memory this process may use: the machine's, or the container's limit when that is less.
func physicalMemory() (int64, error) {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "the size of the memory is unknown; give mars.Memory")
	}
	var total int64
	for _, line := range strings.Split(string(b), "\n") {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "MemTotal:" {
			if kib, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				total = kib << 10
			}
		}
	}
	if total == 0 {
		return 0, errs.New(errs.Unavailable, "the size of the memory is unknown; give mars.Memory")
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
