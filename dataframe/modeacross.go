package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// modeAcross is the mode of every row of a frame of numbers and bools. How many columns it has follows from
// the data.
type modeAcross struct {
	op.Deferred
	Dropna *bool
}

func init() {
	op.Register[modeAcross](op.Doc{
		Face: "inner", Name: "dataframe.mode_across", Sig: "mode_across(df, dropna=True)", Summary: "Most frequent values of rows",
		Notes: "Each value of a row is compared with all others of it.",
	})
}

func (o *modeAcross) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Cols, m.Open = nil, true
	return []op.Meta{m}, nil
}

func (o *modeAcross) Build(a *op.Asker, d *DataFrame) (*DataFrame, error) {
	if err := a.Need(op.Rows, d); err != nil {
		return nil, err
	}
	if a.Rows(d) == 0 {
		return d, nil
	}
	for _, c := range colsOf(d) {
		if c.Is.Null || !c.Is.IsReal() && !c.Is.IsBool() {
			return nil, errs.New(errs.Invalid, "mode of rows with column %s of dtype %s is not there yet; use .to_pandas().mode(axis=1)", c.Name.Repr(), c.Is)
		}
	}
	x := d.ToTensor()
	v, behind := x, any(chunk.Nan) // what sorts behind all values
	if _, hi, ok := x.DType().IntRange(); ok && !x.DType().IsBool() {
		behind = tensor.AsType(tensor.Array([]uint64{hi}), x.DType())
	} else {
		v = tensor.AsType(x, dtype.Float64)
	}
	mine, other := tensor.ExpandDims(v, 2), tensor.ExpandDims(v, 1)
	same := tensor.Equal(mine, other)
	if !*o.Dropna && v.DType().IsFloat() {
		same = tensor.LogicalOr(same, tensor.LogicalAnd(tensor.Isnan(mine), tensor.Isnan(other)))
	}
	along := tensor.Reduce{Axis: tensor.Axes(1), Keepdims: true}
	count := tensor.Sum(same, tensor.Reduce{Axis: tensor.Axes(2)})
	m := len(colsOf(d))
	before := tensor.Tri(m, tensor.EyeOptions{K: -1, DType: dtype.Bool})
	again := tensor.Any(tensor.LogicalAnd(same, before), tensor.Reduce{Axis: tensor.Axes(2)})
	is := tensor.LogicalAnd(tensor.Equal(count, tensor.Max(count, along)), tensor.LogicalAnd(tensor.Greater(count, 0), tensor.LogicalNot(again)))
	many := tensor.Sum(is, tensor.Reduce{Axis: tensor.Axes(1)})
	most, least := tensor.Max(many), tensor.Min(many)
	if err := a.Need(op.Values, most, least); err != nil {
		return nil, err
	}
	number := func(t *tensor.Tensor) int { return int(nd.Data[int64](a.Value(t).(*nd.Array))[0]) }
	r := tensor.Sort(tensor.Where(is, v, behind), 1)
	switch {
	case number(least) == number(most): // every row has as many
		r = tensor.AsType(r, x.DType())
	case v.DType().IsInteger():
		r = tensor.Sort(tensor.Where(is, tensor.AsType(v, dtype.Float64), chunk.Nan), 1)
	case x.DType().IsBool():
		return nil, errs.New(errs.Invalid, "mode of rows of bools, some of which have more than others, is not there yet")
	}
	cols := make([]C, number(most))
	for i := range cols {
		cols[i] = C{i, r.Get(tensor.Whole, tensor.At(i))}
	}
	return d.Iloc(pick.AllPlaces, []int{}).Assign(cols...), nil
}
