package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/node/fleet"
	"github.com/mars-project/mars-go/tensor"
)

// built is the path of the program mars as it is now; done removes it.
func built(ctx context.Context) (mars string, done func(), err error) {
	dir, err := os.MkdirTemp("", "mars-bench-")
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(dir) }
	mars = filepath.Join(dir, "mars")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", mars, "./cmd/mars").CombinedOutput(); err != nil {
		done()
		return "", nil, fmt.Errorf("build mars: %w: %s", err, out)
	}
	return mars, done, nil
}

// cluster measures processes: supervisors, workers, and the Python client.
func cluster(ctx context.Context, r *recorder) error {
	mars, done, err := built(ctx)
	if err != nil {
		return err
	}
	defer done()
	for _, c := range []struct {
		name string
		run  func(context.Context, *recorder, string) error
	}{
		{"remote_4w", remote4w},
		{"transfer_ratio", func(ctx context.Context, r *recorder, _ string) error { return transferRatio(ctx, r) }},
		{"tiny_p50", tiny},
		{"new_session", newSession},
		{"build_node", buildNode},
		{"seed_script", seedFromPython},
	} {
		if !r.wants(c.name) {
			continue
		}
		if err := c.run(ctx, r, mars); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// remote4w is 10^5 trivial subtasks through one supervisor to four worker processes.
func remote4w(ctx context.Context, r *recorder, mars string) error {
	const n, workers = 100_000, 4
	super, err := fleet.Start(nil, mars, "mars-supervisor", "-H", "127.0.0.1", "--log-level", "warn")
	if err != nil {
		return err
	}
	defer super.Kill()
	addr, err := super.Line(ctx, `^Mars supervisor started at (\S+)$`)
	if err != nil {
		return err
	}
	web, err := super.Line(ctx, `^Mars Web started at \S+:(\d+)$`)
	if err != nil {
		return err
	}
	for range workers {
		w, err := fleet.Start(nil, mars, "mars-worker", "-H", "127.0.0.1", "-s", addr, "--n-cpu", "1", "--mem-bytes", "1g", "--min-mem", "0", "--log-level", "warn")
		if err != nil {
			return err
		}
		defer w.Kill()
	}
	c, err := fleet.Connect(ctx, "http://127.0.0.1:"+web)
	if err != nil {
		return err
	}
	if err := c.Workers(ctx, workers); err != nil {
		return err
	}
	i := 0.0 // equal expressions would be computed once
	ts, err := times(reps, func() error {
		i++
		_, err := c.Execute(ctx, tensor.Full([]int{n}, i, tensor.Create{Chunk: []int{1}}).Value(), &marsv1.Options{NoFusion: true})
		return err
	})
	if err != nil {
		return err
	}
	return r.add(Row{
		Case: "remote_4w", N: n, Unit: "s", Ours: median(ts), Goal: "2 s: 50,000 subtasks per second", Pass: median(ts) <= 2, Reps: reps, Spread: spread(ts),
	})
}

// script runs a case of ours.py, which prints seconds as peers.py does.
func (r *recorder) script(mars, name string, reps int) ([]float64, error) {
	env := append(os.Environ(), "MARS_BIN="+mars, "PYTHONPATH=python")
	return ask(exec.Command(r.python, "bench/ours.py", name, fmt.Sprint(reps)), env)
}

// tiny is a sum of three numbers from Python, executed and fetched.
func tiny(_ context.Context, r *recorder, mars string) error {
	ts, err := r.script(mars, "tiny", 500)
	if err != nil {
		return err
	}
	peer, err := r.peer("tiny_dask_distributed", 50)
	if err != nil {
		return err
	}
	return r.add(Row{
		Case: "tiny_p50", N: 1, Unit: "ms", Ours: 1e3 * median(ts), Peer: 1e3 * median(peer), PeerName: "dask distributed", Goal: "1 ms", Pass: median(ts) <= 1e-3,
		Reps: len(ts), Spread: (ts[len(ts)*9/10] - ts[len(ts)/10]) / median(ts),
	})
}

// newSession is new_session() without arguments, each in a Python of its own.
func newSession(_ context.Context, r *recorder, mars string) error {
	var ts []float64
	for range reps {
		t, err := r.script(mars, "new_session", 1)
		if err != nil {
			return err
		}
		ts = append(ts, t...)
	}
	slices.Sort(ts)
	peer, err := r.peer("new_session_dask_distributed", 1)
	if err != nil {
		return err
	}
	return r.add(Row{
		Case: "new_session", N: 1, Unit: "s", Ours: median(ts), Peer: median(peer), PeerName: "dask distributed", Goal: "0.3 s", Pass: median(ts) <= 0.3, Reps: reps, Spread: spread(ts),
	})
}

// buildNode is one node of a graph in Python, not analysed by the server.
func buildNode(_ context.Context, r *recorder, mars string) error {
	ts, err := r.script(mars, "build_node", 9)
	if err != nil {
		return err
	}
	return r.add(Row{
		Case: "build_node", N: 1, Unit: "us", Ours: 1e6 * median(ts), Goal: "10 us", Pass: median(ts) <= 10e-6, Reps: len(ts), Spread: spread(ts),
	})
}

// seedFromPython is the first script of the documentation, from Python, with the results fetched.
func seedFromPython(_ context.Context, r *recorder, mars string) error {
	ts, err := r.script(mars, "seed", reps)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name, say, python string
		times             float64
	}{{"seed_dask_distributed", "dask distributed", r.python, 30}, {"seed_xorbits", "xorbits", r.xorbits, 1}} {
		peer, err := r.peerOf(p.python, p.name, 3)
		if err != nil {
			return err
		}
		if err := r.add(Row{
			Case: "seed_script", N: 2000, Unit: "s", Ours: median(ts), Peer: median(peer), PeerName: p.say, Goal: fmt.Sprintf("%g times faster", p.times),
			Pass: median(peer) >= p.times*median(ts), Reps: reps, Spread: spread(ts),
		}); err != nil {
			return err
		}
	}
	return nil
}
