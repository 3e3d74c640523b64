package dataframe_test

import (
	"math"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

type (
	c       = dataframe.C
	options = dataframe.Options
)

func TestColumns(t *testing.T) {
	in := load(t, "shape")
	d, k, tw := in.df("df"), in.df("keyed"), in.df("twice")
	named := in.df("df")
	if err := named.SetColumns(1, 2.5, "t"); err != nil {
		t.Fatal(err)
	}
	in.check(map[string]op.Handle{
		"two": d.Select("c", "a"), "again": d.Select([]string{"a", "a"}), "none": d.Select(), "twice": tw.Select("a"), "column": d.Col("c"),
		"keyed column": k.Col("b"), "drop": d.Drop("b"), "drop two": k.Drop("a", "c"), "drop twice": tw.Drop("a"), "drop all": d.Drop("a", "b", "c"),
		"rename": d.Rename(map[any]any{"a": "z", "q": "w"}), "rename series": d.Col("b").Rename("w"), "unname": d.Col("b").Rename(nil),
		"set columns": named, "to frame": d.Col("b").ToFrame(), "to frame named": d.Col("b").ToFrame("q"),
		"unnamed to frame": d.Col("b").Rename(nil).ToFrame(),
	})
	marstest.Check(t, "unknown column", d.Col("q"), errs.NotFound)
	marstest.Check(t, "unknown columns", d.Select("a", "q"), errs.NotFound)
	marstest.Check(t, "drop unknown", d.Drop("q"), errs.NotFound)
	marstest.Check(t, "two of a name", tw.Col("a"), errs.Invalid)
	marstest.Check(t, "no label", d.Col([]float64{1}), errs.Type)
	if err := d.SetColumns("a"); !errs.Is(err, errs.Invalid) || d.Columns()[1] != frame.L("b") {
		t.Errorf("%v leaves %v", err, d.Columns())
	}
}

func TestIndexes(t *testing.T) {
	in := load(t, "shape")
	d, k, m := in.df("df"), in.df("keyed"), in.df("multi")
	in.check(map[string]op.Handle{
		"index": k.Index(), "multi index": m.Index(), "range index": d.Index(), "to series": k.Index().ToSeries(), "to series named": d.Index().ToSeries("q"),
		"index of series": dataframe.NewIndex(d.Col("c")), "index named": dataframe.NewIndex(d.Col("b"), options{Name: "w"}),
		"rename axis": k.RenameAxis("other"), "rename axes": m.RenameAxis("p", "q"),
		"set index": d.SetIndex("c"), "set two": d.SetIndex("c", "b"), "set keep": d.SetIndexWith(dataframe.SetIndex{Keep: true}, "a"),
		"set append": k.SetIndexWith(dataframe.SetIndex{Append: true}, "a"),
		"reset":      k.ResetIndex(), "reset drop": k.ResetIndex(dataframe.ResetIndex{Drop: true}), "reset multi": m.ResetIndex(), "reset range": d.ResetIndex(),
		"reset level": m.ResetIndex(dataframe.ResetIndex{Levels: []any{"a"}}), "reset number": m.ResetIndex(dataframe.ResetIndex{Levels: []any{0}}),
		"reset series": k.Col("b").ResetIndex(), "reset unnamed": d.Col("b").Rename(nil).ResetIndex(), "reset series drop": k.Col("b").DropIndex(),
		"reset names": k.ResetIndex(dataframe.ResetIndex{Names: []any{"w"}}), "reset twice": d.ResetIndex().ResetIndex(),
		"reset empty": k.Head(0).ResetIndex(), "unnamed levels": m.RenameAxis(nil, nil).ResetIndex(),
	})
	marstest.Check(t, "set unknown", d.SetIndex("q"), errs.NotFound)
	marstest.Check(t, "taken", k.ResetIndex(dataframe.ResetIndex{Names: []any{"a"}}), errs.Invalid)
	marstest.Check(t, "no level", m.ResetIndex(dataframe.ResetIndex{Levels: []any{"q"}}), errs.NotFound)
	marstest.Check(t, "too many names", k.RenameAxis("a", "b"), errs.Invalid)
	marstest.Check(t, "columns of reset", k.ResetIndex().Select("key", "b"), in.Get(t, "reset").Value(t).(*frame.Frame).Select(0, 2))
	marstest.Check(t, "head of reset", k.Tail(4).ResetIndex().Head(2), k2(in))
}

// k2 is the first two of the last four rows of keyed, numbered.
func k2(in goldenSet) *frame.Frame {
	f := in.Get(in.t, "reset").Value(in.t).(*frame.Frame)
	return f.Slice(21, 23).WithIndex(frame.NewRange(0, 1, 2))
}

func TestNew(t *testing.T) {
	in := load(t, "shape")
	day := func(n int) time.Time { return time.Date(2020, 1, n, 0, 0, 0, 0, time.UTC) }
	in.check(map[string]op.Handle{
		"new": dataframe.New(c{"i", []int{1, 2, 3}}, c{"f", []float64{1.5, math.NaN(), 3}}, c{"s", []any{"a", nil, "c"}}, c{"one", 7},
			c{"t", []time.Time{day(1), day(2), day(3)}}, c{"d", []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}},
			c{"o", []any{1, "a", nil}}, c{"n", []any{true, nil, false}}),
		"new indexed": dataframe.NewWith(options{Index: []string{"p", "q"}}, c{"i", []int{1, 2}}),
		"new typed":   dataframe.NewWith(options{DType: dtype.Float32}, c{"i", []int{1, 2}}),
		"new multi":   dataframe.NewWith(options{Index: []frame.Label{frame.Tup("a", 1), frame.Tup("b", 2)}}, c{"i", []int{1, 2}}),
		"new scalar":  dataframe.NewWith(options{Index: []int{3, 4}}, c{"x", 1.5}, c{"y", "t"}),
		"new empty":   dataframe.NewSeries([]any{}),
		"new series":  dataframe.NewSeries([]any{1, nil, 3}, options{Name: "q"}),
		"new text":    dataframe.NewSeries([]string{"1", "2"}, options{DType: dtype.Int64.Nullable()}),
		"new index":   dataframe.NewIndex([]int{3, 1, 2}, options{Name: "n"}), "new float index": dataframe.NewIndex([]any{1, 2.5}),
		"category": dataframe.NewSeries([]string{"b", "a", "b"}, options{DType: dtype.Categorical}),
	})
	marstest.Check(t, "lengths", dataframe.New(c{"a", []int{1}}, c{"b", []int{1, 2}}), errs.Invalid)
	marstest.Check(t, "length of index", dataframe.NewWith(options{Index: []int{1}}, c{"b", []int{1, 2}}), errs.Invalid)
	marstest.Check(t, "only values", dataframe.New(c{"a", 1}), errs.Invalid)
	marstest.Check(t, "no column", dataframe.New(c{"a", struct{}{}}), errs.Type)
	marstest.Check(t, "bad dtype", dataframe.NewSeries([]string{"x"}, options{DType: dtype.Int64}), errs.Invalid)
	marstest.Check(t, "column of a bad frame", dataframe.New(c{"a", 1}).Col("a"), errs.Invalid)
}
