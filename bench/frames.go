package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
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

// tpchPeers are those that have all queries of TPC-H. DuckDB's answers are what ours and pandas' are compared with.
var tpchPeers = []string{"duckdb", "pandas"}

// A frameGroup is cases of frames_py with their goal: ours must take no more than this part of the best peer's time.
type frameGroup struct {
	prefix string
	names  []string
	goal   float64
	peers  []string
}

var frameCases = []frameGroup{
	{"groupby_", strings.Fields("q1 q2 q3 q4 q5 q6 q7 q8 q9 q10"), 0.75, framePeers},
	{"sparse_", strings.Fields("k_lo k_hi s_long s_hi"), 0.75, framePeers},
	{"join_", strings.Fields("q1 q2 q3 q4 q5 many cross asof"), 0.75, framePeers},
	{"sort_", strings.Fields("int float string three series"), 0.75, framePeers},
	{"window_", strings.Fields("cumsum rank shift rolling"), 0.75, framePeers},
	{"", strings.Fields("distinct value_counts filter expression strings"), 1, framePeers},
	{"", strings.Fields("csv_read parquet_read"), 0.8, framePeers},
	{"", strings.Fields("csv_write parquet_write"), 1, framePeers},
	{"tpch_", strings.Fields("q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 q15 q16 q17 q18 q19 q20 q21 q22"), 1, tpchPeers},
}

// tpch reports the cases over the tables of frames_py/tpch_data.py.
func (g frameGroup) tpch() bool { return g.prefix == "tpch_" }

// wanted are the names of cases of which the recorder wants a row: those of Go are compared with what Python found.
func (g frameGroup) wanted(r *recorder) (names []string) {
	for _, name := range g.names {
		name = g.prefix + name
		if r.wants(name) || r.wants(name+"_go") || r.wants(name+"_third") {
			names = append(names, name)
		}
	}
	return names
}

// A frameReply is what frames_py/main.py says of a case.
type frameReply struct {
	Times  []float64 `json:"times"`
	Peak   float64   `json:"peak"` // bytes
	Digest []float64 `json:"digest"`
	NotYet string    `json:"not_yet"`
}

