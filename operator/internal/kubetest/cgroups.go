package kubetest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const cgroups = "/sys/fs/cgroup"

// hierarchies are the folders in which cgroups are made: one, or of the first version one for each
// controller.
func hierarchies() (out []string) {
	if _, err := os.Stat(cgroups + "/cgroup.controllers"); err == nil {
		return []string{cgroups}
	}
	all, _ := os.ReadDir(cgroups)
	for _, x := range all {
		at := filepath.Join(cgroups, x.Name())
		if _, err := os.Stat(at + "/cgroup.procs"); err == nil && x.IsDir() { // links lead to the same ones
			out = append(out, at)
		}
	}
	return out
}

// removeGroups removes a cgroup and those in it. Their processes have ended, but the kernel may need a
// moment.
func removeGroups(root string) error {
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			dirs = append(dirs, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	begin := time.Now()
	for i := len(dirs) - 1; i >= 0; {
		if err = syscall.Rmdir(dirs[i]); err == nil || errors.Is(err, fs.ErrNotExist) {
			i--
			continue
		}
		if !errors.Is(err, syscall.EBUSY) || time.Since(begin) > stopTime {
			return &fs.PathError{Op: "rmdir", Path: dirs[i], Err: err}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil
}
