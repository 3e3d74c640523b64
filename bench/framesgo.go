package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
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

// A goAnswer is what Python found of a case, to be compared with.
type goAnswer struct {
	name     string
	n        int
	seconds  float64 // ours from Python
	peak     float64 // bytes, of the peer that needs the least
	peakName string
	digest   []float64
}

// A goSession is a session and the tables that it holds.
type goSession struct {
	*mars.Session
	tables goTables
}

// goRows are two rows of each case that there is in Go: its time beside ours from Python, which tells what
// the client costs, and its time in a third of the memory that the most frugal peer needs, in which it must
// finish with the same answer. The first of all cases share a session.
func (f *frameBench) goRows(ctx context.Context, names []string) error {
	var answers []goAnswer
	for _, name := range names {
		if a, ok := f.r.answer(name); ok {
			answers = append(answers, a)
		}
	}
	if err := f.goTimes(ctx, answers); err != nil {
		return err
	}
	defer f.spend("thirds in Go", time.Now())
	for _, a := range answers {
		c, ok := goCases[a.name]
		row := Row{Case: a.name + "_third", N: a.n, Unit: "s", Third: true}
		if !ok || !f.r.wants(row.Case) {
			continue
		}
		third := int64(a.peak/3) >> 20
		row.Goal = fmt.Sprintf("the same answer in %d MiB, a third of %s", third, a.peakName)
		s, err := f.goSession(ctx, mars.Memory(fmt.Sprintf("%dMiB", third)))
		if err != nil {
			return err
		}
		if err := errors.Join(f.goRow(ctx, s, row, a, c, 1), s.Close()); err != nil {
			return err
		}
	}
	return nil
}

// goTimes are the rows that say what the client costs.
func (f *frameBench) goTimes(ctx context.Context, answers []goAnswer) (err error) {
	defer f.spend("Go", time.Now())
	s, err := f.goSession(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, a := range answers {
		c, ok := goCases[a.name]
		row := Row{Case: a.name + "_go", N: a.n, Unit: "s", Peer: a.seconds, PeerName: "ours from Python", Goal: "the same answer"}
		if !ok || !f.r.wants(row.Case) {
			continue
		}
		if err := f.goRow(ctx, s, row, a, c, reps); err != nil {
			return err
		}
	}
	return nil
}

func (f *frameBench) goSession(ctx context.Context, opts ...mars.Option) (goSession, error) {
	s, err := mars.Local(ctx, opts...)
	return goSession{s, goTables{f.dir, map[string]*dataframe.DataFrame{}}}, err
}

// load holds the tables of these names, and no others.
func (s goSession) load(ctx context.Context, names []string) error {
	maps.DeleteFunc(s.tables.of, func(name string, _ *dataframe.DataFrame) bool { return !slices.Contains(names, name) })
	for _, name := range names {
		if s.tables.of[name] != nil {
			continue
		}
		t := dataframe.ReadParquet(s.tables.file(name + ".parquet"))
		if err := s.Execute(ctx, t); err != nil {
			return err
		}
		s.tables.of[name] = t
	}
	return nil
}

// goRow completes a row with the times of a case, or with why it has none.
func (f *frameBench) goRow(ctx context.Context, s goSession, row Row, a goAnswer, c goCase, reps int) error {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ts, same, err := f.goRun(within, s, a, c, reps)
	if err != nil {
		row.Goal += fmt.Sprintf("; not yet: %.200v", err)
	} else {
		row.Ours, row.Pass, row.Reps, row.Spread = median(ts), same, len(ts), spread(ts)
		if !same {
			row.Goal += "; the answer differs"
		}
	}
	return f.r.add(row)
}

// goRun is the seconds of a case, ascending, and whether the answer of the last run is the one that is known.
func (f *frameBench) goRun(ctx context.Context, s goSession, a goAnswer, c goCase, reps int) (ts []float64, same bool, err error) {
	if err := s.load(ctx, strings.Fields(c.tables)); err != nil {
		return nil, false, err
	}
	var h op.Handle
	for begun := time.Now(); len(ts) < min(reps, 3) || len(ts) < reps && time.Since(begun) < 5*time.Second; {
		if file, ok := strings.CutSuffix(a.name, "_read"); ok { // looks new, so that nothing is found again
			now := time.Now()
			if err := os.Chtimes(s.tables.file("g."+file), now, now); err != nil {
				return nil, false, err
			}
		}
		h = nil
		runtime.GC()
		time.Sleep(time.Second / 10) // an equal expression before the last is freed is answered by what that left
		h = c.run(s.tables)
		begun := time.Now()
		if err := s.Execute(ctx, h); err != nil {
			return nil, false, err
		}
		ts = append(ts, time.Since(begun).Seconds())
	}
	slices.Sort(ts)
	same, err = f.sameAnswer(ctx, s, a, h)
	return ts, same, err
}

// sameAnswer writes an answer to a file, unless the case is one that writes, and compares what Python says of
// it.
func (f *frameBench) sameAnswer(ctx context.Context, s goSession, a goAnswer, h op.Handle) (bool, error) {
	path := filepath.Join(f.dir, "answer.parquet")
	if !strings.HasSuffix(a.name, "_write") {
		if c, ok := h.(*dataframe.Series); ok {
			h = c.ToFrame("x")
		}
		if err := s.Execute(ctx, h.(*dataframe.DataFrame).ToParquet(path, dataframe.ToParquet{Index: new(bool)})); err != nil {
			return false, err
		}
	}
	b, err := f.lib("pandas")
	if err != nil {
		return false, err
	}
	var x frameReply
	err = b.askWithin(patience, map[string]any{"case": a.name, "answer": path}, &x)
	if x.NotYet != "" {
		err = errors.Join(err, errors.New(x.NotYet))
	}
	return alike(x.Digest, a.digest), err
}
