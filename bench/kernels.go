package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// A kernelCase is one row for each peer on each number of cores.
type kernelCase struct {
	name  string
	n     int                                   // elements, or the side of a matrix; the peers are told
	in    string                                // names of inputs, see operand
	expr  func(in ts) op.Handle                 // through the engine
	bare  func(cores int) (func() error, error) // or a kernel by itself
	cost  func(l limit) (seconds float64)       // the least that the machine needs; nil: not known
	work  float64                               // units of unit
	unit  string                                // GB or GFLOP
	one   goals                                 // on one core, by peer, as a ratio
	two   goals                                 // on two
	reach float64                               // the share of the limit that is as good as any goal; 0: none
	bound float64                               // the share of the limit that is a goal too, on two cores; 0: none
}

type goals map[string]float64

// sizes are the elements of element-wise cases and of sorts. KERNELS_N makes the former smaller than 10^8,
// the latter with it, for a quick run.
type sizes struct{ big, many int }

func sizesOf(r *recorder) (sizes, error) {
	z := sizes{big: 100_000_000}
	if s := os.Getenv("KERNELS_N"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1000 {
			return z, fmt.Errorf("KERNELS_N=%q is not a number from 1000 on", s)
		}
		z.big, r.partial = n, true
	}
	z.many = z.big / 10
	return z, nil
}

// kernels is the suite of single functions and expressions: through the engine where an operator says them.
func kernels(ctx context.Context, r *recorder) (err error) {
	z, err := sizesOf(r)
	if err != nil {
		return err
	}
	l, err := measure()
	if err != nil {
		return err
	}
	r.note = fmt.Sprintf("Limits with one core and two: %.0f and %.0f GFLOP/s (float64), %.0f and %.0f (float32), read %.1f and %.1f GB/s, write %.1f and %.1f. "+
		"Threads of a peer are as many as our cores; NumPy without OpenBLAS has one.",
		l[1].flops64/1e9, l[2].flops64/1e9, l[1].flops32/1e9, l[2].flops32/1e9, l[1].read/1e9, l[2].read/1e9, l[1].write/1e9, l[2].write/1e9)
	fmt.Fprintln(os.Stderr, r.note)
	if err := wholes(ctx, r, z.big); err != nil {
		return err
	}
	p := newPeers(r.python)
	defer func() { err = errors.Join(err, p.close()) }()
	for _, c := range kernelCases(z) {
		if !r.wants(c.name) {
			continue
		}
		t := time.Now()
		for cores := 1; cores <= 2; cores++ {
			if err := c.rows(ctx, r, p, l[cores], cores); err != nil {
				return fmt.Errorf("%s on %d: %w", c.name, cores, err)
			}
		}
		fmt.Fprintf(os.Stderr, "%s took %.1f s\n", c.name, time.Since(t).Seconds())
	}
	return nil
}

// rows runs a case on so many cores beside its peers, and looks for the reason where a goal is missed.
func (c kernelCase) rows(ctx context.Context, r *recorder, p *peers, l limit, cores int) error {
	goals := c.one
	if cores == 2 {
		goals = c.two
	}
	if goals == nil {
		return nil
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	var ts []float64
	err := c.open(ctx, cores, func(f func() error) (err error) {
		ts, err = sampled(f)
		return err
	})
	if err != nil {
		return err
	}
	row := Row{Case: c.name, N: c.n, Unit: "s", Cores: cores, Ours: median(ts), Reps: len(ts), Spread: spread(ts), Rate: c.work / median(ts), RateUnit: c.unit + "/s", Pass: true}
	if c.cost != nil {
		row.Share = c.cost(l) / median(ts)
	}
	var rows []Row
	for _, name := range sortedKeys(goals) {
		peer, say, err := p.times(c.name, name, cores, c.n)
		if err != nil {
			return err
		}
		x, goal := row, goals[name]
		x.Peer, x.PeerName, x.Goal, x.Pass = median(peer), say, fmt.Sprintf("%.3g times", goal), median(peer) >= goal*median(ts)
		if c.reach > 0 {
			x.Goal += fmt.Sprintf(" or %.0f %% of the limit", 100*c.reach)
			x.Pass = x.Pass || row.Share >= c.reach
		}
		rows = append(rows, x)
	}
	if c.bound > 0 && cores == 2 {
		x := row
		x.Peer, x.PeerName, x.Goal, x.Pass = c.cost(l), "the limit", fmt.Sprintf("%.0f %% of the limit", 100*c.bound), row.Share >= c.bound
		rows = append(rows, x)
	}
	if len(rows) == 0 {
		row.Goal = "no peer is pinned"
		rows = append(rows, row)
	}
	if slices.ContainsFunc(rows, func(x Row) bool { return !x.Pass }) {
		if err := c.open(ctx, cores, func(f func() error) (err error) {
			say, err := profiled(f)
			for i := range rows {
				rows[i].Profile = say
			}
			return err
		}); err != nil {
			return err
		}
	}
	for _, x := range rows {
		if err := r.add(x); err != nil {
			return err
		}
	}
	return nil
}

// open calls use with what runs the case once on so many cores.
func (c kernelCase) open(ctx context.Context, cores int, use func(f func() error) error) (err error) {
	if c.bare != nil {
		defer scratch.Trim(0)
		held = mem.NewScope(scratch)
		defer held.Close()
		f, err := c.bare(cores)
		if err != nil {
			return err
		}
		return use(f)
	}
	s, err := mars.Local(ctx, mars.CPUs(cores), mars.Memory("12GiB"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	in, err := operands(ctx, s, c.in, c.n)
	if err != nil {
		return err
	}
	return use(func() error { return computed(ctx, s, c.expr(in)) })
}

// computed executes a value, which must not be one that a run before has left: that would take no time.
func computed(ctx context.Context, s *mars.Session, h op.Handle) error {
	f, err := s.ExecuteAsync(ctx, h)
	if err != nil {
		return err
	}
	if err := f.Wait(ctx); err != nil {
		return err
	}
	p, err := f.Progress(ctx)
	if err == nil && p.Busy == 0 {
		err = errThere
	}
	return err
}

var errThere = errors.New("the value was there already")

// anew runs f once the session has freed what the run before left, which takes longer on a busy machine, and
// returns the seconds.
func anew(f func() error) (seconds float64, err error) {
	for wait := settle; wait < time.Minute; wait *= 2 {
		runtime.GC()
		time.Sleep(wait)
		t := time.Now()
		if err = f(); !errors.Is(err, errThere) {
			return time.Since(t).Seconds(), err
		}
	}
	return 0, err
}

// sampled is times with as many repetitions as a few seconds hold: five, fewer of what is slow, two at least.
// The peers' process does the same.
func sampled(f func() error) ([]float64, error) {
	spent, err := anew(f)
	if err != nil {
		return nil, err
	}
	var out []float64
	for len(out) < 2 || len(out) < 5 && spent < 2 {
		t, err := anew(f)
		if err != nil {
			return nil, err
		}
		out, spent = append(out, t), spent+t
	}
	slices.Sort(out)
	return out, nil
}
