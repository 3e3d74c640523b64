package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/node/fleet"
)

// functionsResult is what came of functions that do what they should not, among jobs of known answers.
type functionsResult struct {
	Calls    int     `json:"calls"`
	Wrong    int     `json:"wrong"`
	Hung     int     `json:"hung"`
	Twice    int     `json:"once_begun_twice"`
	Procs    int     `json:"leaked_processes"`
	Files    int     `json:"leaked_fds"` // of the worker that was there all the time
	Bytes    int64   `json:"leaked_bytes"`
	Crashes  int     `json:"crashes"`
	Others   int     `json:"other_session_errors"` // of the session that does nothing wrong
	Peak     float64 `json:"peak_over_budget"`     // private and shared memory of a worker and its processes, by its budget
	Cores    float64 `json:"cores_used"`           // the most that a worker and its processes took in any ten seconds
	Unpickle int     `json:"unpickled_by_engine"`  // by another process than that of the call
	Killed   int     `json:"killed"`               // workers
	Refused  int     `json:"refused"`              // jobs whose functions would have waited where too many did
}

// bad is how often a promise was not kept.
func (r *functionsResult) bad() int64 {
	return int64(r.Wrong+r.Hung+r.Twice+r.Procs+r.Files+r.Others+r.Unpickle) + r.Bytes
}

// within says whether no worker took more memory and more of the processors than it was given. A process has
// some memory before it does anything.
func (r *functionsResult) within() bool {
	return r.Peak <= 1.3+float64(200<<20)/functionsMem && r.Cores <= 1.1*functionsCPU
}

// Settings of a cluster of functions.
const (
	functionsMem    = 256 << 20 // the budget of a worker
	functionsCPU    = 1         // its processors
	functionsEnd    = 5 * time.Minute
	functionsForget = 15 * time.Second // what only a killed worker had is Lost then, where it is not made again
)

// functions runs two programs on a cluster of two workers, of which one is killed again and again: the
// functions of one do all that they should not, those of the other know their answers.
func functions(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	minutes := f.Float64("minutes", 3, "how long it goes on")
	seed := f.Uint64("seed", 1, "of the choices")
	small := f.Bool("small", false, "15 seconds")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*minutes = 0.25
	}
	c, err := newFunctioning(ctx, rand.New(rand.NewPCG(*seed, 1)))
	if err != nil {
		return nil, false, err
	}
	defer c.close()
	err = c.prove(ctx, time.Duration(*minutes*float64(time.Minute)), *seed)
	return &c.out, c.out.bad() == 0 && c.out.within(), err
}

// A functioning is a cluster whose functions do what they should not.
type functioning struct {
	r       *rand.Rand
	dir     string // all that workers and functions leave is below it
	program string
	python  string
	url     string
	addr    string
	super   *fleet.Process
	out     functionsResult

	mu      sync.Mutex
	workers [2]*fleet.Process
}

