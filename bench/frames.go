package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// frameRows is the rows of the tables, unless FRAMES_ROWS says another number.
const frameRows = 10_000_000

// framePeers are the libraries beside ours, those that are mostly fast first: of one that is far behind there
// is one run.
var framePeers = []string{"polars_streaming", "polars", "duckdb", "pandas", "dask"}

// tpchPeers are those that have all queries of TPC-H.
var tpchPeers = []string{"duckdb", "polars", "pandas"}

// A frameGroup is cases of frames_py with their goal: ours must take no more than this part of the best
// peer's time.
type frameGroup struct {
	prefix string
	names  []string
	goal   float64
	peers  []string
}

var frameCases = []frameGroup{
	{"groupby_", strings.Fields("q1 q2 q3 q4 q5 q6 q7 q8 q9 q10"), 0.75, framePeers},
	{"sparse_", strings.Fields("k_lo k_hi s_long s_hi"), 0.75, framePeers},
	{"join_", strings.Fields("q1 q2 q3 q4 q5 asof many cross"), 0.75, framePeers},
	{"sort_", strings.Fields("int float string three series"), 0.75, framePeers},
	{"window_", strings.Fields("cumsum rank shift rolling"), 0.75, framePeers},
	{"", strings.Fields("distinct value_counts filter expression strings"), 1, framePeers},
	{"", strings.Fields("csv_read parquet_read"), 0.8, framePeers},
	{"", strings.Fields("csv_write parquet_write"), 1, framePeers},
	{"tpch_", strings.Fields("q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 q15 q16 q17 q18 q19 q20 q21 q22"), 1, tpchPeers},
}

// judge is the library that answers are compared with.
func (g frameGroup) judge() string {
	if g.tpch() {
		return "duckdb"
	}
	return "pandas"
}

// tpch reports the cases over the tables of frames_py/tpch_data.py.
func (g frameGroup) tpch() bool { return g.prefix == "tpch_" }

// wanted are the names of cases of which the recorder wants a row: those of Go are compared with what Python
// found.
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

// frames is the suite of frames in Python: the same spelling for pandas and for us, SQL for DuckDB,
// expressions for Polars. FRAMES_SF is the scale of the tables of TPC-H, 1 unless it says another.
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
	f := frameBench{r: r, rows: rows, dir: dir, mars: filepath.Join(dir, "mars"), libs: map[string]*beside{}, spent: map[string]time.Duration{}}
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
			if f.r.through(name) {
				continue // an earlier run has its rows, but not all of Go's
			}
			if err := f.rowsOf(name, g); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if err := f.close(); err != nil { // the rows of Go have the memory for themselves, and so has the next group
			return err
		}
		if err := errors.Join(f.goRows(ctx, names), f.close()); err != nil {
			return err
		}
		f.tell(g)
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
