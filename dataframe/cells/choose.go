package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Choose puts the values of another frame or series where a condition is true, or, as where does, where it is
// not. Rows are met by label.
type Choose struct {
	Keep bool // elements where the condition is true
	Set  bool // an assignment: values that the dtype does not hold are refused
}

func init() {
	op.Register[Choose](op.Doc{
		Face: "inner",
		Name: "dataframe.choose", Sig: "choose(df, cond, other, keep=False, set=False)", Summary: "Elements of one frame or of another",
		Notes: "What where and mask are with a series or frame in the place of a single value.",
	})
}

func (o *Choose) Infer(in []op.Meta) ([]op.Meta, error) {
	m, c, other := in[0], in[1], in[2]
	for _, k := range c.Cols {
		if !k.Is.IsBool() {
			return nil, errs.New(errs.Type, "Boolean array expected for the condition, not %s", k.Is)
		}
	}
	for _, x := range []op.Meta{c, other} {
		if x.Kind == op.Frame && (m.Kind != op.Frame || !equalNames(m.Cols, x.Cols)) {
			return nil, errs.New(errs.Invalid, "the frames have other columns")
		}
		if x.Kind != op.Frame && x.Kind != op.Series {
			return nil, errs.New(errs.Type, "a %s in the place of a series", x.Kind)
		}
	}
	return EachType(m, func(i int, k op.Col) (op.Type, error) {
		a, b := k.Is, other.Cols[min(i, len(other.Cols)-1)].Is
		if a.IsCategorical() && a != b {
			return op.Type{}, errs.New(errs.Type, "Cannot setitem on a Categorical with a new category, set the categories first")
		}
		w := o.common(a, b)
		switch {
		case w != a && o.Set && !a.IsTemporal() && !(a.IsInteger() && b.IsReal()):
			return op.Type{}, errs.New(errs.Type, "Invalid value for dtype '%s': the values are %s", a, b)
		case w != a:
			return op.Pending(a, w), nil
		case !frame.CanMiss(a) && !(o.Set && a.IsBool()):
			return op.Pending(a, a.WithMissing()), nil
		}
		return op.T(a), nil
	})
}

// common is the dtype of a column of a beside values of b that a does not hold.
func (o *Choose) common(a, b dtype.DType) dtype.DType {
	switch {
	case !o.Set && !a.Null && b.Null && a.IsReal() && b.IsReal():
		return dtype.Common(a, b)
	case a == b, a.IsFloat() && b.IsInteger(), a.Null && a.IsNumber() && b.IsNumber() && !(a.IsInteger() && b.IsFloat()):
		return a
	case a.IsInteger() && b.IsReal() && !a.Null:
		return dtype.Float64
	case a.IsBool() != b.IsBool() || !a.IsNumber() && !a.IsTemporal():
		return dtype.Object
	}
	return dtype.Common(a, b)
}

// Tile brings the rows of the condition and of the values to those of the frame.
func (o *Choose) Tile(t *op.Tiler) error { return t.Out(t.Align(op.Left, t.Ins()...)) }

// Look passes: the rows of the frame stay.
func (*Choose) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (*Choose) Labels(int) op.Look { return op.Passes }

// MeetsLabels of all inputs.
func (*Choose) MeetsLabels([]op.Meta) bool { return true }

func (o *Choose) Exec(x *op.Exec) error {
	e, cond, other := chunk.Env(x), x.Frame(1), x.Frame(2)
	var at [3][]int64 // rows of what was sent by label
	if x.Stage == op.Final {
		for k := 1; k < 3; k++ {
			var err error
			if at[k], err = e.Reindex(x.Frame(0).Index, x.Frame(k).Index); err != nil {
				return err
			}
		}
		if o.Set && x.InMeta(1).Kind == op.Series && slices.Contains(at[1], -1) {
			return pick.ErrUnaligned()
		}
	}
	return mapAligned(x, func(i int, c *frame.Column) (*frame.Column, error) {
		k, v := cond.Cols[min(i, len(cond.Cols)-1)], other.Cols[min(i, len(other.Cols)-1)]
		is, err := column.True(e, k)
		if err != nil {
			return nil, err
		}
		w := &Where{row: &whereRow{keep: o.Keep}}
		keep, n := w.kept(c.Rows, k.Rows, is, at[1])
		if n == c.Rows {
			return c, nil
		}
		rows := make([]int64, c.Rows)
		for r := range rows {
			rows[r] = int64(r)
			if keep[r] {
				continue
			}
			p := int64(r)
			if at[2] != nil {
				p = at[2][r]
			}
			if rows[r] = -1; p >= 0 {
				rows[r] = int64(c.Rows) + p
			}
		}
		return o.merged(e, c, v, rows)
	})
}

