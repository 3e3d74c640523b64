package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// peers are the processes of the peers. OpenBLAS takes its number of threads and the kind of core from the environment of its process.
type peers struct {
	python string
	of     map[string]*beside // by environment
}

// bestCore is the kernels of OpenBLAS for AVX-512, which it does not take by itself on every machine that has it.
const bestCore = "OPENBLAS_CORETYPE=SkylakeX"

func newPeers(python string) *peers { return &peers{python, map[string]*beside{}} }

// times is the seconds of a case and what to call the peer: "numpy", "numexpr", "dask", "openblas" (at its best) or "installed" (as it is).
func (p *peers) times(name, peer string, cores int) (ts []float64, say string, err error) {
	threads, kind, env := cores, peer, []string{"OPENBLAS_NUM_THREADS=1"}
	switch peer {
	case "numpy":
		say = "NumPy, which has one thread"
	case "numexpr", "dask":
		say = fmt.Sprintf("%s, %d threads", peer, cores)
	case "openblas", "installed":
		kind, env = "numpy", []string{fmt.Sprintf("OPENBLAS_NUM_THREADS=%d", cores)}
		say = fmt.Sprintf("NumPy with OpenBLAS as installed, %d threads", cores)
		if peer == "openblas" {
			env, say = append(env, bestCore), fmt.Sprintf("NumPy with OpenBLAS at its best, %d threads", cores)
		}
	default:
		return nil, "", fmt.Errorf("no peer %q", peer)
	}
	key := fmt.Sprint(env)
	b := p.of[key]
	if b == nil {
		if b, err = startBeside(p.python, env, "bench/peers_kernels.py"); err != nil {
			return nil, "", err
		}
		p.of[key] = b
	}
	if err := b.ask(map[string]any{"case": name, "peer": kind, "threads": threads, "reps": reps}, &ts); err != nil {
		return nil, "", err
	}
	if len(ts) == 0 {
		return nil, "", fmt.Errorf("%s: %s gave no times", name, peer)
	}
	slices.Sort(ts)
	return ts, say, nil
}

func (p *peers) close() (err error) {
	for _, b := range p.of {
		err = errors.Join(err, b.close())
	}
	return err
}

func sortedKeys(m map[string]float64) []string { return slices.Sorted(maps.Keys(m)) }
