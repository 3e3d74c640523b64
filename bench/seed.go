package main

import (
	"context"
	"runtime"
	"slices"
	"time"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// seed is the first script of the documentation: a product and a sum of columns, of 2000 x 2000 random
// numbers in chunks of 200.
func seed() []op.Handle {
	a := (*tensor.Random)(nil).RandomSample(tensor.Sample{Size: tensor.Shape(2000, 2000), Chunk: []int{200}})
	return []op.Handle{tensor.Inner(a, a), dataframe.FromTensor(a).Sum()}
}

func seedScript(ctx context.Context, r *recorder) error {
	s, err := mars.Local(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	ts, err := times(reps, func() error { return s.Execute(ctx, seed()...) })
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name, say, goal string
		most            float64 // of the peer's time
	}{
		{"seed_numpy", "NumPy and pandas, one thread", "1.2 times their time, with the fast kernels of a later issue", 1.2},
		{"seed_dask_distributed", "dask distributed", "30 times faster", 1.0 / 30},
	} {
		peer, err := r.peer(p.name, 3)
		if err != nil {
			return err
		}
		if err := r.add(Row{
			Case: "seed_script", N: 2000, Unit: "s", Ours: median(ts), Peer: median(peer), PeerName: p.say, Goal: p.goal,
			Pass: median(ts) <= p.most*median(peer), Reps: reps, Spread: spread(ts),
		}); err != nil {
			return err
		}
	}
	return overhead(ctx, r, s)
}

// overhead is the part of the slots' time that no subtask used, in percent: planning, scheduling, messages,
// and idling.
func overhead(ctx context.Context, r *recorder, s *mars.Session) error {
	var parts []float64
	for range reps {
		t := time.Now()
		f, err := s.ExecuteAsync(ctx, seed()...)
		if err != nil {
			return err
		}
		if err := f.Wait(ctx); err != nil {
			return err
		}
		wall := time.Since(t)
		p, err := f.Progress(ctx)
		if err != nil {
			return err
		}
		parts = append(parts, 100*(1-float64(p.Busy.Duration())/(float64(wall)*float64(runtime.GOMAXPROCS(0)))))
	}
	return r.add(Row{
		Case: "overhead_pct", N: 2000, Unit: "%", Ours: median(sorted(parts)), Goal: "below 15 %", Pass: median(sorted(parts)) < 15,
		Reps: reps, Spread: spread(sorted(parts)),
	})
}

func sorted(v []float64) []float64 { slices.Sort(v); return v }
