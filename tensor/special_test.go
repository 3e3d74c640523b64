package tensor_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/special"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// TestSpecialFunctions goes through the rows: SciPy's answers over ordinary and special values, and its
// dtypes.
func TestSpecialFunctions(t *testing.T) {
	g := marstest.Load(t, "testdata/special.json")
	cut := marstest.ChunkBytes(40)
	call := map[string]func(args ...any) *tensor.Tensor{
		"comb": func(a ...any) *tensor.Tensor { return tensor.Comb(a[0], a[1]) },
		"perm": func(a ...any) *tensor.Tensor { return tensor.Perm(a[0], a[1]) },
	}
	args := map[string]int{"comb": 2, "perm": 2}
	for _, r := range special.Rows() {
		_, name, _ := strings.Cut(r.Name, ".")
		args[name], call[name] = r.In, func(a ...any) *tensor.Tensor { return tensor.Ufunc(r.Name, a...) }
	}
	for name, f := range call {
		var wide, single, some []any
		for i := range args[name] {
			a := golden(t, g, name+" "+string(rune('0'+i)))
			wide, single = append(wide, a), append(single, tensor.AsType(a, dtype.Float32))
		}
		marstest.Check(t, name, f(wide...), g.Get(t, name), marstest.Tol(4e-13, 1e-15), cut)
		marstest.Check(t, name+" float32", f(single...), g.Get(t, name+" float32"), marstest.Tol(2e-5, 1e-6), cut)
		for kind, d := range map[string]dtype.DType{"int8": dtype.Int8, "int64": dtype.Int64, "float16": dtype.Float16, "bool": dtype.Bool, "complex64": dtype.Complex64} {
			some = some[:0]
			for range args[name] {
				some = append(some, tensor.AsType(tensor.Ones(tensor.Shape(2)), d))
			}
			want, complexes := any(errs.Type), map[string]bool{"exp2": true, "expm1": true, "log1p": true}
			if kind != "complex64" {
				want = g.Get(t, name+" "+kind)
			} else if complexes[name] {
				continue
			}
			if (name == "comb" || name == "perm") && (kind == "bool" || kind == "complex64") {
				continue
			}
			marstest.Check(t, name+" "+kind, f(some...), want, marstest.Tol(1e-5, 1e-7), cut)
		}
		if args[name] == 2 && name != "comb" && name != "perm" {
			marstest.Check(t, name+" weak", f(single[0].(*tensor.Tensor).Get(tensor.To(3)), 2), g.Get(t, name+" weak"), marstest.Tol(1e-5, 1e-7))
		}
	}
}

func TestSpecialCompositions(t *testing.T) {
	g := marstest.Load(t, "testdata/special.json")
	x, y, w := golden(t, g, "x"), golden(t, g, "y"), golden(t, g, "w")
	tol := marstest.Tol(1e-12, 1e-300)
	ints := tensor.Array([]int64{0, 1, 2, 3, 4, 5})
	for name, f := range map[string]func(a any, axis ...int) *tensor.Tensor{
		"softmax": tensor.Softmax, "log_softmax": tensor.LogSoftmax,
		"logsumexp": func(a any, axis ...int) *tensor.Tensor { return tensor.Logsumexp(a, nil, tensor.Reduce{Axis: axis}) },
	} {
		marstest.Check(t, name, f(y), g.Get(t, name), tol)
		marstest.Check(t, name+" rows", f(y, 1), g.Get(t, name+" rows"), tol)
		marstest.Check(t, name+" columns", f(x, 0), g.Get(t, name+" columns"), tol)
		marstest.Check(t, name+" both", f(y, 0, 1), g.Get(t, name+" both"), tol)
		marstest.Check(t, name+" ints", f(ints), g.Get(t, name+" ints"), tol)
		marstest.Check(t, name+" float32", f(tensor.AsType(y, dtype.Float32), 0), g.Get(t, name+" float32"), marstest.Tol(1e-5, 1e-30))
		marstest.Check(t, name+" axis", f(y, 2), errs.Invalid)
	}
	marstest.Check(t, "logsumexp keepdims", tensor.Logsumexp(x, nil, tensor.Reduce{Axis: tensor.Axes(1), Keepdims: true}), g.Get(t, "logsumexp keepdims"), tol)
	marstest.Check(t, "logsumexp weights", tensor.Logsumexp(y, w, tensor.Reduce{Axis: tensor.Axes(1)}), g.Get(t, "logsumexp weights"), tol)
	marstest.Check(t, "logsumexp negative", tensor.Logsumexp(y, tensor.Negative(w)), g.Get(t, "logsumexp negative"), tol)
	marstest.Check(t, "logsumexp complex", tensor.Logsumexp(tensor.Multiply(y, 1i), nil), errs.Type)
	marstest.Check(t, "softplus", tensor.Softplus(golden(t, g, "erf 0")), g.Get(t, "softplus"), tol)
	marstest.Check(t, "factorial", tensor.Factorial(golden(t, g, "n")), g.Get(t, "factorial"), tol)
	marstest.Check(t, "factorial ints", tensor.Factorial([]int{3, 10, -2}), g.Get(t, "factorial ints"), tol)
	marstest.Check(t, "factorial complex", tensor.Factorial([]complex128{1i}), errs.Type)
	marstest.Check(t, "comb repeated", tensor.CombRepeated([]int{5, 0, 3, 4}, []int{2, 0, 0, 7}), g.Get(t, "comb repeated"), tol)
	marstest.Check(t, "multigammaln", tensor.Multigammaln([]float64{2.5, 3, 10.25, 30}, 4), g.Get(t, "multigammaln"), tol)
	marstest.Check(t, "multigammaln d", tensor.Multigammaln([]float64{2.5}, 0), errs.Invalid)
	marstest.Check(t, "perm of nothing", tensor.Perm(nil, 2), errs.Type)
}
