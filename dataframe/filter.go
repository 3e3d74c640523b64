package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Filter keeps the rows where a bool series is true: df[mask]. A missing value of a nullable mask is not true. The mask of another index is met
// by labels, which must all be there; a vector of bools is met by place. Errors: Type for a mask that is not bool, Invalid for one that lacks labels or repeats them.
func (d *DataFrame) Filter(mask *Series) *DataFrame { return FrameOf(apply(&filter{}, d, mask)) }

// Filter keeps the rows where a bool series is true: s[mask]. See DataFrame.Filter.
func (s *Series) Filter(mask *Series) *Series { return SeriesOf(apply(&filter{}, s, mask)) }

type filter struct{ narrow }

func init() {
	op.Register[filter](op.Doc{
		Face: "inner",
		Name: "dataframe.filter", Sig: "filter(df, mask)", Summary: "Rows where a bool series is true",
		Methods: "DataFrame.__getitem__ Series.__getitem__",
	})
}

func (o *filter) Infer(in []op.Meta) ([]op.Meta, error) {
	if isVector(in[1]) {
		return o.byPlace(in)
	}
	if in[1].Kind != op.Series || len(in[1].Cols) != 1 {
		return nil, errs.New(errs.Type, "a mask is a bool series, not a %s", in[1].Kind)
	}
	if d := in[1].Cols[0].Is; !d.IsBool() && !d.IsObject() {
		return nil, errs.New(errs.Type, "a mask is a bool series, not one of %s", d)
	}
	m := in[0].WithRows(op.Sym("filter", in[1])) // the same for all that one mask selects from
	if in[0].Index.Token != in[1].Index.Token {
		m = in[0].WithRows(op.Sym("filter", in...))
	}
	m.Index = m.Index.Derive("filter", in[1])
	return []op.Meta{m}, nil
}

// byPlace is what a vector of bools keeps: it has one for each row, whatever the labels are.
func (o *filter) byPlace(in []op.Meta) ([]op.Meta, error) {
	if d := in[1].DType.Is; !d.IsBool() {
		return nil, errs.New(errs.Type, "a mask is a vector of bools, not one of %s", d)
	}
	if clash(in[0].Dims[0], in[1].Dims[0]) {
		return nil, wrongLength(in[1].Dims[0], in[0].Dims[0])
	}
	m := in[0].WithRows(op.Sym("filter by place", in...))
	m.Index = m.Index.Derive("filter by place", in[1])
	return []op.Meta{m}, nil
}

func wrongLength(mask, rows op.Dim) error {
	return errs.New(errs.Invalid, "Item wrong length %s instead of %s.", mask, rows)
}

func (o *filter) Tile(t *op.Tiler) error {
	f, g := t.In(0), t.In(1)
	if !isVector(g.Meta) {
		return t.Out(t.Align(op.Left, f, g))
	}
	if err := t.Need(op.Rows, f, g); err != nil {
		return err
	}
	if rows, mask := op.Sum(t.Splits(f, 0)), op.Sum(t.Splits(g, 0)); clash(rows, mask) {
		return t.Fail(wrongLength(mask, rows))
	}
	return t.Out(t.Pair(f, t.Rechunk(g, t.Splits(f, 0))))
}

func (o *filter) Exec(x *op.Exec) error {
	e, f := chunk.Env(x), x.Frame(0)
	mask, err := o.mask(x, f)
	if err != nil {
		return err
	}
	stay, err := column.MaskOf(e, mask)
	if err != nil {
		return err
	}
	if stay.Len() < f.NRows {
		if f, err = column.Keep(e, f, stay); err != nil {
			return err
		}
	}
	if f, err = keptLabels(x, f); err != nil {
		return err
	}
	return x.Put(0, f)
}

// mask is the condition of each row of f.
func (o *filter) mask(x *op.Exec, f *frame.Frame) (*frame.Column, error) {
	if a, ok := x.In(1).(*nd.Array); ok {
		return frame.FromArray(x.Mem(), a)
	}
	m := x.Frame(1)
	mask, err := boolMask(m.Cols[0])
	if err == nil && x.Stage == op.Final {
		mask, err = reindexMask(x, f.Index, m.Index, mask)
	}
	return mask, err
}

// putRows puts the given rows of f.
func putRows(x *op.Exec, f *frame.Frame, rows []int64) error {
	out, err := someRows(x, f, rows)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// someRows is rows of f that ascend, the frame itself where they are all of them.
func someRows(x *op.Exec, f *frame.Frame, rows []int64) (*frame.Frame, error) {
	if len(rows) == f.NRows {
		return f, nil
	}
	return f.Take(x.Mem(), rows)
}

// boolMask is a mask as a bool column; objects must all be bools.
func boolMask(c *frame.Column) (*frame.Column, error) {
	if !c.DType.IsObject() {
		return c, nil
	}
	vs := make([]bool, c.Rows)
	for i, v := range c.Objects {
		b, ok := v.(bool)
		if !ok && frame.IsMissing(v) {
			return nil, errs.New(errs.Invalid, "Cannot mask with non-boolean array containing NA / NaN values")
		}
		if !ok {
			return nil, errs.New(errs.Type, "a mask holds a %s", column.PyType(v))
		}
		vs[i] = b
	}
	return frame.Of(vs), nil
}

// reindexMask brings a mask to the labels of the rows it selects from.
func reindexMask(x *op.Exec, to, from *frame.Index, mask *frame.Column) (*frame.Column, error) {
	if !from.IsUnique() {
		return nil, errs.New(errs.Invalid, "cannot reindex on an axis with duplicate labels")
	}
	_, rows, err := join.Rows(x.Mem(), join.Left, false, levelsOf(to), levelsOf(from))
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if r < 0 {
			return nil, errUnaligned()
		}
	}
	return mask.Take(x.Mem(), rows)
}

// errUnaligned is the error of a mask that lacks labels of the rows: pandas' IndexingError.
func errUnaligned() error {
	return errs.New(errs.Invalid, "Unalignable boolean Series provided as indexer (index of the boolean Series and of the indexed object do not match).")
}

// levelsOf are the labels of an index as columns.
func levelsOf(x *frame.Index) []*frame.Column {
	cols := make([]*frame.Column, x.NLevels())
	for k := range cols {
		cols[k] = x.Level(k)
	}
	return cols
}

// Look passes: rows are dropped, not moved.
func (*filter) Look(int) op.Look { return op.Passes }

// Labels pass; those of a mask with another index are looked at by Align.
func (*filter) Labels(i int) op.Look {
	if i == 1 {
		return op.Ignores
	}
	return op.Passes
}

// MeetsLabels of the mask and of what it chooses from, unless it is a vector.
func (*filter) MeetsLabels(in []op.Meta) bool { return len(in) < 2 || !isVector(in[1]) }

// ColumnsOf the frame are those of the result.
func (*filter) ColumnsOf(i int, _ []op.Meta, want []int) ([]int, bool) { return want, i == 0 }
