package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// peers are the processes of the peers. OpenBLAS takes its number of threads and the kind of core from the
// environment of its process.
type peers struct {
	python string
	of     map[string]*beside // by environment
	seen   map[string][]float64
}

// bestCore is the kernels of OpenBLAS for AVX-512, which it does not take by itself on every machine that has
// it.
const bestCore = "OPENBLAS_CORETYPE=SkylakeX"

func newPeers(python string) *peers {
	return &peers{python, map[string]*beside{}, map[string][]float64{}}
}

// times is the seconds of a case of n elements and what to call the peer: "numpy", "numexpr", "dask",
// "openblas" (at its best) or "installed" (as it is).
func (p *peers) times(name, peer string, cores, n int) (ts []float64, say string, err error) {
	threads, kind, env := cores, peer, []string{"OPENBLAS_NUM_THREADS=1"}
	switch peer {
	case "numpy":
		say, threads = "NumPy", 1 // it has no more
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
	question := map[string]any{"case": name, "peer": kind, "threads": threads, "n": n}
	asked := fmt.Sprint(key, question)
	if ts := p.seen[asked]; ts != nil {
		return ts, say, nil
	}
	b := p.of[key]
	if b == nil {
		if b, err = startBeside(p.python, env, "bench/peers_kernels.py"); err != nil {
			return nil, "", err
		}
		p.of[key] = b
	}
	if err := b.ask(question, &ts); err != nil {
		return nil, "", err
	}
	if len(ts) == 0 {
		return nil, "", fmt.Errorf("%s: %s gave no times", name, peer)
	}
	slices.Sort(ts)
	p.seen[asked] = ts
	return ts, say, nil
}

func (p *peers) close() (err error) {
	for _, b := range p.of {
		err = errors.Join(err, b.close())
	}
	return err
}

func sortedKeys(m goals) []string { return slices.Sorted(maps.Keys(m)) }
