package tensor_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestCreation(t *testing.T) {
	g := marstest.Load(t, "testdata/creation.json")
	s := tensor.Shape
	a := tensor.Arange(0, 35, 1, tensor.Create{DType: dtype.Int32})
	a = tensor.Reshape(a, 5, 7)
	row := tensor.Array([]int64{1, 2, 3})
	as := func(d dtype.DType) tensor.Create { return tensor.Create{DType: d} }
	cases := map[string]*tensor.Tensor{
		"array": counted(4, 6), "array of a scalar": tensor.FromArray(nd.Scalar(2.5)), "array of nothing": tensor.Array([]float64{}, 0, 3),
		"zeros": tensor.Zeros(s(9, 11)), "ones": tensor.Ones(s(9, 11), tensor.Create{Chunk: s(4)}), "empty": tensor.Empty(s(9, 11)),
		"full": tensor.Full(s(9, 11), 2.5, tensor.Create{Chunk: s(5, 2)}), "full of an int": tensor.Full(s(3, 4), 7),
		"full of a bool": tensor.Full(s(20), true), "full of a complex": tensor.Full(s(2, 3), 1+2i),
		"zeros without axes": tensor.Zeros(s()), "ones of nothing": tensor.Ones(s(0, 4)),
		"full of a row": tensor.Full(s(5, 3), row), "full of a row, cast": tensor.Full(s(5, 3), []float64{1.5, 2, 3}, as(dtype.Int16)),
		"full_like of a row": tensor.FullLike(a, []float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5}),
		"full of time":       tensor.Full(s(4, 3), 86400, as(dtype.Datetime(dtype.Second))),
		"zeros_like":         tensor.ZerosLike(a), "ones_like": tensor.OnesLike(a, as(dtype.Float32)), "empty_like": tensor.EmptyLike(a),
		"full_like": tensor.FullLike(a, 2.9),
		"arange":    tensor.Arange(3, 40, 2), "arange of floats": tensor.Arange(0.1, 7, 0.3), "arange backwards": tensor.Arange(20, -20, -3),
		"arange of mixed": tensor.Arange(1, 12.5, nil), "arange to nothing": tensor.Arange(5, 1, nil),
		"arange of floats as ints": tensor.Arange(0.5, 40, 1, as(dtype.Int32)), "arange of half steps as ints": tensor.Arange(nil, 3, 0.5, as(dtype.Int64)),
		"arange of days": tensor.Arange(10, 60, 3, as(dtype.Datetime(dtype.Day))), "arange of hours": tensor.Arange(-20, 20, 7, as(dtype.Timedelta(dtype.Hour))),
		"arange of negative steps": tensor.Arange(1.0, -1.0, -0.125),
		"linspace":                 tensor.Linspace(0, 1, 50), "linspace open": tensor.Linspace(-3, 5, 33, tensor.Spaced{Open: true}),
		"linspace of one": tensor.Linspace(2, 9, 1), "linspace of none": tensor.Linspace(2, 9, 0), "linspace of equal": tensor.Linspace(4, 4, 20),
		"linspace of ints":    tensor.Linspace(-10, 7, 30, tensor.Spaced{DType: dtype.Int64}),
		"linspace of float32": tensor.Linspace(0, 0.1, 40, tensor.Spaced{DType: dtype.Float32}), "linspace backwards": tensor.Linspace(1, -1, 17),
		"linspace open of one": tensor.Linspace(2, 9, 1, tensor.Spaced{Open: true}), "linspace of tiny steps": tensor.Linspace(0, 5e-324, 12),
		"eye": tensor.Eye(13), "eye of ints": tensor.Eye(6, tensor.EyeOptions{Columns: 9, K: 2, DType: dtype.Int32}),
		"eye below": tensor.Eye(9, tensor.EyeOptions{Columns: 6, K: -3}), "eye outside": tensor.Eye(4, tensor.EyeOptions{K: 7}),
		"identity": tensor.Identity(9, as(dtype.Complex128)), "identity of none": tensor.Identity(0),
	}
	m, v := counted(9, 11), tensor.Arange(1.0, 9, 1)
	for _, k := range []int{-20, -3, 0, 2, 20} {
		cases[fmt.Sprint("tril ", k)], cases[fmt.Sprint("triu ", k)], cases[fmt.Sprint("diagonal ", k)] = tensor.Tril(m, k), tensor.Triu(m, k), tensor.Diag(m, k)
		if k*k < 400 {
			cases[fmt.Sprint("diag ", k)] = tensor.Diag(v, k)
		}
	}
	cases["tri"] = tensor.Tri(5, tensor.EyeOptions{Columns: 8, K: 1})
	cases["tril of a stack"] = tensor.Tril(tensor.Reshape(tensor.Arange(1, 61, 1), 4, 5, 3))
	cases["diag of a stack"] = tensor.Diag(tensor.Zeros(s(2, 2, 2)))
	for _, d := range []dtype.DType{
		dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
		dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128,
	} {
		cases["ones of "+d.String()] = tensor.Ones(s(3, 5), as(d))
		cases["full of "+d.String()] = tensor.Full(s(3, 5), 1, as(d))
		cases["eye of "+d.String()] = tensor.Eye(4, tensor.EyeOptions{DType: d})
		if d != dtype.Bool {
			cases["arange of "+d.String()] = tensor.Arange(1, 30, 4, as(d))
			cases["linspace of "+d.String()] = tensor.Linspace(0, 10, 7, tensor.Spaced{DType: d})
		}
	}
	for name, h := range cases {
		marstest.Check(t, name, h, g.Get(t, name), marstest.Tol(0, 0))
	}
}

func TestCreationRefuses(t *testing.T) {
	s := tensor.Shape
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		kind errs.Kind
	}{
		"negative length":        {tensor.Zeros(s(2, -1)), errs.Invalid},
		"strings":                {tensor.Zeros(s(2), tensor.Create{DType: dtype.Str}), errs.Type},
		"chunks of another rank": {tensor.Zeros(s(2, 2), tensor.Create{Chunk: s(1, 1, 1)}), errs.Invalid},
		"empty chunks":           {tensor.Ones(s(2), tensor.Create{Chunk: s(0)}), errs.Invalid},
		"fill with text":         {tensor.Full(s(2), "x"), errs.Type},
		"fill that does not fit": {tensor.Full(s(2, 4), []float64{1, 2, 3}), errs.Invalid},
		"like nothing":           {tensor.ZerosLike(nil), errs.Type},
		"data of another size":   {tensor.Array([]int32{1, 2, 3}, 2, 2), errs.Invalid},
		"step of zero":           {tensor.Arange(0, 5, 0), errs.Invalid},
		"endless":                {tensor.Arange(0.0, 1e30, 1e-3), errs.Invalid},
		"arange of text":         {tensor.Arange(0, "b", 1), errs.Type},
		"arange of bools":        {tensor.Arange(0, 2, 1, tensor.Create{DType: dtype.Bool}), errs.Type},
		"fewer than none":        {tensor.Linspace(0, 1, -1), errs.Invalid},
		"eye of negative rows":   {tensor.Eye(-1), errs.Invalid},
		"identity of strings":    {tensor.Identity(2, tensor.Create{DType: dtype.Str}), errs.Type},
	} {
		marstest.Check(t, name, c.h, c.kind)
	}
}