// merged is the rows of c with those of v behind it, in the dtype that holds both.
func (o *Choose) merged(e column.Env, c, v *frame.Column, rows []int64) (*frame.Column, error) {
	d := c.DType
	if w := o.common(d, v.DType); w != d {
		fits, missing, err := o.fits(e, c, v, rows)
		switch {
		case err != nil:
			return nil, err
		case o.Set && !fits && !d.IsTemporal():
			return nil, errs.New(errs.Type, "Invalid value for dtype '%s'", d)
		case !fits || missing || d.IsTemporal():
			d = w
		}
	}
	if o.Set && d.IsBool() && !d.Null {
		for _, r := range rows {
			if r < 0 {
				return nil, errs.New(errs.Type, "Invalid value 'nan' for dtype '%s'", d)
			}
		}
	}
	if d.IsInteger() && !d.Null && v.DType.IsFloat() || !d.Null && v.DType.Null { // rows that are not taken may be missing, or no whole numbers
		var err error
		if v, rows, err = narrowed(e, c, v, rows); err != nil {
			return nil, err
		}
	}
	a, err := e.Cast(c, d)
	if err != nil {
		return nil, err
	}
	b, err := e.Cast(v, d)
	if err != nil {
		return nil, err
	}
	both, err := frame.Concat(e.Mem, a, b)
	if err != nil {
		return nil, err
	}
	return both.Take(e.Mem, rows)
}

// narrowed is v with the taken rows alone, and the rows of c and of it.
func narrowed(e column.Env, c, v *frame.Column, rows []int64) (*frame.Column, []int64, error) {
	var taken []int64
	out := make([]int64, len(rows))
	for i, r := range rows {
		if out[i] = r; r >= int64(c.Rows) {
			out[i] = int64(c.Rows + len(taken))
			taken = append(taken, r-int64(c.Rows))
		}
	}
	v, err := v.Take(e.Mem, taken)
	return v, out, err
}

// fits reports that c, of integers or of floats beside nullable numbers, holds the taken rows of v that are
// not missing, and whether one is missing.
func (o *Choose) fits(e column.Env, c, v *frame.Column, rows []int64) (fits, missing bool, err error) {
	if c.DType.IsFloat() && v.DType.Null && v.DType.IsReal() {
		for _, r := range rows {
			missing = missing || r < 0 || r >= int64(c.Rows) && v.IsNull(int(r)-c.Rows)
		}
		return true, missing, nil
	}
	if !c.DType.IsInteger() || !v.DType.IsReal() {
		return false, false, nil
	}
	f, err := e.Cast(v, dtype.Float64)
	if err != nil {
		return false, false, err
	}
	if f, err = f.Decode(e.Mem); err != nil {
		return false, false, err
	}
	vs := frame.Values[float64](f)
	for _, r := range rows {
		switch {
		case r < 0:
			missing = true
		case r < int64(c.Rows):
		case vs[r-int64(c.Rows)] != vs[r-int64(c.Rows)]:
			missing = true
		case !c.DType.HoldsWhole(vs[r-int64(c.Rows)]):
			return false, missing, nil
		}
	}
	return true, missing, nil
}

// ColumnsOf are the wanted ones; of a series the one that it has.
func (o *Choose) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if in[i].Kind == op.Series && in[0].Kind == op.Frame {
		return nil, false
	}
	return want, true
}
