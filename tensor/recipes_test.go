package tensor_test

import (
	"reflect"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A recipe stands for the operators that do its work.
func TestRecipesStandForOperators(t *testing.T) {
	v := tensor.Array([]float64{3, 1, 2})
	hist, _ := tensor.Histogram(v, tensor.Bins{Bins: 2})
	edges := tensor.HistogramBinEdges(v, tensor.Bins{Bins: 2})
	for want, h := range map[string]*tensor.Tensor{
		"tensor.binned": hist, "tensor.equal_edges": edges, "tensor.clipped": tensor.Clip(v, 1, nil), "tensor.range": tensor.Arange(0, 3, 1),
		"tensor.spaced": tensor.Linspace(0, 1, 3), "tensor.filled": tensor.Full(tensor.Shape(2), 1), "tensor.filled_like": tensor.FullLike(v, 1),
		"tensor.scan_along": tensor.UfuncAccumulate("maximum", v), "tensor.cumsum": tensor.UfuncAccumulate("add", v), "tensor.sum": tensor.UfuncReduce("add", v),
		"tensor.fold_along": tensor.UfuncReduce("subtract", v), "tensor.products": tensor.Einsum("i->", v), "tensor.contracted": tensor.Tensordot(v, v, tensor.Axes(0), tensor.Axes(0)),
	} {
		n := h.Value().N
		if parts, ok := n.Expansion(); ok {
			n = parts[0].N
		}
		if n.Name != want {
			t.Errorf("%s stands where %s is expected", n.Name, want)
		}
	}
}

func TestGrids(t *testing.T) {
	v, b := tensor.Array([]int64{4, 0}), tensor.Array([]bool{true, false, true})
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want any
	}{
		"indices":     {tensor.Indices([]int{2, 2})[0], nd.Of([]int64{0, 0, 1, 1, 0, 1, 0, 1}, 2, 2, 2)},
		"ix":          {tensor.Ix(v, b)[0], nd.Of([]int64{4, 0}, 2, 1)},
		"ix of bools": {tensor.Ix(v, b)[1], nd.Of([]int64{0, 2}, 1, 2)},
		"ix of two":   {tensor.Ix(tensor.Zeros(tensor.Shape(2, 2)))[0], errs.Invalid},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
}

// tensor.sliding_window_view
func TestWindowsThatSlide(t *testing.T) {
	v := tensor.Array([]int64{1, 2, 4, 8})
	m := tensor.Reshape(tensor.Arange(0, 6, 1), 2, 3)
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want any
	}{
		"of a vector": {tensor.SlidingWindowView(v, []int{3}), nd.Of([]int64{1, 2, 4, 2, 4, 8}, 2, 3)},
		"of both axes": {
			tensor.SlidingWindowView(m, []int{2, 2}),
			nd.Of([]int64{0, 1, 3, 4, 1, 2, 4, 5}, 1, 2, 2, 2),
		},
		"of one axis":      {tensor.SlidingWindowView(m, []int{2}, 0), nd.Of([]int64{0, 3, 1, 4, 2, 5}, 1, 3, 2)},
		"of an axis twice": {tensor.SlidingWindowView(v, []int{2, 2}, 0, 0), nd.Of([]int64{1, 2, 2, 4, 2, 4, 4, 8}, 2, 2, 2)},
		"too long":         {tensor.SlidingWindowView(v, []int{5}), errs.Invalid},
		"too few":          {tensor.SlidingWindowView(m, []int{2}), errs.Invalid},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
}

func TestRangesOfTimes(t *testing.T) {
	day := func(n int64) frame.Timestamp { return frame.Timestamp{Ticks: n, Unit: dtype.Day} }
	days := tensor.Create{DType: dtype.Datetime(dtype.Day)}
	is := func(u dtype.Unit, v ...int64) *nd.Array { return nd.OfType(dtype.Datetime(u), v, len(v)) }
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want any
	}{
		"text":             {tensor.Arange("1970-01-03", "1970-01-05", nil, days), is(dtype.Day, 2, 3)},
		"months":           {tensor.Arange("1970-02", "1970-04", nil, tensor.Create{DType: dtype.Datetime(dtype.Generic)}), is(dtype.Month, 1, 2)},
		"days of months":   {tensor.Arange("1970-02", "1970-03", 20, days), is(dtype.Day, 31, 51)},
		"a length":         {tensor.Arange(day(5), 2, nil), is(dtype.Day, 5, 6)},
		"a step of hours":  {tensor.Arange(day(1), day(2), frame.Timedelta{Ticks: 12, Unit: dtype.Hour}), is(dtype.Hour, 24, 36)},
		"a half second":    {tensor.Arange("1970-01-01T00:00:00.5", "1970-01-01T00:00:00.502", nil, tensor.Create{DType: dtype.Datetime(dtype.Generic)}), is(dtype.Milli, 500, 501)},
		"a stop alone":     {tensor.Arange(day(1), nil, nil), errs.Invalid},
		"text of no dtype": {tensor.Arange("1970-01-01", "1970-01-02", nil), errs.Type},
		"no date":          {tensor.Arange("x", "y", nil, days), errs.Invalid},
		"spans":            {tensor.Arange(nil, frame.Timedelta{Ticks: 2, Unit: dtype.Second}, nil), nd.OfType(dtype.Timedelta(dtype.Second), []int64{0, 1}, 2)},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
}

func TestWrittenParameters(t *testing.T) {
	m, third := tensor.Reshape(tensor.Arange(0.0, 6, 1), 2, 3), tensor.Array([]float64{0, 1, 4})
	samples, step := tensor.Spread(third, 4, tensor.SpreadOptions{Num: new(3)})
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want any
	}{
		"linspace of a vector":       {samples, nd.Of([]float64{0, 1, 4, 2, 2.5, 4, 4, 4, 4}, 3, 3)},
		"its steps":                  {step, nd.Of([]float64{2, 1.5, 0}, 3)},
		"full of a list":             {tensor.Full(tensor.Shape(2, 3), []any{1, 2.5, true}), nd.Of([]float64{1, 2.5, 1, 1, 2.5, 1}, 2, 3)},
		"gradient, two places":       {tensor.Gradient(m, tensor.GradientOptions{Spacing: []any{1}})[0], nd.Of([]float64{3, 3, 3, 3, 3, 3}, 2, 3)},
		"gradient, too many":         {tensor.Gradient(m, tensor.GradientOptions{Spacing: []any{1, 2, 3}})[0], errs.Type},
		"largest of nothing":         {tensor.UfuncReduce("maximum", tensor.Zeros(tensor.Shape(0)), tensor.Reduce{Initial: 3}), nd.Scalar(3.0)},
		"reduceat of small integers": {tensor.UfuncReduceat("add", tensor.Array([]uint8{200, 100, 3}), []int{0, 2}), nd.Of([]uint64{300, 3}, 2)},
		"clip by a tensor":           {tensor.Clip(m, third, 4), nd.Of([]float64{0, 1, 4, 3, 4, 4}, 2, 3)},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
	if w := op.WrittenOf(nil); !w.Is {
		t.Error("None was not given")
	}
}

func TestCopyto(t *testing.T) {
	a, v := tensor.Array([]int64{1, 2, 3}), tensor.Array([]int64{7, 8, 9})
	weak := func(dst *tensor.Tensor, n any, ufunc string) *tensor.Tensor { // as Python's numbers come
		o := op.Lookup("tensor.put_out").New()
		f := reflect.ValueOf(o).Elem()
		f.FieldByName("Args").Set(reflect.ValueOf([]any{nil, n}))
		f.FieldByName("Ufunc").SetString(ufunc)
		return tensor.Of(op.Value{N: op.Apply(o, dst.Value())})
	}
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want any
	}{
		"all":             {tensor.Copyto(a, v), vector[int64](7, 8, 9)},
		"a number":        {weak(tensor.AsType(a, dtype.Uint8), int64(5), ""), vector[uint8](5, 5, 5)},
		"a weak fraction": {weak(a, 1.5, "add"), errs.Type},
		"one for all":     {tensor.Copyto(a, []int64{4}), vector[int64](4, 4, 4)},
		"where":           {tensor.Copyto(a, v, tensor.Copies{Where: []bool{true, false, true}}), vector[int64](7, 2, 9)},
		"a number where":  {tensor.Copyto(a, 0, tensor.Copies{Where: tensor.Greater(a, 1)}), vector[int64](1, 0, 0)},
		"unsafe":          {tensor.Copyto(a, 1.5, tensor.Copies{Casting: "unsafe"}), vector[int64](1, 1, 1)},
		"same kind":       {tensor.Copyto(a, 1.5), errs.Type},
		"safe":            {tensor.Copyto(tensor.AsType(a, dtype.Int8), v, tensor.Copies{Casting: "safe"}), errs.Type},
		"no casting":      {tensor.Copyto(a, v, tensor.Copies{Casting: "rough"}), errs.Invalid},
		"other lengths":   {tensor.Copyto(a, []int64{1, 2}), errs.Invalid},
		"where of others": {tensor.Copyto(a, v, tensor.Copies{Where: []bool{true, false}}), errs.Invalid},
		"where by number": {tensor.Copyto(a, v, tensor.Copies{Where: a}), errs.Type},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
}