// frames is the suite of frames in Python: the same spelling for pandas and for us, SQL for DuckDB, expressions for Polars. FRAMES_SF is the scale of
// the tables of TPC-H, 1 unless it says another.
func frames(ctx context.Context, r *recorder) (err error) {
	rows := frameRows
	if s := os.Getenv("FRAMES_ROWS"); s != "" {
		if rows, err = strconv.Atoi(s); err != nil {
			return fmt.Errorf("FRAMES_ROWS: %w", err)
		}
	}
	if err := frameCosts(ctx, r); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mars-frames-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	f := frameBench{r: r, rows: rows, dir: dir, mars: filepath.Join(dir, "mars"), libs: map[string]*beside{}}
	if f.pprof, err = freeAddress(); err != nil {
		return err
	}
	if err := command(ctx, "go", "build", "-o", f.mars, "./cmd/mars"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	for _, g := range frameCases {
		names := g.wanted(r)
		if len(names) == 0 {
			continue
		}
		if err := f.data(ctx, g); err != nil {
			return err
		}
		for _, name := range names {
			if err := f.rowsOf(name, g); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if err := f.close(); err != nil { // the next group has the memory for itself
			return err
		}
		if err := errors.Join(f.goRows(ctx, f.answers), f.close()); err != nil {
			return err
		}
		f.answers = nil
	}
	return nil
}

// command runs a program, whose words are in the error when it fails.
func command(ctx context.Context, name string, args ...string) error {
	if b, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%q: %w: %s", append([]string{name}, args...), err, b)
	}
	return nil
}

// A frameBench asks the libraries, one after another.
type frameBench struct {
	r         *recorder
	rows      int
	dir, mars string
	pprof     string // address of our profiles
	libs      map[string]*beside
	made      [2]bool // the tables: of h2o, of TPC-H
	answers   []goAnswer
}

func (f *frameBench) close() (err error) {
	for name, b := range f.libs {
		err = errors.Join(err, b.close())
		delete(f.libs, name)
	}
	return err
}

// data makes the tables of a group, unless they are there.
func (f *frameBench) data(ctx context.Context, g frameGroup) error {
	script, size, which := "bench/frames_py/data.py", strconv.Itoa(f.rows), 0
	if g.tpch() {
		script, size, which = "bench/frames_py/tpch_data.py", scale(), 1
	}
	if f.made[which] {
		return nil
	}
	f.made[which] = true
	return command(ctx, f.r.python, script, f.dir, size)
}

// scale is that of the tables of TPC-H.
func scale() string { return cmp.Or(os.Getenv("FRAMES_SF"), "1") }

// lib is the process of a library.
func (f *frameBench) lib(name string) (*beside, error) {
	if b := f.libs[name]; b != nil {
		return b, nil
	}
	env := []string{"MARS_BIN=" + f.mars, "MARS_NODE_PPROF=" + f.pprof, "PYTHONPATH=python", "POLARS_MAX_THREADS=2", "FRAMES_SF=" + scale()}
	b, err := startBeside(f.r.python, env, "bench/frames_py/main.py", name, f.dir)
	if err == nil {
		f.libs[name] = b
	}
	return b, err
}

// ask is a case of a library, which is started when it is first asked. A peer that takes seconds is asked fewer times than we are. Unless check, its
// answer is not wanted.
func (f *frameBench) ask(lib, name string, check bool) (x frameReply, err error) {
	b, err := f.lib(lib)
	if err != nil {
		return x, err
	}
	seconds := 3
	if lib == "mars" {
		seconds = 60
	}
	err = b.ask(map[string]any{"case": name, "reps": reps, "seconds": seconds, "check": check}, &x)
	slices.Sort(x.Times)
	return x, err
}

// rowsOf is two rows of a case: time and memory, each beside the best peer's.
func (f *frameBench) rowsOf(name string, g frameGroup) error {
	goal, n := g.goal, f.rows
	if g.tpch() {
		sf, err := strconv.ParseFloat(scale(), 64)
		if err != nil {
			return fmt.Errorf("FRAMES_SF: %w", err)
		}
		n = int(6_000_000 * sf)
	}
	ours, err := f.ask("mars", name, true)
	if err != nil {
		return err
	}
	var fastest, smallest frameReply
	var fast, small string
	var right []float64 // the digest of the first peer
	for i, lib := range g.peers {
		x, err := f.ask(lib, name, i == 0 || g.tpch())
		if err != nil {
			return err
		}
		if i == 0 {
			if right = x.Digest; ours.NotYet == "" && (x.NotYet != "" || !alike(ours.Digest, right)) {
				ours.NotYet = fmt.Sprintf("another answer than %s's %s", lib, x.NotYet)
			}
		} else if x.Digest != nil && !alike(x.Digest, right) {
			return fmt.Errorf("%s has another answer than %s", lib, g.peers[0])
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
		return f.r.add(Row{Case: name, N: n, Unit: "s", Peer: median(fastest.Times), PeerName: fast, Goal: "not yet: " + ours.NotYet})
	}
	row := Row{
		Case: name, N: n, Unit: "s", Ours: median(ours.Times), Peer: median(fastest.Times), PeerName: fast, Goal: fmt.Sprintf("%g of the best", goal),
		Pass: median(ours.Times) <= goal*median(fastest.Times), Reps: reps, Spread: spread(ours.Times),
	}
	if !row.Pass {
		if row.Profile, err = f.profile(name); err != nil {
			return err
		}
	}
	if err := f.r.add(row); err != nil {
		return err
	}
	f.answers = append(f.answers, goAnswer{name, n, median(ours.Times), smallest.Peak, small, right})
	return f.r.add(Row{
		Case: name + "_memory", N: n, Unit: "MiB", Ours: ours.Peak / (1 << 20), Peer: smallest.Peak / (1 << 20), PeerName: small,
		Goal: "the least of them", Pass: ours.Peak <= smallest.Peak, Reps: reps,
	})
}

// profile is where our time goes while a case runs again and again for some seconds.
func (f *frameBench) profile(name string) (string, error) {
	ran := make(chan error, 1)
	go func() {
		_, err := f.ask("mars", name, false)
		ran <- err
	}()
	text, err := greatest("-seconds", "4", "http://"+f.pprof+"/debug/pprof/profile")
	return text, errors.Join(err, <-ran)
}

// freeAddress is one that nobody listens at.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// alike reports that two digests of frames_py/digest.py are of one answer.
func alike(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		d := x - y
		return max(d, -d) <= 1e-6+1e-7*max(y, -y)
	})
}
