package aggregate

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Described puts the answers of other operators together as describe gives them. Its inputs are, where there
// are columns of the kind: of numbers count, mean, std, min, quantiles, max; of times the same without std;
// of other columns count and nunique, and the most frequent value of each one. Behind them may stand the
// first rows of the series, whose name it then has: that of a row of a frame is learned when it runs.
type Described struct {
	Names   []frame.Label // of the columns
	Kinds   []string      // of each: "number", "time" or "other"
	Between []string      // labels of the quantiles
	Series  bool
}

func init() {
	op.Register[Described](op.Doc{
		Face: "inner",
		Name: "dataframe.described", Sig: "described(*answers, names, kinds, between, series=False)", Summary: "Counts, means, quantiles as one frame",
	})
}

// rowsOf are the labels of the rows that a column of a kind has.
func (o *Described) rowsOf(kind string) []string {
	switch kind {
	case "number":
		return slices.Concat([]string{"count", "mean", "std", "min"}, o.Between, []string{"max"})
	case "time":
		return slices.Concat([]string{"count", "mean", "min"}, o.Between, []string{"max"})
	}
	return []string{"count", "unique", "top", "freq"}
}

// rows are the labels of all rows: those of the columns with the fewest come first.
func (o *Described) rows() (out []string) {
	var lists [][]string
	for _, k := range o.Kinds {
		lists = append(lists, o.rowsOf(k))
	}
	slices.SortStableFunc(lists, func(a, b []string) int { return len(a) - len(b) })
	for _, l := range lists {
		for _, r := range l {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// inputs are the places of the first inputs of each kind, and how many there must be.
func (o *Described) inputs() (number, time, other, all int) {
	for _, k := range o.Kinds {
		if k == "other" {
			all++
		}
	}
	if all > 0 {
		all += 2
	}
	if slices.Contains(o.Kinds, "number") {
		time, all = 6, all+6
	}
	if other = time; slices.Contains(o.Kinds, "time") {
		other, all = other+5, all+5
	}
	return 0, time, other, all
}

func (o *Described) Infer(in []op.Meta) ([]op.Meta, error) {
	number, _, _, all := o.inputs()
	if o.Series && len(in) == all+1 {
		in = in[:all]
	}
	if len(in) != all || len(o.Names) != len(o.Kinds) {
		return nil, errs.New(errs.Invalid, "%d answers for %d columns", len(in), len(o.Names))
	}
	cols := make([]op.Col, len(o.Names))
	k := 0
	for i := range cols {
		cols[i] = op.Col{Name: o.Names[i], Type: op.T(dtype.Object)}
		if o.Kinds[i] == "number" {
			if d := in[number+4].Cols[k].Is; d.IsFloat() {
				cols[i].Type = op.T(d)
			}
			k++
		}
	}
	rows := o.rows()
	names := RowNames(rows)
	ix := op.IndexOf(names).Identify(names)
	if o.Series {
		return []op.Meta{op.NewSeries(op.Dim{N: len(rows)}, ix, cols[0])}, nil
	}
	return []op.Meta{op.NewFrame(op.Dim{N: len(rows)}, ix, cols...)}, nil
}

func (o *Described) Tile(t *op.Tiler) error {
	var in []op.Edge
	for _, g := range t.Ins() {
		in = append(in, t.One(g).Edges...)
	}
	if t.Err() != nil {
		return t.Err()
	}
	return t.Out(op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Chunk).Edge([]int{0}, in...)}})
}

func (o *Described) Exec(x *op.Exec) error {
	e := column.Env{Mem: x.Mem(), Parallel: x.Parallel}
	number, time, other, all := o.inputs()
	at := map[string]int{}
	rows := o.rows()
	cols := make([]*frame.Column, len(o.Names))
	for i, kind := range o.Kinds {
		has := map[string]any{}
		switch kind {
		case "number":
			o.numbers(has, x.Frames()[number:], at[kind], []string{"count", "mean", "std", "min"})
		case "time":
			o.numbers(has, x.Frames()[time:], at[kind], []string{"count", "mean", "min"})
		default:
			others(has, x.Frames()[other:], at[kind])
		}
		at[kind]++
		d := x.Out(0).Cols[i].Is
		cells := make([]any, len(rows))
		for r, l := range rows {
			v, ok := has[l]
			if cells[r] = v; !ok || v == nil {
				cells[r] = chunk.MissingCell(d)
				if !ok && d.IsObject() {
					cells[r] = chunk.Nan
				}
			}
		}
		c, err := e.Build(cells, d)
		if err != nil {
			return err
		}
		cols[i] = c
	}
	names := o.Names
	if x.Len() > all {
		names = x.Frame(all).Names
	}
	out, err := frame.New(RowNames(rows), names, cols...)
	if err != nil {
		return err
	}
	if !o.Series {
		out.Axis = schema.AxisNames(x.Frame(0).Index.Names)
	}
	return x.Put(0, out)
}

// numbers are the answers for column k of the numbers or of the times: first some series, then the quantiles,
// then the greatest values.
func (o *Described) numbers(has map[string]any, in []*frame.Frame, k int, first []string) {
	cell := func(c *frame.Column, r int) any {
		if v := c.Cell(r); v != nil {
			return v
		}
		return chunk.MissingCell(c.DType)
	}
	for i, name := range first {
		has[name] = cell(in[i].Cols[0], k)
	}
	for i, name := range o.Between {
		has[name] = cell(in[len(first)].Cols[k], i)
	}
	has["max"] = cell(in[len(first)+1].Cols[0], k)
}

// others are the answers for column k of those that are neither numbers nor times.
func others(has map[string]any, in []*frame.Frame, k int) {
	has["count"], has["unique"] = in[0].Cols[0].Cell(k), in[1].Cols[0].Cell(k)
	has["top"], has["freq"] = any(chunk.Nan), any(chunk.Nan)
	if f := in[2+k]; has["count"] != int64(0) && f.NRows > 0 { // categories are counted that no row has
		has["top"], has["freq"] = f.Index.Label(0).Value(), f.Cols[0].Cell(0)
	}
}

// Look: nobody moves rows of answers.
func (*Described) Look(int) op.Look { return op.Looks }

// RowNames is an index of texts.
func RowNames(rows []string) *frame.Index {
	ls := make([]frame.Label, len(rows))
	for i, r := range rows {
		ls[i] = frame.L(r)
	}
	return schema.NamesIndex(ls)
}
