package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
)

// A calling is a case of functions of users: how many there are of what it counts, and how much faster than
// each peer we are to be.
type calling struct {
	name  string
	n     int
	reps  int
	peers []against
}

type against struct {
	name  string
	times float64 // ours is to be so many times faster; 0: it is only told
}

var callings = []calling{
	{"spawn", 10_000, 5, []against{{"ray", 3}, {"dask distributed", 8}, {"dask threads", 0}}},
	{"joblib", 2000, 3, []against{{"loky", 3}}},
	{"joblib_batched", 100_000, 3, []against{{"loky", 0.3}}},
	{"map_chunk", 1000, 5, []against{{"dask distributed", 5}, {"dask threads", 0}}},
	{"map_chunk_frames", 1000, 5, []against{{"dask distributed", 0}, {"dask threads", 0}}},
	{"read_whole", 1 << 30, 9, []against{{"ray", 0}}},
	{"apply_rows", 1_000_000, 3, []against{{"pandas", 1.7}, {"dask distributed", 1.3}}},
	{"apply_called", 1_000_000, 3, []against{{"pandas", 1.7}, {"dask distributed", 1.3}}},
	{"map_texts", 10_000_000, 3, []against{{"pandas", 1.6}}},
	{"groupby_apply", 1_000_000, 9, []against{{"pandas", 1.6}, {"dask distributed", 4}}},
	{"groupby_called", 1_000_000, 3, []against{{"pandas", 1.6}, {"dask distributed", 0}}},
	{"agg_recorded", 10_000_000, 3, []against{{"pandas", 10}}},
	{"first_call", 1, 3, []against{{"dask distributed", 0}, {"ray", 0}}},
}

// usersFunctions measures functions of users that run near the data, called from Python, beside those who do
// the same. Both have two cores, and their data is there before.
func usersFunctions(ctx context.Context, r *recorder) error {
	mars, done, err := built(ctx)
	if err != nil {
		return err
	}
	defer done()
	for _, c := range callings {
		if !r.wants(c.name) {
			continue
		}
		if err := r.called(ctx, mars, c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// called measures a case and its peers.
func (r *recorder) called(ctx context.Context, mars string, c calling) error {
	run := func(args ...string) ([]float64, error) {
		times, reps := 1, c.reps
		if c.name == "first_call" { // each in a process of its own
			times, reps = c.reps, 1
		}
		var ts []float64
		for range times {
			args := append(args, fmt.Sprint(c.n), fmt.Sprint(reps))
			t, err := ask(exec.CommandContext(ctx, r.python, args...), append(os.Environ(), "MARS_BIN="+mars, "PYTHONPATH=python"))
			if err != nil {
				return nil, err
			}
			ts = append(ts, t...)
		}
		slices.Sort(ts)
		return ts, nil
	}
	ours, err := run("bench/ours_functions.py", c.name)
	if err != nil {
		return err
	}
	for _, p := range c.peers {
		peer, err := run("bench/peers_functions.py", p.name, c.name)
		if err != nil {
			return err
		}
		row := Row{
			Case: c.name, N: c.n, Unit: "s", Ours: median(ours), Peer: median(peer), PeerName: p.name,
			Pass: median(peer) >= p.times*median(ours), Reps: len(ours), Spread: spread(ours),
		}
		if p.times > 0 {
			row.Goal = fmt.Sprintf("%g times faster", p.times)
		}
		if err := r.add(row); err != nil {
			return err
		}
	}
	return nil
}
