package tensor_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

var ufuncTypes = []string{
	"bool", "int8", "int64", "uint8", "uint64", "float16", "float32", "float64", "complex64", "complex128", "datetime64[s]", "timedelta64[ms]",
}

// Every universal function of NumPy, for every class of dtypes, over ordinary and special values.
func TestUfuncs(t *testing.T) {
	g := marstest.Load(t, "testdata/ufuncs.json")
	tol, cut := marstest.Tol(1e-13, 1e-300), marstest.ChunkBytes(16)
	for _, r := range basic.Table() {
		for _, d := range ufuncTypes {
			args := []any{golden(t, g, "x "+d), golden(t, g, "y "+d)}[:r.In]
			want := g.Get(t, r.Name+" "+d)
			if r.Out == 1 {
				marstest.Check(t, r.Name+" "+d, tensor.Ufunc(r.Name, args...), want, tol, cut)
				continue
			}
			a, b := twoResults(r.Name, args)
			if want.Kind == "error" {
				marstest.Check(t, r.Name+" "+d, a, want, tol, cut)
				continue
			}
			marstest.Check(t, r.Name+" "+d, a, want.Items[0], tol, cut)
			marstest.Check(t, r.Name+"[1] "+d, b, want.Items[1], tol, cut)
		}
	}
}

// golden is a golden as a tensor: what both sides start from.
func golden(t *testing.T, g marstest.Goldens, name string) *tensor.Tensor {
	t.Helper()
	return tensor.FromArray(g.Get(t, name).Value(t).(*nd.Array))
}

func twoResults(name string, args []any) (*tensor.Tensor, *tensor.Tensor) {
	switch name {
	case "divmod":
		return tensor.Divmod(args[0], args[1])
	case "frexp":
		return tensor.Frexp(args[0])
	}
	return tensor.Modf(args[0])
}

// Numbers are weak, and out-of-range ones are refused, as NEP 50 has it; dtype chooses the loop.
func TestUfuncsPromote(t *testing.T) {
	g := marstest.Load(t, "testdata/ufuncs.json")
	i8, u1 := tensor.Array([]int64{3, -5}), tensor.Array([]uint8{3, 250})
	f4, e := tensor.Array([]float32{0.5, -3}), tensor.Array([]dtype.F16{dtype.ToF16(0.5), dtype.ToF16(2)})
	b := tensor.Array([]bool{true, false})
	m, at := ofTimes(dtype.Timedelta(dtype.Second), 5, -7), ofTimes(dtype.Datetime(dtype.Second), 5, -7)
	ms := ofTimes(dtype.Timedelta(dtype.Milli), 5000, -7000)
	to := func(d dtype.DType) tensor.Elementwise { return tensor.Elementwise{DType: d} }
	for name, v := range map[string]*tensor.Tensor{
		"uint8 + 300":            u1.Add(300),
		"uint8 + -1":             u1.Add(-1),
		"uint8 + 5":              u1.Add(5),
		"uint8 < 300":            u1.Less(300),
		"-1 == uint8":            tensor.Equal(-1, u1),
		"uint8 + 1.5":            u1.Add(1.5),
		"float32 * 2":            f4.Multiply(2),
		"float32 * 2.5":          f4.Multiply(2.5),
		"float16 * 1j":           e.Multiply(1i),
		"int64 / 2":              i8.Divide(2),
		"int64 ** -1":            i8.Pow(-1),
		"2 ** int64":             tensor.Power(2, i8.Get(tensor.To(1))),
		"bool + True":            b.Add(true),
		"bool + 1":               b.Add(1),
		"ldexp of float32 and 2": f4.Ldexp(2),
		"timedelta * 2":          m.Multiply(2),
		"timedelta * 1.5":        m.Multiply(1.5),
		"timedelta / timedelta":  m.Divide(m.Get(tensor.To(1))),
		"datetime + 10":          at.Add(10),
		"datetime - datetime":    at.Subtract(at.Get(tensor.Whole.Every(-1))),
		"datetime + timedelta":   at.Add(ms),
		"datetime + float":       at.Add(1.5),
		"uint8 + int64":          u1.Add(i8),
		"float32 + int64":        f4.Add(i8),
		"add to float32":         i8.Add(i8, to(dtype.Float32)),
		"add to int8":            i8.Add(1, to(dtype.Int8)),
		"add of floats to int64": f4.Add(1.5, to(dtype.Int64)),
		"less to bool":           i8.Less(1, to(dtype.Bool)),
		"less to float64":        i8.Less(1, to(dtype.Float64)),
		"sqrt to float32":        u1.Sqrt(to(dtype.Float32)),
		"sqrt to int64":          u1.Sqrt(to(dtype.Int64)),
	} {
		marstest.Check(t, name, v, g.Get(t, name))
	}
	a, c := f4.Modf(to(dtype.Float64))
	marstest.Check(t, "modf to float64", a, g.Get(t, "modf to float64").Items[0])
	marstest.Check(t, "modf to float64[1]", c, g.Get(t, "modf to float64").Items[1])
	marstest.Check(t, "no such function", tensor.Ufunc("nope", 1), errs.NotFound)
	marstest.Check(t, "too few arguments", tensor.Ufunc("add", 1), errs.Type)
	marstest.Check(t, "shapes", i8.Add([]int{1, 2, 3}), errs.Invalid)
	marstest.Check(t, "not a number", tensor.Add(i8, "x"), errs.Type)
}

func ofTimes(d dtype.DType, v ...int64) *tensor.Tensor {
	return tensor.FromArray(nd.OfType(d, v, len(v)))
}

// Sites name the user's line, however many of our functions lie between.
func TestUfuncErrorHasTheCallersLine(t *testing.T) {
	err := tensor.Array([]float64{1}).BitwiseNot().Err()
	if err == nil || !strings.Contains(err.Error(), "ufunc_test.go:") {
		t.Errorf("%v does not name this file", err)
	}
}
