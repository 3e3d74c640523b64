package tensor_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// inputs are the goldens named "in x", by x.
func inputs(t *testing.T, g marstest.Goldens) map[string]*tensor.Tensor {
	t.Helper()
	in := map[string]*tensor.Tensor{}
	for name := range g {
		if k, ok := strings.CutPrefix(name, "in "); ok {
			in[k] = golden(t, g, name)
		}
	}
	return in
}

// Rounding, parts of complex numbers, replacing of NaN, ranges and casts, for every class of dtypes.
func TestElementwiseOfEveryDType(t *testing.T) {
	g := marstest.Load(t, "testdata/elementwise.json")
	one, two, three := 1.0, 2.0, 3.0
	for k, v := range inputs(t, g) {
		check := func(name string, h *tensor.Tensor) {
			name += " " + k
			marstest.Check(t, name, h, g.Get(t, name))
		}
		for name := range g {
			var d int
			if n, _ := fmt.Sscanf(name, "round "+k+" %d", &d); n == 1 {
				marstest.Check(t, name, v.Round(d), g.Get(t, name))
			}
			var to, rule string
			if n, _ := fmt.Sscanf(name, "astype "+k+" %s %s", &to, &rule); n == 2 {
				d, err := dtype.Parse(to)
				if err != nil {
					t.Fatal(err)
				}
				marstest.Check(t, name, v.AsType(d, rule), g.Get(t, name))
			}
		}
		check("real", v.Real())
		check("imag", v.Imag())
		check("angle", tensor.Angle(v))
		check("degrees", tensor.Angle(v, tensor.AngleOptions{Deg: true}))
		check("nan_to_num", tensor.NanToNum(v))
		check("nan_to_num of 1 2 3", tensor.NanToNum(v, tensor.Finite{Nan: one, Posinf: &two, Neginf: &three}))
		for n, e := range map[string]any{"2": 2, "-1": -1, "0.5": 0.5, "3": 3, "-1.0": -1.0} {
			check("raised "+n, tensor.Raise(v, e))
		}
		check("ptp", tensor.Ptp(v))
		check("ptp keepdims", tensor.Ptp(v, tensor.Reduce{Axis: tensor.Axes(-1), Keepdims: true}))
	}
	f := tensor.Array([]float64{1.5})
	marstest.Check(t, "astype of an unknown rule", f.AsType(dtype.Int8, "rough"), errs.Invalid)
	marstest.Check(t, "astype to text", f.AsType(dtype.Str), errs.Type)
	marstest.Check(t, "around", tensor.Around(f), vector(2.0))
	marstest.Check(t, "round of text", tensor.Round("x"), errs.Type)
	marstest.Check(t, "imag of text", tensor.Imag("x"), errs.Type)
	marstest.Check(t, "ptp of a bad axis", tensor.Ptp(f, tensor.Reduce{Axis: tensor.Axes(1)}), errs.Invalid)
	marstest.Check(t, "ptp of nothing", tensor.Ptp(f.Get(tensor.To(0))), errs.Invalid)
}

func TestWhere(t *testing.T) {
	g := marstest.Load(t, "testdata/elementwise.json")
	in := inputs(t, g)
	f, i, b, u, at := in["f"], in["i"], in["b"], in["u"], in["D"]
	backwards := at.Get(tensor.Whole.Every(-1))
	together := tensor.BroadcastArrays(f, i.Get(tensor.To(1)), 2.5)
	for name, h := range map[string]*tensor.Tensor{
		"where":                    tensor.Where(f.Greater(1), f, i),
		"span over a number":       tensor.Divide(in["m"], 2),
		"span over a float":        tensor.Divide(in["m"], 2.5),
		"whole span over a number": tensor.FloorDivide(in["m"], 2),
		"span times a number":      tensor.Multiply(3, in["m"]),
		"span and a number":        tensor.Add(in["m"], 7),
		"span over a span":         tensor.Remainder(in["m"], 3),
		"time and a number":        tensor.Add(in["D"], 7),
		"broadcast first":          together[0],
		"broadcast second":         together[1],
		"broadcast number":         together[2],
		"where numbers":            tensor.Where(f.Greater(1), 1, 2.5),
		"where float32 and number": tensor.Where(f.Greater(1), in["s"], 2.5),
		"where uint8 and 300":      tensor.Where(b, u, 300),
		"where broadcast":          tensor.Where(b.Get(tensor.To(2), tensor.NewAxis), f, i.Get(tensor.At(1))),
		"where truth":              tensor.Where(f, i, -1),
		"where times":              tensor.Where(b, at, backwards.AsType(dtype.Datetime(dtype.Milli))),
		"where bool condition":     tensor.Where(true, f, i),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "where clash", tensor.Where(b, at, u), errs.Type)
	marstest.Check(t, "where shapes", tensor.Where(b, f, i), errs.Invalid)
}

