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
		row := Row{Case: a.name + "_go", N: a.n, Unit: "s", Peer: a.seconds, PeerName: "ours from Python", Goal: "the same answer"}
		if err := f.goRow(ctx, row, a, c, reps); err != nil {
			return err
		}
		third := int64(a.peak/3) >> 20
		row = Row{Case: a.name + "_third", N: a.n, Unit: "s", Goal: fmt.Sprintf("the same answer in %d MiB, a third of %s", third, a.peakName), Third: true}
		if err := f.goRow(ctx, row, a, c, 1, mars.Memory(fmt.Sprintf("%dMiB", third))); err != nil {
			return err
		}
	}
	return nil
}

// goRow completes a row with the times of a case, or with why it has none.
func (f *frameBench) goRow(ctx context.Context, row Row, a goAnswer, c goCase, reps int, opts ...mars.Option) error {
	if !f.r.wants(row.Case) {
		return nil
	}
	ts, same, err := f.goRun(ctx, a, c, reps, opts...)
	if err != nil {
		row.Goal += fmt.Sprintf("; not yet: %.200v", err)
	} else {
		row.Ours, row.Pass, row.Reps, row.Spread = median(ts), same, len(ts), spread(ts)
	}
	return f.r.add(row)
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

// sameAnswer writes an answer to a file, unless the case is one that writes, and compares what Python says of it.
func (f *frameBench) sameAnswer(ctx context.Context, s *mars.Session, a goAnswer, h op.Handle) (bool, error) {
	if c, ok := h.(*dataframe.Series); ok {
		h = c.ToFrame("x")
	}
	path := filepath.Join(f.dir, "answer.parquet")
	if !strings.HasSuffix(a.name, "_write") {
		h = h.(*dataframe.DataFrame).ToParquet(path, dataframe.ToParquet{Index: new(bool)})
	}
	if err := s.Execute(ctx, h); err != nil {
		return false, err
	}
	b, err := f.lib("pandas")
	if err != nil {
		return false, err
	}
	var x frameReply
	err = b.ask(map[string]any{"case": a.name, "answer": path}, &x)
	if x.NotYet != "" {
		err = errors.Join(err, errors.New(x.NotYet))
	}
	return alike(x.Digest, a.digest), err
}
