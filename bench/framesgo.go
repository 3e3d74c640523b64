package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// goTables are the tables of a case by name, and the directory of the files.
type goTables struct {
	dir string
	of  map[string]*dataframe.DataFrame
}

func (t goTables) file(name string) string { return filepath.Join(t.dir, name) }

// A goCase is a case of frames_py/cases.py in Go.
type goCase struct {
	tables string
	run    func(t goTables) op.Handle
}

func grouped(t *dataframe.DataFrame, keys ...string) *dataframe.GroupBy {
	no := false
	return t.GroupBy(keys, dataframe.GroupOptions{AsIndex: &no, Sort: &no, Dropna: &no})
}

// agg asks for a function of each column: "v1 sum v3 mean".
func agg(g *dataframe.GroupBy, what string) *dataframe.DataFrame {
	var out []dataframe.OfColumn
	for w := range slices.Chunk(strings.Fields(what), 2) {
		out = append(out, dataframe.OfColumn{Column: w[0], Func: w[1]})
	}
	return g.Agg(out)
}

// ofG is a case that reads table g.
func ofG(f func(g *dataframe.DataFrame) op.Handle) goCase {
	return goCase{"g", func(t goTables) op.Handle { return f(t.of["g"]) }}
}

func sums(what string, keys ...string) goCase {
	return ofG(func(g *dataframe.DataFrame) op.Handle { return agg(grouped(g, keys...), what) })
}

func joined(right, on, how string) goCase {
	return goCase{"x " + right, func(t goTables) op.Handle {
		return t.of["x"].Merge(t.of[right], dataframe.MergeOptions{On: on, How: how})
	}}
}

func sortedBy(by ...string) goCase {
	return ofG(func(g *dataframe.DataFrame) op.Handle { return g.SortValues(by) })
}

// goCases are cases of the suite through the public Go API.
var goCases = map[string]goCase{
	"groupby_q1": sums("v1 sum", "id1"),
	"groupby_q2": sums("v1 sum", "id1", "id2"),
	"groupby_q3": sums("v1 sum v3 mean", "id3"),
	"groupby_q4": sums("v1 mean v2 mean v3 mean", "id4"),
	"groupby_q5": sums("v1 sum v2 sum v3 sum", "id6"),
	"groupby_q6": ofG(func(g *dataframe.DataFrame) op.Handle {
		return grouped(g, "id4", "id5").Agg([]dataframe.Named{{Name: "median", Column: "v3", Func: "median"}, {Name: "std", Column: "v3", Func: "std"}})
	}),
	"groupby_q7": ofG(func(g *dataframe.DataFrame) op.Handle {
		return agg(grouped(g, "id3"), "v1 max v2 min").Eval("r = v1 - v2").(*dataframe.DataFrame).Select("id3", "r")
	}),
	"groupby_q8": ofG(func(g *dataframe.DataFrame) op.Handle {
		return g.Select("id6", "v3").SortValues("v3", dataframe.Sort{Descending: true}).GroupBy("id6").Head(2)
	}),
	"groupby_q9": ofG(func(g *dataframe.DataFrame) op.Handle {
		p := g.Select("id2", "id4", "v1", "v2").Eval("n = 1\na = v1 * v1\nb = v2 * v2\nc = v1 * v2").(*dataframe.DataFrame)
		s := agg(grouped(p, "id2", "id4"), "n sum v1 sum v2 sum a sum b sum c sum")
		return s.Eval("r = (n * c - v1 * v2) * (n * c - v1 * v2) / ((n * a - v1 * v1) * (n * b - v2 * v2))").(*dataframe.DataFrame).Select("id2", "id4", "r")
	}),
	"groupby_q10":  sums("v3 sum v1 count", "id1", "id2", "id3", "id4", "id5", "id6"),
	"join_q1":      joined("small", "id1", "inner"),
	"join_q2":      joined("medium", "id2", "inner"),
	"join_q3":      joined("medium", "id2", "left"),
	"join_q4":      joined("medium", "id5", "inner"),
	"join_q5":      joined("big", "id3", "inner"),
	"sort_int":     sortedBy("id6"),
	"sort_float":   sortedBy("v3"),
	"sort_string":  sortedBy("id3"),
	"sort_three":   sortedBy("id1", "id6", "v3"),
	"distinct":     ofG(func(g *dataframe.DataFrame) op.Handle { return g.Col("id3").DropDuplicates() }),
	"filter":       ofG(func(g *dataframe.DataFrame) op.Handle { return g.Query("v1 > 2 & v3 < 50.0") }),
	"expression":   ofG(func(g *dataframe.DataFrame) op.Handle { return g.Eval("v1 * v2 + v3 / (v2 + 1)") }),
	"csv_read":     {"", func(t goTables) op.Handle { return dataframe.ReadCSV(t.file("g.csv")) }},
	"parquet_read": {"", func(t goTables) op.Handle { return dataframe.ReadParquet(t.file("g.parquet")) }},
}

