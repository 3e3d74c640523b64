package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/node/fleet"
)

// chaosCounts is what came of jobs, and of what was held across them, on a cluster that is disturbed.
type chaosCounts struct {
	Jobs      int `json:"jobs"`
	Killed    int `json:"killed"`
	Frozen    int `json:"frozen"`
	Cut       int `json:"cut"`
	Stood     int `json:"stood"` // times that the supervisor stood still
	Drained   int `json:"drained"`
	Rolled    int `json:"rolled"`  // restarts of all workers, one after the other
	Swapped   int `json:"swapped"` // times that two workers took each other's place
	Filled    int `json:"filled"`  // disks that were full for a while
	Strayed   int `json:"strayed"` // workers that advertised an address of nobody
	Read      int `json:"read"`    // values that were held and read again
	Again     int `json:"again"`   // uploads that were begun again before they were committed
	Wrong     int `json:"wrong"`
	Failed    int `json:"failed"`
	Hung      int `json:"hung"`
	Lost      int `json:"lost"`      // values that were acknowledged and are nowhere
	Recovered int `json:"recovered"` // subtasks that ran again

	Leaked int64 `json:"leaked"` // bytes that are stored when nobody needs anything
}

// Settings of a chaos run.
const (
	chaosWorkers = 3
	hangs        = 4 * time.Minute // longer than any job takes here
	joins        = time.Minute
)

// chaos runs jobs with known answers, one after another, and holds uploads and results, while processes on
// hosts of their own are killed, frozen, cut off the network, drained and restarted.
func chaos(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	kills := f.Int("kills", 50, "blows, of each kind in turn: "+strings.Join(blowNames(), ", "))
	freeze := f.Duration("freeze", 40*time.Second, "the longest time that a process is frozen")
	seed := f.Uint64("seed", 1, "of the choices")
	n := f.Int("n", 200_000, "numbers in a job")
	small := f.Bool("small", false, "a blow of each kind, none longer than 4 s, and smaller jobs")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*kills, *n, *freeze = len(blows), 40_000, 4*time.Second
	}
	want, err := answers(ctx, *n)
	if err != nil {
		return nil, false, err
	}
	c, err := newChaos(ctx, rand.New(rand.NewPCG(*seed, 0)))
	if err != nil {
		return nil, false, err
	}
	defer c.close()
	c.longest = *freeze
	err = c.jobs(ctx, *kills, *n, want)
	return &c.counts, c.counts.bad() == 0 && c.counts.Leaked == 0, err
}

