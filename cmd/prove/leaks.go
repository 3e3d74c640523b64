package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/node/fleet"
)

// A meter looks at workers and the processes of their functions.
type meter struct {
	peak int64    // of one worker with its processes, in bytes
	seen [2]ticks // CPU times, by worker
}

// meterEvery is how often it looks.
const meterEvery = 250 * time.Millisecond

// watch looks until ctx ends.
func (m *meter) watch(ctx context.Context, at func() [2]*fleet.Process) {
	last := map[int]time.Duration{} // by process
	var sum [2]time.Duration
	for ctx.Err() == nil {
		for i, w := range at() {
			var bytes int64
			for _, pid := range append(below(w.PID()), w.PID()) {
				bytes += privateOf(pid, pid == w.PID())
				if cpu, err := host.CPUTimeOf(pid); err == nil {
					sum[i] += max(0, cpu-last[pid])
					last[pid] = cpu
				}
			}
			m.peak = max(m.peak, bytes)
			m.seen[i].all = append(m.seen[i].all, tick{time.Now(), sum[i]})
		}
		wait(ctx, meterEvery)
	}
}

// cores is the most that a worker took with its processes.
func (m *meter) cores() (most float64) {
	for i := range m.seen {
		most = max(most, m.seen[i].most(burst))
	}
	return most
}

// below are all processes that a process has started, and these in turn.
func below(pid int) (out []int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, t := range tasks {
		b, err := os.ReadFile(t)
		if err != nil {
			continue // it has ended
		}
		for _, w := range strings.Fields(string(b)) {
			if p, err := strconv.Atoi(w); err == nil {
				out = append(append(out, p), below(p)...)
			}
		}
	}
	return out
}

// privateOf is what a process has in memory of its own, in bytes, and with shared what it shares with those
// below it. 0: it has ended.
func privateOf(pid int, shared bool) (n int64) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for _, l := range bytes.Split(b, []byte("\n")) {
		f := bytes.Fields(l)
		if len(f) < 2 {
			continue
		}
		kib, _ := strconv.ParseInt(string(f[1]), 10, 64)
		switch name := string(f[0]); {
		case name == "Private_Dirty:" || name == "SwapPss:" || shared && name == "Shared_Dirty:":
			n += kib << 10
		}
	}
	return n
}

// files is how many descriptors the worker that is never killed has, with those of the processes that it
// keeps. Connections over the network are of others too, and are kept for a while to be used again.
func (c *functioning) files() (n int, err error) {
	w := c.workers[0].PID()
	local, err := unixSockets()
	if err != nil {
		return 0, err
	}
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", w))
	if err != nil {
		return 0, err
	}
	for _, e := range list {
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%s", w, e.Name()))
		if err != nil || strings.HasPrefix(to, "socket:") && !local[to] || strings.HasPrefix(to, c.dir+"/spill") {
			continue
		}
		n++
	}
	return n, nil
}

// unixSockets are those that lead to processes of this machine, as links name them.
func unixSockets() (map[string]bool, error) {
	b, err := os.ReadFile("/proc/net/unix")
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	const inode = 6
	for _, l := range strings.Split(string(b), "\n") {
		if f := strings.Fields(l); len(f) > inode {
			out["socket:["+f[inode]+"]"] = true
		}
	}
	return out, nil
}

// left looks what is there when all sessions have ended, for a while: what ends takes its time.
func (c *functioning) left(ctx context.Context, before int) error {
	joining, cancel := context.WithTimeout(ctx, joins)
	defer cancel()
	client, err := fleet.Connect(joining, "http://"+c.url)
	if err != nil {
		return err
	}
	defer client.Close(ctx)
	limited, cancel := context.WithTimeout(ctx, empties)
	defer cancel()
	c.out.Bytes, _ = client.Empty(limited)
	for {
		n, err := c.files()
		if err != nil {
			return err
		}
		c.out.Files = max(0, n-before)
		strays := c.strays()
		if c.out.Procs = len(strays); c.out.Procs+c.out.Files == 0 {
			return nil
		}
		if wait(limited, 100*time.Millisecond); limited.Err() != nil {
			for _, pid := range strays {
				line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				fmt.Fprintf(os.Stderr, "process %d is left: %q\n", pid, bytes.ReplaceAll(line, []byte{0}, []byte{' '}))
			}
			c.tell()
			return nil
		}
	}
}

// tell names the descriptors of the worker that was there all the time.
func (c *functioning) tell() {
	list, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", c.workers[0].PID()))
	for _, path := range list {
		to, _ := os.Readlink(path)
		fmt.Fprintf(os.Stderr, "the worker has %s -> %s\n", filepath.Base(path), to)
	}
}

// strays are processes of functions that no living worker has as a parent of others: their environment names
// the folder, whoever their parent is by now.
func (c *functioning) strays() (out []int) {
	mine := []byte("HOME=" + c.dir)
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		b, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(b, mine) {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		if !c.forks(pid) {
			out = append(out, pid)
		}
	}
	return out
}

// forks says that a process is the child of a worker: one that others are forked from.
func (c *functioning) forks(pid int) bool {
	for _, w := range c.at() {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", w.PID()))
		for _, t := range tasks {
			b, _ := os.ReadFile(t)
			for _, f := range strings.Fields(string(b)) {
				if f == strconv.Itoa(pid) {
					return true
				}
			}
		}
	}
	return false
}
