package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// engine measures what the engine itself costs.
func engine(ctx context.Context, r *recorder) error {
	for _, c := range []struct {
		name string
		run  func(context.Context, *recorder) error
	}{
		{"trivial_1e5", trivial},
		{"plan_1e5", plan5},
		{"plan_1e6", plan6},
		{"plan_shuffle_1000x1000", planShuffle},
		{"seed_script", seedScript},
		{"ones_10k", ones10k},
		{"flights_groupby", flightsGroupby},
	} {
		if !r.wants(c.name) {
			continue
		}
		runtime.GC()
		if err := c.run(ctx, r); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

const reps = 5

// trivial is 10^5 subtasks that do next to nothing.
func trivial(ctx context.Context, r *recorder) error {
	s, err := mars.Local(ctx, mars.NoFuse())
	if err != nil {
		return err
	}
	defer s.Close()
	const n = 100_000
	i := 0 // equal expressions would be computed once
	ts, err := times(reps, func() error {
		i++
		return s.Execute(ctx, tensor.Full([]int{n}, float64(i), tensor.Create{Chunk: []int{1}}))
	})
	if err != nil {
		return err
	}
	peer, err := r.peer("trivial_dask_threaded", 1)
	if err != nil {
		return err
	}
	return r.add(Row{
		Case: "trivial_1e5", N: n, Unit: "s", Ours: median(ts), Peer: median(peer), PeerName: "dask threaded",
		Goal: "1 s: 100,000 subtasks per second", Pass: median(ts) <= 1, Reps: reps, Spread: spread(ts),
	})
}

func unknown(op.Key) (service.Manifest, bool) { return service.Manifest{}, false }

// planned plans n chunks of three operators each.
func planned(n int) error {
	a := tensor.FromArray(nd.Of(make([]float64, n/3), n/3), tensor.Chunk{Size: []int{1}})
	v := tensor.Add(tensor.Multiply(a, 2), 1).Value()
	return planOnce(v)
}

func planOnce(v op.Value) error {
	p, err := plan.NewPlanner(1, service.Submission{Session: "bench", Targets: []op.Value{v}}, unknown)
	if err != nil {
		return err
	}
	_, err = p.Next()
	return err
}

func plan5(_ context.Context, r *recorder) error {
	ts, err := times(reps, func() error { return planned(100_000) })
	if err != nil {
		return err
	}
	return r.add(Row{Case: "plan_1e5", N: 100_000, Unit: "s", Ours: median(ts), Goal: "0.3 s", Pass: median(ts) <= 0.3, Reps: reps, Spread: spread(ts)})
}

func plan6(_ context.Context, r *recorder) error {
	var before, after runtime.MemStats
	peak := uint64(0)
	ts, err := times(3, func() error {
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := planned(1_000_000)
		runtime.ReadMemStats(&after)
		peak = max(peak, after.HeapSys-before.HeapReleased)
		return err
	})
	if err != nil {
		return err
	}
	if err := r.add(Row{Case: "plan_1e6", N: 1_000_000, Unit: "s", Ours: median(ts), Goal: "4 s", Pass: median(ts) <= 4, Reps: 3, Spread: spread(ts)}); err != nil {
		return err
	}
	gib := float64(peak) / (1 << 30)
	return r.add(Row{Case: "plan_1e6_memory", N: 1_000_000, Unit: "GiB", Ours: gib, Goal: "1 GiB", Pass: gib <= 1, Reps: 3})
}

// planShuffle plans a sort of 1,000 chunks: 1,000 mappers, 1,000 reducers.
func planShuffle(_ context.Context, r *recorder) error {
	a := tensor.FromArray(nd.Of(make([]float64, 1000), 1000), tensor.Chunk{Size: []int{1}})
	v := tensor.Sort(a).Value()
	ts, err := times(21, func() error { return planOnce(v) })
	if err != nil {
		return err
	}
	return r.add(Row{Case: "plan_shuffle_1000x1000", N: 1_000_000, Unit: "s", Ours: median(ts), Goal: "0.02 s", Pass: median(ts) <= 0.02, Reps: 21, Spread: spread(ts)})
}

// ones10k sums ones of 10,000 chunks.
func ones10k(ctx context.Context, r *recorder) error {
	s, err := mars.Local(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	i := 0.0 // equal expressions would be computed once
	ts, err := times(2*reps+1, func() error {
		i++
		return s.Execute(ctx, tensor.Sum(tensor.Full([]int{1000, 1000}, i, tensor.Create{Chunk: []int{10}})))
	})
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name, say string
		goal      float64
	}{{"ones_dask_threaded", "dask threaded", 20}, {"ones_dask_distributed", "dask distributed", 200}} {
		peer, err := r.peer(p.name, 1)
		if err != nil {
			return err
		}
		if err := r.add(Row{
			Case: "ones_10k", N: 10_000, Unit: "s", Ours: median(ts), Peer: median(peer), PeerName: p.say,
			Goal: fmt.Sprintf("%g times faster", p.goal), Pass: median(peer) >= p.goal*median(ts), Reps: 2*reps + 1, Spread: spread(ts),
		}); err != nil {
			return err
		}
	}
	return nil
}

// flightsGroupby is the mean delay by airport of 3,000,000 flights: the sample 15 times.
func flightsGroupby(ctx context.Context, r *recorder) error {
	s, err := mars.Local(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	one := dataframe.ReadParquet("examples/data/flights-200k.parquet", dataframe.Parquet{Columns: []string{"origin", "delay"}})
	if err := s.Execute(ctx, one); err != nil {
		return err
	}
	v, err := s.Fetch(ctx, one)
	if err != nil {
		return err
	}
	big, err := frame.ConcatFrames(mem.Heap, slices.Repeat([]*frame.Frame{v.(*frame.Frame)}, 15)...)
	if err != nil {
		return err
	}
	all := dataframe.FromFrame(big.WithIndex(frame.NewRange(0, 1, big.NRows)))
	if err := s.Execute(ctx, all); err != nil {
		return err
	}
	ts, err := times(reps, func() error {
		m := all.GroupBy("origin").Col("delay").Mean()
		if err := s.Execute(ctx, m); err != nil {
			return err
		}
		_, err := s.Fetch(ctx, m)
		return err
	})
	if err != nil {
		return err
	}
	peer, err := r.peer("flights_pandas", reps)
	if err != nil {
		return err
	}
	return r.add(Row{
		Case: "flights_groupby", N: 3_000_000, Unit: "s", Ours: median(ts), Peer: median(peer), PeerName: "pandas", Goal: "faster",
		Pass: median(ts) <= median(peer), Reps: reps, Spread: spread(ts),
	})
}
