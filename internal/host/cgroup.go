package host

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A group is a control group by its directory, and whether it is one of control groups 2.
type group struct {
	dir string
	two bool
}

// memoryFiles are the names of a group's files. Cached is the line of stat with the bytes of files that would
// be forgotten first.
type memoryFiles struct {
	limit, used, stat, cached string
}

// Files of control groups 2 and 1: https://docs.kernel.org/admin-guide/cgroup-v2.html,
// https://docs.kernel.org/admin-guide/cgroup-v1/memory.html
var (
	memory2 = &memoryFiles{"memory.max", "memory.current", "memory.stat", "inactive_file"}
	memory1 = &memoryFiles{"memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat", "total_inactive_file"}
)

// groups are the control groups that this process is in for a controller, memory or cpu, and those above
// them. A path that is not there, as in a container that sees its own group as the root, leaves the groups
// above it.
func groups(root fs.FS, controller string) (list []group) {
	b, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	for l := range strings.Lines(string(b)) {
		f := strings.SplitN(strings.TrimSpace(l), ":", 3)
		if len(f) != 3 {
			continue
		}
		mounts, two := []string{"sys/fs/cgroup"}, true
		switch {
		case f[0] != "0" && slices.Contains(strings.Split(f[1], ","), controller):
			mounts, two = []string{"sys/fs/cgroup/" + controller}, false
			if f[1] != controller { // a machine without a link for each of "cpu,cpuacct"
				mounts = append(mounts, "sys/fs/cgroup/"+f[1])
			}
		case f[0] != "0":
			continue
		}
		for _, m := range mounts {
			for p := path.Clean("/" + f[2]); ; p = path.Dir(p) {
				list = append(list, group{dir: path.Join(m, p), two: two})
				if p == "/" {
					break
				}
			}
		}
	}
	return list
}

func (g *group) files() *memoryFiles {
	if g.two {
		return memory2
	}
	return memory1
}

// limit is the most memory that the group may take; ok is false when there is none.
func (g *group) limit(root fs.FS) (n int64, ok bool) {
	n, ok = number(root, path.Join(g.dir, g.files().limit))
	return n, ok && n > 0
}

// used is the memory of the group without cached files.
func (g *group) used(root fs.FS) int64 {
	n, _ := number(root, path.Join(g.dir, g.files().used))
	b, err := fs.ReadFile(root, path.Join(g.dir, g.files().stat))
	if err != nil {
		return n
	}
	for l := range bytes.Lines(b) {
		if f := bytes.Fields(l); len(f) == 2 && string(f[0]) == g.files().cached {
			if c, err := strconv.ParseInt(string(f[1]), 10, 64); err == nil {
				return max(n-c, 0)
			}
		}
	}
	return n
}

// number reads a file that holds one number; ok is false for "max" and where there is no such file.
func number(root fs.FS, name string) (n int64, ok bool) {
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64)
	return n, err == nil
}
