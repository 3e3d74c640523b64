package host

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Disk names the machine and the file system that a path is on, or will be, so that who shares it can be
// told; empty when that is not known.
func Disk(path string) string {
	var s unix.Stat_t
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	for unix.Stat(path, &s) != nil {
		up := filepath.Dir(path)
		if up == path {
			return ""
		}
		path = up
	}
	return fmt.Sprintf("%s/%d", name, s.Dev)
}