func newFunctioning(ctx context.Context, r *rand.Rand) (_ *functioning, err error) {
	c := &functioning{r: r}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if c.dir, err = os.MkdirTemp("", "mars-prove-functions-"); err != nil {
		return nil, err
	}
	if c.program, err = builtMars(ctx, c.dir); err != nil {
		return nil, err
	}
	if c.python, err = venvPython(ctx); err != nil {
		return nil, err
	}
	if err := os.Setenv("TMPDIR", c.dir); err != nil { // workers have their folders there, and so is the home of functions
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, joins)
	defer cancel()
	if c.super, err = fleet.Start(nil, c.program, "mars-supervisor", "-H", "127.0.0.1", "--functions", "on", "--forget", functionsForget.String(), "--log-level", "warn"); err != nil {
		return nil, err
	}
	if c.addr, err = c.super.Line(ctx, `^Mars supervisor started at (\S+)$`); err != nil {
		return nil, err
	}
	if c.url, err = c.super.Line(ctx, `^Mars Web started at (\S+)$`); err != nil {
		return nil, err
	}
	for i := range c.workers {
		if err := c.worker(ctx, i); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// venvPython is an interpreter with what programs and functions need.
func venvPython(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "scripts/venv.sh", "python").Output()
	if err != nil {
		return "", fmt.Errorf("an environment of Python: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// worker starts worker i, in place of one that is gone.
func (c *functioning) worker(ctx context.Context, i int) error {
	w, err := fleet.Start(nil, c.program, "mars-worker", "-H", "127.0.0."+strconv.Itoa(i+2), "-s", c.addr, "--n-cpu", strconv.Itoa(functionsCPU), "--mem-bytes", strconv.Itoa(functionsMem),
		"--cache-mem", "4m", "--min-mem", "0", "--spill-dir", filepath.Join(c.dir, "spill"+strconv.Itoa(i)), "--functions", "on", "--python", c.python, "--log-level", "warn")
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.workers[i] = w
	c.mu.Unlock()
	_, err = w.Line(ctx, `^Mars worker started at (\S+)$`)
	return err
}

// at are the workers as they are now.
func (c *functioning) at() [2]*fleet.Process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.workers
}

// prove has both programs run, with a worker that is killed, and looks what is left when they have ended.
func (c *functioning) prove(ctx context.Context, long time.Duration, seed uint64) error {
	if _, err := c.programs(ctx, time.Second, seed, "calm"); err != nil { // what is made once is there
		return err
	}
	before, err := c.files()
	if err != nil {
		return err
	}
	watching, over := context.WithCancel(ctx)
	m := &meter{}
	var wg sync.WaitGroup
	wg.Go(func() { m.watch(watching, c.at) })
	var broken error
	wg.Go(func() { broken = c.kills(watching, long) })
	said, err := c.programs(ctx, long, seed, "abuse", "calm")
	over()
	wg.Wait()
	if err != nil {
		return err
	}
	if broken != nil {
		return broken
	}
	for i, s := range said {
		c.out.Calls += s.Calls
		c.out.Wrong += s.Wrong
		c.out.Hung += s.Hung
		c.out.Crashes += s.Crashes
		c.out.Refused += s.Refused
		if i == 0 {
			c.out.Wrong += s.Errors
		} else {
			c.out.Others += s.Errors
		}
	}
	c.out.Twice = twice(linesOf(c.dir, "once"))
	c.out.Unpickle = strangers(linesOf(c.dir, "unpickled"), linesOf(c.dir, "runs"))
	c.out.Peak, c.out.Cores = float64(m.peak)/functionsMem, m.cores()
	return c.left(ctx, before)
}

// kills ends the second worker again and again, and starts another.
func (c *functioning) kills(ctx context.Context, long time.Duration) error {
	for {
		wait(ctx, min(long/4, 5*time.Second)+time.Duration(c.r.Int64N(int64(min(long/4, 20*time.Second)))))
		if ctx.Err() != nil {
			return nil
		}
		c.at()[1].Kill()
		c.out.Killed++
		joining, cancel := context.WithTimeout(context.WithoutCancel(ctx), joins)
		err := c.worker(joining, 1)
		cancel()
		if err != nil {
			return err
		}
	}
}

// programCounts is what a program says at its end.
type programCounts struct{ Calls, Wrong, Errors, Hung, Crashes, Refused int }

// programs run at the same time, each in a session of its own.
func (c *functioning) programs(ctx context.Context, long time.Duration, seed uint64, kinds ...string) ([]programCounts, error) {
	ctx, cancel := context.WithTimeout(ctx, long+functionsEnd)
	defer cancel()
	out, errs := make([]programCounts, len(kinds)), make([]error, len(kinds))
	var wg sync.WaitGroup
	for i, kind := range kinds {
		wg.Go(func() { out[i], errs[i] = c.one(ctx, long, seed, kind) })
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("the %s program: %w", kinds[i], err)
		}
	}
	return out, nil
}

func (c *functioning) one(ctx context.Context, long time.Duration, seed uint64, kind string) (p programCounts, err error) {
	p1 := exec.CommandContext(ctx, c.python, "cmd/prove/functions.py", c.url, strconv.FormatUint(seed, 10), fmt.Sprint(long.Seconds()), kind, c.dir)
	p1.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(must(os.Getwd()), "python"), "PYTHONDONTWRITEBYTECODE=1")
	p1.Stderr = os.Stderr
	said, err := p1.Output()
	if err != nil {
		return p, err
	}
	all := strings.Split(strings.TrimSpace(string(said)), "\n")
	return p, json.Unmarshal([]byte(all[len(all)-1]), &p)
}

func must(dir string, err error) string {
	if err != nil {
		return "."
	}
	return dir
}

// linesOf are those of a file that functions have written; none: nobody has.
func linesOf(dir, name string) (out []string) {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil
	}
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		out = append(out, s.Text())
	}
	return out
}

// twice is how many of the lines are there more than once.
func twice(ls []string) (n int) {
	times := map[string]int{}
	for _, l := range ls {
		if times[l]++; times[l] == 2 {
			n++
		}
	}
	return n
}

// strangers is how many of the lines are of none of those who may be.
func strangers(ls, may []string) (n int) {
	known := map[string]bool{}
	for _, l := range may {
		known[l] = true
	}
	for _, l := range ls {
		if !known[l] {
			n++
		}
	}
	return n
}

// close ends all processes.
func (c *functioning) close() {
	for _, w := range append(c.workers[:], c.super) {
		if w != nil {
			w.Kill()
		}
	}
	_ = os.RemoveAll(c.dir)
}
