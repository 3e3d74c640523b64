package functions

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

func TestGreedy(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		took, in time.Duration
		slots    int
		want     bool
	}{
		{0, 100 * ms, 1, false},
		{100 * ms, 100 * ms, 1, false},
		{120 * ms, 100 * ms, 1, false}, // a step more at both ends
		{200 * ms, 100 * ms, 1, true},
		{200 * ms, 100 * ms, 2, false},
		{800 * ms, 100 * ms, 2, true},
		{800 * ms, time.Second, 1, false},
		{800 * ms, 0, 1, false},
	} {
		if got := greedy(c.took, c.in, c.slots); got != c.want {
			t.Errorf("%s in %s on %d: %v", c.took, c.in, c.slots, got)
		}
	}
}

func TestPins(t *testing.T) {
	p := pins{cores: []int{0, 2, 4, 6}, used: map[int]int{}}
	for _, c := range []struct {
		n, from int
		want    []int
	}{{1, 9, []int{2}}, {2, 9, []int{4, 6}}, {2, 9, []int{0, 2}}, {1, 0, []int{0}}, {4, 0, nil}, {5, 0, nil}} {
		if c.from == 0 && c.n == 1 {
			p.free([]int{0, 2})
		}
		if got := p.choose(c.n, c.from); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// threads has eight threads and a process burn until a file is there, and says on how many cores they do.
const threads = `
import hashlib, os, subprocess, sys, threading, time

def f(path):
    over = False
    def burn():
        while not over:
            hashlib.pbkdf2_hmac("sha256", b"a", b"b", 20000)
    ts = [threading.Thread(target=burn) for _ in range(8)]
    child = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    for t in ts: t.start()
    while not os.path.exists(path): time.sleep(0.01)
    cores = [os.sched_getaffinity(i) for i in [child.pid, *map(int, os.listdir(f"/proc/{os.getpid()}/task"))]]
    over = True
    for t in ts: t.join()
    child.kill()
    child.wait()
    return len(set().union(*cores))
`

// A function with threads and processes of its own gets as many cores as its call has slots. What it takes is
// told of. It is that process alone: another one runs where it likes.
func TestCoresOfThreads(t *testing.T) {
	r := open(t, 2)
	path := t.TempDir() + "/over"
	burn := calling(t, threads, fmt.Sprintf("%q", path))
	said := make(chan string)
	go func() {
		text, err := r.text(burn)
		said <- fmt.Sprint(text, err)
	}()
	pins := func() (n int) {
		r.pids.Lock()
		defer r.pids.Unlock()
		for _, k := range r.pins.used {
			n += k
		}
		return n
	}
	wants := min(1, len(allowed())-1) // where there is one core there is nothing to pin
	until(func() bool {               // on a machine that is busy too, where all of them get less than a core
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, p := range r.procs {
			r.pids.Lock()
			at := p.load.at
			r.pids.Unlock()
			if !at.IsZero() {
				r.look(p, at.Add(time.Millisecond))
			}
		}
		return pins() == wants && r.took.Load() > 0
	})
	for range 2 { // what it starts meanwhile
		r.watch()
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := <-said; got != "1<nil>" && wants == 1 {
		t.Error(got)
	}
	r.CloseSession("s")
	until(func() bool { return pins() == 0 })
	r.wants(calling(t, "import os\ndef f(): return len(os.sched_getaffinity(0))", ""), strconv.Itoa(len(allowed())))
	if len(below(os.Getpid())) < 2 {
		t.Error("the interpreter is not found")
	}
}
