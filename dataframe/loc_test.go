package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func TestLoc(t *testing.T) {
	g := load(t, "loc")
	d, l, u, up, down, times, multi, step := g.df("d"), g.df("l"), g.df("u"), g.df("up"), g.df("down"), g.df("times"), g.df("multi"), g.df("step")
	lf, ds := g.series("lf"), g.series("ds")
	between := dataframe.Between
	day := func(n int64) frame.Timestamp { return frame.Timestamp{Ticks: n * 86400, Unit: dtype.Second} }
	mask := bools(30, nil, func(i int) any { return i%3 == 0 })
	g.check(map[string]op.Handle{
		"range slice": d.Loc(between(5, 12)), "range list": d.Loc([]int{7, 3, 7}), "range row": d.LocRow(6, []string{"i", "f"}),
		"range steps": step.Loc(between(14, 30).Every(2)), "range between labels": step.Loc(between(13, 21)), "range columns": d.Loc(between(2, 5), between("f", "b")),
		"range label and list": d.Loc([]int{4, 1}, []string{"b", "i"}),
		"labels":               l.Loc([]string{"r05", "r00", "r05", "r30"}), "labels slice": l.Loc(between("r07", "r21")), "labels from": l.Loc(between("r21", nil)),
		"labels to": l.Loc(between(nil, "r14"), []string{"i"}), "labels back": l.Loc(between("r21", "r07").Every(-1)), "labels row": l.LocRow("r12", []string{"i", "f"}),
		"labels cell": l.At("r12", "i"), "column alone": l.Loc(dataframe.AllLabels, []string{"s", "n"}), "repeated": u.Loc([]int{3, 0}),
		"up": up.Loc(between(9, 21)), "up between": up.Loc(between(10, 22)), "up beyond": up.Loc(between(-5, 2)), "up nothing": up.Loc(between(200, 300)),
		"up list": up.Loc([]int{12, 3}), "down": down.Loc(between(95, 80)), "down between": down.Loc(between(96.5, 81)),
		"times slice": times.Loc(between(day(4), day(9))), "times texts": times.Loc(between("1970-01-05", "1970-01-08")),
		"times list": times.Loc([]any{day(2), "1970-01-02"}), "tuples": multi.Loc([]any{frame.Tup("b", 3), frame.Tup("a", 0)}),
		"tuple slice": multi.Loc(between(frame.Tup("b", 4), frame.Tup("c", 2))), "tuple cell": multi.At(frame.Tup("c", 1), "i"),
		"mask": d.Loc(mask, []string{"i", "s"}), "series list": lf.Loc([]string{"r02", "r01"}), "series slice": ds.Loc(between(20, 25)),
		"series cell": lf.At("r05"), "after a filter": d.Filter(mask).Loc(between(6, 15)), "list after a filter": d.Filter(mask).Loc([]int{9, 3}),
	}, marstest.ChunkBytes(150))
	for name, h := range map[string]op.Handle{
		"range missing": d.Loc([]int{7, 99}), "range missing row": d.LocRow(99), "labels missing": l.Loc([]string{"r05", "zz"}), "labels missing all": l.LocRow("zz"),
		"labels missing end": l.Loc(between("zz", nil)), "repeated slice": u.Loc(between(3, 6)), "missing column": d.Loc(between(1, 2), []string{"zz"}),
	} {
		if g.Get(t, name).Type != "KeyError" {
			t.Errorf("pandas gives %s for %s", g.Get(t, name).Kind, name)
		}
		marstest.Check(t, name, h, errs.NotFound, marstest.ChunkBytes(150))
	}
	marstest.Check(t, "text cell", l.At("r07", "s"), "w3")
	marstest.Check(t, "several rows", u.LocRow(3), errs.Invalid)
	marstest.Check(t, "row as a frame", d.Loc(3), errs.Invalid)
	marstest.Check(t, "step of zero", d.Loc(between(1, 2).Every(0)), errs.Invalid)
	marstest.Check(t, "no label", d.Loc(struct{}{}), errs.Type)
}

// Labels of a range are places: only the chunks that hold them run.
func TestLocOfARangeReadsFewChunks(t *testing.T) {
	l := marstest.Loop{ChunkBytes: 200}
	if _, err := l.Run(mixed(300).Loc([]int{250}).Value()); err != nil {
		t.Fatal(err)
	}
	if l.Subtasks > 3 {
		t.Errorf("%d subtasks for one row", l.Subtasks)
	}
}

// A cell that is None is a value like others.
func TestLocOfNone(t *testing.T) {
	s := series(frame.Must(frame.NewSeries(frame.NewRange(0, 1, 2), frame.L("s"), frame.NewObjects([]any{"a", nil}))), "s")
	for name, cell := range map[string]op.Handle{"at": s.At(1), "iat": s.Iat(1)} {
		v, err := (&marstest.Loop{ChunkBytes: 8}).Run(cell.Value())
		if err != nil || len(v) != 1 || v[0] != nil {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
}
