package linalg

import (
	"encoding/json"
	"math/cmplx"
	"os"
	"testing"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// turned is v with its columns multiplied so that the greatest element of each, the first of equal ones, is
// positive.
func turned(v *nd.Array) *nd.Array {
	v = must(v.Clone(mem.Heap))
	for j := range v.Shape[1] {
		var top complex128
		for i := range v.Shape[0] {
			if x := get(v, i, j); cmplx.Abs(x) > cmplx.Abs(top)*(1+1e-9) {
				top = x
			}
		}
		for i := range v.Shape[0] {
			set(v, get(v, i, j)*complex(cmplx.Abs(top), 0)/top, i, j)
		}
	}
	return v
}

func TestDecompositionsAsNumPy(t *testing.T) {
	var g struct {
		Cases []struct {
			Op             string
			Upper, Complex bool
			A, W, V, Vh    array
		}
	}
	b, err := os.ReadFile("testdata/eigen.json")
	if err == nil {
		err = json.Unmarshal(b, &g)
	}
	if err != nil || len(g.Cases) == 0 {
		t.Fatal(err, len(g.Cases))
	}
	for i, c := range g.Cases {
		a := c.A.nd(c.Complex)
		near := func(what string, got, want *nd.Array) {
			if d := far(got, want); !(d < 3e-12) {
				t.Errorf("case %d, %s of %v: %s is off by %v", i, c.Op, a.Shape, what, d)
			}
		}
		if c.Op == "eigh" {
			w, v, err := Eigh(mem.Heap, backwards, a, c.Upper, true)
			if err != nil {
				t.Fatal(err)
			}
			near("w", w, c.W.nd(false))
			near("v", turned(v), c.V.nd(c.Complex))
			continue
		}
		u, s, vh, err := SVD(mem.Heap, backwards, a, false, true)
		if err != nil {
			t.Fatal(err)
		}
		near("s", s, c.W.nd(false))
		near("u", turned(u), c.V.nd(c.Complex))
		near("v", turned(adjoint(vh)), c.Vh.nd(c.Complex))
	}
}