// A goAnswer is what Python found of a case, to be compared with.
type goAnswer struct {
	name     string
	n        int
	seconds  float64 // ours from Python
	peak     float64 // bytes, of the peer that needs the least
	peakName string
	digest   []float64
}

// goRows are two rows of each case that there is in Go: its time beside ours from Python, which tells what the client costs, and its time in a third of
// the memory that the most frugal peer needs, in which it must finish with the same answer.
func (f *frameBench) goRows(ctx context.Context, answers []goAnswer) error {
	for _, a := range answers {
		c, ok := goCases[a.name]
		if !ok {
			continue
		}
		ts, same, err := f.goRun(ctx, a, c, reps)
		row := Row{Case: a.name + "_go", N: a.n, Unit: "s", Peer: a.seconds, PeerName: "ours from Python", Goal: "the same answer"}
		if err != nil {
			row.Goal += fmt.Sprintf("; not yet: %.200v", err)
		} else {
			row.Ours, row.Pass, row.Reps, row.Spread = median(ts), same, len(ts), spread(ts)
		}
		if err := f.r.add(row); err != nil {
			return err
		}
		third := int64(a.peak / 3)
		row = Row{Case: a.name + "_third", N: a.n, Unit: "s", Goal: fmt.Sprintf("the same answer in %d MiB, a third of %s", third>>20, a.peakName), Third: true}
		ts, same, err = f.goRun(ctx, a, c, 1, mars.Memory(fmt.Sprintf("%dMiB", third>>20)))
		if err != nil {
			row.Goal += fmt.Sprintf("; not yet: %.200v", err)
		} else {
			row.Ours, row.Pass, row.Reps = median(ts), same, len(ts)
		}
		if err := f.r.add(row); err != nil {
			return err
		}
	}
	return nil
}

// goRun is the seconds of a case in a session of its own, ascending, and whether its answer is the one that is known.
func (f *frameBench) goRun(ctx context.Context, a goAnswer, c goCase, reps int, opts ...mars.Option) (ts []float64, same bool, err error) {
	s, err := mars.Local(ctx, opts...)
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	t := goTables{f.dir, map[string]*dataframe.DataFrame{}}
	for _, name := range strings.Fields(c.tables) {
		t.of[name] = dataframe.ReadParquet(t.file(name + ".parquet"))
		if err := s.Execute(ctx, t.of[name]); err != nil {
			return nil, false, err
		}
	}
	for len(ts) < reps {
		if file, ok := strings.CutSuffix(a.name, "_read"); ok { // looks new, so that nothing is found again
			now := time.Now()
			if err := os.Chtimes(t.file("g."+file), now, now); err != nil {
				return nil, false, err
			}
		}
		runtime.GC()
		time.Sleep(time.Second / 2) // an equal expression before the last is freed is answered by what that left
		begun := time.Now()
		if err := s.Execute(ctx, c.run(t)); err != nil {
			return nil, false, err
		}
		ts = append(ts, time.Since(begun).Seconds())
	}
	slices.Sort(ts)
	same, err = f.sameAnswer(ctx, s, a, c.run(t))
	return ts, same, err
}

// sameAnswer writes an answer to a file and compares what Python says of it.
func (f *frameBench) sameAnswer(ctx context.Context, s *mars.Session, a goAnswer, h op.Handle) (bool, error) {
	if c, ok := h.(*dataframe.Series); ok {
		h = c.ToFrame("x")
	}
	path, no := filepath.Join(f.dir, "answer.parquet"), false
	if err := s.Execute(ctx, h.(*dataframe.DataFrame).ToParquet(path, dataframe.ToParquet{Index: &no})); err != nil {
		return false, err
	}
	b, err := startBeside(f.r.python, []string{"FRAMES_SF=" + scale()}, "bench/frames_py/main.py", "pandas", f.dir)
	if err != nil {
		return false, err
	}
	var x frameReply
	err = errors.Join(b.ask(map[string]any{"case": a.name, "answer": path}, &x), b.close())
	if x.NotYet != "" {
		err = errors.Join(err, errors.New(x.NotYet))
	}
	return alike(x.Digest, a.digest), err
}
