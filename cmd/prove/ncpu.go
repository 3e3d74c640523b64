package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/node/fleet"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// ncpuResult is what a worker with --n-cpu took, in cores.
type ncpuResult struct {
	NCPU      int     `json:"n_cpu"`
	CoresUsed float64 `json:"cores_used"` // the most in any ten seconds of work
	PageCores float64 `json:"page_cores"` // what the node page said, on average
	OSCores   float64 `json:"os_cores"`   // what the operating system says of the same times
	PageTotal float64 `json:"page_total"` // cores of the worker on the page
	Least     float64 `json:"page_least"` // the least that the page said
	Seconds   float64 `json:"seconds"`    // of work
	Jobs      int     `json:"jobs"`
	Calls     int     `json:"calls"` // of functions that start eight threads each
}

const (
	meterTime = 5 * time.Second        // what the page averages over
	burst     = 10 * time.Second       // what CoresUsed is measured over
	lookEvery = 50 * time.Millisecond  // at the CPU time of the worker
	pageEvery = 500 * time.Millisecond // at the page
)

// ncpu has a worker of so many cores work for a while, half of it with functions that start eight threads
// each, and compares what the page shows with what the operating system counts of it and of their processes.
func ncpu(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	k := f.Int("k", 1, "cores of the worker")
	work := f.Duration("for", time.Minute, "how long it works")
	small := f.Bool("small", false, "12 s of work, on a machine that others may use: the page may be off by half")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	off := 0.1 // of what the operating system says
	if *small {
		*work, off = 12*time.Second, 0.5
	}
	out := &ncpuResult{NCPU: *k}
	if err := out.measure(ctx, *work); err != nil {
		return nil, false, err
	}
	kept := out.CoresUsed <= 1.1*float64(*k) && out.PageTotal == float64(*k) && out.Least >= 0 && out.OSCores > 0 && out.Calls > 0
	if out.OSCores >= float64(*k)/2 { // else others had the machine, and averages over other times tell nothing
		kept = kept && math.Abs(out.PageCores-out.OSCores) <= off*out.OSCores
	}
	return out, kept, nil
}

func (r *ncpuResult) measure(ctx context.Context, work time.Duration) error {
	dir, err := os.MkdirTemp("", "mars-ncpu-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program, err := builtMars(ctx, dir)
	if err != nil {
		return err
	}
	sup, err := fleet.Start(nil, program, "mars-supervisor", "-H", "127.0.0.1", "--functions", "on", "--log-level", "warn")
	if err != nil {
		return err
	}
	defer sup.Kill()
	joining, cancel := context.WithTimeout(ctx, joins)
	defer cancel()
	addr, err := sup.Line(joining, `^Mars supervisor started at (\S+)$`)
	if err != nil {
		return err
	}
	port, err := sup.Line(joining, `^Mars Web started at \S+:(\d+)$`)
	if err != nil {
		return err
	}
	python, err := venvPython(ctx)
	if err != nil {
		return err
	}
	w, err := fleet.Start(nil, program, "mars-worker", "-H", "127.0.0.2", "-s", addr, "--n-cpu", strconv.Itoa(r.NCPU), "--mem-bytes", "1g",
		"--functions", "on", "--python", python, "--log-level", "error")
	if err != nil {
		return err
	}
	defer w.Kill()
	var users []*fleet.Client // several, so that the worker has something to do while one of them plans
	for range 2 {
		c, err := fleet.Connect(joining, "http://127.0.0.1:"+port)
		if err != nil {
			return err
		}
		users = append(users, c)
	}
	if err := users[0].Workers(joining, 1); err != nil {
		return err
	}
	calls := func(ctx context.Context, d time.Duration) error {
		return r.threads(ctx, python, "http://127.0.0.1:"+port, d)
	}
	return r.watch(ctx, users, w.PID(), work, calls)
}

// threads has functions with threads of their own run for a while.
func (r *ncpuResult) threads(ctx context.Context, python, url string, d time.Duration) error {
	p := exec.CommandContext(ctx, python, "cmd/prove/ncpu.py", url, fmt.Sprint(d.Seconds()))
	p.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(must(os.Getwd()), "python"), "PYTHONDONTWRITEBYTECODE=1")
	p.Stderr = os.Stderr
	said, err := p.Output()
	if err != nil {
		return fmt.Errorf("functions with threads: %w", err)
	}
	r.Calls, err = strconv.Atoi(strings.TrimSpace(string(said)))
	return err
}

