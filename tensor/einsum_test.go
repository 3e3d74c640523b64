package tensor_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

func TestEinsum(t *testing.T) {
	g := marstest.Load(t, "testdata/einsum.json")
	in := inputs(t, g)
	a, b, c, s, v, x, y := in["a"], in["b"], in["c"], in["s"], in["v"], in["x"], in["y"]
	at, to := tensor.At, tensor.To
	for subs, ops := range map[string][]any{
		"ij,jk->ik": {a, b}, "ij,jk": {a, b}, "ij,jk->ki": {a, b}, "ij,jk,kl->il": {a, b, c}, "ij,jk,kl": {a, b, c},
		"ii": {s}, "ii->i": {s}, "ij->ji": {a}, "ij->j": {a}, "ij->": {a}, "ij": {a}, "ba": {a},
		"ij,ij->ij": {a, a}, "ij,ij": {a, a}, "i,j->ij": {v, v}, "i,i": {v, v}, "ij,j": {a, v}, "ij,j->ij": {a, v},
		"bij,bjk->bik": {x, y}, "...ij,...jk->...ik": {x, y}, "...ij,jk->...ik": {x, y.Get(at(0))}, "...i->...": {x},
		"i...->...": {x}, "...": {x}, "ij...,j": {x, x.Get(at(0), tensor.Whole, at(0))}, "...,...": {x, x.Get(at(0))},
		"ijk,ilk->jl": {x, x}, "ijk->kij": {x}, "ij,ik->jk": {a, cycle(3, f8, 9, 4)}, "ii,i->i": {s, s.Get(at(0))},
		"ii,ij->j": {s, s}, "iij,jk->ik": {cycle(5, f8, 4, 4, 7), b}, "i,j,k->ijk": {v.Get(to(3)), v.Get(to(4)), v},
		"ij,k->i": {a, v}, "ij,jk,k,i->": {a, b, b.Get(at(0)), a.Get(tensor.Whole, at(0))}, " i j , j k -> i k ": {a, b},
	} {
		marstest.Check(t, subs, tensor.Einsum(subs, ops...), g.Get(t, subs))
	}
	i := cycle(6, func(i int) int64 { return int64(i) }, 9, 7)
	f := cycle(9, func(i int) float32 { return float32(i) }, 7, 8)
	n := cycle(100, func(i int) int8 { return int8(i) }, 9, 7)
	z := a.Multiply(1 + 2i)
	bools := cycle(2, func(i int) bool { return i == 1 }, 9, 7)
	for name, h := range map[string]*tensor.Tensor{
		"broadcast":           tensor.Einsum("ij,ij->ij", a, a.Get(to(1))),
		"broadcast sum":       tensor.Einsum("ij,ij->i", a.Get(tensor.Whole, to(1)), a),
		"ints":                tensor.Einsum("ij,jk->ik", i, i.T()),
		"int8 sum":            tensor.Einsum("ij->j", n),
		"mixed":               tensor.Einsum("ij,jk->ik", i, f),
		"complex":             tensor.Einsum("ij,kj->ik", z, z),
		"bools":               tensor.Einsum("ij,kj->ik", bools, bools),
		"number":              tensor.Einsum("ij,->ij", a, 2.0),
		"too many subscripts": tensor.Einsum("ijk,jk", a, b),
		"too few subscripts":  tensor.Einsum("i,jk", a, b),
		"too many operands":   tensor.Einsum("ij", a, b),
		"too few operands":    tensor.Einsum("ij,jk,kl", a, b),
		"unknown output":      tensor.Einsum("ij->x", a),
		"output twice":        tensor.Einsum("ij->ii", a),
		"bad letter":          tensor.Einsum("i%->i", a),
		"no ellipsis":         tensor.Einsum("...ij->ij", x),
		"not square":          tensor.Einsum("ii->i", a),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	for _, subs := range []string{"ij,ij", "i.j->ij", "ij..->i"} {
		h := tensor.Einsum(subs, a, b)
		if err := h.Err(); err == nil || !strings.Contains(err.Error(), "tensor.einsum") {
			t.Errorf("%q: %v", subs, err)
		}
	}
	marstest.Check(t, "text", tensor.Einsum("i", "x"), errs.Type)
}
