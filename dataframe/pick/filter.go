package pick

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Filter is the operand of dataframe.filter.
type Filter struct{ Narrowing }

func init() {
	op.Register[Filter](op.Doc{
		Face: "inner",
		Name: "dataframe.filter", Sig: "filter(df, mask)", Summary: "Rows where a bool series is true",
		Methods: "DataFrame.__getitem__ Series.__getitem__",
	})
}

func (o *Filter) Infer(in []op.Meta) ([]op.Meta, error) {
	if schema.IsVector(in[1]) {
		return o.byPlace(in)
	}
	if in[1].Kind != op.Series || len(in[1].Cols) != 1 {
		return nil, errs.New(errs.Type, "a mask is a bool series, not a %s", in[1].Kind)
	}
	if d := in[1].Cols[0].Is; !d.IsBool() && !d.IsObject() {
		return nil, errs.New(errs.Type, "a mask is a bool series, not one of %s", d)
	}
	m := in[0].WithRows(op.Sym("filter", in[1])) // the same for all that one mask selects from
	if !in[0].Index.Same(&in[1].Index) {
		m = in[0].WithRows(op.Sym("filter", in...))
	}
	m.Index = m.Index.Derive("filter", in[1])
	return []op.Meta{m}, nil
}

// byPlace is what a vector of bools keeps: it has one for each row, whatever the labels are.
func (o *Filter) byPlace(in []op.Meta) ([]op.Meta, error) {
	if d := in[1].DType.Is; !d.IsBool() {
		return nil, errs.New(errs.Type, "a mask is a vector of bools, not one of %s", d)
	}
	if schema.Clash(in[0].Dims[0], in[1].Dims[0]) {
		return nil, wrongLength(in[1].Dims[0], in[0].Dims[0])
	}
	m := in[0].WithRows(op.Sym("filter by place", in...))
	m.Index = m.Index.Derive("filter by place", in[1])
	return []op.Meta{m}, nil
}

func wrongLength(mask, rows op.Dim) error {
	return errs.New(errs.Invalid, "Item wrong length %s instead of %s.", mask, rows)
}

func (o *Filter) Tile(t *op.Tiler) error {
	f, g := t.In(0), t.In(1)
	if !schema.IsVector(g.Meta) {
		return t.Out(t.Align(op.Left, f, g))
	}
	if err := t.Need(op.Rows, f, g); err != nil {
		return err
	}
	if rows, mask := op.Sum(t.Splits(f, 0)), op.Sum(t.Splits(g, 0)); schema.Clash(rows, mask) {
		return t.Fail(wrongLength(mask, rows))
	}
	return t.Out(t.Pair(f, t.Rechunk(g, t.Splits(f, 0))))
}

func (o *Filter) Exec(x *op.Exec) error {
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
	if f, err = chunk.KeptLabels(x, f); err != nil {
		return err
	}
	return x.Put(0, f)
}

// mask is the condition of each row of f.
func (o *Filter) mask(x *op.Exec, f *frame.Frame) (*frame.Column, error) {
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
	_, rows, err := join.Rows(x.Mem(), join.Left, false, schema.LevelsOf(to), schema.LevelsOf(from))
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if r < 0 {
			return nil, ErrUnaligned()
		}
	}
	return mask.Take(x.Mem(), rows)
}

// ErrUnaligned is the error of a mask that lacks labels of the rows: pandas' IndexingError.
func ErrUnaligned() error {
	return errs.New(errs.Invalid, "Unalignable boolean Series provided as indexer (index of the boolean Series and of the indexed object do not match).")
}

// Look passes: rows are dropped, not moved.
func (*Filter) Look(int) op.Look { return op.Passes }

// Labels pass; those of a mask with another index are looked at by Align.
func (*Filter) Labels(i int) op.Look {
	if i == 1 {
		return op.Ignores
	}
	return op.Passes
}

// MeetsLabels of the mask and of what it chooses from, unless it is a vector.
func (*Filter) MeetsLabels(in []op.Meta) bool { return len(in) < 2 || !schema.IsVector(in[1]) }

// ColumnsOf the frame are those of the result.
func (*Filter) ColumnsOf(i int, _ []op.Meta, want []int) ([]int, bool) { return want, i == 0 }
