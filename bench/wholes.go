package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// wholes are the cases that hold the engine against its own kernels, expressions with n elements.
func wholes(ctx context.Context, r *recorder, n int) error {
	for _, c := range []struct {
		name string
		f    func(ctx context.Context, r *recorder, n int) error
	}{{"peak_memory", peakMemory}, {"engine_share", engineShare}, {"inner_share", innerShare}} {
		if r.wants(c.name) {
			if err := c.f(ctx, r, n); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

// withInputs calls f with a session that holds four tensors of n elements.
func withInputs(ctx context.Context, n int, f func(s *mars.Session, in ts) error) (err error) {
	s, err := mars.Local(ctx, mars.CPUs(2), mars.Memory("12GiB"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	in, err := operands(ctx, s, "abcd", n)
	if err != nil {
		return err
	}
	return f(s, in)
}

// peakMemory is the most memory of this process during the fused expression over chunks, above what inputs
// and output take, in percent of them.
func peakMemory(ctx context.Context, r *recorder, n int) error {
	debug.FreeOSMemory()
	before, err := resident("VmRSS")
	if err != nil {
		return err
	}
	return withInputs(ctx, n, func(s *mars.Session, in ts) error {
		debug.FreeOSMemory()
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // the peak starts anew: proc(5)
			return err
		}
		y := fusedOf(in)
		if err := s.Execute(ctx, y); err != nil {
			return err
		}
		peak, err := resident("VmHWM")
		if err != nil {
			return err
		}
		data := 5 * 8 * float64(n)
		over := 100 * (float64(peak-before)/data - 1)
		return r.add(Row{Case: "peak_memory", N: n, Unit: "% above inputs and output", Ours: over, Goal: "1 %", Pass: over <= 1, Reps: 1})
	})
}

// resident reads a size in bytes from /proc/self/status.
func resident(name string) (int64, error) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for l := range bytes.Lines(b) {
		if f := bytes.Fields(l); len(f) == 3 && string(f[0]) == name+":" {
			kib, err := strconv.ParseInt(string(f[1]), 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("/proc/self/status has no %s", name)
}

// engineShare is the fused expression through the engine beside its block program alone, into memory that is
// there.
func engineShare(ctx context.Context, r *recorder, n int) error {
	bare, err := bareFused(n)
	if err != nil {
		return err
	}
	alone, err := times(reps, bare)
	if err != nil {
		return err
	}
	return withInputs(ctx, n, func(s *mars.Session, in ts) error {
		whole, err := times(reps, func() error { return computed(ctx, s, fusedOf(in)) })
		if err != nil {
			return err
		}
		return r.add(Row{
			Case: "engine_share", N: n, Unit: "s", Cores: 2, Ours: median(whole), Peer: median(alone), PeerName: "the bare kernel", Goal: "within 10 %",
			Pass: median(whole) <= 1.1*median(alone), Reps: reps, Spread: spread(whole),
		})
	})
}

func bareFused(n int) (func() error, error) {
	var b kernel.Builder
	var regs []kernel.Reg
	var in []*nd.Array
	for i := range 4 {
		regs = append(regs, b.In(i, dtype.Float64))
		x := make([]float64, n)
		for j := range x {
			x[j] = 0.5 + float64(j%1000)/1000
		}
		in = append(in, nd.Of(x, n))
	}
	p, err := b.Compile(b.Call("subtract", b.Call("multiply", b.Call("add", regs[0], regs[1]), b.Call("sqrt", regs[2])), b.Call("exp", regs[3])))
	if err != nil {
		return nil, err
	}
	run := kernel.Run{Mem: mem.Heap, Parallel: paralleltest.Helpers(2), Into: nd.Of(make([]float64, n), n)}
	return func() error {
		_, err := p.Run(run, in, []int{n})
		return err
	}, nil
}

// innerShare is the rate of the seed script's inner, which counts every product of the definition, beside
// that of one large product of kernels.
func innerShare(ctx context.Context, r *recorder, _ int) error {
	a, b := matrix[float64](product, 0), matrix[float64](product, 1)
	bare, err := times(reps, pooled(func(al mem.Allocator) error { return multiplied(factors{al, paralleltest.Helpers(2), a, b}) }))
	if err != nil {
		return err
	}
	s, err := mars.Local(ctx, mars.CPUs(2))
	if err != nil {
		return err
	}
	defer s.Close()
	one := func(seed uint64) *tensor.Tensor {
		return tensor.NewRandom(seed).RandomSample(tensor.Sample{Size: tensor.Shape(side, side), Chunk: []int{200}})
	}
	x, y := one(1), one(2)
	if err := s.Execute(ctx, x, y); err != nil {
		return err
	}
	alone := 2 * float64(product*product*product) / median(bare)
	for _, c := range []struct {
		name string
		h    func() op.Handle
	}{{"inner_share", func() op.Handle { return tensor.Inner(x, x) }}, {"inner_of_two_share", func() op.Handle { return tensor.Inner(x, y) }}} {
		ours, err := times(2*reps+1, func() error { return computed(ctx, s, c.h()) })
		if err != nil {
			return err
		}
		share := 2 * float64(side*side*side) / median(ours) / alone
		if err := r.add(Row{
			Case: c.name, N: side, Unit: "s", Cores: 2, Ours: median(ours), Rate: share * alone / 1e9, RateUnit: "GFLOP/s",
			Goal: fmt.Sprintf("85 %% of the bare product's %.0f GFLOP/s", alone/1e9), Pass: share >= 0.85, Reps: 2*reps + 1, Spread: spread(ours),
		}); err != nil {
			return err
		}
	}
	return nil
}
