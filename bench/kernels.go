package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// big is the elements of an element-wise case, many those of a sort.
const (
	big  = 100_000_000
	many = 10_000_000
)

// A kernelCase is one row for each peer on each number of cores.
type kernelCase struct {
	name string
	n    int
	in   string                                // names of inputs: a to d from 0.5 to 1.5, w from -10 to 10; capitals are float32
	data func() *tensor.Tensor                 // or one input of its own
	expr func(in []*tensor.Tensor) op.Handle   // through the engine
	bare func(cores int) (func() error, error) // or a kernel by itself
	cost func(l limit) (seconds float64)       // the least that the machine needs; nil: not known
	work float64                               // units of unit
	unit string                                // GB or GFLOP
	one  map[string]float64                    // on one core: the goal, by peer, as a ratio
	two  map[string]float64                    // on two
}

// kernels is the suite of single functions and expressions: through the engine where an operator says them.
func kernels(ctx context.Context, r *recorder) (err error) {
	l, err := measure()
	if err != nil {
		return err
	}
	for cores := 1; cores <= 2; cores++ {
		x := l[cores]
		fmt.Fprintf(os.Stderr, "limits of %d: %.0f GFLOP/s f64, %.0f f32, read %.1f GB/s, write %.1f\n", cores, x.flops64/1e9, x.flops32/1e9, x.read/1e9, x.write/1e9)
	}
	r.note = fmt.Sprintf("Limits with one core and two: %.0f and %.0f GFLOP/s (float64), %.0f and %.0f (float32), read %.1f and %.1f GB/s, write %.1f and %.1f.",
		l[1].flops64/1e9, l[2].flops64/1e9, l[1].flops32/1e9, l[2].flops32/1e9, l[1].read/1e9, l[2].read/1e9, l[1].write/1e9, l[2].write/1e9)
	if err := wholes(ctx, r); err != nil {
		return err
	}
	p := newPeers(r.python)
	defer func() { err = errors.Join(err, p.close()) }()
	for _, c := range kernelCases() {
		if !r.wants(c.name) {
			continue
		}
		for cores := 1; cores <= 2; cores++ {
			if err := c.rows(ctx, r, p, l[cores], cores); err != nil {
				return fmt.Errorf("%s on %d: %w", c.name, cores, err)
			}
		}
	}
	return nil
}

// rows runs a case on so many cores beside its peers.
func (c kernelCase) rows(ctx context.Context, r *recorder, p *peers, l limit, cores int) error {
	goals := c.one
	if cores == 2 {
		goals = c.two
	}
	if len(goals) == 0 {
		return nil
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	ts, err := c.times(ctx, cores)
	if err != nil {
		return err
	}
	share := 0.0
	if c.cost != nil {
		share = c.cost(l) / median(ts)
	}
	for _, name := range sortedKeys(goals) {
		peer, say, err := p.times(c.name, name, cores)
		if err != nil {
			return err
		}
		goal := goals[name]
		row := Row{
			Case: c.name, N: c.n, Unit: "s", Cores: cores, Ours: median(ts), Peer: median(peer), PeerName: say, Reps: len(ts), Spread: spread(ts),
			Rate: c.work / median(ts), RateUnit: c.unit + "/s", Share: share,
			Goal: fmt.Sprintf("%g times", goal), Pass: median(peer) >= goal*median(ts),
		}
		if c.cost != nil {
			row.Goal += " or 85 % of the limit"
			row.Pass = row.Pass || share >= 0.85
		}
		if err := r.add(row); err != nil {
			return err
		}
	}
	return nil
}

// times is the seconds of a case of ours.
func (c kernelCase) times(ctx context.Context, cores int) (ts []float64, err error) {
	if c.bare != nil {
		f, err := c.bare(cores)
		if err != nil {
			return nil, err
		}
		return times(reps, f)
	}
	s, err := mars.Local(ctx, mars.CPUs(cores), mars.Memory("12GiB"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	in, err := c.inputs(ctx, s)
	if err != nil {
		return nil, err
	}
	return times(reps, func() error { return computed(ctx, s, c.expr(in)) })
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
		err = errors.New("the value was there already")
	}
	return err
}

func (c kernelCase) inputs(ctx context.Context, s *mars.Session) ([]*tensor.Tensor, error) {
	if c.data == nil {
		return engineInputs(ctx, s, c.in, big)
	}
	t := c.data()
	return []*tensor.Tensor{t}, s.Execute(ctx, t)
}

// engineInputs makes tensors of n elements by their names.
func engineInputs(ctx context.Context, s *mars.Session, names string, n int) ([]*tensor.Tensor, error) {
	var in []*tensor.Tensor
	var hs []op.Handle
	for i, name := range names {
		random := tensor.NewRandom(uint64(i))
		low, high := 0.5, 1.5
		if name == 'w' || name == 'W' {
			low, high = -10, 10
		}
		t := random.Uniform(low, high, tensor.Sample{Size: tensor.Shape(n)})
		if name < 'a' {
			t = t.AsType(dtype.Float32)
		}
		in, hs = append(in, t), append(hs, t)
	}
	if len(hs) == 0 {
		return nil, nil
	}
	return in, s.Execute(ctx, hs...)
}
