package groupby

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Sums and products of narrow integers are made with 64 bits. Their dtype is pending: that of the input where
// all chunks fit.

// fit narrows the integers whose dtype waits for all of them.
func fit(x *op.Exec, as []op.Col, cols []*frame.Column) ([]*frame.Column, error) {
	env := column.Env{Mem: x.Mem(), Parallel: x.Parallel}
	out := make([]*frame.Column, len(cols))
	for i, c := range cols {
		var err error
		if out[i], err = env.Fit(c, as[i].Is); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fitted is the stage that narrows rows that are back in order: before, chunks are joined, of one dtype.
const fitted = op.Own

// adds reports sums and products, which are as narrow as they can be.
func (o *Transform) adds() bool {
	return slices.Contains([]string{"sum", "prod", "cumsum", "cumprod"}, o.Func)
}

// narrows reports sums or products of integers that may be narrower than 64 bits.
func (o *Transform) narrows(in []op.Meta) bool {
	keys, err := o.cols(in)
	if err != nil {
		return false
	}
	vals, err := o.shared().values(in[0].Cols)
	if err != nil {
		return false
	}
	cols := make([]op.Col, len(vals))
	for i, v := range vals {
		cols[i] = in[0].Cols[v]
	}
	return o.fits(keys, cols)
}

// fits is narrows for the columns of a partial frame. Rows in no group make integers floats, which are wide.
func (o *Transform) fits(keys, vals []op.Col) bool {
	drops := *o.Dropna && slices.ContainsFunc(keys, func(k op.Col) bool { return frame.CanMiss(k.Is) })
	return o.adds() && !drops && slices.ContainsFunc(vals, narrow)
}

func narrow(c op.Col) bool { return c.Is.IsInteger() && c.Is.Size() < 8 }

// wide is what sums or products of partial columns are before they are narrowed.
func (o *Transform) wide(in []op.Col) ([]op.Col, error) {
	out := slices.Clone(in)
	for i, c := range in {
		t, err := o.typeOf(c.Is, false)
		if err != nil {
			return nil, err
		}
		if out[i].Type = t; narrow(c) {
			out[i].Type = op.T(t.Or)
		}
	}
	return out, nil
}
