package host

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/mars-project/mars-go/errs"
)

// Memory is the bytes this process may use: the machine's, or the least limit of the control groups it is in
// when that is less.
// Unavailable: nobody says.
func Memory() (int64, error) { return memory(os.DirFS("/")) }

// Available is how much of Memory is free, or can be freed by forgetting cached files. Unavailable: nobody
// says.
func Available() (int64, error) { return available(os.DirFS("/")) }

// PeakRSS is the largest resident size of this process so far, in bytes.
func PeakRSS() (int64, error) { return line(os.DirFS("/"), "proc/self/status", "VmHWM:") }

// RSS is the resident size of this process in bytes.
func RSS() (int64, error) { return line(os.DirFS("/"), "proc/self/status", "VmRSS:") }

func memory(root fs.FS) (int64, error) {
	total, err := line(root, "proc/meminfo", "MemTotal:")
	if err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "the size of the memory is unknown; say how much may be used")
	}
	for _, g := range groups(root, "memory") {
		if n, ok := g.limit(root); ok {
			total = min(total, n)
		}
	}
	return total, nil
}

func available(root fs.FS) (int64, error) {
	free, err := line(root, "proc/meminfo", "MemAvailable:")
	if err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "the free memory is unknown; say how much may be used")
	}
	for _, g := range groups(root, "memory") {
		if n, ok := g.limit(root); ok {
			free = min(free, n-g.used(root))
		}
	}
	return max(free, 0), nil
}

// line reads a line "name number kB" as bytes.
func line(root fs.FS, path, name string) (int64, error) {
	b, err := fs.ReadFile(root, path)
	if err != nil {
		return 0, err
	}
	for l := range bytes.Lines(b) {
		if f := bytes.Fields(l); len(f) >= 2 && string(f[0]) == name {
			kib, err := strconv.ParseInt(string(f[1]), 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("%s has no %s", path, name)
}