// watch runs jobs one after the other for a while, and looks at the worker from both sides.
func (r *ncpuResult) watch(ctx context.Context, users []*fleet.Client, pid int, work time.Duration, calls func(context.Context, time.Duration) error) error {
	working, cancel := context.WithTimeout(ctx, work)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	var seen ticks
	var failed, uncalled error
	wg.Go(func() { failed = seen.look(working, pid) })
	wg.Go(func() { uncalled = calls(ctx, work/2) })
	began := time.Now()
	var jobs atomic.Int64
	for u, c := range users {
		wg.Go(func() {
			for i := u; working.Err() == nil; i += len(users) {
				if _, err := c.Execute(working, load(i), nil); err == nil {
					jobs.Add(1)
				}
			}
		})
	}
	var page, system []float64
	for working.Err() == nil {
		a, err := users[0].Cluster.ListNodes(working, &marsv1.ListNodesRequest{})
		for _, n := range a.GetNodes() {
			if err != nil || n.Role != marsv1.ClusterNode_ROLE_WORKER {
				continue
			}
			r.PageTotal = n.Cores
			r.Least = min(r.Least, n.CoresUsed)
			at := n.Seen.AsTime()
			if cores, ok := seen.between(at.Add(-meterTime), at); ok && at.Sub(began) > meterTime+time.Second {
				page, system = append(page, n.CoresUsed), append(system, cores)
			}
		}
		select {
		case <-time.After(pageEvery):
		case <-working.Done():
		}
	}
	wg.Wait()
	r.Jobs = int(jobs.Load())
	r.Seconds = time.Since(began).Seconds()
	if failed != nil && ctx.Err() == nil {
		return failed
	}
	if uncalled != nil {
		return uncalled
	}
	if len(page) == 0 {
		return fmt.Errorf("the page was not read in %s", work)
	}
	r.PageCores, r.OSCores = mean(page), mean(system)
	r.CoresUsed = seen.most(min(burst, work/2))
	return nil
}

// load is a job of products, draws and sorting: kernels that would use every core there is.
func load(i int) op.Value {
	a := tensor.NewRandom(uint64(i)).RandomSample(tensor.Sample{Size: tensor.Shape(1500, 1500), Chunk: []int{250}})
	b := tensor.Sort(tensor.Dot(a, a))
	return tensor.Sum(b).Value()
}

func mean(v []float64) (m float64) {
	for _, x := range v {
		m += x / float64(len(v))
	}
	return m
}

// ticks are readings of the CPU time of a process and those below it.
type ticks struct {
	mu  sync.Mutex
	all []tick
}

type tick struct {
	at  time.Time
	cpu time.Duration
}

// look reads until ctx ends.
func (t *ticks) look(ctx context.Context, pid int) error {
	last := map[int]time.Duration{} // by process
	var cpu time.Duration
	for {
		if _, err := host.CPUTimeOf(pid); err != nil {
			return err
		}
		for _, p := range append(below(pid), pid) {
			if took, err := host.CPUTimeOf(p); err == nil {
				cpu += max(0, took-last[p])
				last[p] = took
			}
		}
		t.mu.Lock()
		t.all = append(t.all, tick{time.Now(), cpu})
		t.mu.Unlock()
		select {
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return nil
		}
	}
}

// between is how many cores were busy on average in a time that was looked at.
func (t *ticks) between(from, to time.Time) (cores float64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i, _ := slices.BinarySearchFunc(t.all, from, func(x tick, at time.Time) int { return x.at.Compare(at) })
	j, _ := slices.BinarySearchFunc(t.all, to, func(x tick, at time.Time) int { return x.at.Compare(at) })
	if i == 0 || j >= len(t.all) || i >= j {
		return 0, false
	}
	a, b := t.all[i], t.all[j]
	return float64(b.cpu-a.cpu) / float64(b.at.Sub(a.at)), true
}

// most is the largest average of any time of a length.
func (t *ticks) most(d time.Duration) (cores float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	j := 0
	for i := range t.all {
		for j < len(t.all) && t.all[j].at.Sub(t.all[i].at) < d {
			j++
		}
		if j == len(t.all) {
			break
		}
		cores = max(cores, float64(t.all[j].cpu-t.all[i].cpu)/float64(t.all[j].at.Sub(t.all[i].at)))
	}
	return cores
}