// answers are the digests of the programs' answers, by an undisturbed cluster in this process.
func answers(ctx context.Context, n int) (map[string]string, error) {
	l, err := local.Start(ctx, local.Config{Workers: 1, Slots: 2, Memory: 1 << 30})
	if err != nil {
		return nil, err
	}
	defer l.Close(ctx)
	s, err := client.New(ctx, l, client.Options{ChunkBytes: int64(n) * 8 / 64})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	out := map[string]string{}
	for _, p := range programs {
		h := p.make(n)
		if err := s.Execute(ctx, h); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		v, err := s.Fetch(ctx, h)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if out[p.name], err = hash(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A chaotic is a cluster that is disturbed.
type chaotic struct {
	r       *rand.Rand
	net     *fleet.Network
	program string
	dir     string
	super   *fleet.Process
	addr    string
	hosts   []*fleet.Host
	client  *fleet.Client
	counts  chaosCounts
	made    []*marsv1.Task // of which results are held
	longest time.Duration  // that a process is frozen
	mounted []string       // disks

	calm sync.Mutex // held while a worker is killed, or something is uploaded

	mu      sync.Mutex
	given   []held           // uploads
	held    []held           // results
	workers []*fleet.Process // by host
	names   []string         // of the workers, by host
	over    bool             // no more blows
}

func newChaos(ctx context.Context, r *rand.Rand) (_ *chaotic, err error) {
	c := &chaotic{r: r, workers: make([]*fleet.Process, chaosWorkers), names: make([]string, chaosWorkers)}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if c.dir, err = os.MkdirTemp("", "mars-chaos-"); err != nil {
		return nil, err
	}
	if c.program, err = builtMars(ctx, c.dir); err != nil {
		return nil, err
	}
	if err := c.mount(); err != nil {
		return nil, err
	}
	if c.net, err = fleet.NewNetwork(); err != nil {
		return nil, err
	}
	h, err := c.net.Host()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, joins)
	defer cancel()
	if c.super, err = fleet.Start(h, c.program, "mars-supervisor", "-H", h.Addr, "--log-level", "debug"); err != nil {
		return nil, err
	}
	if c.addr, err = c.super.Line(ctx, `^Mars supervisor started at (\S+)$`); err != nil {
		return nil, err
	}
	web, err := c.super.Line(ctx, `^Mars Web started at \S+:(\d+)$`)
	if err != nil {
		return nil, err
	}
	for i := range c.workers {
		h, err := c.net.Host()
		if err != nil {
			return nil, err
		}
		c.hosts = append(c.hosts, h)
		if err := c.worker(ctx, i, i); err != nil {
			return nil, err
		}
	}
	if c.client, err = fleet.Connect(ctx, "http://"+h.Addr+":"+web); err != nil {
		return nil, err
	}
	return c, c.client.Workers(ctx, chaosWorkers)
}

// workerPort is the port of all workers: one that starts again has the name of the one before.
const workerPort = "7103"

// worker starts a worker on host i, in place of one that is gone, with the disk that the worker of some host
// had.
func (c *chaotic) worker(ctx context.Context, i, disk int) error {
	w, err := fleet.Start(c.hosts[i], c.program, "mars-worker", "-H", c.hosts[i].Addr, "-p", workerPort, "-s", c.addr, "--n-cpu", "1", "--mem-bytes", "512m",
		"--cache-mem", "4m", "--min-mem", "0", "--spill-dir", c.disk(disk), "--log-level", "debug", "--stop-timeout", leaves.String())
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.workers[i] = w
	c.mu.Unlock()
	name, err := w.Line(ctx, `^Mars worker started at (\S+)$`)
	c.mu.Lock()
	c.names[i] = name
	c.mu.Unlock()
	return err
}

// jobs runs programs in turn until the blows are dealt and every program has run.
func (c *chaotic) jobs(ctx context.Context, kills, n int, want map[string]string) error {
	for i := range uploads {
		if err := c.upload(ctx, i); err != nil {
			return err
		}
	}
	over := make(chan struct{})
	var wg sync.WaitGroup
	var broken error
	wg.Go(func() {
		defer close(over)
		if broken = c.blows(ctx, kills); broken != nil && ctx.Err() == nil {
			dir, e := c.autopsy(true)
			broken = fmt.Errorf("%w\nmore in %s", broken, said(dir, e))
		}
	})
	defer wg.Wait()
	done := false
	for k := 0; !done || k < len(programs); k++ {
		select {
		case <-over:
			done = true
		default:
		}
		p := programs[k%len(programs)]
		if err := c.job(ctx, p, n, want[p.name]); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", p.name, err)
			break
		}
	}
	wg.Wait()
	for _, h := range append(slices.Clone(c.given), c.held...) {
		if c.counts.bad() > 0 {
			break
		}
		c.counts.Read++
		if err := c.watch(ctx, func(ctx context.Context) error { return c.look(ctx, h) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	if broken == nil && c.counts.bad() == 0 {
		broken = c.release(ctx)
	}
	return broken
}

// bad is how often a promise was not kept.
func (c *chaosCounts) bad() int { return c.Wrong + c.Failed + c.Hung + c.Lost }

// empties is how long it may take until what nobody needs is gone.
const empties = 10 * time.Second

// release gives all results back and looks what is stored then.
func (c *chaotic) release(ctx context.Context) (err error) {
	for _, t := range c.made {
		err = errors.Join(err, c.client.Release(ctx, t))
	}
	for _, h := range c.given {
		err = errors.Join(err, c.client.Drop(ctx, h.m.GetKey()))
	}
	limited, cancel := context.WithTimeout(ctx, empties)
	defer cancel()
	if c.counts.Leaked, _ = c.client.Empty(limited); c.counts.Leaked > 0 {
		dir, e := c.autopsy(false)
		fmt.Fprintf(os.Stderr, "%d bytes are left when nobody needs anything\nmore in %s\n", c.counts.Leaked, said(dir, e))
	}
	return err
}

// job runs a program and reads something that is held.
func (c *chaotic) job(ctx context.Context, p program, n int, want string) error {
	c.counts.Jobs++
	return c.watch(ctx, func(ctx context.Context) error {
		if err := c.run(ctx, p, n, want); err != nil {
			return err
		}
		if c.counts.Jobs%uploadEach == 0 {
			if err := c.upload(ctx, c.counts.Jobs); err != nil {
				return err
			}
		}
		c.counts.Read++
		if k := c.counts.Jobs; k%2 == 0 {
			return c.look(ctx, c.given[k/2%len(c.given)])
		}
		return c.look(ctx, c.held[c.counts.Jobs%len(c.held)])
	})
}

// watch calls f. When that goes wrong, the cluster is looked at as it is then.
func (c *chaotic) watch(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	var err error
	hung := false
	select {
	case err = <-done:
	case <-ctx.Done():
		return <-done
	case <-time.After(hangs):
		c.counts.Hung++
		hung, err = true, errs.New(errs.Internal, "it hangs")
	}
	if err == nil {
		return nil
	}
	dir, e := c.autopsy(hung)
	if hung {
		cancel()
		<-done
	}
	return fmt.Errorf("%w\nmore in %s", err, said(dir, e))
}

func (c *chaotic) run(ctx context.Context, p program, n int, want string) error {
	t, err := c.client.Execute(ctx, p.make(n).Value(), &marsv1.Options{ChunkBytes: int64(n) * 8 / 64, NoFusion: true})
	c.counts.Recovered += int(t.GetSubtasksRetried())
	var v any
	if err == nil {
		c.made = append(c.made, t)
		v, err = c.client.Fetch(ctx, t)
	}
	if err != nil {
		if ctx.Err() == nil {
			c.counts.Failed++
		}
		return err
	}
	got, err := hash(v)
	if err != nil {
		return err
	}
	if got != want {
		c.counts.Wrong++
		return errs.New(errs.Internal, "another answer")
	}
	c.mu.Lock()
	c.held = append(c.held, held{t.Results[0].Outputs[0], want})
	c.mu.Unlock()
	return nil
}

func (c *chaotic) between(lo, hi time.Duration) time.Duration {
	return lo + time.Duration(c.r.Int64N(int64(max(1, hi-lo))))
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// close ends all processes and takes the hosts away.
func (c *chaotic) close() {
	for _, w := range append(c.workers, c.super) {
		if w != nil {
			w.Thaw()
			w.Kill()
		}
	}
	if c.net != nil {
		c.net.Close()
	}
	if err := c.unmount(); err != nil {
		fmt.Fprintln(os.Stderr, "unmount:", err)
	}
	_ = os.RemoveAll(c.dir)
}
