package functions

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/internal/host"
)

// Libraries are told how many threads to use. What does not listen, a function with threads or processes of
// its own, takes the cores of others: it is seen by the time that it takes, and gets as many cores as its
// call has slots, until its process ends.

// A load is what a process, and what is below it, have taken of the cores by the last look.
type load struct {
	at   time.Time
	cpu  time.Duration
	pins []int // the cores that it is kept to; nil: it runs where it likes
	over bool  // its number may be that of another process
}

// greedy reports that more than slots cores were busy for a time. CPU times come in steps of 10 ms, of each
// of a few threads.
func greedy(took, in time.Duration, slots int) bool {
	const steps = 20 * time.Millisecond
	return in > 0 && took > time.Duration(slots)*in*5/4+steps
}

// look counts what a process has taken since it was looked at last, and pins it where that is too much.
func (h *Host) look(p *process, now time.Time) {
	h.pids.Lock()
	defer h.pids.Unlock()
	l := &p.load
	if l.over {
		return
	}
	all := below(p.pid)
	var cpu time.Duration
	for _, pid := range all {
		t, _ := host.CPUTimeWith(pid) // 0: it has ended
		cpu += t
	}
	took := cpu - l.cpu
	if took < 0 { // something below it has ended, and nobody has waited for it
		took = 0
	}
	h.took.Add(int64(took))
	if l.pins == nil && !l.at.IsZero() && greedy(took, now.Sub(l.at), p.slots) {
		l.pins = h.pins.choose(p.slots, p.pid)
		if l.pins != nil {
			h.o.Log.Info("function takes the cores of others", "pid", p.pid, "slots", p.slots, "cores", l.pins)
		}
	}
	l.at, l.cpu = now, cpu
	if l.pins != nil {
		pin(all, l.pins)
	}
}

// lost is the last look at a process, before its number is used again.
func (h *Host) lost(p *process) {
	h.look(p, time.Now())
	h.pids.Lock()
	defer h.pids.Unlock()
	p.load.over = true
	h.pins.free(p.load.pins)
}

// watch looks at all processes that run a call.
func (h *Host) watch() {
	h.mu.Lock()
	var busy []*process
	for _, p := range h.procs {
		if len(p.line) > 0 {
			busy = append(busy, p)
		}
	}
	h.mu.Unlock()
	for _, p := range busy {
		h.look(p, time.Now())
	}
}

// Cores is how many cores the processes of functions have kept busy lately.
func (h *Host) Cores() float64 { return h.meter.Cores() }

// pins are the cores that processes are kept to.
type pins struct {
	cores []int       // that the worker may run on
	used  map[int]int // how many processes are kept to one
}

// choose is n cores to which the fewest are kept; nil: there are no more than n. Of those that are equal,
// which comes first depends on from: other workers choose too, and do not ask.
func (p *pins) choose(n, from int) []int {
	if p.used == nil {
		p.used = map[int]int{}
		p.cores = allowed()
	}
	if n >= len(p.cores) {
		return nil
	}
	at := from % len(p.cores)
	order := append(slices.Clone(p.cores[at:]), p.cores[:at]...)
	slices.SortStableFunc(order, func(a, b int) int { return p.used[a] - p.used[b] })
	for _, c := range order[:n] {
		p.used[c]++
	}
	return order[:n]
}

func (p *pins) free(cores []int) {
	for _, c := range cores {
		p.used[c]--
	}
}

// allowed are the cores that this process may run on.
func allowed() (out []int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	for c := range len(set) * strconv.IntSize {
		if set.IsSet(c) {
			out = append(out, c)
		}
	}
	return out
}

// pin keeps all threads of processes to some cores. Threads that they start meanwhile are there at the next
// look.
func pin(pids, cores []int) {
	var set unix.CPUSet
	for _, c := range cores {
		set.Set(c)
	}
	for _, pid := range pids {
		for _, tid := range numbers(fmt.Sprintf("/proc/%d/task", pid)) {
			_ = unix.SchedSetaffinity(tid, &set) // it has ended
		}
	}
}

// numbers are the entries of a folder that are numbers.
func numbers(dir string) (out []int) {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// below are a process and all that it has started and that lives, as the system tells it.
func below(pid int) []int {
	out := []int{pid}
	for i := 0; i < len(out); i++ {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", out[i]))
		for _, t := range tasks {
			b, _ := os.ReadFile(t)
			for _, w := range bytes.Fields(b) {
				if n, err := strconv.Atoi(string(w)); err == nil {
					out = append(out, n)
				}
			}
		}
	}
	return out
}
