package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// frameRows is the rows of the tables, unless FRAMES_ROWS says another number.
const frameRows = 10_000_000

// framePeers are the libraries beside ours. The first is the one that answers are compared with.
var framePeers = []string{"pandas", "polars", "polars_streaming", "duckdb", "dask"}

// frameCases are the cases of frames_py/cases.py with their goals: ours must take no more than this part of the best peer's time.
var frameCases = []struct {
	prefix string
	names  []string
	goal   float64
}{
	{"groupby_", strings.Fields("q1 q2 q3 q4 q5 q6 q7 q8 q9 q10"), 0.75},
	{"sparse_", strings.Fields("k_lo k_hi s_long s_hi"), 0.75},
	{"join_", strings.Fields("q1 q2 q3 q4 q5"), 0.75},
	{"sort_", strings.Fields("int float string three series"), 0.75},
	{"window_", strings.Fields("cumsum rank shift rolling"), 0.75},
	{"", strings.Fields("distinct value_counts filter expression strings"), 1},
	{"", strings.Fields("csv_read parquet_read"), 0.8},
	{"", strings.Fields("csv_write parquet_write"), 1},
}

// A frameReply is what frames_py/main.py says of a case.
type frameReply struct {
	Times  []float64 `json:"times"`
	Peak   float64   `json:"peak"` // bytes
	Digest []float64 `json:"digest"`
	NotYet string    `json:"not_yet"`
}

// frames is the suite of frames in Python: the same spelling for pandas and for us, SQL for DuckDB, expressions for Polars.
func frames(ctx context.Context, r *recorder) (err error) {
	rows := frameRows
	if s := os.Getenv("FRAMES_ROWS"); s != "" {
		if rows, err = strconv.Atoi(s); err != nil {
			return fmt.Errorf("FRAMES_ROWS: %w", err)
		}
	}
	dir, err := os.MkdirTemp("", "mars-frames-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	mars := filepath.Join(dir, "mars")
	for _, cmd := range []*exec.Cmd{
		exec.CommandContext(ctx, "go", "build", "-o", mars, "./cmd/mars"),
		exec.CommandContext(ctx, r.python, "bench/frames_py/data.py", dir, strconv.Itoa(rows)),
	} {
		if b, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%q: %w: %s", cmd.Args, err, b)
		}
	}
	f := frameBench{r: r, rows: rows, libs: map[string]*beside{}}
	defer func() { err = errors.Join(err, f.close()) }()
	for _, name := range append([]string{"mars"}, framePeers...) {
		env := []string{"MARS_BIN=" + mars, "PYTHONPATH=python", "POLARS_MAX_THREADS=2"}
		if f.libs[name], err = startBeside(r.python, env, "bench/frames_py/main.py", name, dir); err != nil {
			return err
		}
	}
	for _, g := range frameCases {
		for _, name := range g.names {
			if name = g.prefix + name; !r.wants(name) {
				continue
			}
			if err := f.rowsOf(name, g.goal); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// A frameBench asks the libraries, one after another.
type frameBench struct {
	r    *recorder
	rows int
	libs map[string]*beside
}

func (f *frameBench) close() (err error) {
	for _, b := range f.libs {
		err = errors.Join(err, b.close())
	}
	return err
}

// ask is a case of a library. A peer that takes seconds is asked fewer times than we are. Its answer is not compared unless it is the first.
func (f *frameBench) ask(lib, name string) (x frameReply, err error) {
	seconds := 5
	if lib == "mars" {
		seconds = 60
	}
	err = f.libs[lib].ask(map[string]any{"case": name, "reps": reps, "seconds": seconds, "check": lib == "mars" || lib == framePeers[0]}, &x)
	slices.Sort(x.Times)
	return x, err
}

// rowsOf is two rows of a case: time and memory, each beside the best peer's.
func (f *frameBench) rowsOf(name string, goal float64) error {
	ours, err := f.ask("mars", name)
	if err != nil {
		return err
	}
	var fastest, smallest frameReply
	var fast, small string
	for i, lib := range framePeers {
		x, err := f.ask(lib, name)
		if err != nil {
			return err
		}
		if i == 0 && ours.NotYet == "" && (x.NotYet != "" || !alike(ours.Digest, x.Digest)) {
			ours.NotYet = fmt.Sprintf("another answer than %s's %s", lib, x.NotYet)
		}
		if x.NotYet != "" {
			continue
		}
		if fast == "" || median(x.Times) < median(fastest.Times) {
			fastest, fast = x, lib
		}
		if small == "" || x.Peak < smallest.Peak {
			smallest, small = x, lib
		}
	}
	if fast == "" {
		return errors.New("no peer has it")
	}
	if ours.NotYet != "" {
		return f.r.add(Row{Case: name, N: f.rows, Unit: "s", Peer: median(fastest.Times), PeerName: fast, Goal: "not yet: " + ours.NotYet})
	}
	if err := f.r.add(Row{
		Case: name, N: f.rows, Unit: "s", Ours: median(ours.Times), Peer: median(fastest.Times), PeerName: fast, Goal: fmt.Sprintf("%g of the best", goal),
		Pass: median(ours.Times) <= goal*median(fastest.Times), Reps: reps, Spread: spread(ours.Times),
	}); err != nil {
		return err
	}
	return f.r.add(Row{
		Case: name + "_memory", N: f.rows, Unit: "MiB", Ours: ours.Peak / (1 << 20), Peer: smallest.Peak / (1 << 20), PeerName: small,
		Goal: "the least of them", Pass: ours.Peak <= smallest.Peak, Reps: reps,
	})
}

// alike reports that two digests of frames_py/digest.py are of one answer.
func alike(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		d := x - y
		return max(d, -d) <= 1e-6+1e-7*max(y, -y)
	})
}