func TestClip(t *testing.T) {
	g := marstest.Load(t, "testdata/elementwise.json")
	in := inputs(t, g)
	f, i, u, at := in["f"], in["i"], in["u"], in["D"]
	row := func(k int) *tensor.Tensor { return i.Get(tensor.At(k)) }
	for name, h := range map[string]*tensor.Tensor{
		"clip":                f.Clip(-1, 2.5),
		"clip ints":           i.Clip(-10, 20),
		"clip ints by floats": i.Clip(-0.5, 20),
		"clip low":            i.Clip(3, nil),
		"clip high":           i.Clip(nil, 3),
		"clip none":           i.Clip(nil, nil),
		"clip by tensors":     f.Clip(row(0), row(1)),
		"clip low tensor":     f.Clip(row(1), 1),
		"clip high tensor":    f.Clip(nil, row(1)),
		"clip crossed":        i.Clip(20, -10),
		"clip nan":            f.Clip(math.NaN(), 1.0),
		"clip uint8 and 300":  u.Clip(0, 300),
		"clip uint8 and -1":   u.Clip(-1, 100),
		"clip above uint8":    u.Clip(300, 400),
		"clip complex":        in["z"].Clip(-1i, 2),
		"clip times":          at.Clip(at.Get(tensor.At(2)), at.Get(tensor.At(0))),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "clip shapes", f.Clip([]int{1, 2, 3}, nil), errs.Invalid)
	marstest.Check(t, "clip text", f.Clip("x", nil), errs.Type)
}

func TestIsclose(t *testing.T) {
	g := marstest.Load(t, "testdata/elementwise.json")
	in := inputs(t, g)
	f, u, z := in["f"], in["u"], in["z"]
	nan := tensor.Closeness{EqualNan: true}
	wide, none, near := 0.01, 0.0, 0.4
	for name, h := range map[string]*tensor.Tensor{
		"isclose":              tensor.Isclose(f, f.Add(1e-9)),
		"isclose far":          tensor.Isclose(f, f.Multiply(1.001)),
		"isclose wide":         tensor.Isclose(f, f.Multiply(1.001), tensor.Closeness{Rtol: &wide, Atol: &none}),
		"isclose nan":          tensor.Isclose(f, f, nan),
		"isclose ints":         tensor.Isclose(u, u.Subtract(1), tensor.Closeness{Rtol: &near}),
		"isclose number":       tensor.Isclose(f, 1.5),
		"isclose inf":          tensor.Isclose(f, math.Inf(1)),
		"isclose nan number":   tensor.Isclose(f, math.NaN(), nan),
		"isclose number first": tensor.Isclose(1.5, f),
		"isclose complex":      tensor.Isclose(z, z),
		"isclose float32":      tensor.Isclose(in["s"], f),
		"allclose":             tensor.Allclose(f, f, nan),
		"not allclose":         tensor.Allclose(f, f),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "isclose shapes", tensor.Isclose(f, []int{1, 2, 3}), errs.Invalid)
	marstest.Check(t, "allclose of text", tensor.Allclose(f, "x"), errs.Type)
}

func TestArrayEqual(t *testing.T) {
	f := counted(7, 9)
	odd := f.Remainder(2).Equal(1)
	nan := f.Divide(0) // the first element is 0/0
	for _, c := range []struct {
		name string
		h    *tensor.Tensor
		want bool
	}{
		{"same", tensor.ArrayEqual(f, f.Add(0)), true},
		{"one differs", tensor.ArrayEqual(f, tensor.Where(f.Equal(61), 0, f)), false},
		{"another shape", tensor.ArrayEqual(f, tensor.Reshape(f, 9, 7)), false},
		{"another rank", tensor.ArrayEqual(f, 1.0), false},
		{"broadcast is not equal", tensor.ArrayEqual(f.Multiply(0), []float64{0, 0, 0, 0, 0, 0, 0, 0, 0}), false},
		{"nan", tensor.ArrayEqual(nan, nan), false},
		{"equal nan", tensor.ArrayEqual(nan, nan, tensor.ArrayEqualOptions{EqualNan: true}), true},
		{"equal nan of ints", tensor.ArrayEqual(odd, odd.AsType(dtype.Int8), tensor.ArrayEqualOptions{EqualNan: true}), true},
		{"empty", tensor.ArrayEqual(f.Get(tensor.To(0)), f.Get(tensor.To(0))), true},
		{"scalars", tensor.ArrayEqual(1, 1.0), true},
	} {
		marstest.Check(t, c.name, c.h, scalar(c.want))
	}
	marstest.Check(t, "text", tensor.ArrayEqual(f, "x"), errs.Type)
}

func scalar[T dtype.Elem](v T) *nd.Array { return nd.Scalar(v) }

func vector[T dtype.Elem](v ...T) *nd.Array { return nd.Of(v, len(v)) }
