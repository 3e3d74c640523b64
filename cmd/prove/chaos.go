package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/node/fleet"
)

// chaosCounts is what came of jobs on a cluster whose workers are killed, frozen and cut off.
type chaosCounts struct {
	Jobs      int `json:"jobs"`
	Killed    int `json:"killed"`
	Frozen    int `json:"frozen"`
	Cut       int `json:"cut"`
	Wrong     int `json:"wrong"`
	Failed    int `json:"failed"`
	Hung      int `json:"hung"`
	Recovered int `json:"recovered"` // subtasks that ran again

	Leaked int64 `json:"leaked"` // bytes that are stored when nobody needs anything
}

// Settings of a chaos run.
const (
	chaosWorkers = 3
	hangs        = 2 * time.Minute // longer than any job takes here
	joins        = time.Minute
)

// chaos runs jobs with known answers, one after another, while workers of processes on hosts of their own are killed, frozen and cut off the network.
func chaos(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	kills := f.Int("kills", 50, "blows: a third kills a worker, a third freezes one, a third cuts one off")
	seed := f.Uint64("seed", 1, "of the choices")
	n := f.Int("n", 200_000, "numbers in a job")
	small := f.Bool("small", false, "6 blows and smaller jobs")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*kills, *n = 6, 40_000
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
	err = c.jobs(ctx, *kills, *n, want)
	return &c.counts, c.counts.Wrong+c.counts.Failed+c.counts.Hung == 0 && c.counts.Leaked == 0, err
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
	made    []*marsv1.Task // what is held

	mu      sync.Mutex
	workers []*fleet.Process // by host
	over    bool             // no more blows
}

func newChaos(ctx context.Context, r *rand.Rand) (_ *chaotic, err error) {
	c := &chaotic{r: r, workers: make([]*fleet.Process, chaosWorkers)}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if c.dir, err = os.MkdirTemp("", "mars-chaos-"); err != nil {
		return nil, err
	}
	c.program = filepath.Join(c.dir, "mars")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", c.program, "./cmd/mars").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build mars: %w: %s", err, out)
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
		if err := c.worker(ctx, i); err != nil {
			return nil, err
		}
	}
	if c.client, err = fleet.Connect(ctx, "http://"+h.Addr+":"+web); err != nil {
		return nil, err
	}
	return c, c.client.Workers(ctx, chaosWorkers)
}

// worker starts a worker on host i, in place of one that is dead.
func (c *chaotic) worker(ctx context.Context, i int) error {
	w, err := fleet.Start(c.hosts[i], c.program, "mars-worker", "-H", c.hosts[i].Addr, "-s", c.addr, "--n-cpu", "1", "--mem-bytes", "512m", "--min-mem", "0",
		"--spill-dir", filepath.Join(c.dir, fmt.Sprint("spill-", i)), "--log-level", "debug")
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.workers[i] = w
	c.mu.Unlock()
	_, err = w.Line(ctx, `^Mars worker started at (\S+)$`)
	return err
}

// jobs runs programs in turn until the blows are dealt and every program has run.
func (c *chaotic) jobs(ctx context.Context, kills, n int, want map[string]string) error {
	over := make(chan struct{})
	var wg sync.WaitGroup
	var broken error
	wg.Go(func() {
		defer close(over)
		broken = c.blows(ctx, kills)
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
	if broken == nil && c.counts.Wrong+c.counts.Failed+c.counts.Hung == 0 {
		broken = c.release(ctx)
	}
	return broken
}

// empties is how long it may take until what nobody needs is gone.
const empties = 10 * time.Second

// release gives all results back and looks what is stored then.
func (c *chaotic) release(ctx context.Context) (err error) {
	for _, t := range c.made {
		err = errors.Join(err, c.client.Release(ctx, t))
	}
	limited, cancel := context.WithTimeout(ctx, empties)
	defer cancel()
	if c.counts.Leaked, _ = c.client.Empty(limited); c.counts.Leaked > 0 {
		dir, e := c.autopsy(false)
		fmt.Fprintf(os.Stderr, "%d bytes are left when nobody needs anything\nmore in %s\n", c.counts.Leaked, said(dir, e))
	}
	return err
}

// job runs a program. When that goes wrong, the cluster is looked at as it is then.
func (c *chaotic) job(ctx context.Context, p program, n int, want string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.counts.Jobs++
	done := make(chan error, 1)
	go func() { done <- c.run(ctx, p, n, want) }()
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
	return nil
}

// blows strikes a worker every second or so, and lets it come back a while later.
func (c *chaotic) blows(ctx context.Context, n int) error {
	for k := range n {
		wait(ctx, c.between(300, 1200))
		i := c.r.IntN(chaosWorkers)
		c.mu.Lock()
		w, over := c.workers[i], c.over
		c.mu.Unlock()
		if over || ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		switch k % 3 {
		case 0:
			c.counts.Killed++
			w.Kill()
			wait(ctx, c.between(0, 1000))
			ctx, cancel := context.WithTimeout(ctx, joins)
			err = c.worker(ctx, i)
			cancel()
		case 1:
			c.counts.Frozen++
			w.Freeze()
			wait(ctx, c.between(200, 5000))
			w.Thaw()
		case 2:
			c.counts.Cut++
			if err = c.hosts[i].Cut(); err == nil {
				wait(ctx, c.between(200, 6000))
				err = c.hosts[i].Heal()
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *chaotic) between(lo, hi int) time.Duration {
	return time.Duration(lo+c.r.IntN(hi-lo)) * time.Millisecond
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
	_ = os.RemoveAll(c.dir)
}
